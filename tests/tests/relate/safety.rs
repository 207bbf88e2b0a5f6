//! Hostile blobs: all questions about the relations of their types end without a panic.

use std::ops::ControlFlow;
use std::sync::Arc;

use btf::{Btf, Budget, TypeId};
use picture::{Caption, Columns, Drawing, Theme, svg};
use relate::{
    CompareOptions, GraphOptions, PathOptions, Through, Users, build, compare, difference, paths_between,
    relocate_base, side_by_side,
};
use tests::blob::{Blob, Order, kind};
use tests::exercise::{Digest, related};
use tests::handmade;

fn everything(btf: &Btf, other: &Btf) {
    let users = Users::new(btf);
    let few = PathOptions { most: 5, longest: 8, ..PathOptions::default() };
    for id in (0..btf.type_cnt().min(200)).map(TypeId) {
        for through in [Through::NOTHING, Through::EVERYTHING] {
            let all = users.of(btf, id, through);
            for user in all.iter().take(50) {
                assert!(user.part(btf).is_none_or(|part| part.len() <= 4096) && user.bit_offset(btf) != Some(u64::MAX));
            }
        }
        for to in (0..btf.type_cnt().min(12)).map(TypeId) {
            paths_between(btf, &users, id, to, &few, &Budget::of([btf])).ok();
        }
        for folded in [true, false] {
            let options = GraphOptions { uses: 3, used_by: 2, most: 40, folded, ..GraphOptions::default() };
            let graph = build(btf, &users, id, &options);
            let mut drawing = Drawing::new(&graph);
            drawing.arrange(&Columns);
            svg(&drawing, Theme::Dark, Caption::default());
            drawing.arrange_new(&[]);
        }
        let budget = || Budget::of([btf, other]);
        let changes = difference(btf, id, other, id, &budget()).map(|d| d.changes);
        let all = side_by_side(btf, id, other, id, &budget()).map(|d| d.changes);
        if let (Ok(changes), Ok(all)) = (changes, all) {
            assert!(all.into_iter().filter(relate::Change::is_change).eq(changes));
        }
    }
    let go = &mut |_, _| ControlFlow::Continue(());
    if let Ok(same) = compare(btf, btf, &CompareOptions::default(), &Budget::of([btf]), go) {
        assert!(same.as_ref().is_some_and(relate::Comparison::is_same), "{same:?}");
    }
    compare(btf, other, &CompareOptions::default(), &Budget::of([btf, other]), go).ok();
    relocate_base(btf, other).ok();
}

#[test]
fn blobs_made_by_hand_in_pairs() {
    for order in Order::BOTH {
        let blobs: Vec<Arc<Btf>> = handmade::all(order)
            .into_iter()
            .filter(|made| made.bytes.len() < 1 << 20)
            .filter_map(|made| Btf::parse(made.bytes, None).ok().map(Arc::new))
            .collect();
        for (i, btf) in blobs.iter().enumerate() {
            let other = &blobs[(i + 1) % blobs.len()];
            everything(btf, other);
            // The same bytes as a split BTF on another blob.
            if let Ok(split) = Btf::parse(btf.shared_bytes(), Some(Arc::clone(other))) {
                everything(&split, btf);
            }
        }
    }
}

/// The calls of the fuzz target `relate`, for random blobs, and for each as split BTF on the blob
/// before.
#[test]
fn random_blobs_in_pairs() {
    let mut last: Option<Arc<Btf>> = None;
    let (mut asked, mut split) = (0, 0);
    for seed in 0..60u32 {
        let mut state = seed.wrapping_mul(0x9e37_79b9) | 1;
        let choices = std::iter::repeat_with(|| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            (state >> 11) as u8
        });
        let blob = tests::generate::blob(&choices.take(600).collect::<Vec<u8>>());
        let Ok(btf) = Btf::parse(blob.as_slice(), None).map(Arc::new) else { continue };
        let digest = &mut Digest::default();
        related(&btf, last.as_deref().unwrap_or(&btf), digest);
        asked += 1;
        if let Some(base) = &last
            && let Ok(above) = Btf::parse(blob.as_slice(), Some(Arc::clone(base)))
        {
            related(&above, &btf, digest);
            split += 1;
        }
        last = Some(btf);
    }
    assert!(asked > 40 && split > 20, "{asked} blobs, {split} of them on a base");
}

/// Work that grows with the product of two counts, or doubles with each type, is limited.
#[test]
fn a_graph_ends_soon() {
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    let target = b.structure("target", 4, &[("x", int, 0)]);
    let p = b.pointer(target);
    let many = |ty: u32, n: u32| (0..n).map(|i| (format!("m{i}"), ty, i * 64)).collect::<Vec<_>>();
    let params = many(p, 3000);
    let params: Vec<(&str, u32)> = params.iter().map(|(name, ty, _)| (name.as_str(), *ty)).collect();
    let proto = b.prototype(p, &params);
    let call = b.pointer(proto);
    let members = many(call, 3000);
    let members: Vec<(&str, u32, u32)> = members.iter().map(|(name, ty, at)| (name.as_str(), *ty, *at)).collect();
    let wide = b.structure("wide", 24_000, &members);
    // Each anonymous struct contains the one before twice.
    let mut inner = b.composite(kind::STRUCT, "", 8, false, &[("a", p, 0)]);
    for i in 1..28 {
        inner = b.composite(kind::STRUCT, "", 8 << i, false, &[("a", inner, 0), ("b", inner, 32)]);
    }
    let deep = b.structure("deep", 8, &[("a", inner, 0)]);
    let btf = Btf::parse(b.build(), None).expect("a blob");
    let users = Users::new(&btf);
    let graph = |root, folded| {
        let options = GraphOptions { uses: 4, used_by: 4, most: 60, folded, ..GraphOptions::default() };
        build(&btf, &users, TypeId(root), &options)
    };
    // Nine million parameters, and 2^28 members.
    assert!(graph(wide, true).cut);
    for root in [wide, deep] {
        let names: usize = graph(root, true).edges.iter().map(|e| e.names.len()).sum();
        assert!((100..1 << 18).contains(&names), "[{root}] {names} names");
    }
    // Without folding, each record has few neighbours.
    assert!(!graph(wide, false).cut && !graph(deep, false).cut);
    graph(target, true);
}

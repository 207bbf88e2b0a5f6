//! Asks `relate`: users, paths, graphs, comparisons, distilled bases, lists of ids.

use std::ops::ControlFlow;

use btf::{Btf, Budget, TypeId};
use relate::{
    BoxOptions, CompareOptions, FieldPath, GraphOptions, IdState, PathOptions, Through, Users, arguments, boxed, build,
    compare, difference, field, id_lists, kfunc_flags, kfuncs, paths_between, relocate_base, sites,
};

use super::Digest;

/// How many types are asked about.
const TYPES: u32 = 32;
/// The number of these types to which paths are searched.
const TARGETS: u32 = 6;

/// Asks how the types of `btf` are related, and compares them with those of `other`.
///
/// # Panics
/// When the answers contradict each other.
pub fn related(btf: &Btf, other: &Btf, digest: &mut Digest) {
    let users = Users::new(btf);
    let few = PathOptions { most: 4, longest: 6, ..PathOptions::default() };
    for id in (0..btf.type_cnt().min(TYPES)).map(TypeId) {
        for through in [Through::NOTHING, Through::EVERYTHING] {
            let all = users.of(btf, id, through);
            digest.words(&[id.0, all.len() as u32]);
            for user in all.iter().take(8) {
                digest.debug(&(user, user.part(btf), user.bit_offset(btf)));
            }
        }
        for to in (0..btf.type_cnt().min(TARGETS)).map(TypeId) {
            digest.debug(&paths_between(btf, &users, id, to, &few, &Budget::of([btf])));
        }
        let options = GraphOptions { uses: 2, used_by: 1, most: 24, ..GraphOptions::default() };
        let graph = build(btf, &users, id, &options);
        digest.words(&[graph.nodes.len() as u32, graph.edges.len() as u32]);
        let few = boxed(&graph, &BoxOptions { most: 6, column: 3, ..BoxOptions::default() });
        digest.words(&[few.nodes.len() as u32, few.edges.len() as u32]);
        digest.debug(&difference(btf, id, other, id, &Budget::of([btf, other])).map(|d| d.changes.len()));
    }
    let go = &mut |_, _| ControlFlow::Continue(());
    let same = compare(btf, btf, &CompareOptions::default(), &Budget::of([btf]), go);
    if let Ok(same) = same {
        assert!(same.is_some_and(|same| same.is_same()), "a BTF differs from itself");
    }
    if let Ok(Some(found)) = compare(btf, other, &CompareOptions::default(), &Budget::of([btf, other]), go) {
        digest.words(&[found.same, found.changed.len() as u32]);
    }
    for text in ["a.b", "task_struct.mm.pgd", "x[2].y", "s.m"] {
        if let Ok(path) = FieldPath::parse(text) {
            digest.debug(&field(btf, &path));
        }
    }
    based(btf, other, digest);
    listed(btf, digest);
}

/// Relocates a split BTF from its own base onto another one.
fn based(btf: &Btf, other: &Btf, digest: &mut Digest) {
    let moved = match relocate_base(btf, other) {
        Ok(moved) => moved,
        Err(e) => return digest.debug(&e),
    };
    digest.debug(&(&moved.table, &moved.names));
    let Some(blob) = moved.blob else { return };
    digest.bytes(&blob);
    // Relocation changes ids and string offsets, but not the length of the blob.
    assert_eq!(blob.len(), btf.bytes().len(), "another length");
    assert!(moved.table.iter().all(|m| m.real.as_ref().is_ok_and(|&id| other.get(id).is_some())), "{:?}", moved.table);
}

/// Reads the blob's bytes as `.BTF_ids`, with symbols made of its types' names and without symbols. Also reads the
/// blob's inlined calls.
fn listed(btf: &Btf, digest: &mut Digest) {
    let names: Vec<(String, u32)> = btf
        .types()
        .take(64)
        .map(|t| {
            let head = ["", "__BTF_ID__set__", "__BTF_ID__set8__", "__BTF_ID__func__", "__BTF_ID__struct__"];
            let at = t.id().0 as usize;
            let head = head.get(at % head.len()).copied().unwrap_or_default();
            (format!("{head}{}__{at}", t.name()), t.size_or_type().wrapping_mul(4) % 4096)
        })
        .collect();
    let symbols: Vec<(&str, u32)> = names.iter().map(|(name, at)| (name.as_str(), *at)).collect();
    for symbols in [&symbols[..], &[]] {
        let lists = id_lists(btf, btf.bytes(), symbols);
        let mut end = 0;
        for list in &lists {
            assert!(list.offset >= end, "lists overlap: {list:?}");
            for entry in &list.entries {
                assert!(entry.offset >= list.offset && entry.offset as usize + 4 <= btf.bytes().len(), "{entry:?}");
                assert!(entry.state != IdState::Right || btf.get(entry.id).is_some(), "{entry:?}");
                end = entry.offset + 4;
            }
            digest.debug(&(&list.name, list.kind, list.entries.len(), &list.problem));
        }
        for kfunc in kfuncs(btf, &lists) {
            let flags = kfunc.sets.iter().map(|set| kfunc_flags(set.1)).collect::<Vec<_>>();
            digest.debug(&(kfunc, flags));
        }
    }
    for site in sites(btf).take(64) {
        digest.debug(&(site, arguments(btf, &site)));
    }
}

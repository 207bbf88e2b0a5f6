//! Blobs that no compiler makes: faults are reported, and nothing is trusted.

use btf::{Btf, Kind, ResolveError, TypeId};
use layout::{
    FlattenLimits, LayoutError, MemberError, Options, align_of, flatten, is_packed, layout, natural_align_of,
};
use tests::blob::{Blob, Order, bits, kind};

use crate::{Types, lay, member, rows};

#[test]
fn types_other_than_structs_have_no_layout() {
    let mut t = Types::new(Order::Little);
    let pointer = t.blob.pointer(t.u8);
    let next = t.blob.next_id();
    let endless = t.blob.named(kind::TYPEDEF, "endless", next);
    let btf = t.btf();
    let error = |id| layout(&btf, TypeId(id), &Options::default()).expect_err("no layout");
    assert_eq!(error(pointer), LayoutError::NotComposite { id: TypeId(pointer), kind: Kind::Ptr });
    assert_eq!(error(0), LayoutError::Resolve(ResolveError::Unsized(TypeId(0))));
    assert_eq!(error(77), LayoutError::Resolve(ResolveError::Missing(TypeId(77))));
    assert_eq!(error(endless), LayoutError::Resolve(ResolveError::TooDeep(TypeId(endless))));
    assert!(align_of(&btf, TypeId(endless)).is_err());
    assert_eq!(natural_align_of(&btf, TypeId(endless)), 1);
}

#[test]
fn a_struct_in_itself() {
    let mut t = Types::new(Order::Little);
    let me = t.blob.next_id();
    t.blob.structure("me", 8, &[("a", t.u32, 0), ("me", me, 32)]);
    // `a` contains `b[2]`, and `b` contains `a`.
    let (b, array, a) = (me + 1, me + 2, me + 3);
    t.blob.structure("b", 8, &[("a", a, 0)]);
    t.blob.array(b, t.u32, 2);
    t.blob.structure("a", 16, &[("b", array, 0)]);
    let innocent = t.blob.structure("innocent", 32, &[("a", t.u64, 0), ("b", b, 64)]);
    let btf = t.btf();
    let l = lay(&btf, me);
    assert_eq!(member(&l, 1).error, Some(MemberError::Cycle(TypeId(me))));
    assert_eq!((member(&l, 0).error, l.align), (None, 1));
    assert_eq!(align_of(&btf, TypeId(me)), Err(LayoutError::Cycle(TypeId(me))));
    assert!(is_packed(&btf, TypeId(me)).is_err());
    for id in [a, b] {
        assert!(matches!(member(&lay(&btf, id), 0).error, Some(MemberError::Cycle(_))), "[{id}]");
        assert!(matches!(align_of(&btf, TypeId(id)), Err(LayoutError::Cycle(_))), "[{id}]");
    }
    let l = lay(&btf, innocent);
    assert!(matches!(member(&l, 1).error, Some(MemberError::Cycle(_))));
    // Each type is entered only once on the way down.
    let limits = FlattenLimits { arrays: true, ..FlattenLimits::default() };
    let flat = flatten(&btf, TypeId(innocent), &limits).expect("members");
    assert_eq!(flat.members.len(), 4, "a, b, b.a, b.a.b");
    assert!(!flat.truncated);
}

#[test]
fn members_that_are_wrong() {
    let mut t = Types::new(Order::Little);
    let forward = t.blob.fwd("f", false);
    let huge = t.blob.array(t.u64, t.u32, u32::MAX);
    let members = [("f", forward, 0), ("x", 999, 0), ("v", 0, 0), ("a", t.u32, 0), ("b", t.u32, 16), ("c", t.u64, 64)];
    let members = [&members[..], &[("h", huge, 96)]].concat();
    let id = t.blob.structure("s", 12, &members);
    let field = t.blob.composite(kind::STRUCT, "b", 4, true, &[("f", forward, bits(4, 5)), ("g", 0, bits(9, 30))]);
    let btf = t.btf();
    let l = lay(&btf, id);
    assert_eq!(member(&l, 0).error, Some(MemberError::Size(ResolveError::Unsized(TypeId(forward)))));
    assert_eq!(member(&l, 1).error, Some(MemberError::Size(ResolveError::Missing(TypeId(999)))));
    assert_eq!(member(&l, 2).error, Some(MemberError::Size(ResolveError::Unsized(TypeId(0)))));
    assert_eq!(member(&l, 3).error, None);
    assert_eq!(member(&l, 4).error, Some(MemberError::Overlap { taken: 32 }));
    assert_eq!(member(&l, 5).error, Some(MemberError::Outside { end: 128, size: 96 }));
    assert_eq!(member(&l, 6).error, Some(MemberError::Size(ResolveError::TooBig(TypeId(huge)))));
    let l = lay(&btf, field);
    assert_eq!(rows(&l), ["bit-hole 0+4", "m0 4+5", "m1 9+30"]);
    let f = member(&l, 0).bitfield.expect("a bitfield");
    assert_eq!((f.unit_offset, f.unit_size, f.bit_in_unit, f.load), (0, 2, 4, None));
}

#[test]
fn deep_and_wide_embedding_is_linear() {
    // 100,000 structs, each inside the next: no stack overflow.
    let mut blob = Blob::new(Order::Little);
    let byte = blob.int("u8", 1, 0);
    let mut last = blob.structure("s", 1, &[("a", byte, 0)]);
    for _ in 0..100_000 {
        last = blob.structure("s", 1, &[("s", last, 0)]);
    }
    let btf = Btf::parse(blob.build(), None).expect("a header");
    assert_eq!(lay(&btf, last).natural_align, 1);
    let flat = flatten(&btf, TypeId(last), &FlattenLimits::default()).expect("members");
    assert_eq!((flat.members.len(), flat.truncated), (64, true));

    // 200 structs, each twice inside the next, and the first has a hole: 2^200 holes.
    let mut blob = Blob::new(Order::Little);
    let byte = blob.int("u8", 1, 0);
    let mut last = blob.structure("s", 3, &[("a", byte, 0), ("b", byte, 16)]);
    for _ in 0..200 {
        last = blob.structure("s", 6, &[("s", last, 0), ("t", last, 24)]);
    }
    let btf = Btf::parse(blob.build(), None).expect("a header");
    let l = lay(&btf, last);
    assert_eq!(l.figures.nested.holes, u64::MAX, "the sum stops there");
    let limits = FlattenLimits { depth: 1_000, count: 5_000, arrays: false };
    let flat = flatten(&btf, TypeId(last), &limits).expect("members");
    assert_eq!((flat.members.len(), flat.truncated), (5_000, true));
}

/// A generator of pseudo-random numbers, the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as u32 % n
    }
}

#[test]
fn random_structs_are_covered_or_refused() {
    let mut numbers = Numbers(1);
    let (mut sound, mut refused) = (0, 0);
    for round in 0..3_000 {
        let order = Order::BOTH[round % 2];
        let mut t = Types::new(order);
        let odd = t.blob.int_of("odd", 4, 0, 3, 5);
        let wide = t.blob.int("wide", 16, 0);
        let array = t.blob.array(t.u16, t.u32, numbers.below(4));
        let flag = numbers.below(2) == 1;
        let mut ids = vec![t.u8, t.u16, t.u32, t.u64, t.i32, odd, wide, array, 0, 500];
        for _ in 0..3 {
            let mut at = 0;
            let mut members = Vec::new();
            for _ in 0..numbers.below(7) {
                let ty = ids[numbers.below(ids.len() as u32) as usize];
                let width = if flag && numbers.below(2) == 1 { 1 + numbers.below(70) } else { 0 };
                // Usually ascending.
                let offset = if numbers.below(20) == 0 { numbers.below(300) } else { at };
                at = offset + if width > 0 { width } else { 64 };
                at = if numbers.below(3) == 0 { at } else { at.next_multiple_of(8) };
                members.push(("m", ty, if flag { bits(offset, width) } else { offset }));
            }
            let kind = if numbers.below(4) == 0 { kind::UNION } else { kind::STRUCT };
            let size = if numbers.below(10) == 0 { numbers.below(40) } else { at.div_ceil(8) + numbers.below(9) };
            ids.push(t.blob.composite(kind, "s", size, flag, &members));
        }
        let btf = t.btf();
        for ty in btf.types().filter(|t| t.kind().is_composite()) {
            let l = lay(&btf, ty.id().0);
            assert_eq!(l.members().count() as u32, ty.item_count());
            if l.members().any(|m| m.error.is_some()) {
                refused += 1;
                continue;
            }
            sound += 1;
            let mut end = 0;
            for row in &l.rows {
                let in_turn = l.kind == Kind::Union || row.bits() == 0 || row.offset() == end;
                assert!(in_turn, "round {round}: {:?}", rows(&l));
                end = end.max(row.end());
            }
            assert_eq!(end, u64::from(l.size) * 8, "round {round}: {:?}", rows(&l));
        }
    }
    assert!(sound > 1_000 && refused > 1_000, "{sound} sound, {refused} not");
}

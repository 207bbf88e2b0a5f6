//! Alignments, and whether a struct is packed or aligned.

use btf::TypeId;
use layout::{LayoutError, align_of, is_packed, natural_align_of, size_of};
use tests::blob::{Order, kind};

use crate::{Types, lay, member};

#[test]
fn alignments_by_libbpf_and_by_pahole() {
    for (long, of_u64, of_128) in [(8, 8, 8), (4, 4, 4)] {
        let mut t = Types::with_long(Order::Little, long);
        let wide = t.blob.int("__int128", 16, 1);
        let real = t.blob.float("long double", 12);
        let byte = t.blob.enumeration("byte", 1, false, &[("A", 0)]);
        let pointer = t.blob.pointer(t.u8);
        let array = t.blob.array(t.u16, t.u32, 7);
        let typedef = t.blob.named(kind::TYPEDEF, "array_t", array);
        let tagged = t.blob.type_tag("tag", false, typedef);
        let both = t.blob.structure("both", 16, &[("a", t.u8, 0), ("b", t.u64, 64)]);
        let function = t.blob.prototype(0, &[]);
        let forward = t.blob.fwd("f", false);
        let broken = t.blob.structure("broken", 8, &[("f", forward, 0)]);
        let btf = t.btf();
        assert_eq!(btf.pointer_size(), long);
        let check = |id: u32, libbpf: u32, pahole: u32| {
            assert_eq!(align_of(&btf, TypeId(id)), Ok(libbpf), "[{id}]");
            assert_eq!(natural_align_of(&btf, TypeId(id)), pahole, "[{id}]");
        };
        check(t.u8, 1, 1);
        check(t.u32, 4, 4);
        check(t.u64, of_u64, 8);
        check(wide, of_128, 16);
        check(real, long.min(12), 12);
        check(byte, 1, 1);
        check(pointer, long, long);
        check(tagged, 2, 2);
        check(both, of_u64, 8);
        assert_eq!(size_of(&btf, TypeId(tagged)), Ok(14));
        assert_eq!(size_of(&btf, TypeId(pointer)), Ok(long));
        for none in [0, function, forward, 999] {
            assert!(align_of(&btf, TypeId(none)).is_err(), "[{none}]");
            assert_eq!(natural_align_of(&btf, TypeId(none)), 1);
        }
        assert_eq!(align_of(&btf, TypeId(broken)), Err(LayoutError::NoAlign(TypeId(forward))));
    }
}

#[test]
fn packed_structs() {
    let mut t = Types::new(Order::Little);
    let unaligned = t.blob.structure("unaligned", 5, &[("a", t.u8, 0), ("b", t.u32, 8)]);
    let odd_size = t.blob.structure("odd_size", 5, &[("a", t.u32, 0), ("b", t.u8, 32)]);
    let aligned = t.blob.structure("aligned", 8, &[("a", t.u32, 0), ("b", t.u32, 32)]);
    let with_hole = t.blob.structure("with_hole", 10, &[("a", t.u8, 0), ("b", t.u32, 16), ("c", t.u32, 48)]);
    // `holder` contains a packed struct, so it only needs an alignment of 1.
    let holder = t.blob.structure("holder", 6, &[("a", t.u8, 0), ("p", unaligned, 8)]);
    let union = t.blob.composite(kind::UNION, "u", 6, false, &[("a", t.u32, 0), ("b", t.u16, 0)]);
    let typedef = t.blob.named(kind::TYPEDEF, "t", unaligned);
    let btf = t.btf();
    let check = |id: u32, libbpf: bool, pahole: bool, align: u32| {
        let l = lay(&btf, id);
        assert_eq!((is_packed(&btf, TypeId(id)), l.figures.packed, l.align), (Ok(libbpf), pahole, align), "[{id}]");
    };
    check(unaligned, true, true, 1);
    check(odd_size, true, true, 1);
    check(aligned, false, false, 4);
    // pahole does not infer packing if there is a hole.
    check(with_hole, true, false, 1);
    // For pahole, a struct without a hole is also packed if a member is not at its natural alignment, as in `holder`. A
    // union never is.
    check(holder, false, true, 1);
    check(union, true, false, 1);
    check(typedef, true, true, 1);
    let l = lay(&btf, holder);
    assert!(member(&l, 1).unnatural, "a struct at byte 1 that holds a u32");
    assert_eq!((member(&l, 1).align, member(&l, 1).natural_align), (1, 4));
    assert!(is_packed(&btf, TypeId(t.u32)).is_err());
}

#[test]
fn forced_alignments() {
    // struct { u32 a; u32 b aligned(64); u8 c; u16 d aligned(8); } aligned(128)
    let mut t = Types::new(Order::Little);
    let members = [("a", t.u32, 0), ("b", t.u32, 512), ("c", t.u8, 544), ("d", t.u16, 576)];
    let id = t.blob.structure("s", 128, &members);
    let l = lay(&t.btf(), id);
    // The gap of 60 bytes before b implies an alignment of 64, the gap of 3 bytes before d one of 4, and the 54 bytes
    // of padding one of 64.
    let described: Vec<_> = l.members().map(|m| m.aligned).collect();
    assert_eq!(described, [None, Some(64), None, Some(4)]);
    let f = l.figures;
    assert_eq!((f.forced_alignments, f.forced_holes, f.forced_hole_bytes), (2, 2, 63));
    assert_eq!((f.aligned, f.packed), (Some(64), false));
    assert_eq!(l.align, 4);
}

#[test]
fn a_small_gap_before_a_cache_line_is_an_alignment() {
    // struct { u8 a[60]; u8 b at 64; }: b is at the start of a cache line, so the gap of 4 bytes before it is taken for
    // an alignment of 64.
    let mut t = Types::new(Order::Little);
    let bytes = t.blob.array(t.u8, t.u32, 60);
    let id = t.blob.structure("s", 65, &[("a", bytes, 0), ("b", t.u8, 512)]);
    assert_eq!(member(&lay(&t.btf(), id), 1).aligned, Some(64));
}

#[test]
fn a_bitfield_ends_with_its_bits() {
    // struct { u32 a:8; u8 b[4] at 4; }: the bits after the first 8 are a gap, though they are in the storage unit of
    // `a`.
    for order in [Order::Little, Order::Big] {
        let mut t = Types::new(order);
        let bytes = t.blob.array(t.u8, t.u32, 4);
        let bit = |size: u32, at: u32| size << 24 | at;
        let members = [("a", t.u32, bit(8, 0)), ("b", bytes, 32)];
        let id = t.blob.composite(kind::STRUCT, "s", 8, true, &members);
        assert_eq!(member(&lay(&t.btf(), id), 1).aligned, Some(4), "{order:?}");
        // With 32 bits, there is no gap.
        let id = t.blob.composite(kind::STRUCT, "full", 8, true, &[("a", t.u32, bit(32, 0)), ("b", bytes, 32)]);
        assert_eq!(member(&lay(&t.btf(), id), 1).aligned, None, "{order:?}");
    }
}

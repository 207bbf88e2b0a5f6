//! Members, holes, padding and their totals.

use layout::{Figures, MemberTypes, Nested};
use tests::blob::{Order, kind};

use crate::{Types, lay, member, rows};

#[test]
fn holes_and_padding_of_bytes() {
    // struct { u8 a; u32 b; u8 c; }
    let mut t = Types::new(Order::Little);
    let id = t.blob.structure("s", 12, &[("a", t.u8, 0), ("b", t.u32, 32), ("c", t.u8, 64)]);
    let l = lay(&t.btf(), id);
    assert_eq!(rows(&l), ["m0 0+8", "hole 8+24", "m1 32+32", "m2 64+8", "padding 72+24"]);
    let expected = Figures {
        size: 12,
        cache_lines: 1,
        last_cache_line: 12,
        members: 3,
        sum_members: 6,
        holes: 1,
        hole_bytes: 3,
        padding: 3,
        ..Figures::default()
    };
    assert_eq!(l.figures, expected);
    assert_eq!((l.size, l.align, l.natural_align), (12, 4, 4));
}

#[test]
fn a_hole_before_the_first_member() {
    let mut t = Types::new(Order::Little);
    let id = t.blob.structure("s", 8, &[("a", t.u32, 32)]);
    let l = lay(&t.btf(), id);
    assert_eq!(rows(&l), ["hole 0+32", "m0 32+32"]);
    assert_eq!((l.figures.holes, l.figures.hole_bytes, l.figures.padding), (1, 4, 0));
}

#[test]
fn bit_holes_of_storage_units() {
    // struct { u32 a:3, b:7; u8 c; u64 d:40; u16 e; }: c is in the unit of a and b; d fills the first 8 bytes from
    // bit 24 on.
    for order in Order::BOTH {
        let mut t = Types::new(order);
        let bits = tests::blob::bits;
        let members = [("a", t.u32, bits(0, 3)), ("b", t.u32, bits(3, 7)), ("c", t.u8, 16), ("d", t.u64, bits(24, 40))];
        let members = [&members[..], &[("e", t.u16, 64)]].concat();
        let id = t.blob.composite(kind::STRUCT, "s", 16, true, &members);
        let l = lay(&t.btf(), id);
        let expected = ["m0 0+3", "m1 3+7", "bit-hole 10+6", "m2 16+8", "m3 24+40", "m4 64+16", "padding 80+48"];
        assert_eq!(rows(&l), expected);
        let f = l.figures;
        assert_eq!((f.sum_members, f.sum_bitfield_bits), (3, 50));
        assert_eq!((f.bit_holes, f.bit_hole_bits, f.holes, f.hole_bytes), (1, 6, 0, 0));
        assert_eq!((f.padding, f.bit_padding), (6, 0));
    }
}

#[test]
fn bits_bytes_and_bits_again_in_one_gap() {
    // struct { u8 a:3; u32 :0; u32 :12; u32 b:4; }: 5 bits of a's unit, 3 bytes, 12 bits of b's unit. pahole counts one
    // bit hole.
    let mut t = Types::new(Order::Little);
    let bits = tests::blob::bits;
    let id = t.blob.composite(kind::STRUCT, "s", 8, true, &[("a", t.u8, bits(0, 3)), ("b", t.u32, bits(44, 4))]);
    let l = lay(&t.btf(), id);
    let expected = ["m0 0+3", "bit-hole 3+5", "hole 8+24", "bit-hole 32+12", "m1 44+4", "bit-padding 48+16"];
    assert_eq!(rows(&l), expected);
    let f = l.figures;
    assert_eq!((f.holes, f.hole_bytes, f.bit_holes, f.bit_hole_bits), (1, 3, 1, 17));
    assert_eq!((f.padding, f.bit_padding), (0, 16));
}

#[test]
fn the_rest_of_the_last_storage_unit_is_bit_padding() {
    // struct { u64 a; u8 b:1; }: 7 bits of the unit, then 7 bytes.
    let mut t = Types::new(Order::Big);
    let id = t.blob.composite(kind::STRUCT, "s", 16, true, &[("a", t.u64, 0), ("b", t.u8, tests::blob::bits(64, 1))]);
    let l = lay(&t.btf(), id);
    assert_eq!(rows(&l), ["m0 0+64", "m1 64+1", "bit-padding 65+7", "padding 72+56"]);
    assert_eq!((l.figures.padding, l.figures.bit_padding), (7, 7));
}

#[test]
fn cache_lines() {
    let mut t = Types::new(Order::Little);
    let bytes = t.blob.array(t.u8, t.u32, 130);
    let id = t.blob.structure("s", 130, &[("a", bytes, 0)]);
    let full = t.blob.array(t.u64, t.u32, 16);
    let full = t.blob.structure("full", 128, &[("a", full, 0)]);
    let btf = t.btf();
    let f = lay(&btf, id).figures;
    assert_eq!((f.cache_lines, f.last_cache_line), (3, 2));
    let f = lay(&btf, full).figures;
    assert_eq!((f.cache_lines, f.last_cache_line), (2, 0));
    let other = layout::layout(&btf, btf::TypeId(id), &layout::Options { cache_line: 256 }).expect("a layout");
    assert_eq!((other.figures.cache_lines, other.figures.last_cache_line), (1, 130));
    let zero = layout::layout(&btf, btf::TypeId(id), &layout::Options { cache_line: 0 }).expect("a layout");
    assert_eq!(zero.figures.cache_lines, 3, "0 counts as 64");
}

#[test]
fn flexible_and_zero_size_arrays() {
    // struct { u16 n; u8 mark[0]; u16 m; struct {} e; u32 data[]; }
    let mut t = Types::new(Order::Little);
    let mark = t.blob.array(t.u8, t.u32, 0);
    let data = t.blob.array(t.u32, t.u32, 0);
    let data_t = t.blob.named(kind::TYPEDEF, "data_t", data);
    let nothing = t.blob.structure("nothing", 0, &[]);
    let members = [("n", t.u16, 0), ("mark", mark, 16), ("m", t.u16, 16), ("e", nothing, 32), ("data", data_t, 32)];
    let id = t.blob.structure("s", 4, &members);
    let alternatives = t.blob.composite(kind::UNION, "u", 4, false, &[("a", t.u32, 0), ("b", data, 0)]);
    // pahole does not resolve a typedef of an array. It does resolve a typedef of a struct that contains a flexible
    // array. It looks into no union and no array.
    let plain = t.blob.structure("plain", 4, &[("n", t.u32, 0), ("data", data, 32)]);
    let holder = t.blob.structure("holder", 8, &[("s", id, 0), ("p", plain, 32)]);
    let holder_t = t.blob.named(kind::TYPEDEF, "holder_t", holder);
    let outer = t.blob.structure("outer", 8, &[("h", holder_t, 0)]);
    let both = t.blob.structure("both", 8, &[("h", holder, 0), ("data", data, 64)]);
    let around = t.blob.structure("around", 16, &[("b", both, 0), ("o", outer, 64)]);
    let two = t.blob.array(holder, t.u32, 2);
    let one = t.blob.composite(kind::UNION, "one", 8, false, &[("h", holder, 0)]);
    let hidden = t.blob.structure("hidden", 24, &[("two", two, 0), ("one", one, 128)]);
    let deaf = t.blob.structure("deaf", 24, &[("h", hidden, 0)]);
    let btf = t.btf();
    let l = lay(&btf, id);
    assert_eq!(rows(&l), ["m0 0+16", "m1 16+0", "m2 16+16", "m3 32+0", "m4 32+0"]);
    let flexible: Vec<bool> = l.members().map(|m| m.flexible).collect();
    assert_eq!(flexible, [false, false, false, false, true]);
    assert_eq!((l.figures.holes, l.figures.padding, l.figures.sum_members), (0, 0, 4));
    assert_eq!(l.align, 4, "the array's element counts");
    // An array without elements in a union is not flexible.
    assert!(lay(&btf, alternatives).members().all(|m| !m.flexible));
    let described = |id| {
        let f = lay(&btf, id).figures;
        (f.flexible, f.flexible_inside, f.member_types.flexible, f.member_types.flexible_inside)
    };
    assert_eq!(described(id), (false, false, 0, 0));
    assert_eq!(described(plain), (true, false, 0, 0));
    assert_eq!(described(holder), (false, true, 1, 0));
    assert_eq!(described(outer), (false, true, 0, 0), "a member behind a typedef is not among the `member_types`");
    assert_eq!(described(both), (true, true, 0, 1));
    assert_eq!(described(around), (false, true, 1, 2));
    assert_eq!(described(hidden), (false, false, 0, 0));
    assert_eq!(described(deaf), (false, false, 0, 0));
}

#[test]
fn a_struct_of_no_bytes() {
    let mut t = Types::new(Order::Little);
    let nothing = t.blob.structure("nothing", 0, &[]);
    let holder = t.blob.structure("holder", 0, &[("n", nothing, 0)]);
    let btf = t.btf();
    let l = lay(&btf, nothing);
    assert_eq!((l.rows.len(), l.size, l.align), (0, 0, 1));
    assert_eq!(l.figures, Figures::default());
    let l = lay(&btf, holder);
    assert_eq!(rows(&l), ["m0 0+0"]);
    assert_eq!((l.figures.cache_lines, l.figures.last_cache_line, l.figures.members), (0, 0, 1));
}

#[test]
fn unions() {
    // union { u8 a[5]; u32 b; u16 c; }, aligned to 4
    let mut t = Types::new(Order::Little);
    let five = t.blob.array(t.u8, t.u32, 5);
    let id = t.blob.composite(kind::UNION, "u", 8, false, &[("a", five, 0), ("b", t.u32, 0), ("c", t.u16, 0)]);
    let flags = t.blob.composite(kind::UNION, "f", 4, true, &[("x", t.u32, tests::blob::bits(0, 3))]);
    let btf = t.btf();
    let l = lay(&btf, id);
    assert_eq!(rows(&l), ["m0 0+40", "m1 0+32", "m2 0+16", "padding 40+24"]);
    assert_eq!((l.figures.padding, l.figures.holes, l.figures.packed, l.figures.aligned), (3, 0, false, None));
    assert_eq!(rows(&lay(&btf, flags)), ["m0 0+3", "bit-padding 3+29"]);
}

#[test]
fn holes_inside_of_members_are_distinguished() {
    // struct in { u8 a; u32 b; u8 c:2; } with a hole of 3 bytes, padding of 6 bits and 3 bytes.
    let mut t = Types::new(Order::Little);
    let bits = tests::blob::bits;
    let inner =
        t.blob.composite(kind::STRUCT, "in", 12, true, &[("a", t.u8, 0), ("b", t.u32, 32), ("c", t.u8, bits(64, 2))]);
    let typedef = t.blob.named(kind::TYPEDEF, "in_t", inner);
    let two = t.blob.array(inner, t.u32, 2);
    let either = t.blob.composite(kind::UNION, "", 12, false, &[("x", inner, 0), ("y", t.u32, 0)]);
    // struct out { struct in a; in_t b; struct in c[2]; union { struct in x; u32 y; }; }
    let out = t.blob.structure("out", 60, &[("a", inner, 0), ("b", typedef, 96), ("c", two, 192), ("", either, 384)]);
    let l = lay(&t.btf(), out);
    assert_eq!(rows(&l), ["m0 0+96", "m1 96+96", "m2 192+192", "m3 384+96"]);
    let f = l.figures;
    assert_eq!((f.holes, f.bit_holes, f.padding, f.bit_padding), (0, 0, 0, 0));
    // pahole only looks into the first member: the others are a typedef, an array and a union.
    let expected = MemberTypes {
        with_holes: 1,
        holes: 1,
        with_padding: 1,
        padding: 3,
        with_bit_padding: 1,
        bit_padding: 6,
        ..MemberTypes::default()
    };
    assert_eq!(f.member_types, expected);
    // The element of an array is counted once; the union has no hole of its own.
    let expected = Nested { holes: 4, hole_bytes: 12, paddings: 4, padding: 12, bit_padding: 24, ..Nested::default() };
    assert_eq!(f.nested, expected);
}

#[test]
fn members_in_any_order() {
    // As Rust compilers reorder fields: struct { u8 a; u32 b; u16 c; } is stored as b, c, a.
    let mut t = Types::new(Order::Little);
    let id = t.blob.structure("s", 8, &[("a", t.u8, 48), ("b", t.u32, 0), ("c", t.u16, 32)]);
    let l = lay(&t.btf(), id);
    assert_eq!(rows(&l), ["m1 0+32", "m2 32+16", "m0 48+8", "padding 56+8"]);
    assert_eq!(member(&l, 0).offset, 48);
    assert_eq!(member(&l, 2).offset, 32);
    assert!(l.members().all(|m| m.error.is_none()));
}

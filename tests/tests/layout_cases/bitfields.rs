//! Storage units, and the loads that read them.

use layout::{Bitfield, CoreLoad};
use tests::blob::{Order, bits, kind};

use crate::{Types, lay, member, rows};

#[test]
fn shifts_follow_the_byte_order() {
    // struct { u16 source, dest; u32 seq, ack_seq; u16 doff:4, res1:4, cwr:1, ...; }, as in a big-endian tcphdr.
    let load = |order| {
        let mut t = Types::new(order);
        let members = [("source", t.u16, 0), ("doff", t.u16, bits(96, 4)), ("cwr", t.u16, bits(104, 1))];
        let id = t.blob.composite(kind::STRUCT, "tcphdr", 20, true, &members);
        let l = lay(&t.btf(), id);
        [1, 2].map(|i| member(&l, i).bitfield.expect("a bitfield"))
    };
    let field = |width, bit_in_unit, load| Bitfield {
        bits: width,
        unit_offset: 12,
        unit_size: 2,
        bit_in_unit,
        load: Some(load),
        signed: false,
        old_style: false,
    };
    let at = |lshift, rshift| CoreLoad { byte_offset: 12, byte_size: 2, lshift, rshift, signed: false };
    // Big-endian: the shift to the left is by (8 - 2) * 8 + bit, the shift to the right by 64 - bits.
    assert_eq!(load(Order::Big), [field(4, 0, at(48, 60)), field(1, 8, at(56, 63))]);
    // Little-endian: the shift to the left is by 64 - (bit + bits).
    assert_eq!(load(Order::Little), [field(4, 0, at(60, 60)), field(1, 8, at(55, 63))]);
}

#[test]
fn a_u64_bitfield_over_many_bytes() {
    // struct { u64 a:5, b:50, c:9; }
    for (order, lshifts) in [(Order::Little, [59, 9, 0]), (Order::Big, [0, 5, 55])] {
        let mut t = Types::new(order);
        let members = [("a", t.u64, bits(0, 5)), ("b", t.u64, bits(5, 50)), ("c", t.u64, bits(55, 9))];
        let id = t.blob.composite(kind::STRUCT, "s", 8, true, &members);
        let l = lay(&t.btf(), id);
        assert_eq!(rows(&l), ["m0 0+5", "m1 5+50", "m2 55+9"]);
        for (i, (lshift, rshift)) in lshifts.into_iter().zip([59, 14, 55]).enumerate() {
            let field = member(&l, i as u32).bitfield.expect("a bitfield");
            assert_eq!((field.unit_offset, field.unit_size), (0, 8));
            let load = CoreLoad { byte_offset: 0, byte_size: 8, lshift, rshift, signed: false };
            assert_eq!(field.load, Some(load), "{order:?} {i}");
        }
    }
}

#[test]
fn a_packed_field_that_crosses_its_unit() {
    // struct { u8 a:6; u8 b:5; } packed: b lies in bytes 0 and 1, so a load of 2 bytes is needed.
    for (order, lshift) in [(Order::Little, 53), (Order::Big, 54)] {
        let mut t = Types::new(order);
        let members = [("a", t.u8, bits(0, 6)), ("b", t.u8, bits(6, 5))];
        let id = t.blob.composite(kind::STRUCT, "s", 2, true, &members);
        let l = lay(&t.btf(), id);
        assert_eq!(rows(&l), ["m0 0+6", "m1 6+5", "bit-padding 11+5"]);
        let b = member(&l, 1).bitfield.expect("a bitfield");
        assert_eq!((b.unit_offset, b.unit_size, b.bit_in_unit, b.crosses()), (0, 1, 6, true));
        let load = CoreLoad { byte_offset: 0, byte_size: 2, lshift, rshift: 59, signed: false };
        assert_eq!(b.load, Some(load), "{order:?}");
        assert!(!member(&l, 0).bitfield.expect("a bitfield").crosses());
    }
}

#[test]
fn a_field_over_nine_bytes_has_no_load() {
    // struct { u64 a:4; u64 b:62; } packed
    let mut t = Types::new(Order::Little);
    let id = t.blob.composite(kind::STRUCT, "s", 9, true, &[("a", t.u64, bits(0, 4)), ("b", t.u64, bits(4, 62))]);
    let l = lay(&t.btf(), id);
    assert_eq!(rows(&l), ["m0 0+4", "m1 4+62", "bit-padding 66+6"]);
    let b = member(&l, 1).bitfield.expect("a bitfield");
    assert_eq!((b.crosses(), b.load), (true, None));
}

#[test]
fn enums_bools_and_signs() {
    let mut t = Types::new(Order::Little);
    let boolean = t.blob.int("_Bool", 1, 4);
    let plain = t.blob.enumeration("plain", 4, false, &[("A", 0)]);
    let signed = t.blob.enumeration("signed", 4, true, &[("M", u32::MAX)]);
    let wide = t.blob.enumeration64("wide", 8, true, &[("W", u64::MAX)]);
    let typedef = t.blob.named(kind::TYPEDEF, "t", t.i32);
    let typedef = t.blob.reference(kind::CONST, typedef);
    let types = [boolean, plain, signed, wide, typedef];
    let members: Vec<_> = types.iter().zip(0..).map(|(ty, i)| ("m", *ty, bits(i, 1))).collect();
    let id = t.blob.composite(kind::STRUCT, "s", 8, true, &members);
    let l = lay(&t.btf(), id);
    let fields: Vec<_> = l.members().map(|m| m.bitfield.expect("a bitfield")).collect();
    let described: Vec<_> = fields.iter().map(|f| (f.unit_size, f.signed)).collect();
    assert_eq!(described, [(1, false), (4, false), (4, true), (8, true), (4, true)]);
    assert!(fields.iter().all(|f| f.load.is_some_and(|load| load.signed == f.signed)));
}

#[test]
fn old_style_bitfields() {
    // The example of the kernel's btf.rst: member offset 100 and INT offset 2 is bit 102, 4 bits.
    for order in Order::BOTH {
        let mut t = Types::new(order);
        let four = t.blob.int_of("int", 4, 1, 2, 4);
        let narrow = t.blob.int_of("unsigned int", 4, 0, 0, 7);
        let id = t.blob.structure("s", 16, &[("a", t.u64, 0), ("c", narrow, 64), ("b", four, 100)]);
        let l = lay(&t.btf(), id);
        let expected = ["m0 0+64", "m1 64+7", "bit-hole 71+31", "m2 102+4", "bit-padding 106+22"];
        assert_eq!(rows(&l), expected);
        let field = member(&l, 2).bitfield.expect("a bitfield");
        assert_eq!((field.bits, field.unit_offset, field.unit_size, field.bit_in_unit), (4, 12, 4, 6));
        assert!(field.old_style && field.signed && field.load.is_none());
        assert_eq!(l.figures.sum_bitfield_bits, 11);
    }
}

#[test]
fn bitfields_of_128_bits() {
    let mut t = Types::new(Order::Big);
    let wide = t.blob.int("unsigned __int128", 16, 0);
    let members = [("a", wide, bits(0, 8)), ("b", wide, bits(8, 120)), ("c", wide, 128)];
    let id = t.blob.composite(kind::STRUCT, "s", 32, true, &members);
    let l = lay(&t.btf(), id);
    assert_eq!(rows(&l), ["m0 0+8", "m1 8+120", "m2 128+128"]);
    let b = member(&l, 1).bitfield.expect("a bitfield");
    assert_eq!((b.unit_offset, b.unit_size, b.bit_in_unit, b.load), (0, 16, 8, None));
}

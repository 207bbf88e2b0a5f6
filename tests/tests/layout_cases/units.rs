//! The bits of a storage unit.

use btf::MemberIndex;
use layout::{Unit, UnitOwner};
use tests::blob::{Order, bits, kind};

use crate::{Types, lay, member};

fn described(unit: &Unit) -> Vec<String> {
    let owner = |owner| match owner {
        UnitOwner::Member(MemberIndex(i)) => format!("m{i}"),
        UnitOwner::Unused => "unused".to_owned(),
        UnitOwner::Outside => "outside".to_owned(),
    };
    let cut = |cut| if cut { "~" } else { "" };
    let part = |p: &layout::UnitPart| {
        format!("{}{}{} {}+{} lane {}", cut(p.cut_before), owner(p.owner), cut(p.cut_behind), p.first, p.bits, p.lane)
    };
    unit.parts.iter().map(part).collect()
}

#[test]
fn a_strip_in_both_byte_orders() {
    // struct { u16 x; u16 a:4, b:4, c:1; u32 d; }, the unit at byte 2.
    for order in Order::BOTH {
        let mut t = Types::new(order);
        let members =
            [("x", t.u16, 0), ("a", t.u16, bits(16, 4)), ("b", t.u16, bits(20, 4)), ("c", t.u16, bits(24, 1))];
        let members = [&members[..], &[("d", t.u32, 32)]].concat();
        let id = t.blob.composite(kind::STRUCT, "s", 8, true, &members);
        let l = lay(&t.btf(), id);
        assert_eq!(Unit::of(&member(&l, 2)), (2, 2));
        let unit = Unit::new(&l, 2, 2);
        assert_eq!(described(&unit), ["m1 0+4 lane 0", "m2 4+4 lane 0", "m3 8+1 lane 0", "unused 9+7 lane 0"]);
        assert_eq!(unit.owner(3), UnitOwner::Member(MemberIndex(1)));
        assert_eq!(unit.owner(8), UnitOwner::Member(MemberIndex(3)));
        assert_eq!(unit.owner(15), UnitOwner::Unused);
        assert_eq!((unit.bits(), unit.lanes()), (16, 1));
        // c is bit 8: the lowest bit of byte 1 in little-endian, the highest in big-endian.
        let (significance, byte_bit) = if order == Order::Big { (7, (1, 7)) } else { (8, (1, 0)) };
        assert_eq!(unit.significance(8), significance);
        assert_eq!(unit.byte_bit(8), byte_bit);
    }
}

#[test]
fn members_are_cut_at_the_unit() {
    let mut t = Types::new(Order::Little);
    let id = t.blob.structure("s", 12, &[("a", t.u64, 0), ("b", t.u16, 64)]);
    let l = lay(&t.btf(), id);
    assert_eq!(described(&Unit::new(&l, 4, 2)), ["~m0~ 0+16 lane 0"]);
    let behind = ["~m0 0+32 lane 0", "m1 32+16 lane 0", "unused 48+16 lane 0", "outside 64+32 lane 0"];
    assert_eq!(described(&Unit::new(&l, 4, 12)), behind);
    assert_eq!(Unit::of(&member(&l, 0)), (0, 8));
    assert_eq!(Unit::new(&l, 0, u32::MAX).size, Unit::MAX_SIZE);
    assert_eq!(described(&Unit::new(&l, u32::MAX, 1)), ["outside 0+8 lane 0"]);
}

#[test]
fn alternatives_lie_in_lanes() {
    let mut t = Types::new(Order::Little);
    let members = [("a", t.u8, 0), ("b", t.u32, 0), ("c", t.u16, bits(0, 9))];
    let id = t.blob.composite(kind::UNION, "u", 8, true, &members);
    let unit = Unit::new(&lay(&t.btf(), id), 0, 8);
    let expected = ["m0 0+8 lane 0", "unused 32+32 lane 0", "m1 0+32 lane 1", "m2 0+9 lane 2"];
    assert_eq!(described(&unit), expected);
    assert_eq!(unit.lanes(), 3);
}

#[test]
fn a_field_that_crosses_its_unit_is_shown_whole() {
    // struct { u8 a:6; u8 b:5; } packed; and one of u64 over nine bytes.
    let mut t = Types::new(Order::Little);
    let id = t.blob.composite(kind::STRUCT, "s", 2, true, &[("a", t.u8, bits(0, 6)), ("b", t.u8, bits(6, 5))]);
    let nine = t.blob.composite(kind::STRUCT, "n", 9, true, &[("a", t.u64, bits(0, 4)), ("b", t.u64, bits(4, 62))]);
    let btf = t.btf();
    assert_eq!(Unit::of(&member(&lay(&btf, id), 1)), (0, 2));
    assert_eq!(Unit::of(&member(&lay(&btf, nine), 1)), (0, 9));
}

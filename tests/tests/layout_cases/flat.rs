//! Members of members.

use btf::{MemberIndex, TypeId};
use layout::{FlattenLimits, Flattened, flatten};
use tests::blob::{Order, bits, kind};

use crate::Types;

/// `path depth offset+bits` of all members.
fn described(flat: &Flattened) -> Vec<String> {
    let path = |at| flat.path(at).iter().map(|MemberIndex(i)| i.to_string()).collect::<Vec<_>>().join(".");
    let line =
        |(at, m): (usize, &layout::FlatMember)| format!("{} {} {}+{}", path(at), m.depth, m.offset(), m.layout.bits);
    flat.members.iter().enumerate().map(line).collect()
}

#[test]
fn offsets_count_from_the_root() {
    // struct in { u8 x; u8 y:3; }; struct out { u32 a; union { in_t i; u16 h; }; const struct in j;
    // struct in k[3][2]; struct in *p; };
    let mut t = Types::new(Order::Big);
    let inner = t.blob.composite(kind::STRUCT, "in", 2, true, &[("x", t.u8, 0), ("y", t.u8, bits(8, 3))]);
    let typedef = t.blob.named(kind::TYPEDEF, "in_t", inner);
    let either = t.blob.composite(kind::UNION, "", 2, false, &[("i", typedef, 0), ("h", t.u16, 0)]);
    let constant = t.blob.reference(kind::CONST, inner);
    let two = t.blob.array(inner, t.u32, 2);
    let grid = t.blob.array(two, t.u32, 3);
    let pointer = t.blob.pointer(inner);
    let members = [("a", t.u32, 0), ("", either, 32), ("j", constant, 48), ("k", grid, 64), ("p", pointer, 192)];
    let out = t.blob.structure("out", 32, &members);
    let btf = t.btf();
    let flat = flatten(&btf, TypeId(out), &FlattenLimits::default()).expect("members");
    let expected = [
        "0 0 0+32",
        "1 0 32+16",
        "1.0 1 32+16",
        "1.0.0 2 32+8",
        "1.0.1 2 40+3",
        "1.1 1 32+16",
        "2 0 48+16",
        "2.0 1 48+8",
        "2.1 1 56+3",
        "3 0 64+96",
        "4 0 192+64",
    ];
    assert_eq!(described(&flat), expected);
    assert!(!flat.truncated);
    assert_eq!(flat.members[4].container, TypeId(inner));
    assert_eq!(flat.members[4].base, 32);
    // With `arrays`, the first element of each array is flattened, too.
    let limits = FlattenLimits { arrays: true, ..FlattenLimits::default() };
    let flat = flatten(&btf, TypeId(out), &limits).expect("members");
    let lines = described(&flat);
    assert_eq!(lines[9..], ["3 0 64+96", "3.0 1 64+8", "3.1 1 72+3", "4 0 192+64"]);
    assert_eq!(flat.members[9].array_levels, 2);
}

#[test]
fn limits() {
    let mut t = Types::new(Order::Little);
    let one = t.blob.structure("one", 1, &[("a", t.u8, 0)]);
    let two = t.blob.structure("two", 1, &[("one", one, 0)]);
    let three = t.blob.structure("three", 1, &[("two", two, 0)]);
    let btf = t.btf();
    let with = |depth, count| {
        let limits = FlattenLimits { depth, count, arrays: false };
        let flat = flatten(&btf, TypeId(three), &limits).expect("members");
        (flat.members.len(), flat.truncated)
    };
    assert_eq!(with(3, 10), (3, false));
    assert_eq!(with(2, 10), (2, true));
    assert_eq!(with(1, 10), (1, true));
    assert_eq!(with(3, 2), (2, true));
    assert!(flatten(&btf, TypeId(t.u8), &FlattenLimits::default()).is_err());
}

//! Deduplication of handmade records.

use btf::Kind;

use super::dedup;
use crate::records::{Records, SIGNED, WHOLE, info};

/// Adds `structs` structs, each of which points to the one before. The first contains an array with `elements`
/// elements.
fn chain(records: &mut Records, int: u32, structs: u32, elements: u32) {
    let array = records.push(0, info(Kind::Array, false, 0), 0, &[int, int, elements]);
    let mut inner = array;
    for size in 1..=structs {
        // The sizes make the structs different.
        let id = records.push(1, info(Kind::Struct, false, 1), size, &[2, inner, 0]);
        inner = records.push(0, info(Kind::Ptr, false, 0), id, &[]);
    }
}

/// The number of records that two units add to a base. The arrays have `base` elements in the base and `units` in the
/// units.
fn added(structs: u32, base: u32, units: u32) -> u32 {
    let mut records = Records::new();
    let int = records.push(4, info(Kind::Int, false, 0), 4, &[SIGNED << 24 | 32]);
    chain(&mut records, int, structs, base);
    let first = records.len();
    chain(&mut records, int, structs, units);
    chain(&mut records, int, structs, units);
    let made = dedup(&mut records, first, true);
    assert!(!made.gave_up);
    records.len() - first
}

/// Enums of one name without values, in this order: each with its size, and whether it is a definition. Returns the
/// sizes that they have afterwards.
fn enums(all: &[(u32, bool)]) -> Vec<u32> {
    let mut records = Records::new();
    for &(size, whole) in all {
        let kind = if size > 4 { Kind::Enum64 } else { Kind::Enum };
        records.push(1, info(kind, false, 0) | if whole { WHOLE } else { 0 }, size, &[]);
    }
    let made = dedup(&mut records, 1, true);
    (1..=all.len() as u32).map(|id| records.third(made.of(id))).collect()
}

#[test]
fn a_declaration_of_an_enum_never_outranks_a_definition_without_values() {
    let (declared, wide, byte) = ((4, false), (8, true), (1, true));
    assert_eq!(enums(&[declared, wide]), [8, 8]);
    assert_eq!(enums(&[wide, declared]), [8, 8]);
    assert_eq!(enums(&[declared, declared, wide, declared]), [8; 4]);
    // Two definitions stay two, as two structs do.
    assert_eq!(enums(&[wide, byte]), [8, 1]);
    assert_eq!(enums(&[byte, wide, byte, wide]), [1, 8, 1, 8]);
    // A definition has the size of the declaration, but another definition has replaced that: both definitions stay.
    assert_eq!(enums(&[declared, wide, (4, true)])[1..], [8, 4]);
    // A declaration and a definition with equal words are one enum, in either order.
    assert_eq!(enums(&[(4, false), (4, true), wide]), [4, 4, 8]);
    assert_eq!(enums(&[declared, (2, false)]), [4, 4]);
}

#[test]
fn types_that_differ_from_the_base_deep_inside_are_there_once() {
    assert_eq!(added(6000, 12, 3), 1 + 2 * 6000);
}

#[test]
fn types_of_the_base_are_not_added() {
    assert_eq!(added(100, 12, 12), 0);
}

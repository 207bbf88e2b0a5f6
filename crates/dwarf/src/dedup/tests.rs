//! Deduplication of records made by hand.

use btf::Kind;

use super::dedup;
use crate::records::{Records, SIGNED, info};

/// So many structs, each behind the one that it points to; the first one has an array of so many elements.
fn chain(records: &mut Records, int: u32, structs: u32, elements: u32) {
    let array = records.push(0, info(Kind::Array, false, 0), 0, &[int, int, elements]);
    let mut inner = array;
    for size in 1..=structs {
        // Sizes tell them apart.
        let id = records.push(1, info(Kind::Struct, false, 1), size, &[2, inner, 0]);
        inner = records.push(0, info(Kind::Ptr, false, 0), id, &[]);
    }
}

/// The records that two units add to a base, where arrays have so many elements in the base and in the units.
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

#[test]
fn types_that_differ_from_the_base_deep_inside_are_there_once() {
    assert_eq!(added(6000, 12, 3), 1 + 2 * 6000);
}

#[test]
fn types_of_the_base_are_not_added() {
    assert_eq!(added(100, 12, 12), 0);
}

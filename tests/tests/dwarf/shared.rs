//! Files in which many entries share something long. Conversion ends: what is read again is in proportion to the file.

use crate::expensive::{converted, object};

/// An entry of a unit's first children, by its offset: the offset of the entry that is pushed next.
fn next(entries: &[u8]) -> [u8; 4] {
    (12 + entries.len() as u32).to_le_bytes()
}

/// compile_unit with children; base_type with `count` times DW_AT_external, whose form has no bytes.
fn flags(count: usize) -> Vec<u8> {
    let mut abbrev = vec![1, 0x11, 1, 0, 0, 2, 0x24, 0];
    abbrev.extend([0x3f, 0x19].repeat(count));
    abbrev.extend([0, 0]);
    abbrev
}

/// Entries of one byte with very many attributes: the unit counts as damaged. With a few, it does not.
#[test]
fn attributes_without_bytes() {
    for (count, sound) in [(3, true), (100, false)] {
        let mut abbrev = flags(count);
        abbrev.push(0);
        let mut entries = vec![1];
        entries.extend(vec![2; 100_000]);
        entries.push(0);
        assert_eq!(converted(&object(&abbrev, &entries, Vec::new())).is_some(), sound, "{count} attributes");
    }
}

/// An entry with a million attributes, to which very many bitfields refer.
#[test]
fn an_entry_with_many_attributes() {
    let mut abbrev = flags(1_000_000);
    bitfields(&mut abbrev);
    let mut entries = vec![1];
    let number = next(&entries);
    entries.push(2);
    bitfields_of(number, &mut entries);
    assert!(converted(&object(&abbrev, &entries, Vec::new())).is_some());
}

/// Adds abbreviations, and ends the table: 3, a struct with children; 4, a member: type ref4, bit_size, bit_offset.
fn bitfields(abbrev: &mut Vec<u8>) {
    abbrev.extend([3, 0x13, 1, 0, 0, 4, 0x0d, 0, 0x49, 0x13, 0x0d, 0x0b, 0x0c, 0x0b, 0, 0, 0]);
}

/// Adds a struct of bitfields with a type, and ends the unit. To place a bitfield, the type's size is needed.
fn bitfields_of(of: [u8; 4], entries: &mut Vec<u8>) {
    entries.push(3);
    for _ in 0..200_000 {
        entries.push(4);
        entries.extend(of);
        entries.extend([1, 0]);
    }
    entries.extend([0, 0]);
}

/// An array with very many children that are no dimensions, to which very many bitfields refer.
#[test]
fn children_of_an_array() {
    // compile_unit; base_type; array: type ref4; enumerator.
    let mut abbrev = vec![1, 0x11, 1, 0, 0, 2, 0x24, 0, 0x0b, 0x0b, 0, 0, 5, 1, 1, 0x49, 0x13, 0, 0, 6, 0x28, 0, 0, 0];
    bitfields(&mut abbrev);
    let mut entries = vec![1];
    let number = next(&entries);
    entries.extend([2, 4]);
    let array = next(&entries);
    entries.push(5);
    entries.extend(number);
    entries.extend(vec![6; 500_000]);
    entries.push(0);
    bitfields_of(array, &mut entries);
    assert!(converted(&object(&abbrev, &entries, Vec::new())).is_some());
}

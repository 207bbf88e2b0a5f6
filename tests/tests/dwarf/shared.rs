//! Files in which many entries share something long. Conversion ends: what is read again is in proportion to the file.

use dwarf::Converted;
use tests::elf::{STRTAB, SYMTAB, Section};

use crate::expensive::{converted, elf, object};

/// A reference to the entry that is pushed next: its offset in the unit.
fn next(entries: &[u8]) -> [u8; 4] {
    (12 + entries.len() as u32).to_le_bytes()
}

/// Converts a unit with functions, of which `f` has a symbol, and these location lists.
fn with_function(abbrev: &[u8], entries: &[u8], lists: Vec<u8>) -> Converted {
    let mut symbols = vec![0; 24];
    symbols.extend([1, 0, 0, 0, 0x12, 0, 1, 0]);
    symbols.extend([0; 16]);
    let symbols = Section::new(".symtab", symbols);
    let file = elf(abbrev, entries, vec![0])
        .with(Section::new(".debug_loclists", lists))
        .with(Section { kind: SYMTAB, link: 6, info: 1, entry_size: 24, align: 8, ..symbols })
        .with(Section { kind: STRTAB, ..Section::new(".strtab", b"\0f\0".to_vec()) });
    converted(&file.build()).expect("some types")
}

fn gave_up(made: &Converted) -> bool {
    made.report.diagnostics.iter().any(|d| d.reason.contains("share too much"))
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

/// Parameters with the same location list: thousands of entries with long expressions.
#[test]
fn one_location_list() {
    // compile_unit; subprogram: name string; formal_parameter: name string, location sec_offset.
    let abbrev = [1, 0x11, 1, 0, 0, 2, 0x2e, 1, 3, 8, 0, 0, 3, 5, 0, 3, 8, 2, 0x17, 0, 0, 0];
    let mut entries = vec![1, 2, b'f', 0];
    for _ in 0..100_000 {
        entries.extend([3, b'p', 0, 0, 0, 0, 0]);
    }
    entries.extend([0, 0]);
    // DW_LLE_default_location: 250 times DW_OP_nop.
    let mut entry = vec![5, 0xfa, 1];
    entry.extend([0x96; 250]);
    let mut lists = entry.repeat(4096);
    lists.push(0);
    assert!(gave_up(&with_function(&abbrev, &entries, lists)));
}

/// Functions with the same origin, which has very many children that are no annotations.
#[test]
fn one_origin_of_functions() {
    // compile_unit; subprogram: name string; enumerator; subprogram: abstract_origin ref4.
    let abbrev = [1, 0x11, 1, 0, 0, 2, 0x2e, 1, 3, 8, 0, 0, 3, 0x28, 0, 0, 0, 4, 0x2e, 0, 0x31, 0x13, 0, 0, 0];
    let mut entries = vec![1];
    let origin = next(&entries);
    entries.extend([2, b'f', 0]);
    entries.extend(vec![3; 500_000]);
    entries.push(0);
    for _ in 0..200_000 {
        entries.push(4);
        entries.extend(origin);
    }
    entries.push(0);
    let made = with_function(&abbrev, &entries, Vec::new());
    assert!(made.report.diagnostics.iter().any(|d| d.reason.contains("too many entries share")));
}

/// compile_unit; 2, a struct: name string, byte_size; 3, enumerator; 4, subprogram: name string; 5, formal_parameter:
/// name string, type ref4; 6, formal_parameter: abstract_origin ref4.
const PARAMETERS: &[u8] = &[
    1, 0x11, 1, 0, 0, 2, 0x13, 1, 3, 8, 0x0b, 0x0b, 0, 0, 3, 0x28, 0, 0, 0, 4, 0x2e, 1, 3, 8, 0, 0, 5, 5, 0, 3, 8,
    0x49, 0x13, 0, 0, 6, 5, 0, 0x31, 0x13, 0, 0, 0,
];

/// Parameters that are the same struct, which has very many children that are no members.
#[test]
fn children_of_a_struct() {
    let mut entries = vec![1];
    let all = next(&entries);
    entries.extend([2, b's', 0, 4]);
    entries.extend(vec![3; 500_000]);
    entries.extend([0, 4, b'f', 0]);
    for _ in 0..200_000 {
        entries.extend([5, b'p', 0]);
        entries.extend(all);
    }
    entries.extend([0, 0]);
    assert!(!gave_up(&with_function(PARAMETERS, &entries, Vec::new())));
}

/// Parameters with the same origin, before which its function has very many entries.
#[test]
fn one_origin() {
    let mut entries = vec![1];
    let all = next(&entries);
    entries.extend([2, b's', 0, 4, 0, 4, b'g', 0]);
    entries.extend(vec![3; 500_000]);
    let origin = next(&entries);
    entries.extend([5, b'p', 0]);
    entries.extend(all);
    entries.extend([0, 4, b'f', 0]);
    for _ in 0..200_000 {
        entries.push(6);
        entries.extend(origin);
    }
    entries.extend([0, 0]);
    assert!(gave_up(&with_function(PARAMETERS, &entries, Vec::new())));
}

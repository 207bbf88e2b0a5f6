//! Files made to be expensive: a few bytes that describe very much. Conversion ends, and its memory is in proportion to
//! the file.

use tests::blob::Order;
use tests::clock::ends;
use tests::elf::{Class, Elf, Section};
use tests::exercise::encoded;

const X86_64: u16 = 62;

/// An object with a DWARF 5 unit, made of the given abbreviations, entries and strings.
pub(crate) fn object(abbrev: &[u8], entries: &[u8], strings: Vec<u8>) -> Vec<u8> {
    elf(abbrev, entries, strings).build()
}

/// As [`object`], to add sections to. The first entry is at byte 12 of its unit.
pub(crate) fn elf(abbrev: &[u8], entries: &[u8], strings: Vec<u8>) -> Elf {
    let mut info = (entries.len() as u32 + 8).to_le_bytes().to_vec();
    info.extend([5, 0, 1, 8, 0, 0, 0, 0]);
    info.extend(entries);
    Elf::new(Class::Elf64, Order::Little, X86_64)
        .with(Section::new(".debug_abbrev", abbrev.to_vec()))
        .with(Section::new(".debug_info", info))
        .with(Section::new(".debug_str", strings))
}

pub(crate) fn converted(bytes: &[u8]) -> Option<dwarf::Converted> {
    ends(format_args!("{} bytes", bytes.len()), || encoded(bytes, &[], None))
}

/// compile_unit with children; base_type: name strp, byte_size data1, encoding data1.
const NUMBERS: &[u8] = &[1, 0x11, 1, 0, 0, 2, 0x24, 0, 0x03, 0x0e, 0x0b, 0x0b, 0x3e, 0x0b, 0, 0, 0];

/// Names that overlap: each one begins a byte later in the same long string.
#[test]
fn overlapping_names() {
    let mut entries = vec![1];
    for i in 0..100_000_u32 {
        entries.push(2);
        entries.extend(i.to_le_bytes());
        entries.extend([4, 5]);
    }
    entries.push(0);
    let made = converted(&object(NUMBERS, &entries, vec![b'x'; 1 << 20])).expect("some types");
    assert!(made.blob.len() < 32 << 20, "{} bytes", made.blob.len());
    assert!(made.report.diagnostics.iter().any(|d| d.reason.contains("name")), "{:?}", made.report.diagnostics);
}

/// Pointers that all have the same long chain of annotations.
#[test]
fn long_chains() {
    // compile_unit; base_type; GNU_annotation: name, const_value string, GNU_annotation ref4; pointer: type,
    // GNU_annotation ref4.
    let abbrev: &[u8] = &[
        1, 0x11, 1, 0, 0, 2, 0x24, 0, 0x03, 0x08, 0x0b, 0x0b, 0x3e, 0x0b, 0, 0, 3, 0x81, 0xc0, 1, 0, 0x03, 0x08, 0x1c,
        0x08, 0xb9, 0x42, 0x13, 0, 0, 4, 0x0f, 0, 0x49, 0x13, 0xb9, 0x42, 0x13, 0, 0, 0,
    ];
    let mut entries = vec![1, 2, b'i', 0, 4, 5];
    let first = 12 + entries.len() as u32;
    let len = 1 + 13 + 2 + 4;
    for i in 0..1000 {
        entries.push(3);
        entries.extend(b"btf_type_tag\0a\0");
        // The last annotation refers to the first.
        entries.extend((first + (i + 1) % 1000 * len).to_le_bytes());
    }
    for _ in 0..50_000 {
        entries.push(4);
        entries.extend(13_u32.to_le_bytes());
        entries.extend(first.to_le_bytes());
    }
    entries.push(0);
    let made = converted(&object(abbrev, &entries, Vec::new())).expect("types");
    assert!(made.report.records < 2 * entries.len() as u64, "{} records", made.report.records);
    assert!(made.report.diagnostics.iter().any(|d| d.reason.contains("does not end")));
}

/// Nested entries, as deep as the file allows.
#[test]
fn deep_nesting() {
    let abbrev: &[u8] = &[1, 0x11, 1, 0, 0, 2, 0x13, 1, 0, 0, 0];
    let mut entries = vec![1];
    entries.extend(vec![2; 1 << 20]);
    let made = converted(&object(abbrev, &entries, Vec::new())).expect("structs");
    assert_eq!(made.report.entries, (1 << 20) + 1);
}

/// Types that refer to themselves or to each other in circles: conversion ends, and says so.
#[test]
fn circles() {
    // compile_unit; typedef, const, atomic_type: type ref4 each.
    let abbrev: &[u8] = &[
        1, 0x11, 1, 0, 0, 2, 0x16, 0, 0x49, 0x13, 0, 0, 3, 0x26, 0, 0x49, 0x13, 0, 0, 4, 0x47, 0, 0x49, 0x13, 0, 0, 0,
    ];
    // A typedef of itself, two consts of each other, two atomic types of each other, and a const of one of these two.
    let mut entries = vec![1];
    for (code, to) in [(2_u8, 13_u32), (3, 23), (3, 18), (4, 33), (4, 28), (3, 28)] {
        entries.push(code);
        entries.extend(to.to_le_bytes());
    }
    entries.push(0);
    let made = converted(&object(abbrev, &entries, Vec::new())).expect("what is left of it");
    assert!(made.report.diagnostics.iter().any(|d| d.reason.contains("refers to itself")), "{:?}", made.report);
}

/// Structs of the same name and form that only differ deep inside: a naive comparison compares all pairs.
#[test]
fn alike_structs() {
    // compile_unit; base_type: byte_size, encoding, name string; struct: name string, byte_size; member: type ref4,
    // offset; pointer: type ref4.
    let abbrev: &[u8] = &[
        1, 0x11, 1, 0, 0, 2, 0x24, 0, 0x0b, 0x0b, 0x3e, 0x0b, 0x03, 0x08, 0, 0, 3, 0x13, 1, 0x03, 0x08, 0x0b, 0x0b, 0,
        0, 4, 0x0d, 0, 0x49, 0x13, 0x38, 0x0b, 0, 0, 5, 0x0f, 0, 0x49, 0x13, 0, 0, 0,
    ];
    let mut entries = vec![1];
    for i in 0..20_000_u32 {
        let number = 12 + entries.len() as u32;
        entries.extend([2, 4, 5]);
        entries.extend(format!("n{i}\0").bytes());
        let pointer = 12 + entries.len() as u32;
        entries.push(5);
        entries.extend(number.to_le_bytes());
        entries.extend([3, b's', 0, 8, 4]);
        entries.extend(pointer.to_le_bytes());
        entries.extend([0, 0]);
    }
    entries.push(0);
    let made = converted(&object(abbrev, &entries, Vec::new())).expect("types");
    assert!(made.report.types > 0);
}

/// Sections that claim to be larger than the file, and together exceed 64 bits.
#[test]
fn sections_beyond_the_file() {
    let section = |name: &str| Section { size: Some(u64::MAX), ..Section::new(name, vec![0; 16]) };
    let elf = Elf::new(Class::Elf64, Order::Little, X86_64).with(section(".debug_types")).with(section(".debug_info"));
    assert!(converted(&elf.build()).is_none());
}

/// Many sections with the same bytes.
#[test]
fn sections_on_each_other() {
    let mut entries = vec![1];
    for _ in 0..100_000 {
        entries.extend([2, 0, 0, 0, 0, 4, 5]);
    }
    entries.push(0);
    let one = object(NUMBERS, &entries, vec![b'x', 0]);
    assert!(converted(&one).is_some());
    let first = Elf::new(Class::Elf64, Order::Little, X86_64);
    let data = Section::new(".debug_info", one);
    let mut elf = first.with(data);
    for _ in 0..2000 {
        elf = elf.with(Section { offset: Some(64), size: Some(700_000), ..Section::new(".debug_info", vec![0; 4]) });
    }
    assert!(converted(&elf.build()).is_none());
}

/// A compressed section that claims a huge size.
#[test]
fn a_bomb() {
    let (compressed, small) = (0x800, vec![0; 64]);
    for size in [1_u64 << 30, 1 << 40, u64::MAX] {
        let mut data = 1_u32.to_le_bytes().to_vec();
        data.extend([0; 4]);
        data.extend(size.to_le_bytes());
        data.extend(1_u64.to_le_bytes());
        data.extend(&small);
        let section = Section { flags: compressed, ..Section::new(".debug_info", data) };
        let file = Elf::new(Class::Elf64, Order::Little, X86_64).with(section).build();
        assert!(converted(&file).is_none());
    }
}

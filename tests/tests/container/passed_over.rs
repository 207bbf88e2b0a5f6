//! Parts that the search for BTF skips: debug information and tables of an ELF file, which are most of a kernel built
//! with `-g`.

use std::cell::Cell;
use std::ops::ControlFlow;

use container::{DebugInfo, Limits, Source, unpack};
use tests::blob::Order;
use tests::elf::{Class, Elf, RELA, STRTAB, SYMTAB, Section};
use tests::fixture;

use crate::support::{noise, opened, take_apart};

/// A file that counts the bytes read.
struct Counted<'a> {
    bytes: &'a [u8],
    read: &'a Cell<usize>,
}

impl Source for Counted<'_> {
    fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn read_at(&mut self, at: u64, buf: &mut [u8]) -> Result<usize, String> {
        let count = Source::read_at(&mut self.bytes, at, buf)?;
        self.read.set(self.read.get() + count);
        Ok(count)
    }
}

fn program(sections: Vec<Section>) -> Vec<u8> {
    let mut elf = Elf::new(Class::Elf64, Order::Little, 62);
    elf.kind = 2;
    sections.into_iter().fold(elf, Elf::with).build()
}

fn of_kind(name: &str, kind: u32, data: Vec<u8>) -> Section {
    Section { kind, ..Section::new(name, data) }
}

/// Debug information that looks like BTF and like compressed data.
fn busy(len: usize) -> Vec<u8> {
    let blob = fixture::read("kernel.x86_64.btf");
    blob.iter().chain(b"\x1f\x8b\x08\0\x5d\0\0\x80\0").copied().cycle().take(len).collect()
}

#[test]
fn debug_information_is_not_searched() {
    const LARGE: usize = 12 << 20;
    let file = program(vec![
        Section::new(".text", noise(5000)),
        Section::new(".debug_info", busy(LARGE)),
        Section::new(".debug_str", busy(LARGE)),
        Section::new(".zdebug_line", busy(LARGE)),
        of_kind(".rela.text", RELA, busy(LARGE)),
        of_kind(".symtab", SYMTAB, busy(LARGE)),
        of_kind(".strtab", STRTAB, busy(LARGE)),
    ]);
    let read = Cell::new(0);
    let limits = Limits { debug_info: DebugInfo::WithoutBtf, ..Limits::default() };
    let mut source = Counted { bytes: &file, read: &read };
    let error = unpack("vmlinux", &mut source, &limits, &mut |_| ControlFlow::Continue(())).expect_err("no BTF");
    assert!(error.found.starts_with("the sections .text, .debug_info"), "{error}");
    assert!(read.get() < 1 << 20, "{} bytes of {} were read", read.get(), file.len());
}

#[test]
fn btf_before_between_and_behind_is_found() {
    let blob = fixture::read("kernel.x86_64.btf");
    for place in 0..4 {
        let mut sections = vec![
            Section::new(".debug_info", vec![0xcc; 3 << 20]),
            Section::new(".debug_str", vec![0xcc; 3 << 20]),
            of_kind(".symtab", SYMTAB, vec![0xcc; 3 << 20]),
        ];
        sections.insert(place, Section::new(".rodata", blob.clone()));
        let found = opened("tool", &program(sections));
        assert_eq!(found.btf.bytes[..], blob, "{place}");
    }
}

#[test]
fn what_only_a_program_reads_is_searched() {
    let blob = fixture::read("kernel.x86_64.btf");
    let large: Vec<u8> = noise(2 << 20).into_iter().chain(blob.iter().copied()).collect();
    // A loaded section belongs to the program, whatever its name. `.debugging` is not debug information either: the
    // names of such sections begin with `.debug_`.
    let loaded = Section { flags: 2, ..Section::new(".debug_types", large.clone()) };
    for section in [loaded, Section::new(".debugging", large.clone()), Section::new(".data", large)] {
        let found = opened("tool", &program(vec![section.clone()]));
        assert_eq!(found.btf.bytes[..], blob, "{}", section.name);
    }
    // A section with impossible values is ignored.
    let lie = Section { size: Some(1 << 40), ..Section::new(".debug_info", Vec::new()) };
    let found = opened("tool", &program(vec![lie, Section::new(".rodata", blob.clone())]));
    assert_eq!(found.btf.bytes[..], blob);
    // With only debug information, nothing is found.
    assert!(take_apart("tool", &program(vec![Section::new(".debug_info", busy(2 << 20))])).is_err());
}

//! ELF files, as needed for debug information: sections by name, symbols, relocations, compressed sections. `container`
//! reads the section table; other parts of a file are read on demand.

mod inflate;
mod reloc;
mod symbols;

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use btf::Endian;
use container::{ElfSection, FileRange, OpenErrorKind, Source};
use object::elf::{ET_REL, SHF_ALLOC, SHT_NOBITS, SHT_PROGBITS, SHT_REL, SHT_RELA};

use crate::error::{Error, ErrorKind};

pub(crate) use reloc::Relocations;
pub(crate) use symbols::{FUNCTION, OBJECT, Symbols};

/// Machines (`e_machine`) that matter here.
pub(crate) mod machine {
    pub(crate) const I386: u16 = 3;
    pub(crate) const MIPS: u16 = 8;
    pub(crate) const PPC: u16 = 20;
    pub(crate) const PPC64: u16 = 21;
    pub(crate) const S390: u16 = 22;
    pub(crate) const ARM: u16 = 40;
    pub(crate) const SPARCV9: u16 = 43;
    pub(crate) const X86_64: u16 = 62;
    pub(crate) const AARCH64: u16 = 183;
    pub(crate) const RISCV: u16 = 243;
    pub(crate) const BPF: u16 = 247;
    pub(crate) const LOONGARCH: u16 = 258;
}

/// The most bytes that one section takes in memory: wasm has 32-bit memory.
const MAX_SECTION: u64 = 1 << 30;

/// A section.
#[derive(Clone, Debug, Default)]
pub(crate) struct Section {
    pub(crate) name: String,
    pub(crate) section_type: u32,
    pub(crate) flags: u64,
    /// Its address in memory. In a relocatable file, whose sections have no addresses, an address that [`Elf::open`]
    /// assigns: each loaded section follows the loaded section before it.
    pub(crate) address: u64,
    pub(crate) size: u64,
    pub(crate) link: u32,
    /// Its bytes in the file; empty for a NOBITS section.
    pub(crate) range: FileRange,
}

impl Section {
    fn of(section: ElfSection) -> Section {
        Section {
            name: section.name,
            section_type: section.section_type,
            flags: section.flags,
            address: section.address,
            size: section.size,
            link: section.link,
            range: section.file_range,
        }
    }

    /// Whether it is in memory when the program runs.
    pub(crate) fn is_loaded(&self) -> bool {
        self.flags & SHF_ALLOC.0 != 0
    }

    /// Whether it may contain variables.
    fn holds_data(&self) -> bool {
        self.is_loaded() && (self.section_type == SHT_PROGBITS.0 || self.section_type == SHT_NOBITS.0)
    }
}

/// An ELF file.
pub(crate) struct Elf<'a> {
    pub(crate) name: String,
    pub(crate) source: &'a mut dyn Source,
    pub(crate) endian: Endian,
    pub(crate) wide: bool,
    pub(crate) machine: u16,
    pub(crate) relocatable: bool,
    /// The sections, the null section included, so that indices are those of the file.
    pub(crate) sections: Vec<Section>,
    /// For a relocatable file, the sections with the relocations of each section.
    tables: HashMap<u32, Vec<u32>>,
    /// The symbol table read last, with its section: C++ objects have thousands of sections whose relocations use the
    /// same table.
    symbols: Option<(usize, Rc<Symbols>)>,
    /// How many more bytes may be unpacked.
    unpacked_left: u64,
    /// How many more bytes of symbol and relocation tables may be read; limited, because tables may overlap.
    tables_left: u64,
}

impl<'a> Elf<'a> {
    /// Reads header and section table.
    pub(crate) fn open(name: &str, source: &'a mut dyn Source) -> Result<Elf<'a>, Error> {
        let mut head = [0; 4];
        let got = source.fill_from(0, &mut head).map_err(|e| unreadable(name, e))?;
        let other = match head.get(..got).unwrap_or_default() {
            head if container::is_elf(head) => None,
            [b'B', b'C', 0xc0, 0xde] => {
                Some("it is LLVM bitcode: compiled for link-time optimisation, so that it has no DWARF yet")
            }
            _ => Some("it is no ELF file, and DWARF is in ELF files"),
        };
        if let Some(message) = other {
            return Err(Error::new(ErrorKind::BadElf, name, FileRange::at(0, got as u64), message));
        }
        let facts = container::read_elf(source, name).map_err(|e| {
            let kind = match e.kind {
                OpenErrorKind::Unreadable | OpenErrorKind::Changed => ErrorKind::Unreadable,
                _ => ErrorKind::BadElf,
            };
            Error::new(kind, name, e.at, format!("found {}; expected {}", e.found, e.expected))
        })?;
        let relocatable = facts.file_type == ET_REL.0;
        let len = source.len();
        let mut elf = Elf {
            name: name.to_owned(),
            source,
            endian: facts.endian,
            wide: facts.class_bits == 64,
            machine: facts.machine,
            relocatable,
            sections: vec![Section::default()],
            tables: HashMap::new(),
            symbols: None,
            // Debug information unpacks to about five times its size, files of mostly zeros to up to a hundred times.
            unpacked_left: len.saturating_mul(100).clamp(64 << 20, MAX_SECTION),
            tables_left: len.saturating_mul(16),
        };
        let mut next = 0;
        for section in facts.sections {
            let relocates = section.section_type == SHT_REL.0 || section.section_type == SHT_RELA.0;
            let (index, info, alignment) = (section.index, section.info, section.alignment);
            let mut section = Section::of(section);
            if relocatable && section.is_loaded() {
                section.address = next_multiple(next, alignment.clamp(1, 1 << 20));
                next = section.address.saturating_add(section.size);
            }
            if relocatable && relocates {
                elf.tables.entry(info).or_default().push(index);
            }
            elf.sections.push(section);
        }
        Ok(elf)
    }

    /// The index of the first section of this name that has bytes.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.named(name).next()
    }

    /// The indices of all sections of this name that have bytes.
    pub(crate) fn named<'n>(&'n self, name: &'n str) -> impl Iterator<Item = usize> + 'n {
        let fits = move |s: &Section| s.name == name && s.section_type != SHT_NOBITS.0 && !s.range.is_empty();
        self.sections.iter().enumerate().filter(move |(_, s)| fits(s)).map(|(i, _)| i)
    }

    /// Checks that the file has these bytes.
    pub(crate) fn check(&self, range: FileRange) -> Result<(), Error> {
        if range.end <= self.source.len() {
            return Ok(());
        }
        let message = format!("the file has {:#x} bytes: is it cut off?", self.source.len());
        Err(Error::new(ErrorKind::BadSection, &self.name, range, message))
    }

    /// Bytes of the file.
    pub(crate) fn read(&mut self, range: FileRange) -> Result<Vec<u8>, Error> {
        self.check(range)?;
        if range.len() > MAX_SECTION {
            let message = format!("{} bytes are more than the {MAX_SECTION} that are read at once", range.len());
            return Err(Error::new(ErrorKind::BadSection, &self.name, range, message));
        }
        let mut bytes = vec![0; range.len() as usize];
        let got = self.source.fill_from(range.start, &mut bytes).map_err(|e| unreadable(&self.name, e))?;
        if got < bytes.len() {
            let message = "the file has become shorter while it was read";
            return Err(Error::new(ErrorKind::Unreadable, &self.name, range, message));
        }
        Ok(bytes)
    }

    /// Bytes of a symbol or relocation table.
    fn read_table(&mut self, range: FileRange) -> Result<Vec<u8>, Error> {
        let left = self.tables_left.checked_sub(range.len()).ok_or_else(|| {
            Error::new(ErrorKind::BadSection, &self.name, range, "too many tables of symbols or relocations overlap")
        })?;
        self.tables_left = left;
        self.read(range)
    }

    /// The bytes of a section, unpacked and relocated.
    pub(crate) fn section_bytes(&mut self, index: usize) -> Result<Vec<u8>, Error> {
        let mut bytes = match self.unpacked(index)? {
            Some(bytes) => bytes,
            None => self.read(self.range_of(index))?,
        };
        self.relocations(index)?.apply(0, &mut bytes);
        Ok(bytes)
    }

    /// Where a section's bytes are in the file.
    pub(crate) fn range_of(&self, index: usize) -> FileRange {
        self.sections.get(index).map(|s| s.range).unwrap_or_default()
    }

    /// Bytes of a pointer.
    pub(crate) fn pointer(&self) -> u64 {
        if self.wide { 8 } else { 4 }
    }
}

/// The sections that may contain variables, to be found by an address.
#[derive(Debug, Default)]
pub(crate) struct DataSections {
    /// The ranges between the addresses where sections start or end, ascending: where a range starts, and the index and
    /// address of the section that it is in, if any. Sections may overlap: those of thread-local data do, and all in a
    /// hostile file.
    ranges: Vec<(u64, Option<(u32, u64)>)>,
}

impl DataSections {
    pub(crate) fn new(sections: &[Section]) -> DataSections {
        // Each start and end: its address, the section's index and address, and whether it is a start. A section whose
        // end is beyond 64 bits has none.
        let mut edges: Vec<(u64, (u32, u64), bool)> = Vec::new();
        for (index, section) in sections.iter().enumerate().filter(|(_, s)| s.holds_data() && s.size > 0) {
            let (start, section_of) = (section.address, (index as u32, section.address));
            edges.push((start, section_of, true));
            edges.extend(start.checked_add(section.size).map(|end| (end, section_of, false)));
        }
        edges.sort_unstable();
        let (mut ranges, mut open) = (Vec::new(), BTreeSet::new());
        for group in edges.chunk_by(|a, b| a.0 == b.0) {
            for (_, section, starts) in group {
                if *starts {
                    open.insert(*section);
                } else {
                    open.remove(section);
                }
            }
            ranges.extend(group.first().map(|edge| (edge.0, open.first().copied())));
        }
        DataSections { ranges }
    }

    /// The index of the section with an address, and the offset in it. If several have it, the first in the file.
    pub(crate) fn at(&self, address: u64) -> Option<(u32, u64)> {
        let after = self.ranges.partition_point(|range| range.0 <= address);
        let (index, start) = self.ranges.get(after.checked_sub(1)?)?.1?;
        Some((index, address - start))
    }
}

fn unreadable(name: &str, message: String) -> Error {
    Error::new(ErrorKind::Unreadable, name, FileRange::default(), message)
}

fn next_multiple(value: u64, align: u64) -> u64 {
    value.checked_next_multiple_of(align).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loaded(address: u64, size: u64) -> Section {
        Section { section_type: SHT_PROGBITS.0, flags: SHF_ALLOC.0, address, size, ..Section::default() }
    }

    #[test]
    fn the_first_of_overlapping_sections_has_an_address() {
        let sections = [
            Section::default(),
            loaded(100, 50),
            loaded(0, 400),
            loaded(140, 20),
            loaded(500, 0),
            loaded(u64::MAX - 9, 10),
            loaded(600, u64::MAX),
        ];
        let found = DataSections::new(&sections);
        // What a search through all sections finds.
        let search = |address: u64| {
            let inside = |s: &&Section| s.holds_data() && address >= s.address && address - s.address < s.size;
            let index = sections.iter().position(|s| inside(&s))?;
            Some((index as u32, address - sections[index].address))
        };
        for address in (0..700).chain([u64::MAX - 10, u64::MAX - 9, u64::MAX]) {
            assert_eq!(found.at(address), search(address), "{address}");
        }
        assert_eq!(found.at(145), Some((1, 45)));
        assert_eq!(found.at(150), Some((2, 150)));
        assert_eq!(found.at(450), None);
        assert_eq!(DataSections::default().at(0), None);
    }
}

//! ELF files as debug information needs them: sections by name, symbols, relocations, compressed sections. Only what is asked for
//! is read of a file.

mod inflate;
mod reloc;
mod symbols;

use std::collections::HashMap;
use std::rc::Rc;

use btf::Endian;
use container::{FileRange, Source};
use object::Endianness;
use object::elf::{FileHeader32, FileHeader64, SHF_ALLOC, SHT_NOBITS, SHT_PROGBITS, SHT_REL, SHT_RELA};
use object::read::elf::{FileHeader, SectionHeader};

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

/// More sections than any file has.
const MAX_SECTIONS: u64 = 1 << 20;

/// The most bytes that one section takes in memory: wasm has 32-bit memory.
const MAX_SECTION: u64 = 1 << 30;

/// `ET_REL`.
const RELOCATABLE: u16 = 1;

/// A section.
#[derive(Clone, Debug, Default)]
pub(crate) struct Section {
    pub(crate) name: String,
    pub(crate) section_type: u32,
    pub(crate) flags: u64,
    /// Where it lies in memory. In a relocatable file an address of ours: one section after the other.
    pub(crate) address: u64,
    pub(crate) size: u64,
    pub(crate) link: u32,
    pub(crate) info: u32,
    /// Its bytes in the file; none of NOBITS.
    pub(crate) range: FileRange,
}

impl Section {
    /// Whether it is in memory when the program runs.
    pub(crate) fn is_loaded(&self) -> bool {
        self.flags & SHF_ALLOC.0 != 0
    }

    /// Whether variables can be in it.
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
    /// The sections, the null section included, so that an index is an index.
    pub(crate) sections: Vec<Section>,
    /// Of a relocatable file: which sections have relocations for a section.
    tables: HashMap<u32, Vec<u32>>,
    /// The symbol table that was read last, and its section: C++ objects have thousands of sections that are relocated by one.
    symbols: Option<(usize, Rc<Symbols>)>,
    /// How many more bytes may be unpacked.
    unpacked_left: u64,
    /// How many more bytes of symbol and relocation tables are read: tables may lie on each other.
    tables_left: u64,
}

impl<'a> Elf<'a> {
    /// Reads header and section table.
    pub(crate) fn open(name: &str, source: &'a mut dyn Source) -> Result<Elf<'a>, Error> {
        let mut head = [0; 64];
        let got = read_up_to(source, 0, &mut head).map_err(|e| unreadable(name, e))?;
        let bad = |at, message: String| Error::new(ErrorKind::BadElf, name, at, message);
        let head = head.get(..got).unwrap_or_default();
        match head {
            [0x7f, b'E', b'L', b'F', 1, ..] => open::<FileHeader32<Endianness>>(name, source, head),
            [0x7f, b'E', b'L', b'F', 2, ..] => open::<FileHeader64<Endianness>>(name, source, head),
            [0x7f, b'E', b'L', b'F', class, ..] => Err(bad(
                FileRange::at(4, 1),
                format!("class {class} of an ELF file; 1 (32 bits) and 2 (64 bits) are known"),
            )),
            [b'B', b'C', 0xc0, 0xde, ..] => {
                let message = "it is LLVM bitcode: compiled for link-time optimisation, so that it has no DWARF yet";
                Err(bad(FileRange::at(0, 4), message.to_owned()))
            }
            _ => Err(bad(FileRange::at(0, got as u64), "it is no ELF file, and DWARF is in ELF files".to_owned())),
        }
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

    /// Whether the file has these bytes.
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
        let got = read_up_to(self.source, range.start, &mut bytes).map_err(|e| unreadable(&self.name, e))?;
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

/// The sections that can hold variables, by address.
#[derive(Debug, Default)]
pub(crate) struct DataSections {
    /// Address, size and index.
    list: Vec<(u64, u64, u32)>,
    /// Whether none begins before the one before it ends; sections of thread-local data may.
    apart: bool,
}

impl DataSections {
    pub(crate) fn new(sections: &[Section]) -> DataSections {
        let holding = sections.iter().enumerate().filter(|(_, s)| s.holds_data() && s.size > 0);
        let mut list: Vec<_> = holding.map(|(i, s)| (s.address, s.size, i as u32)).collect();
        let mut sorted = list.clone();
        sorted.sort_unstable();
        let apart = sorted.windows(2).all(|pair| pair[0].0.saturating_add(pair[0].1) <= pair[1].0);
        if apart {
            list = sorted;
        }
        DataSections { list, apart }
    }

    /// The index of the section that an address is in, and the offset in it. Of several, the first of the file.
    pub(crate) fn at(&self, address: u64) -> Option<(u32, u64)> {
        let inside = |s: &&(u64, u64, u32)| address >= s.0 && address - s.0 < s.1;
        let found = if self.apart {
            let after = self.list.partition_point(|s| s.0 <= address);
            self.list.get(after.checked_sub(1)?).filter(inside)
        } else {
            self.list.iter().find(inside)
        };
        found.map(|s| (s.2, address - s.0))
    }
}

fn unreadable(name: &str, message: String) -> Error {
    Error::new(ErrorKind::Unreadable, name, FileRange::default(), message)
}

fn read_up_to(source: &mut dyn Source, start: u64, buf: &mut [u8]) -> Result<usize, String> {
    let mut done = 0;
    while let Some(rest) = buf.get_mut(done..).filter(|rest| !rest.is_empty()) {
        match source.read_at(start.saturating_add(done as u64), rest)? {
            0 => break,
            count => done += count,
        }
    }
    Ok(done)
}

fn open<'a, H: FileHeader<Endian = Endianness>>(
    name: &str,
    source: &'a mut dyn Source,
    head: &[u8],
) -> Result<Elf<'a>, Error> {
    let bad = |at, message: String| Error::new(ErrorKind::BadElf, name, at, message);
    let whole = FileRange::at(0, head.len() as u64);
    let header = H::parse(head).map_err(|e| bad(whole, format!("its ELF header is damaged: {e}")))?;
    let endian = header.endian().map_err(|e| bad(whole, format!("its ELF header is damaged: {e}")))?;
    let mut elf = Elf {
        name: name.to_owned(),
        source,
        endian: if header.is_little_endian() { Endian::Little } else { Endian::Big },
        wide: header.is_class_64(),
        machine: header.e_machine(endian).0,
        relocatable: header.e_type(endian).0 == RELOCATABLE,
        sections: Vec::new(),
        tables: HashMap::new(),
        symbols: None,
        unpacked_left: 0,
        tables_left: 0,
    };
    elf.tables_left = elf.source.len().saturating_mul(16);
    // Debug information becomes five times as large; files that are mostly zeros, up to a hundred.
    elf.unpacked_left = elf.source.len().saturating_mul(100).clamp(64 << 20, MAX_SECTION);
    let (at, entry): (u64, u64) = (header.e_shoff(endian).into(), size_of::<H::SectionHeader>() as u64);
    if at == 0 {
        return Err(bad(
            whole,
            "the ELF file has no section table, which says where the debug information is".to_owned(),
        ));
    }
    let first =
        elf.read(FileRange::at(at, entry)).map_err(|e| bad(e.at, format!("no section table there: {}", e.message)))?;
    let (zeroth, _) = object::pod::from_bytes::<H::SectionHeader>(&first)
        .map_err(|()| bad(FileRange::at(at, entry), "its section table is damaged".to_owned()))?;
    // With 65280 sections and more, the header says 0 and the first entry how many; likewise for the names.
    let count = match header.e_shnum(endian) {
        0 => zeroth.sh_size(endian).into(),
        count => u64::from(count),
    };
    let names = match header.e_shstrndx(endian).0 {
        0xffff => zeroth.sh_link(endian),
        index => u32::from(index),
    };
    let table = FileRange::at(at, count.saturating_mul(entry));
    if count == 0 || count > MAX_SECTIONS || table.end > elf.source.len() {
        let len = elf.source.len();
        let message =
            format!("a section table of {count} entries is not in the file of {len:#x} bytes: is it cut off?");
        return Err(bad(FileRange::at(at, entry), message));
    }
    let bytes = elf.read(table)?;
    let (headers, _) = object::pod::slice_from_bytes::<H::SectionHeader>(&bytes, count as usize)
        .map_err(|()| bad(table, "its section table is damaged".to_owned()))?;
    let mut next = 0;
    for header in headers {
        let size: u64 = header.sh_size(endian).into();
        let has_bytes = header.file_range(endian);
        let mut section = Section {
            name: header.sh_name(endian).to_string(),
            section_type: header.sh_type(endian).0,
            flags: header.sh_flags(endian).0,
            address: header.sh_addr(endian).into(),
            size,
            link: header.sh_link(endian),
            info: header.sh_info(endian),
            range: has_bytes.map_or(FileRange::default(), |(start, len)| FileRange::at(start, len)),
        };
        if elf.relocatable && section.is_loaded() {
            let align = Into::<u64>::into(header.sh_addralign(endian)).clamp(1, 1 << 20);
            section.address = next_multiple(next, align);
            next = section.address.saturating_add(size);
        }
        if elf.relocatable && (section.section_type == SHT_REL.0 || section.section_type == SHT_RELA.0) {
            elf.tables.entry(section.info).or_default().push(elf.sections.len() as u32);
        }
        elf.sections.push(section);
    }
    let range = elf.range_of(names as usize);
    let names = if range.len() > 64 << 20 { Vec::new() } else { elf.read(range)? };
    let mut left = names.len().saturating_mul(4);
    for (section, header) in elf.sections.iter_mut().zip(headers) {
        let rest = names.get(header.sh_name(endian) as usize..).unwrap_or_default();
        let name = rest.iter().take(4096).take_while(|b| **b != 0).count();
        // Names may overlap, so that few bytes could hold many long ones.
        let name = rest.get(..name.min(left.max(64))).unwrap_or_default();
        left = left.saturating_sub(name.len());
        section.name = String::from_utf8_lossy(name).into_owned();
    }
    Ok(elf)
}

fn next_multiple(value: u64, align: u64) -> u64 {
    value.checked_next_multiple_of(align).unwrap_or(u64::MAX)
}

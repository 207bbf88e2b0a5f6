//! ELF files of any class, byte order and machine: by the header and the section table to the sections that matter, and to
//! nothing else of the file.

use btf::Endian;

use crate::elf_facts::{ElfFacts, ElfSection, machine_name};
use crate::elf_words::Words;
use crate::error::{OpenError, OpenErrorKind};
use crate::range::FileRange;
use crate::sparse::{Sparse, Stop};

/// The machine number of BPF (`EM_BPF`).
pub(crate) const EM_BPF: u16 = 247;

/// `ET_REL`: a file that is yet to be linked.
pub(crate) const RELOCATABLE: u16 = 1;

/// Bytes of an ELF header of the longer class.
pub(crate) const HEADER: u64 = 64;

/// `SHN_XINDEX`: the number is in the first entry of the section table.
const ELSEWHERE: u16 = 0xffff;

/// Values of `sh_type`.
const NULL: u32 = 0;
const PROGBITS: u32 = 1;
const NOBITS: u32 = 8;

/// A bit of `sh_flags`.
const COMPRESSED: u64 = 1 << 11;

/// More sections than any file has: -ffunction-sections of a whole kernel gives a tenth.
const MAX_SECTIONS: u64 = 1 << 20;

/// More bytes of section names than any file has.
const MAX_NAMES: u64 = 64 << 20;

/// How much of a section's name is read.
const LONGEST_NAME: usize = 4096;

/// Names up to this many bytes are always read whole.
const SHORT_NAME: usize = 64;

/// The names of sections. They may overlap, so that a small file can have many long ones: all long ones together take at most
/// a few times the bytes that are stored, later ones are cut.
struct Names<'a> {
    bytes: &'a [u8],
    /// How many more bytes of long names are read.
    left: usize,
}

impl<'a> Names<'a> {
    fn new(bytes: &'a [u8]) -> Names<'a> {
        Names { bytes, left: bytes.len().saturating_mul(4) }
    }

    fn get(&mut self, at: u32) -> String {
        let most = if self.left > 0 { LONGEST_NAME } else { SHORT_NAME };
        let rest = self.bytes.get(at as usize..).unwrap_or_default();
        let rest = rest.get(..most).unwrap_or(rest);
        let name = rest.split(|&b| b == 0).next().unwrap_or_default();
        if name.len() > SHORT_NAME {
            self.left = self.left.saturating_sub(name.len());
        }
        String::from_utf8_lossy(name).into_owned()
    }
}

/// A section of which the file has the bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// Where its bytes are.
    pub(crate) range: FileRange,
}

/// The section table, read.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) facts: ElfFacts,
    /// Where the table lies in the file.
    pub(crate) range: FileRange,
}

/// The header of an ELF file.
struct Header {
    words: Words,
    /// `e_type`.
    file_type: u16,
    /// `e_machine`.
    machine: u16,
    /// `e_shoff`: where the section table lies in the file, in bytes.
    sections_at: u64,
    /// `e_shentsize`: bytes of one of its entries.
    entry: u16,
    /// `e_shnum`: how many it has.
    count: u16,
    /// `e_shstrndx`: the section with the names of all.
    names: u16,
}

impl Header {
    fn parse(head: &[u8], name: &str) -> Result<Header, Stop> {
        let told = |at: usize, expected: &str, what: &str| {
            let found = head.get(at).map_or("the end of the file".to_owned(), |n| format!("{what} {n}"));
            Err(bad(name, FileRange::at(at as u64, 1), expected, found))
        };
        let wide = match head.get(4) {
            Some(1) => false,
            Some(2) => true,
            _ => return told(4, "an ELF file of 32 (1) or 64 bits (2)", "class"),
        };
        let endian = match head.get(5) {
            Some(1) => Endian::Little,
            Some(2) => Endian::Big,
            _ => return told(5, "an ELF file that is little-endian (1) or big-endian (2)", "byte order"),
        };
        if head.get(6) != Some(&1) {
            return told(6, "an ELF file of version 1", "version");
        }
        let words = Words { wide, endian };
        let len = words.of_class(52, 64);
        if head.len() < len {
            let found = format!("that the file ends at byte {:#x}: is it cut off?", head.len());
            return Err(bad(
                name,
                FileRange::new(0, head.len() as u64),
                &format!("an ELF header of {len} bytes"),
                found,
            ));
        }
        // The last three of the header's halves.
        let last = |n: usize| words.half(head, len - 2 * n);
        Ok(Header {
            words,
            file_type: words.half(head, 16),
            machine: words.half(head, 18),
            sections_at: words.long(head, words.of_class(32, 40)),
            entry: last(3),
            count: last(2),
            names: last(1),
        })
    }

    /// Bytes of an entry of the section table.
    fn entry_len(&self) -> usize {
        self.words.of_class(40, 64)
    }
}

/// Reads the section table of the ELF file.
pub(crate) fn table(data: &Sparse<'_>, name: &str) -> Result<Table, Stop> {
    let header = Header::parse(data.get(FileRange::new(0, HEADER))?, name)?;
    let (words, entry_len) = (header.words, header.entry_len());
    let range = section_table_range(&header, data, name)?;
    let entries = data.get(range)?;
    let entry = |index: usize| entries.chunks_exact(entry_len).nth(index);
    // With 65280 sections and more, the first entry says which has the names.
    let names_index = match header.names {
        ELSEWHERE => words.word(entries, words.of_class(24, 40)) as usize,
        index => index.into(),
    };
    let section_type = |section: &[u8]| words.word(section, 4);
    let range_of = |section: &[u8]| {
        let (at, len) = (words.of_class(16, 24), words.of_class(20, 32));
        FileRange::at(words.long(section, at), words.long(section, len))
    };
    let names = entry(names_index).filter(|s| !matches!(section_type(s), NULL | NOBITS)).map(range_of);
    let Some(names) = names else {
        let found = format!("section {names_index} of {}, which is none", entries.len() / entry_len);
        return Err(bad(name, FileRange::new(0, HEADER), "e_shstrndx to tell the section of the names", found));
    };
    if names.end > data.len() || names.len() > MAX_NAMES {
        let found = format!("{names}, the file has {:#x} bytes", data.len());
        let at = FileRange::at(range.start + names_index as u64 * entry_len as u64, entry_len as u64);
        return Err(bad(name, at, "section names in the file", found));
    }
    let mut names = Names::new(data.get(names)?);
    let sections = entries.chunks_exact(entry_len).zip(0..).skip(1).map(|(section, index)| {
        let section_type = section_type(section);
        ElfSection {
            index,
            name: names.get(words.word(section, 0)),
            section_type,
            flags: words.long(section, 8),
            address: words.long(section, words.of_class(12, 16)),
            link: words.word(section, words.of_class(24, 40)),
            file_range: if section_type == NOBITS { FileRange::default() } else { range_of(section) },
        }
    });
    let class_bits = if words.wide { 64 } else { 32 };
    let facts = ElfFacts {
        class_bits,
        endian: words.endian,
        machine: header.machine,
        machine_name: machine_name(header.machine, class_bits, words.endian),
        file_type: header.file_type,
        pointer_size: if header.machine == EM_BPF { 8 } else { class_bits / 8 },
        sections: sections.collect(),
        build_id: None,
        modinfo: None,
        core_relos: None,
    };
    Ok(Table { facts, range })
}

fn bad(name: &str, at: FileRange, expected: &str, found: impl Into<String>) -> Stop {
    OpenError::new(OpenErrorKind::BadElf, name, at, expected, found).into()
}

/// Where the section table lies, checked against the file's length before a byte of it is asked for.
fn section_table_range(header: &Header, data: &Sparse<'_>, name: &str) -> Result<FileRange, Stop> {
    let (words, at, len) = (header.words, header.sections_at, header.entry_len() as u64);
    let none = || {
        let head = FileRange::new(0, HEADER);
        bad(name, head, "a section table, which tells where .BTF is", "an ELF file that has none")
    };
    if at == 0 {
        return Err(none());
    }
    let first = FileRange::at(at, len);
    if first.end > data.len() {
        let found = format!("that it starts at byte {at:#x}; the file has {:#x} bytes: is it cut off?", data.len());
        return Err(bad(name, FileRange::new(0, HEADER), "a section table in the file", found));
    }
    if u64::from(header.entry) != len {
        let found = format!("entries of {} bytes", header.entry);
        return Err(bad(name, first, &format!("a section table with entries of {len} bytes"), found));
    }
    // With 65280 sections and more, the header says 0 and the first entry says how many, in `sh_size`.
    let count = match header.count {
        0 => words.long(data.get(first)?, words.of_class(20, 32)),
        count => count.into(),
    };
    if count == 0 {
        return Err(none());
    }
    let range = FileRange::at(at, count.saturating_mul(len));
    if count > MAX_SECTIONS || range.end > data.len() {
        let found = format!("{count} sections up to byte {:#x}; the file has {:#x} bytes", range.end, data.len());
        return Err(bad(name, first, "a section table in the file", found));
    }
    Ok(range)
}

/// A section that can be used, or why one of that name cannot.
#[derive(Debug)]
pub(crate) enum Lookup {
    /// Here it is.
    Found(Found),
    /// No section has this name.
    Missing,
    /// There is one, but not its bytes.
    Unusable(OpenError),
}

impl Table {
    /// Looks for a section by its exact name. The first that can be used is taken.
    pub(crate) fn section(&self, data: &Sparse<'_>, file: &str, name: &str) -> Lookup {
        let mut answer = Lookup::Missing;
        for section in self.facts.sections.iter().filter(|s| s.name == name) {
            match usable(section, data.len(), self, file) {
                Ok(found) => return Lookup::Found(found),
                Err(error) => answer = Lookup::Unusable(error),
            }
        }
        answer
    }

    /// Where the entry of a section lies in the file.
    fn entry(&self, section: &ElfSection) -> FileRange {
        let size = if self.facts.class_bits == 64 { 64 } else { 40 };
        FileRange::at(self.range.start + u64::from(section.index) * size, size)
    }

    /// The names of some sections, for a person who expected another.
    pub(crate) fn some_names(&self) -> String {
        const SOME: usize = 12;
        let named: Vec<&str> = self.facts.sections.iter().map(|s| s.name.as_str()).filter(|n| !n.is_empty()).collect();
        let mut words = named.iter().take(SOME).copied().collect::<Vec<_>>().join(", ");
        if named.len() > SOME {
            words.push_str(&format!(" and {} more", named.len() - SOME));
        }
        words
    }
}

/// Whether a section's bytes are in the file, as they are.
fn usable(section: &ElfSection, len: u64, table: &Table, file: &str) -> Result<Found, OpenError> {
    let (name, range) = (&section.name, section.file_range);
    let refuse = |at: FileRange, expected: String, found: String| {
        Err(OpenError::new(OpenErrorKind::NoData, file, at, expected, found))
    };
    if section.section_type == NOBITS {
        return refuse(
            table.entry(section),
            format!("a section {name} with bytes"),
            "one without (NOBITS): this is the part that was split off for debugging, the other part has it".to_owned(),
        );
    }
    if section.section_type != PROGBITS {
        let found = format!("one of type {:#x}", section.section_type);
        return refuse(table.entry(section), format!("a section {name} of type PROGBITS"), found);
    }
    if section.flags & COMPRESSED != 0 {
        return refuse(
            range,
            format!("a section {name} as it is"),
            "a compressed one (SHF_COMPRESSED); `objcopy --decompress-debug-sections` undoes that".to_owned(),
        );
    }
    if range.is_empty() {
        return refuse(table.entry(section), format!("a section {name} with bytes"), "one of length 0".to_owned());
    }
    if range.end > len {
        let found = format!("that it ends at byte {:#x}; the file has {len:#x} bytes: is it cut off?", range.end);
        return refuse(table.entry(section), format!("a section {name} in the file"), found);
    }
    Ok(Found { range })
}

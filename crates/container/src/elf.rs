//! ELF files of any class, byte order and machine. Reads the header, the section table and the names of the sections,
//! and looks sections up by name.

use btf::Endian;
use object::Endianness;
use object::elf::{FileHeader32, FileHeader64, SHF_COMPRESSED, SHT_NOBITS, SHT_NULL, SHT_PROGBITS};
use object::read::elf::{FileHeader, SectionHeader};
use text::counted;

use crate::FileRange;
use crate::elf_facts::{EM_BPF, ElfFacts, ElfSection, machine_name};
use crate::error::{OpenError, OpenErrorKind};
use crate::source::{Source, read_shared};
use crate::sparse::{Sparse, Stop};

/// Bytes of the header of a 64-bit ELF file; the header of a 32-bit file is shorter.
pub(crate) const HEADER: u64 = 64;

/// The most sections of a file that is opened. A whole kernel built with -ffunction-sections has a tenth of this
/// number. The crate `bpf` has a lower limit, because it keeps all sections of a program in memory; it ignores the
/// sections above its limit.
const MAX_SECTIONS: u64 = 1 << 20;

/// The most bytes of section names; a file with more is refused.
const MAX_NAMES: u64 = 64 << 20;

/// The most bytes of a name that are read; [`Names`] also limits the sum of all long names. The crate `bpf` reads
/// fewer bytes of a name.
const LONGEST_NAME: usize = 4096;

/// Names up to this many bytes are always read whole.
const SHORT_NAME: usize = 64;

/// The names of sections or symbols. Names may overlap, so a small file can have many long names. All long names
/// together take at most about four times the stored bytes; after that, names are cut to [`SHORT_NAME`] bytes.
pub(crate) struct Names<'a> {
    bytes: &'a [u8],
    /// How many more bytes of long names may be read.
    left: usize,
}

impl<'a> Names<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Names<'a> {
        Names { bytes, left: bytes.len().saturating_mul(4) }
    }

    /// The name at a byte of the strings, as text ([`btf::visible`]). A name that is cut ends with `…`, so that it is
    /// not taken for a shorter one.
    pub(crate) fn get(&mut self, at: u32) -> String {
        let most = if self.left > 0 { LONGEST_NAME } else { SHORT_NAME };
        let rest = self.bytes.get(at as usize..).unwrap_or_default();
        let name = rest.get(..=most).unwrap_or(rest).split(|&b| b == 0).next().unwrap_or_default();
        if name.len() > SHORT_NAME {
            self.left = self.left.saturating_sub(name.len());
        }
        match name.get(..most).filter(|_| name.len() > most) {
            Some(start) => format!("{}…", btf::visible(start)),
            None => btf::visible(name).into_owned(),
        }
    }
}

/// The section table of a file.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) facts: ElfFacts,
    /// Where the table lies in the file.
    pub(crate) range: FileRange,
}

/// Reads the section table of the ELF file.
pub(crate) fn table(data: &Sparse<'_>, name: &str) -> Result<Table, Stop> {
    let head = data.get(FileRange::new(0, HEADER))?;
    match head.get(4) {
        Some(1) => table_of::<FileHeader32<Endianness>>(data, name),
        Some(2) => table_of::<FileHeader64<Endianness>>(data, name),
        class => {
            let found = class.map_or("the end of the file".to_owned(), |c| format!("class {c}"));
            Err(bad(name, FileRange::at(4, 1), "an ELF file of 32 (1) or 64 bits (2)", found))
        }
    }
}

/// Reads header and section table of an ELF file, and nothing else: the facts that are in the contents of sections
/// (build id, compiler, `.modinfo`, relocations) are `None`.
///
/// # Errors
/// When it is not an ELF file, when its header or section table is damaged or cut off, and when the source cannot be
/// read.
pub fn read_elf(source: &mut dyn Source, name: &str) -> Result<ElfFacts, OpenError> {
    with_ranges(source, name, &mut |data| Ok(table(data, name)?.facts))
}

/// Runs `read`. Each time `read` stops because a range of the file is missing, this function reads the range and runs
/// `read` again.
pub(crate) fn with_ranges<T>(
    source: &mut dyn Source,
    name: &str,
    read: &mut dyn FnMut(&Sparse<'_>) -> Result<T, Stop>,
) -> Result<T, OpenError> {
    let mut data = Sparse::new(source.len());
    loop {
        let range = match read(&data) {
            Ok(found) => return Ok(found),
            Err(Stop::Need(range)) => range,
            Err(Stop::Fail(error) | Stop::Unpack(_, error)) => return Err(*error),
        };
        let unreadable = |why| OpenError::new(OpenErrorKind::Unreadable, name, range, "a file that can be read", why);
        let bytes = read_shared(source, range).map_err(unreadable)?;
        if (bytes.len() as u64) < range.len() {
            let found = format!("{} of {}", bytes.len(), counted(range.len(), "byte"));
            return Err(OpenError::new(OpenErrorKind::Changed, name, range, "the file as it was chosen", found));
        }
        data.add(range.start, bytes);
    }
}

fn bad(name: &str, at: FileRange, expected: &str, found: impl Into<String>) -> Stop {
    OpenError::new(OpenErrorKind::BadElf, name, at, expected, found).into()
}

fn table_of<Elf: FileHeader<Endian = Endianness>>(data: &Sparse<'_>, name: &str) -> Result<Table, Stop> {
    let head = FileRange::new(0, HEADER.min(data.len()));
    let header = Elf::parse(data).map_err(|e| bad(name, head, "an ELF header", reason(e, data.len())))?;
    let endian = header.endian().map_err(|e| bad(name, head, "an ELF header", reason(e, data.len())))?;
    let range = section_table_range(header, endian, data, name)?;
    data.get(range)?;
    let broken = |e| bad(name, range, "a section table", reason(e, data.len()));
    let headers = header.section_headers(endian, data).map_err(broken)?;

    let strings_index = header.section_strings_index(endian, data).map_err(broken)?;
    let expected = "a section with the sections' names";
    let strings_header = headers.get(strings_index.0).ok_or_else(|| {
        let found = format!("e_shstrndx {}, but only {}", strings_index.0, counted(headers.len(), "section"));
        bad(name, head, expected, found)
    })?;
    let size = size_of::<Elf::SectionHeader>() as u64;
    let entry = FileRange::at(range.start.saturating_add(strings_index.0 as u64 * size), size);
    let without_bytes = match strings_header.sh_type(endian) {
        SHT_NULL => Some("NULL"),
        SHT_NOBITS => Some("NOBITS"),
        _ => None,
    };
    if let Some(kind) = without_bytes {
        let found = format!("e_shstrndx {}, a section without bytes ({kind})", strings_index.0);
        return Err(bad(name, entry, expected, found));
    }
    let names = FileRange::at(strings_header.sh_offset(endian).into(), strings_header.sh_size(endian).into());
    if names.end > data.len() {
        let found = format!("names at {names}, but the file ends at {:#x}", data.len());
        return Err(bad(name, entry, "section names in the file", found));
    }
    if names.len() > MAX_NAMES {
        let [expected, found] = [MAX_NAMES, names.len()].map(|n| format!("{} of section names", counted(n, "byte")));
        return Err(bad(name, entry, &format!("at most {expected}"), found));
    }
    let mut names = Names::new(data.get(names)?);
    let sections = headers.iter().enumerate().skip(1).map(|(index, section)| {
        let has_bytes = section.file_range(endian);
        ElfSection {
            index: index as u32,
            name: names.get(section.sh_name(endian)),
            section_type: section.sh_type(endian).0,
            flags: section.sh_flags(endian).0,
            address: section.sh_addr(endian).into(),
            offset: section.sh_offset(endian).into(),
            entry_size: section.sh_entsize(endian).into(),
            alignment: section.sh_addralign(endian).into(),
            link: section.sh_link(endian),
            info: section.sh_info(endian),
            size: section.sh_size(endian).into(),
            file_range: has_bytes.map_or(FileRange::default(), |(start, len)| FileRange::at(start, len)),
        }
    });
    let class_bits = if header.is_class_64() { 64 } else { 32 };
    let order = if header.is_little_endian() { Endian::Little } else { Endian::Big };
    let machine = header.e_machine(endian).0;
    let facts = ElfFacts {
        class_bits,
        endian: order,
        machine,
        machine_name: machine_name(machine, class_bits, order),
        file_type: header.e_type(endian).0,
        pointer_size: if machine == EM_BPF { 8 } else { class_bits / 8 },
        sections: sections.collect(),
        build_id: None,
        compiler: None,
        modinfo: None,
        core_relos: None,
    };
    Ok(Table { facts, range })
}

/// Where the section table lies. The range is checked against the file's length before the table is read. Only the
/// first entry is read before, because it may have the number of sections.
fn section_table_range<Elf: FileHeader<Endian = Endianness>>(
    header: &Elf,
    endian: Endianness,
    data: &Sparse<'_>,
    name: &str,
) -> Result<FileRange, Stop> {
    let entry = size_of::<Elf::SectionHeader>() as u64;
    let at: u64 = header.e_shoff(endian).into();
    let head = FileRange::new(0, HEADER);
    let expected = "a section table, which says where each section is";
    let without_sections = || Err(bad(name, head, expected, "an ELF file without sections"));
    if at == 0 {
        return without_sections();
    }
    let first = FileRange::at(at, entry);
    if first.end > data.len() {
        let found = format!("a section table at byte {at:#x} of {:#x}: the file seems to be cut off", data.len());
        return Err(bad(name, head, "a section table in the file", found));
    }
    // With 65280 sections and more, the header says 0 and the first entry has the number.
    data.get(first)?;
    let count = header.shnum(endian, data).map_err(|e| bad(name, first, "a section table", reason(e, data.len())))?;
    if count == 0 {
        return without_sections();
    }
    let range = FileRange::at(at, u64::from(count) * entry);
    if range.end > data.len() {
        let found = format!("{count} sections up to byte {:#x}, but the file ends at {:#x}", range.end, data.len());
        return Err(bad(name, first, "a section table in the file", found));
    }
    if u64::from(count) > MAX_SECTIONS {
        let expected = format!("at most {}", counted(MAX_SECTIONS, "section"));
        return Err(bad(name, first, &expected, counted(count, "section")));
    }
    Ok(range)
}

/// `object`'s message for a fault, with the file's length, which shows whether the file was cut off.
fn reason(error: object::read::Error, len: u64) -> String {
    format!("damage ({error}; the file has {len:#x} bytes)")
}

/// The result of a search for a section by name.
#[derive(Debug)]
pub(crate) enum Lookup {
    /// The range of the section's bytes in the file.
    Found(FileRange),
    /// No section has this name.
    Missing,
    /// A section has this name, but its bytes cannot be read.
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

/// The range of a section's bytes. The error says why they cannot be read: they are not in the file, or compressed, or
/// the section is not PROGBITS.
fn usable(section: &ElfSection, len: u64, table: &Table, file: &str) -> Result<FileRange, OpenError> {
    let (name, range) = (&section.name, section.file_range);
    let refuse = |at: FileRange, expected: String, found: String| {
        Err(OpenError::new(OpenErrorKind::NoData, file, at, expected, found))
    };
    if section.section_type == SHT_NOBITS.0 {
        return refuse(
            table.entry(section),
            format!("a section {name} with bytes"),
            "a section without bytes (NOBITS): this is the part that was split off for debugging, the other part has it".to_owned(),
        );
    }
    if section.section_type != SHT_PROGBITS.0 {
        let found = format!("a section of type {:#x}", section.section_type);
        return refuse(table.entry(section), format!("a section {name} of type PROGBITS"), found);
    }
    if section.flags & SHF_COMPRESSED.0 != 0 {
        return refuse(
            range,
            format!("a section {name} as it is"),
            "a compressed section (SHF_COMPRESSED), which `objcopy --decompress-debug-sections` unpacks".to_owned(),
        );
    }
    if range.is_empty() {
        return refuse(
            table.entry(section),
            format!("a section {name} with bytes"),
            "a section of length 0".to_owned(),
        );
    }
    if range.end > len {
        let found = format!("a section up to byte {:#x} of {len:#x}: the file seems to be cut off", range.end);
        return refuse(table.entry(section), format!("a section {name} in the file"), found);
    }
    Ok(range)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_cut_say_so() {
        let (whole, longer) = ("a".repeat(LONGEST_NAME), "b".repeat(LONGEST_NAME + 1));
        let strings = format!("{whole}\0{longer}\0{}", "c".repeat(SHORT_NAME));
        let (second, third) = (LONGEST_NAME as u32 + 1, 2 * LONGEST_NAME as u32 + 3);
        let mut names = Names::new(strings.as_bytes());
        assert_eq!(names.get(0), whole);
        assert_eq!(names.get(second), format!("{}…", &longer[1..]));
        assert_eq!(names.get(second + 1), longer[1..]);
        // After four times the bytes of the strings, only short names are read.
        while names.left > 0 {
            names.get(0);
        }
        assert_eq!(names.get(0), format!("{}…", &whole[..SHORT_NAME]));
        assert_eq!(names.get(third), "c".repeat(SHORT_NAME));
    }
}

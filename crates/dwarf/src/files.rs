//! [`DebugFile`]: the debug sections of one ELF file. Sections without units are in memory. Those with units are read
//! unit by unit, but a compressed one is first unpacked in memory.

use btf::Endian;
use container::FileRange;
use gimli::RunTimeEndian;

use crate::elf::{Elf, Relocations};
use crate::error::{Error, ErrorKind};

/// A section with units in it.
pub(crate) struct Part {
    /// `.debug_info`, `.debug_types`, or the same of a .dwo file.
    pub(crate) name: &'static str,
    /// The index of the file.
    pub(crate) file: usize,
    /// Whether it is `.debug_types`.
    pub(crate) types: bool,
    /// How many bytes it has, unpacked.
    pub(crate) len: u64,
    bytes: Bytes,
    relocations: Relocations,
}

enum Bytes {
    /// In the file unchanged, read when needed.
    File(FileRange),
    /// Unpacked.
    Memory(Vec<u8>),
}

/// The debug sections of one ELF file, and access to its units.
pub(crate) struct DebugFile<'a> {
    pub(crate) elf: Elf<'a>,
    pub(crate) sections: Sections,
}

/// The sections that are kept in memory.
#[derive(Debug, Default)]
pub(crate) struct Sections {
    /// The index of the file.
    pub(crate) file: u64,
    pub(crate) endian: RunTimeEndian,
    pub(crate) abbrev: Vec<u8>,
    pub(crate) strings: Vec<u8>,
    pub(crate) line_strings: Vec<u8>,
    pub(crate) string_offsets: Vec<u8>,
    pub(crate) addresses: Vec<u8>,
    /// Location lists up to DWARF 4.
    pub(crate) loc: Vec<u8>,
    pub(crate) loclists: Vec<u8>,
    pub(crate) cu_index: Vec<u8>,
    pub(crate) tu_index: Vec<u8>,
    /// The name and the build id in `.gnu_debugaltlink`: the file that dwz moved types to.
    pub(crate) altlink: Option<(String, String)>,
    /// Whether it is a .dwo or .dwp file.
    pub(crate) split: bool,
}

impl<'a> DebugFile<'a> {
    /// Reads the sections; those with units go to `parts`. `file` is the index that this file will have.
    pub(crate) fn open(mut elf: Elf<'a>, file: usize, parts: &mut Vec<Part>) -> Result<DebugFile<'a>, Error> {
        // If a file beside the main file has both kinds of sections, it is an object of -gsplit-dwarf=single. Only its
        // .dwo sections are read, because the main file has its other units.
        let split = elf.find(".debug_info.dwo").is_some() && (file > 0 || elf.find(".debug_info").is_none());
        let endian = match elf.endian {
            Endian::Little => RunTimeEndian::Little,
            Endian::Big => RunTimeEndian::Big,
        };
        let suffix = if split { ".dwo" } else { "" };
        // Limited, because overlapping sections would be read again and again.
        let mut left = elf.source.len();
        // Type units first, so that references to them can mostly be resolved.
        let (types, info) =
            if split { (".debug_types.dwo", ".debug_info.dwo") } else { (".debug_types", ".debug_info") };
        for (name, types) in [(types, true), (info, false)] {
            for index in indices(&elf, name) {
                let range = elf.range_of(index);
                elf.check(range)?;
                left = left.checked_sub(range.len()).ok_or_else(|| {
                    Error::new(ErrorKind::BadSection, &elf.name, range, format!("sections {name} overlap"))
                })?;
                let relocations = elf.relocations(index)?;
                let bytes = match elf.unpacked(index)? {
                    Some(bytes) => Bytes::Memory(bytes),
                    None => Bytes::File(range),
                };
                let len = match &bytes {
                    Bytes::File(range) => range.len(),
                    Bytes::Memory(bytes) => bytes.len() as u64,
                };
                parts.push(Part { name, file, types, len, bytes, relocations });
            }
        }
        let mut get = |name: &str, suffix: &str| -> Result<Vec<u8>, Error> {
            match indices(&elf, &format!("{name}{suffix}")).first() {
                Some(&index) => elf.section_bytes(index),
                None => Ok(Vec::new()),
            }
        };
        let mut sections = Sections {
            file: file as u64,
            endian,
            split,
            abbrev: get(".debug_abbrev", suffix)?,
            strings: get(".debug_str", suffix)?,
            line_strings: get(".debug_line_str", suffix)?,
            string_offsets: get(".debug_str_offsets", suffix)?,
            addresses: get(".debug_addr", "")?,
            loc: get(".debug_loc", suffix)?,
            loclists: get(".debug_loclists", suffix)?,
            cu_index: get(".debug_cu_index", "")?,
            tu_index: get(".debug_tu_index", "")?,
            altlink: None,
        };
        let altlink = get(".gnu_debugaltlink", "")?;
        if let Some(end) = altlink.iter().position(|b| *b == 0) {
            let (name, id) = altlink.split_at(end);
            let id = id.iter().skip(1).map(|b| format!("{b:02x}")).collect();
            sections.altlink = Some((btf::visible(name).into_owned(), id));
        }
        Ok(DebugFile { elf, sections })
    }

    /// Bytes of a section with units, relocated: `len` bytes, or fewer if the section ends earlier.
    pub(crate) fn read(&mut self, part: &Part, start: u64, len: u64) -> Result<Vec<u8>, Error> {
        let len = len.min(part.len.saturating_sub(start));
        let mut bytes = match &part.bytes {
            Bytes::Memory(bytes) => bytes.get(start as usize..(start + len) as usize).unwrap_or_default().to_vec(),
            Bytes::File(range) => self.elf.read(FileRange::at(range.start.saturating_add(start), len))?,
        };
        part.relocations.apply(start, &mut bytes);
        Ok(bytes)
    }
}

/// Files with more bytes are not searched for `.dwo` sections of their own: only object files have such sections,
/// because linkers leave them out.
const MAX_SINGLE: u64 = 256 << 20;

/// The bytes of an object file with `.dwo` sections of its own (`-gsplit-dwarf=single`), to be read again as another
/// file.
pub(crate) fn single(elf: &mut Elf<'_>) -> Result<Option<Vec<u8>>, Error> {
    let both = elf.find(".debug_info.dwo").is_some() && elf.find(".debug_info").is_some();
    let len = elf.source.len();
    if !both || len > MAX_SINGLE {
        return Ok(None);
    }
    elf.read(FileRange::new(0, len)).map(Some)
}

/// The indices of the sections with this name; in the old compressed form `.debug_x` is called `.zdebug_x`.
fn indices(elf: &Elf<'_>, name: &str) -> Vec<usize> {
    let old = name.strip_prefix(".debug_").map(|rest| format!(".zdebug_{rest}"));
    elf.named(name).chain(old.iter().flat_map(|old| elf.named(old))).collect()
}

//! An ELF file as libelf reads it for libbpf: the table of sections, their bytes, symbols, strings.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;

use crate::names::Name;
use crate::state::FileBytes;

pub(crate) const SHT_PROGBITS: u32 = 1;
pub(crate) const SHT_SYMTAB: u32 = 2;
pub(crate) const SHT_STRTAB: u32 = 3;
pub(crate) const SHT_NOBITS: u32 = 8;
pub(crate) const SHT_REL: u32 = 9;
pub(crate) const SHT_LLVM_ADDRSIG: u32 = 0x6fff_4c03;
pub(crate) const SHF_EXECINSTR: u64 = 4;
const SHF_ALLOC: u64 = 2;
pub(crate) const SHF_COMPRESSED: u64 = 0x800;

/// Bytes of a section header.
pub(crate) const HEADER: u64 = 64;
/// Bytes of a symbol.
pub(crate) const SYMBOL: u64 = 24;
/// Bytes of a relocation.
pub(crate) const REL: u64 = 16;

/// libelf's error messages (`elf_errmsg`).
pub(crate) mod text {
    pub(crate) const INVALID_FILE: &str = "invalid ELF file data";
    pub(crate) const INVALID_HANDLE: &str = "invalid `Elf' handle";
    pub(crate) const INVALID_HEADER: &str = "invalid section header";
    pub(crate) const INVALID_DATA: &str = "invalid data";
    pub(crate) const INVALID_DESCRIPTOR: &str = "invalid file descriptor";
    pub(crate) const INVALID_SECTION: &str = "invalid section";
    pub(crate) const INVALID_FLAGS: &str = "invalid section flags";
    pub(crate) const INVALID_INDEX: &str = "invalid section index";
    pub(crate) const OFFSET_RANGE: &str = "offset out of range";
}

/// The byte order of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Order {
    #[default]
    Little,
    Big,
}

impl Order {
    pub(crate) fn u16(self, bytes: &[u8], at: u64) -> Option<u16> {
        let b = *bytes.get(usize::try_from(at).ok()?..)?.first_chunk::<2>()?;
        Some(if self == Order::Little { u16::from_le_bytes(b) } else { u16::from_be_bytes(b) })
    }

    pub(crate) fn u32(self, bytes: &[u8], at: u64) -> Option<u32> {
        let b = *bytes.get(usize::try_from(at).ok()?..)?.first_chunk::<4>()?;
        Some(if self == Order::Little { u32::from_le_bytes(b) } else { u32::from_be_bytes(b) })
    }

    pub(crate) fn u64(self, bytes: &[u8], at: u64) -> Option<u64> {
        let b = *bytes.get(usize::try_from(at).ok()?..)?.first_chunk::<8>()?;
        Some(if self == Order::Little { u64::from_le_bytes(b) } else { u64::from_be_bytes(b) })
    }
}

/// A section header.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Section {
    pub(crate) name: u32,
    pub(crate) kind: u32,
    pub(crate) flags: u64,
    pub(crate) offset: u64,
    pub(crate) size: u64,
    pub(crate) link: u32,
    pub(crate) info: u32,
    pub(crate) entsize: u64,
}

impl Section {
    /// Its bytes in the file, according to its header.
    pub(crate) fn range(&self) -> FileBytes {
        let size = if self.kind == SHT_NOBITS { 0 } else { self.size };
        FileBytes { start: self.offset, end: self.offset.saturating_add(size) }
    }

    /// The bytes of an entry, by the section's type; 1 if the section has no entries or is marked as compressed.
    fn entry(&self) -> u64 {
        if self.flags & SHF_COMPRESSED != 0 {
            return 1;
        }
        match self.kind {
            2 | 4 | 11 => 24,
            6 | 9 | 0x6fff_fffe => 16,
            14..=16 => 8,
            5 | 17 | 18 | 0x6fff_fffc => 4,
            0x6fff_ffff => 2,
            0x6fff_fffa => 32,
            0x6fff_fff7 => 20,
            _ => 1,
        }
    }
}

/// A symbol.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Symbol {
    pub(crate) name: u32,
    pub(crate) info: u8,
    pub(crate) other: u8,
    pub(crate) section: u16,
    pub(crate) value: u64,
    pub(crate) size: u64,
}

impl Symbol {
    pub(crate) fn kind(&self) -> u8 {
        self.info & 15
    }

    pub(crate) fn bind(&self) -> u8 {
        self.info >> 4
    }

    pub(crate) fn is_global_or_weak(&self) -> bool {
        matches!(self.bind(), 1 | 2)
    }

    /// True if its visibility is HIDDEN or INTERNAL.
    pub(crate) fn is_hidden(&self) -> bool {
        matches!(self.other & 3, 1 | 2)
    }

    /// True if it is an undefined global or weak symbol without a type (`sym_is_extern`).
    pub(crate) fn is_extern(&self) -> bool {
        self.section == 0 && self.is_global_or_weak() && self.kind() == 0
    }
}

/// A relocation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rel {
    pub(crate) offset: u64,
    pub(crate) symbol: u32,
}

/// The bytes of a section. NOBITS and empty sections have only a size.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Data<'a> {
    pub(crate) bytes: Option<&'a [u8]>,
    pub(crate) size: u64,
    /// The byte order of the entries, if the section is a table.
    order: Order,
}

/// The file.
#[derive(Debug, Default)]
pub(crate) struct Elf<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) order: Order,
    pub(crate) sections: Vec<Section>,
    /// The index of the section with the sections' names.
    pub(crate) names: u32,
    /// The last NUL of each section of strings that does not end with one, by the section's index.
    pub(crate) last_nuls: RefCell<HashMap<u32, Option<usize>>>,
}

impl<'a> Elf<'a> {
    pub(crate) fn section(&self, index: u32) -> Option<&Section> {
        self.sections.get(index as usize)
    }

    /// The number of sections, the null section included.
    pub(crate) fn count(&self) -> u64 {
        self.sections.len() as u64
    }

    /// The section header at byte `at` of the file.
    pub(crate) fn read_section(&self, at: u64) -> Option<Section> {
        let (o, b) = (self.order, self.bytes);
        Some(Section {
            name: o.u32(b, at)?,
            kind: o.u32(b, at + 4)?,
            flags: o.u64(b, at + 8)?,
            offset: o.u64(b, at + 24)?,
            size: o.u64(b, at + 32)?,
            link: o.u32(b, at + 40)?,
            info: o.u32(b, at + 44)?,
            entsize: o.u64(b, at + 56)?,
        })
    }

    /// The bytes of a section (`elf_getdata`), or libelf's error message.
    pub(crate) fn data(&self, section: &Section) -> Result<Data<'a>, &'static str> {
        if section.size == 0 || section.kind == SHT_NOBITS {
            return Ok(Data { size: section.size, ..Data::default() });
        }
        if !section.size.is_multiple_of(section.entry()) {
            return Err(text::INVALID_DATA);
        }
        let range = section.range();
        let within = usize::try_from(range.start).ok().zip(usize::try_from(range.end).ok());
        let bytes = within.and_then(|(start, end)| self.bytes.get(start..end)).ok_or(text::INVALID_HEADER)?;
        // libelf treats a section marked as compressed as a compression header, not as a table, so it does not convert
        // the entries.
        let order = if section.flags & SHF_COMPRESSED != 0 { Order::Little } else { self.order };
        Ok(Data { bytes: Some(bytes), size: section.size, order })
    }

    /// The bytes of the section with this index; empty if there is no such section, or if its bytes cannot be read.
    pub(crate) fn bytes_of(&self, index: u32) -> &'a [u8] {
        self.section(index).and_then(|section| self.data(section).ok()?.bytes).unwrap_or_default()
    }

    /// A string of a section (`elf_strptr`), or libelf's error message.
    pub(crate) fn string(&self, index: u32, offset: u64) -> Result<Name<'a>, &'static str> {
        let section = self.section(index).ok_or(text::INVALID_INDEX)?;
        if section.kind != SHT_STRTAB {
            return Err(text::INVALID_SECTION);
        }
        if section.flags & SHF_COMPRESSED != 0 {
            return Err(self.compressed(section));
        }
        if offset >= section.size {
            return Err(text::OFFSET_RANGE);
        }
        let bytes = self.data(section)?.bytes.unwrap_or_default();
        let at = usize::try_from(offset).unwrap_or(usize::MAX);
        if bytes.last() != Some(&0) && self.last_nul(index, bytes).is_none_or(|last| last < at) {
            return Err(text::INVALID_INDEX);
        }
        let tail = bytes.get(at..).unwrap_or_default();
        Ok(Name::new(tail))
    }

    /// The last NUL of a section of strings with these bytes. It is searched once: otherwise each symbol of a hostile
    /// file could cost a search of the whole section.
    fn last_nul(&self, index: u32, bytes: &[u8]) -> Option<usize> {
        *self.last_nuls.borrow_mut().entry(index).or_insert_with(|| bytes.iter().rposition(|&b| b == 0))
    }

    /// libelf's message for a string section marked as compressed. Its contents are assumed not to decompress:
    /// compilers never compress strings in objects.
    fn compressed(&self, section: &Section) -> &'static str {
        if section.flags & SHF_ALLOC != 0 {
            return text::INVALID_FLAGS;
        }
        match self.data(section) {
            Err(why) => why,
            Ok(data) if data.size < 24 => text::INVALID_DATA,
            Ok(data) => match self.order.u32(data.bytes.unwrap_or_default(), 0) {
                Some(1 | 2) => "cannot decompress data",
                _ => "unknown compression type",
            },
        }
    }

    /// A symbol of a table.
    pub(crate) fn symbol(&self, table: Data<'_>, index: u64) -> Option<Symbol> {
        let (o, b) = (table.order, table.bytes?);
        let at = index.checked_mul(SYMBOL)?;
        Some(Symbol {
            name: o.u32(b, at)?,
            info: *b.get(usize::try_from(at).ok()?.checked_add(4)?)?,
            other: *b.get(usize::try_from(at).ok()?.checked_add(5)?)?,
            section: o.u16(b, at + 6)?,
            value: o.u64(b, at + 8)?,
            size: o.u64(b, at + 16)?,
        })
    }

    /// A relocation of a section.
    pub(crate) fn rel(&self, table: Data<'_>, index: u64) -> Option<Rel> {
        let (o, b) = (table.order, table.bytes?);
        let at = index.checked_mul(REL)?;
        Some(Rel { offset: o.u64(b, at)?, symbol: (o.u64(b, at + 8)? >> 32) as u32 })
    }
}

/// The file as libelf holds it in memory. In a big-endian file, libelf converts the first 24 bytes of a section marked
/// as compressed as a compression header (`Elf64_cvt_Chdr`), whatever they contain. String sections stay as they are.
pub(crate) fn in_memory(bytes: &[u8]) -> Cow<'_, [u8]> {
    let mut all = Cow::Borrowed(bytes);
    if !bytes.starts_with(&[0x7f, b'E', b'L', b'F', 2, 2]) {
        return all;
    }
    let elf = Elf { bytes, order: Order::Big, ..Elf::default() };
    let (table, count) = (Order::Big.u64(bytes, 40).unwrap_or(0), Order::Big.u16(bytes, 60).unwrap_or(0));
    for index in 0..u64::from(count) {
        let Some(section) = table.checked_add(index * HEADER).and_then(|at| elf.read_section(at)) else { break };
        let is_table = section.flags & SHF_COMPRESSED != 0 && section.kind != SHT_STRTAB && section.size >= 24;
        if is_table && matches!(elf.data(&section), Ok(Data { bytes: Some(_), .. })) {
            let header = usize::try_from(section.offset).ok().and_then(|at| all.to_mut().get_mut(at..)?.get_mut(..24));
            if let Some([a, b, c, d, e, f, g, h, rest @ ..]) = header {
                [*a, *b, *c, *d, *e, *f, *g, *h] = [*d, *c, *b, *a, *h, *g, *f, *e];
                rest.chunks_exact_mut(8).for_each(<[u8]>::reverse);
            }
        }
    }
    all
}

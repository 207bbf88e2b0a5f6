//! The symbols of `.BTF_ids`: they cut it into lists and sets, and tell what each slot was made for.

use btf::Endian;

use crate::elf::Table;
use crate::elf_facts::ElfSection;
use crate::sparse::{Sparse, Stop};

/// A symbol that lies in `.BTF_ids`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdSymbol {
    /// Its name; what is not UTF-8 in it is replaced.
    pub name: String,
    /// Where in the section it lies, in bytes.
    pub offset: u32,
}

/// `SHT_SYMTAB`.
const SYMTAB: u32 = 2;

/// The largest symbol or string table that is read: a kernel's have some megabytes.
const MAX_TABLE: u64 = 64 << 20;

/// How much of a symbol's name is read: the kernel's `KSYM_NAME_LEN`.
const LONGEST: usize = 512;

/// The symbols of a section, by offset. None when the file has no symbol table, as the images that are booted.
pub(crate) fn id_symbols(data: &Sparse<'_>, table: &Table, of: &str) -> Result<Option<Vec<IdSymbol>>, Stop> {
    let sections = &table.facts.sections;
    let readable = |s: &ElfSection| s.file_range.end <= data.len() && s.file_range.len() <= MAX_TABLE;
    let section = sections.iter().find(|s| s.name == of);
    let symbols = sections.iter().find(|s| s.section_type == SYMTAB && !s.file_range.is_empty() && readable(s));
    let (Some(section), Some(symbols)) = (section, symbols) else { return Ok(None) };
    let Some(names) = sections.iter().find(|s| s.index == symbols.link && readable(s)) else { return Ok(None) };
    let (symbols, names) = (data.get(symbols.file_range)?, data.get(names.file_range)?);
    let relocatable = table.facts.file_type == object::elf::ET_REL.0;
    let start = if relocatable { 0 } else { section.address };
    let reader = Reader { wide: table.facts.class_bits == 64, endian: table.facts.endian };
    let len = section.file_range.len();
    // Names may overlap, so that a small file could have many long ones; and no slot has more than a few symbols.
    let mut left = names.len();
    let mut found = Vec::new();
    for symbol in symbols.chunks_exact(reader.entry()) {
        let (name, index, value) = reader.read(symbol);
        let offset = value.wrapping_sub(start);
        if u32::from(index) != section.index || offset > len || found.len() as u64 > len {
            continue;
        }
        let Some(rest) = names.get(name as usize..).filter(|_| name != 0) else { continue };
        let rest = rest.get(..LONGEST).unwrap_or(rest);
        let name = rest.split(|&b| b == 0).next().unwrap_or_default();
        let (Some(after), Ok(offset)) = (left.checked_sub(name.len()), u32::try_from(offset)) else { continue };
        left = after;
        if !name.is_empty() {
            found.push(IdSymbol { name: String::from_utf8_lossy(name).into_owned(), offset });
        }
    }
    found.sort_by_key(|symbol| symbol.offset);
    Ok(Some(found))
}

/// Reads entries of a symbol table.
struct Reader {
    wide: bool,
    endian: Endian,
}

impl Reader {
    /// Bytes of an entry (System V ABI, `Elf32_Sym` and `Elf64_Sym`).
    fn entry(&self) -> usize {
        if self.wide { 24 } else { 16 }
    }

    /// Where the name lies in the string table, the section's index and the value.
    fn read(&self, entry: &[u8]) -> (u32, u16, u64) {
        let (index, value) = if self.wide { (6, 8) } else { (14, 4) };
        let high = u64::from(self.word(entry, value + 4));
        let low = u64::from(self.word(entry, value));
        let value = match (self.wide, self.endian) {
            (false, _) => low,
            (true, Endian::Little) => high << 32 | low,
            (true, Endian::Big) => low << 32 | high,
        };
        let half = entry.get(index..index + 2).and_then(|b| b.try_into().ok()).unwrap_or_default();
        let index = match self.endian {
            Endian::Little => u16::from_le_bytes(half),
            Endian::Big => u16::from_be_bytes(half),
        };
        (self.word(entry, 0), index, value)
    }

    fn word(&self, entry: &[u8], at: usize) -> u32 {
        self.endian.u32(entry.get(at..at + 4).and_then(|b| b.try_into().ok()).unwrap_or_default())
    }
}

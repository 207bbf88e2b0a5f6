//! The section `.BTF_ids` and its symbols. The symbols divide the section into lists and sets, and name the type that
//! each id in it is for.

use object::elf::SHT_SYMTAB;

use crate::elf::{Lookup, Names, Table, table, with_ranges};
use crate::elf_facts::{ElfFacts, ElfSection};
use crate::elf_symbol::ElfSymbol;
use crate::error::OpenError;
use crate::piece::{Piece, piece};
use crate::source::Source;
use crate::sparse::{Sparse, Stop};

/// A symbol that lies in `.BTF_ids`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdSymbol {
    /// Its name as text, with escapes for bytes that are not UTF-8 ([`btf::visible`]).
    pub name: String,
    /// Where in the section it lies, in bytes.
    pub offset: u32,
    /// Its size in bytes, at most `u32::MAX`.
    pub size: u32,
}

/// The largest symbol or string table that is read: a kernel's have some megabytes.
const MAX_TABLE: u64 = 64 << 20;

/// The symbols of a section, by offset. None when the file has no symbol table that can be read; a bootable image has
/// none.
pub(crate) fn id_symbols(data: &Sparse<'_>, table: &Table, of: &str) -> Result<Option<Vec<IdSymbol>>, Stop> {
    let sections = &table.facts.sections;
    let readable = |s: &ElfSection| s.file_range.end <= data.len() && s.file_range.len() <= MAX_TABLE;
    let section = sections.iter().find(|s| s.name == of);
    let symbols = sections.iter().find(|s| s.section_type == SHT_SYMTAB.0 && !s.file_range.is_empty() && readable(s));
    let (Some(section), Some(symbols)) = (section, symbols) else { return Ok(None) };
    let Some(names) = sections.iter().find(|s| s.index == symbols.link && readable(s)) else { return Ok(None) };
    let (symbols, names) = (data.get(symbols.file_range)?, data.get(names.file_range)?);
    let relocatable = table.facts.file_type == object::elf::ET_REL.0;
    let start = if relocatable { 0 } else { section.address };
    let (wide, endian) = (table.facts.class_bits == 64, table.facts.endian);
    let len = section.file_range.len();
    let mut names = Names::new(names);
    let mut found = Vec::new();
    for symbol in symbols.chunks_exact(ElfSymbol::len(wide)) {
        let Some(symbol) = ElfSymbol::read(symbol, wide, endian) else { continue };
        let offset = symbol.value.wrapping_sub(start);
        // No more symbols than about one for each byte are kept: in a sound file, an id of 4 bytes has only a few
        // symbols.
        if u32::from(symbol.section) != section.index || offset > len || found.len() as u64 > len {
            continue;
        }
        let Ok(offset) = u32::try_from(offset) else { continue };
        let name = names.get(symbol.name);
        if !name.is_empty() {
            found.push(IdSymbol { name, offset, size: u32::try_from(symbol.size).unwrap_or(u32::MAX) });
        }
    }
    found.sort_by_key(|symbol| symbol.offset);
    Ok(Some(found))
}

/// The section `.BTF_ids` of a file that need not have BTF.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdSection {
    /// Its bytes.
    pub piece: Piece,
    /// The symbols in it, by offset; none when the file has no symbol table that can be read.
    pub symbols: Option<Vec<IdSymbol>>,
}

/// Reads a file as [`read_elf`](crate::read_elf) does, and its section `.BTF_ids` if it has one.
///
/// # Errors
/// As [`read_elf`](crate::read_elf).
pub fn read_elf_and_ids(source: &mut dyn Source, name: &str) -> Result<(ElfFacts, Option<IdSection>), OpenError> {
    const IDS: &str = ".BTF_ids";
    with_ranges(source, name, &mut |data| {
        let table = table(data, name)?;
        let ids = match table.section(data, name, IDS) {
            Lookup::Found(range) => {
                Some(IdSection { piece: piece(data, name, range)?, symbols: id_symbols(data, &table, IDS)? })
            }
            Lookup::Missing | Lookup::Unusable(_) => None,
        };
        Ok((table.facts, ids))
    })
}

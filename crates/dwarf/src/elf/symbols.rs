//! The symbol table.

use std::rc::Rc;

use btf::Endian;
use container::{ElfSymbol, FileRange};
use object::elf::{SHN_LORESERVE, SHN_XINDEX, SHT_SYMTAB, SHT_SYMTAB_SHNDX};

use super::Elf;
use crate::error::Error;

/// A symbol.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Symbol<'a> {
    pub(crate) name: &'a [u8],
    /// The low four bits of `st_info`: 1 an object, 2 a function.
    pub(crate) symbol_type: u8,
    /// The index of its section; 0 when it is in none.
    pub(crate) section: u32,
    /// Its address in memory; in a relocatable file, the address that [`Elf::open`] assigns to its section plus its
    /// offset in the section.
    pub(crate) address: u64,
    /// How many bytes it has.
    pub(crate) size: u64,
}

/// `STT_OBJECT`.
pub(crate) const OBJECT: u8 = 1;
/// `STT_FUNC`.
pub(crate) const FUNCTION: u8 = 2;

/// The longest name that is read: the kernel's have up to 512 bytes.
const LONGEST: usize = 4096;

/// A symbol table with its names.
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    entries: Vec<u8>,
    names: Vec<u8>,
    /// Indices of sections that do not fit into 16 bits (SHT_SYMTAB_SHNDX).
    wide_indices: Vec<u8>,
    addresses: Vec<u64>,
    wide: bool,
    endian: Option<Endian>,
}

impl Symbols {
    /// Reads the table in a section.
    fn read(elf: &mut Elf<'_>, index: usize) -> Result<Symbols, Error> {
        let Some(section) = elf.sections.get(index).filter(|s| s.section_type == SHT_SYMTAB.0) else {
            return Ok(Symbols::default());
        };
        let (range, names) = (section.range, elf.range_of(section.link as usize));
        let links = |s: &super::Section| s.section_type == SHT_SYMTAB_SHNDX.0 && s.link as usize == index;
        let wide_indices = elf.sections.iter().find(|s| links(s)).map_or(FileRange::default(), |s| s.range);
        let addresses = elf.sections.iter().map(|s| if elf.relocatable && s.is_loaded() { s.address } else { 0 });
        Ok(Symbols {
            addresses: addresses.collect(),
            entries: elf.read_table(range)?,
            names: elf.read_table(names)?,
            wide_indices: elf.read_table(wide_indices)?,
            wide: elf.wide,
            endian: Some(elf.endian),
        })
    }

    fn entry_size(&self) -> usize {
        ElfSymbol::len(self.wide)
    }

    /// The value of a symbol; 0 for one that does not exist.
    pub(crate) fn value(&self, index: u32) -> u64 {
        self.get(index).map_or(0, |(_, symbol)| symbol.address)
    }

    /// All symbols.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Symbol<'_>> {
        let all = (0..(self.entries.len() / self.entry_size()) as u32).filter_map(|i| self.get(i));
        all.map(|(name, symbol)| Symbol { name: self.name(name), ..symbol })
    }

    /// A symbol without its name, and the name's offset.
    fn get(&self, index: u32) -> Option<(u32, Symbol<'_>)> {
        let endian = self.endian?;
        let start = (index as usize).checked_mul(self.entry_size())?;
        let entry = self.entries.get(start..)?.get(..self.entry_size())?;
        let entry = ElfSymbol::read(entry, self.wide, endian)?;
        let section = match entry.section {
            index_elsewhere if index_elsewhere == SHN_XINDEX.0 => {
                endian.u32_at(&self.wide_indices, index.checked_mul(4)?).unwrap_or(0)
            }
            special if special >= SHN_LORESERVE => 0,
            section => section.into(),
        };
        let base = self.addresses.get(section as usize).copied().unwrap_or(0);
        let address = entry.value.wrapping_add(base);
        Some((entry.name, Symbol { name: &[], symbol_type: entry.symbol_type, section, address, size: entry.size }))
    }

    fn name(&self, at: u32) -> &[u8] {
        let rest = self.names.get(at as usize..).unwrap_or_default();
        let len = rest.iter().take(LONGEST).take_while(|b| **b != 0).count();
        rest.get(..len).unwrap_or_default()
    }
}

impl Elf<'_> {
    /// The symbols of a symbol table, by the index of its section; none if that section is no symbol table.
    pub(crate) fn symbols(&mut self, index: usize) -> Result<Rc<Symbols>, Error> {
        if let Some((known, symbols)) = &self.symbols
            && *known == index
        {
            return Ok(Rc::clone(symbols));
        }
        let symbols = Rc::new(Symbols::read(self, index)?);
        self.symbols = Some((index, Rc::clone(&symbols)));
        Ok(symbols)
    }

    /// The symbols of `.symtab`; none when there is none.
    pub(crate) fn all_symbols(&mut self) -> Result<Rc<Symbols>, Error> {
        let index = self.sections.iter().position(|s| s.section_type == SHT_SYMTAB.0);
        self.symbols(index.unwrap_or(usize::MAX))
    }

    /// Frees the memory of the symbols.
    pub(crate) fn forget_symbols(&mut self) {
        self.symbols = None;
    }
}

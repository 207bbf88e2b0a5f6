//! [`Object`]: a BPF program object, opened.

use std::sync::Arc;

use btf::FileRange;
use btf::{Btf, Endian, Ext, InsnOffset};

use crate::elf::{self, Elf, ElfRelo, ReloTable, Section};
use crate::error::{Error, ErrorKind, Place};
use crate::insn::Insn;
use crate::symbol::{Symbol, SymbolPlace, SymbolType};

/// A BPF program object, opened: an ELF file for machine BPF, with its BTF.
#[derive(Clone, Debug)]
pub struct Object {
    bytes: Arc<[u8]>,
    elf: Elf,
    btf: Option<Arc<Btf>>,
    ext: Option<Arc<Ext>>,
    /// Functions and variables with a size, as section index, value and symbol index; sorted.
    covers: Vec<(u32, u64, u32)>,
    /// The indices of the relocations in `elf`, by their tables, each table in the order of its records.
    by_table: Vec<u32>,
}

impl Object {
    /// Opens an object from its whole file, with its `.BTF` and `.BTF.ext`. If one of these is missing or cannot be
    /// read, the rest can still be used ([`Object::problems`]).
    ///
    /// # Errors
    /// When it is not a 64-bit ELF file for BPF or its section table cannot be read.
    pub fn parse(bytes: impl Into<Arc<[u8]>>) -> Result<Object, Error> {
        let mut object = Object::with_btf(bytes, None, None)?;
        if let Some((section, bytes)) = object.named(".BTF") {
            match Btf::parse(bytes, None) {
                Ok(btf) => object.btf = Some(Arc::new(btf)),
                Err(e) => object.unreadable(section, &e),
            }
        }
        if let Some((section, bytes)) = object.named(".BTF.ext") {
            match Ext::parse(bytes) {
                Ok(ext) => object.ext = Some(Arc::new(ext)),
                Err(e) => object.unreadable(section, &e),
            }
        }
        Ok(object)
    }

    /// As [`Object::parse`], with the BTF that the caller has opened already: `.BTF` and `.BTF.ext` are not read.
    ///
    /// # Errors
    /// As [`Object::parse`].
    pub fn with_btf(
        bytes: impl Into<Arc<[u8]>>,
        btf: Option<Arc<Btf>>,
        ext: Option<Arc<Ext>>,
    ) -> Result<Object, Error> {
        let bytes: Arc<[u8]> = bytes.into();
        let elf = elf::read(&bytes)?;
        let covers = covering(&elf.symbols);
        let by_table = by_table(&elf.relos);
        Ok(Object { bytes, elf, btf, ext, covers, by_table })
    }

    fn named(&self, name: &str) -> Option<(FileRange, Arc<[u8]>)> {
        let section = self.section_named(name)?;
        Some((section.file_range, self.section_bytes(section).into()))
    }

    fn unreadable(&mut self, section: FileRange, e: &btf::Error) {
        let at = FileRange::at(section.start.saturating_add(e.range.start.into()), e.range.len().into());
        self.elf.problems.push(Error::new(ErrorKind::Btf(e.kind.clone()), at, Place::Btf(e.place)));
    }

    /// The file's bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The byte order of the file, and so of its instructions.
    pub fn endian(&self) -> Endian {
        self.elf.endian
    }

    /// The types of `.BTF`, if this section exists and can be read.
    pub fn btf(&self) -> Option<&Arc<Btf>> {
        self.btf.as_ref()
    }

    /// The func_info, line_info and CO-RE relocations of `.BTF.ext`, if this section exists and can be read.
    pub fn ext(&self) -> Option<&Arc<Ext>> {
        self.ext.as_ref()
    }

    /// The faults that were found when the file was opened.
    pub fn problems(&self) -> &[Error] {
        &self.elf.problems
    }

    /// All sections except the null section, in the order of the section table.
    pub fn sections(&self) -> &[Section] {
        &self.elf.sections
    }

    /// The sections with instructions, in the order of the section table.
    pub fn code_sections(&self) -> impl Iterator<Item = &Section> {
        self.elf.sections.iter().filter(|s| s.is_code())
    }

    /// The section of this index in the file's section table.
    pub fn section(&self, index: u32) -> Option<&Section> {
        self.elf.sections.get(index.checked_sub(1)? as usize)
    }

    /// The first section of this name that has bytes, or else the first of this name.
    pub fn section_named(&self, name: &str) -> Option<&Section> {
        let mut named = self.elf.sections.iter().filter(|s| s.name == name);
        let first = named.next()?;
        Some(if first.file_range.is_empty() {
            named.find(|s| !s.file_range.is_empty()).unwrap_or(first)
        } else {
            first
        })
    }

    /// The bytes of a section in the file; empty for `.bss`.
    pub fn section_bytes(&self, section: &Section) -> &[u8] {
        // Ranges of sections were cut at the file's end, so their bounds fit usize.
        self.bytes.get(section.file_range.start as usize..section.file_range.end as usize).unwrap_or_default()
    }

    /// The symbols, in the table's order.
    pub fn symbols(&self) -> &[Symbol] {
        &self.elf.symbols
    }

    /// The symbol of this index.
    pub fn symbol(&self, index: u32) -> Option<&Symbol> {
        self.elf.symbols.get(index as usize)
    }

    /// The symbols that are defined in a section.
    pub fn symbols_in(&self, section: &Section) -> impl Iterator<Item = &Symbol> {
        let place = SymbolPlace::Section(section.index);
        self.elf.symbols.iter().filter(move |s| s.place == place)
    }

    /// The function or variable that contains a byte of a section. Labels, section symbols and symbols without a size
    /// do not count.
    pub fn symbol_at(&self, section: u32, offset: u64) -> Option<&Symbol> {
        let end = self.covers.partition_point(|&(s, value, _)| (s, value) <= (section, offset));
        // The nearest four symbols that start at or before the byte are tried: the nearest may be a shorter alias.
        self.covers.get(..end)?.iter().rev().take(4).find_map(|&(s, value, index)| {
            let symbol = self.symbol(index)?;
            (s == section && offset - value < symbol.size).then_some(symbol)
        })
    }

    /// The relocations that patch a section, by ascending offset.
    pub fn relos(&self, section: &Section) -> impl ExactSizeIterator<Item = &ElfRelo> + DoubleEndedIterator {
        self.relos_in(section, 0, u64::MAX)
    }

    /// The relocations that patch a section and whose offsets are in `start..end`, by ascending offset.
    pub fn relos_in(
        &self,
        section: &Section,
        start: u64,
        end: u64,
    ) -> impl ExactSizeIterator<Item = &ElfRelo> + DoubleEndedIterator {
        let all = &self.elf.relos;
        let from = all.partition_point(|(index, r)| (*index, r.offset) < (section.index, start));
        let to = all.partition_point(|(index, r)| (*index, r.offset) < (section.index, end));
        all.get(from..to).unwrap_or_default().iter().map(|(_, relo)| relo)
    }

    /// The sections of relocations, in the order of the section table.
    pub fn relo_tables(&self) -> &[ReloTable] {
        &self.elf.tables
    }

    /// The relocations in a section of relocations, in the order of their records.
    pub fn relos_of(&self, table: &ReloTable) -> Vec<&ElfRelo> {
        let relo = |index: &u32| self.elf.relos.get(*index as usize).map(|(_, relo)| relo);
        let table_of = |index: &u32| relo(index).map(|relo| relo.table);
        let from = self.by_table.partition_point(|index| table_of(index) < Some(table.section));
        let to = self.by_table.partition_point(|index| table_of(index) <= Some(table.section));
        self.by_table.get(from..to).unwrap_or_default().iter().filter_map(relo).collect()
    }

    /// The slots of a section, in order; bytes behind the last whole slot are ignored.
    pub fn insns(&self, section: &Section) -> impl Iterator<Item = Insn> {
        self.insns_in(section, 0, u32::MAX)
    }

    /// The slots of a section from byte `start` on, at most `count`. The slots before are not read: an object may have
    /// thousands of functions in one section.
    pub fn insns_in(&self, section: &Section, start: u32, count: u32) -> impl Iterator<Item = Insn> {
        let endian = self.elf.endian;
        let (slots, _) = self.section_bytes(section).as_chunks::<8>();
        let slots = slots.get((start / Insn::SIZE) as usize..).unwrap_or_default();
        slots.iter().take(count as usize).map(move |bytes| Insn::decode(*bytes, endian))
    }

    /// The slot at a byte offset of a section. None if no whole slot starts there.
    pub fn insn(&self, section: &Section, offset: InsnOffset) -> Option<Insn> {
        if !offset.0.is_multiple_of(Insn::SIZE) {
            return None;
        }
        let bytes = self.section_bytes(section).get(offset.0 as usize..)?.first_chunk::<8>()?;
        Some(Insn::decode(*bytes, self.elf.endian))
    }

    /// The range of a slot of a section in the file; for LDIMM64, the first 8 of its 16 bytes.
    pub fn insn_in_file(&self, section: &Section, offset: InsnOffset) -> FileRange {
        FileRange::at(section.file_range.start.saturating_add(offset.0.into()), Insn::SIZE.into())
    }
}

fn by_table(relos: &[(u32, ElfRelo)]) -> Vec<u32> {
    let place = |index: &u32| relos.get(*index as usize).map(|(_, relo)| (relo.table, relo.file_range.start));
    let mut indices: Vec<u32> = (0..).take(relos.len()).collect();
    indices.sort_unstable_by_key(place);
    indices
}

fn covering(symbols: &[Symbol]) -> Vec<(u32, u64, u32)> {
    let named = symbols.iter().filter(|s| matches!(s.symbol_type, SymbolType::Func | SymbolType::Object) && s.size > 0);
    let mut covers: Vec<(u32, u64, u32)> = named
        .filter_map(|s| match s.place {
            SymbolPlace::Section(section) => Some((section, s.value, s.index)),
            SymbolPlace::Undefined | SymbolPlace::Special(_) => None,
        })
        .collect();
    covers.sort_unstable();
    covers
}

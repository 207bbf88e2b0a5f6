//! The ELF file: sections, symbols, relocations. What cannot be read is left out and told.

use btf::Endian;
use btf::FileRange;
use object::Endianness;
use object::elf::{
    FileHeader64, SHF_COMPRESSED, SHF_EXECINSTR, SHT_NOBITS, SHT_NULL, SHT_PROGBITS, SHT_REL, SHT_RELA, SHT_SYMTAB,
    SectionHeader64,
};
use object::read::elf::{FileHeader, Rel, Rela, SectionHeader, Sym};

use crate::error::Error;

/// The machine number of BPF (`EM_BPF`).
const EM_BPF: u16 = 247;

/// How much of a name is read. Names may overlap, so that a small file can have many long ones.
const LONGEST_NAME: usize = 512;

/// More sections than any object has.
const MAX_SECTIONS: usize = 1 << 16;

/// `e_shnum` and `e_shstrndx` in the header of a 64-bit ELF file.
const SECTION_COUNT: FileRange = FileRange { start: 60, end: 62 };
const NAMES_INDEX: FileRange = FileRange { start: 62, end: 64 };

/// A section of the object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// Its place in the section table, from 1.
    pub index: u32,
    /// Its name; what is not UTF-8 in it is replaced.
    pub name: String,
    /// `sh_type`.
    pub section_type: u32,
    /// `sh_flags`.
    pub flags: u64,
    /// `sh_size`, in bytes: also of a section without bytes in the file (`.bss`).
    pub size: u64,
    /// Its bytes in the file, cut at the file's end; empty when it has none there.
    pub file_range: FileRange,
}

impl Section {
    /// Whether it holds instructions (`SHF_EXECINSTR`).
    pub fn is_code(&self) -> bool {
        self.section_type == SHT_PROGBITS.0 && self.flags & SHF_EXECINSTR.0 != 0
    }
}

/// `st_info`'s low half.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SymbolType {
    /// `STT_NOTYPE`.
    NoType,
    /// `STT_OBJECT`: a variable or a map.
    Object,
    /// `STT_FUNC`.
    Func,
    /// `STT_SECTION`: stands for a section's start.
    Section,
    /// `STT_FILE`.
    File,
    /// Any other.
    Other(u8),
}

/// `st_info`'s high half.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SymbolBind {
    /// `STB_LOCAL`: static.
    Local,
    /// `STB_GLOBAL`.
    Global,
    /// `STB_WEAK`.
    Weak,
    /// Any other.
    Other(u8),
}

/// Where a symbol is defined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SymbolPlace {
    /// Not in this object: an extern.
    Undefined,
    /// In the section of this index.
    Section(u32),
    /// `SHN_ABS`, `SHN_COMMON` and the like.
    Special(u32),
}

/// A symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// Its place in the symbol table, from 0.
    pub index: u32,
    /// Its name; what is not UTF-8 in it is replaced. Empty for sections.
    pub name: String,
    /// What it names.
    pub symbol_type: SymbolType,
    /// Who sees it.
    pub bind: SymbolBind,
    /// `STV_HIDDEN` or `STV_INTERNAL`: libbpf then treats a global function as static.
    pub hidden: bool,
    /// Where it is defined.
    pub place: SymbolPlace,
    /// In bytes from its section's start.
    pub value: u64,
    /// In bytes.
    pub size: u64,
}

/// A relocation as the file has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ElfRelo {
    /// What is patched, in bytes from its section's start (`r_offset`).
    pub offset: u64,
    /// `R_BPF_...`.
    pub relo_type: u32,
    /// Index into the symbols.
    pub symbol: u32,
    /// The addend of a RELA record. BPF objects use REL: the addend is in the bytes that are patched.
    pub addend: Option<i64>,
    /// The record's bytes.
    pub file_range: FileRange,
}

/// All of the file that was readable.
#[derive(Clone, Debug)]
pub(crate) struct Elf {
    pub(crate) endian: Endian,
    pub(crate) sections: Vec<Section>,
    pub(crate) symbols: Vec<Symbol>,
    /// With the index of the section that is patched; ordered by that, then by `offset`.
    pub(crate) relos: Vec<(u32, ElfRelo)>,
    pub(crate) problems: Vec<Error>,
}

/// So many functions are told of.
const MOST_PROBLEMS: usize = 100;

fn clip(range: FileRange, len: u64) -> FileRange {
    FileRange::new(range.start.min(len), range.end.min(len))
}

fn name_at(strings: &[u8], at: u32) -> String {
    let rest = strings.get(at as usize..).unwrap_or_default();
    let rest = rest.get(..LONGEST_NAME).unwrap_or(rest);
    let name = rest.split(|&b| b == 0).next().unwrap_or_default();
    String::from_utf8_lossy(name).into_owned()
}

struct Reader<'a> {
    data: &'a [u8],
    e: Endianness,
    headers: &'a [SectionHeader64<Endianness>],
    problems: Vec<Error>,
}

/// Reads the ELF file. Fails when there is no section table; what is wrong later is a problem beside the rest.
pub(crate) fn read(data: &[u8]) -> Result<Elf, Error> {
    let len = data.len() as u64;
    let head = clip(FileRange::at(0, 64), len);
    let broken = |e: object::read::Error| Error::new(head, "a 64-bit ELF file", format!("a damaged one: {e}"));
    let header = FileHeader64::<Endianness>::parse(data).map_err(broken)?;
    let e = header.endian().map_err(broken)?;
    let machine = header.e_machine(e).0;
    if machine != EM_BPF {
        return Err(Error::new(FileRange::at(18, 2), "an object for BPF (machine 247)", format!("machine {machine}")));
    }
    let headers = header.section_headers(e, data).map_err(broken)?;
    let mut problems = Vec::new();
    if headers.len() > MAX_SECTIONS {
        let found = format!("{}; those beyond are left out", headers.len());
        problems.push(Error::new(SECTION_COUNT, format!("at most {MAX_SECTIONS} sections"), found));
    }
    let headers = headers.get(..MAX_SECTIONS).unwrap_or(headers);
    let mut reader = Reader { data, e, headers, problems };
    let names = reader.names(header);
    let sections = reader.sections(names);
    let symbols = reader.symbols();
    reader.functions_fit(&sections, &symbols);
    let relos = reader.relos();
    let endian = if header.is_little_endian() { Endian::Little } else { Endian::Big };
    Ok(Elf { endian, sections, symbols, relos, problems: reader.problems })
}

impl<'a> Reader<'a> {
    fn range(&self, section: &SectionHeader64<Endianness>) -> FileRange {
        match section.file_range(self.e) {
            Some((start, len)) => FileRange::at(start, len),
            None => FileRange::default(),
        }
    }

    /// The bytes of a section, cut at the file's end.
    fn bytes(&self, index: usize) -> Option<&'a [u8]> {
        let range = clip(self.range(self.headers.get(index)?), self.data.len() as u64);
        self.data.get(range.start as usize..range.end as usize)
    }

    /// The strings that have the sections' names. Without them sections have none, so that neither code nor BTF is found.
    fn names(&mut self, header: &FileHeader64<Endianness>) -> &'a [u8] {
        // 0 in the header: there are none. `SHN_XINDEX`: the first section has the number.
        let index = match header.section_strings_index(self.e, self.data) {
            Ok(index) => index.0,
            Err(_) if header.e_shstrndx(self.e).0 == 0 => 0,
            Err(e) => {
                self.problems.push(Error::new(NAMES_INDEX, "the section with the sections' names", e.to_string()));
                return &[];
            }
        };
        self.bytes(index).unwrap_or_else(|| {
            let expected = format!("the section with the sections' names, below {}", self.headers.len());
            self.problems.push(Error::new(NAMES_INDEX, expected, format!("e_shstrndx {index}")));
            &[]
        })
    }

    fn sections(&mut self, names: &[u8]) -> Vec<Section> {
        let len = self.data.len() as u64;
        let mut sections = Vec::new();
        for (index, header) in self.headers.iter().enumerate().skip(1) {
            let section_type = header.sh_type(self.e);
            let flags = header.sh_flags(self.e).0;
            let size = header.sh_size(self.e);
            let name = name_at(names, header.sh_name(self.e));
            let whole = self.range(header);
            let mut file_range = clip(whole, len);
            let has_bytes = !matches!(section_type, SHT_NULL | SHT_NOBITS);
            if has_bytes && flags & SHF_COMPRESSED.0 != 0 {
                self.problems.push(Error::new(whole, format!("section {name} as it is"), "it compressed"));
                file_range = FileRange::default();
            } else if has_bytes && file_range != whole {
                let found = format!("the file's end at byte {len:#x}");
                self.problems.push(Error::new(whole, format!("section {name}"), found));
            }
            sections.push(Section { index: index as u32, name, section_type: section_type.0, flags, size, file_range });
        }
        sections
    }

    fn find(&self, wanted: object::elf::SectionType) -> Option<usize> {
        self.headers.iter().position(|h| h.sh_type(self.e) == wanted)
    }

    fn symbols(&mut self) -> Vec<Symbol> {
        let Some(table) = self.find(SHT_SYMTAB) else { return Vec::new() };
        let header = &self.headers[table];
        let range = self.range(header);
        let list: &[object::elf::Sym64<Endianness>] = match header.data_as_array(self.e, self.data) {
            Ok(list) => list,
            Err(e) => {
                self.problems.push(Error::new(range, "the symbol table", e.to_string()));
                return Vec::new();
            }
        };
        let strings = self.bytes(header.sh_link(self.e) as usize).unwrap_or_default();
        let symbol = |(index, s): (usize, &object::elf::Sym64<Endianness>)| {
            let symbol_type = match s.st_type().0 {
                0 => SymbolType::NoType,
                1 => SymbolType::Object,
                2 => SymbolType::Func,
                3 => SymbolType::Section,
                4 => SymbolType::File,
                other => SymbolType::Other(other),
            };
            let bind = match s.st_bind().0 {
                0 => SymbolBind::Local,
                1 => SymbolBind::Global,
                2 => SymbolBind::Weak,
                other => SymbolBind::Other(other),
            };
            // An object with so many sections that SHN_XINDEX is needed is none that a loader takes.
            let place = match u32::from(s.st_shndx(self.e).0) {
                0 => SymbolPlace::Undefined,
                special @ 0xff00.. => SymbolPlace::Special(special),
                index => SymbolPlace::Section(index),
            };
            Symbol {
                index: index as u32,
                name: name_at(strings, s.st_name(self.e)),
                symbol_type,
                bind,
                hidden: matches!(s.st_visibility().0, 1 | 2),
                place,
                value: s.st_value(self.e),
                size: s.st_size(self.e),
            }
        };
        list.iter().enumerate().map(symbol).collect()
    }

    /// Tells of functions that end behind their section, which loaders refuse. Sections that the file itself cuts are told of already.
    fn functions_fit(&mut self, sections: &[Section], symbols: &[Symbol]) {
        for s in symbols.iter().filter(|s| s.symbol_type == SymbolType::Func) {
            let SymbolPlace::Section(index) = s.place else { continue };
            let section = sections.get((index as usize).wrapping_sub(1));
            let Some(section) = section.filter(|x| x.is_code() && x.file_range.len() == x.size) else { continue };
            let end = s.value.saturating_add(s.size);
            if end > section.size && self.problems.len() < MOST_PROBLEMS {
                let found = format!("the end of section {} at {:#x}", section.name, section.size);
                self.problems.push(Error::new(
                    section.file_range,
                    format!("function {} up to {end:#x}", s.name),
                    found,
                ));
            }
        }
    }

    fn relos(&mut self) -> Vec<(u32, ElfRelo)> {
        let mut all: Vec<(u32, ElfRelo)> = Vec::new();
        // Tables may overlap in a hostile file; those of a sound one have no more records than fit.
        let mut left = self.data.len() / 16;
        for header in self.headers {
            let range = self.range(header);
            let (mut list, size): (Vec<ElfRelo>, u64) = match header.sh_type(self.e) {
                SHT_REL => match header.data_as_array::<object::elf::Rel64<Endianness>, _>(self.e, self.data) {
                    Ok(records) => (records.iter().map(|r| self.rel(r)).collect(), 16),
                    Err(e) => {
                        self.problems.push(Error::new(range, "relocations", e.to_string()));
                        continue;
                    }
                },
                SHT_RELA => match header.data_as_array::<object::elf::Rela64<Endianness>, _>(self.e, self.data) {
                    Ok(records) => (records.iter().map(|r| self.rela(r)).collect(), 24),
                    Err(e) => {
                        self.problems.push(Error::new(range, "relocations", e.to_string()));
                        continue;
                    }
                },
                _ => continue,
            };
            if list.len() > left {
                let found = format!("{} records, more than the file has room for", list.len());
                self.problems.push(Error::new(range, "relocations", found));
                list.truncate(left);
            }
            left -= list.len();
            for (i, relo) in list.iter_mut().enumerate() {
                relo.file_range = FileRange::at(range.start.saturating_add(i as u64 * size), size);
            }
            let patched = header.sh_info(self.e);
            all.extend(list.into_iter().map(|relo| (patched, relo)));
        }
        all.sort_by_key(|(section, relo)| (*section, relo.offset));
        all
    }

    fn rel(&self, r: &object::elf::Rel64<Endianness>) -> ElfRelo {
        let (offset, symbol, relo_type) = (Rel::r_offset(r, self.e), Rel::r_sym(r, self.e), Rel::r_type(r, self.e).0);
        ElfRelo { offset, relo_type, symbol, addend: None, file_range: FileRange::default() }
    }

    fn rela(&self, r: &object::elf::Rela64<Endianness>) -> ElfRelo {
        let symbol = Rela::r_sym(r, self.e, false);
        let relo_type = Rela::r_type(r, self.e, false).0;
        let addend = Some(Rela::r_addend(r, self.e));
        ElfRelo { offset: Rela::r_offset(r, self.e), relo_type, symbol, addend, file_range: FileRange::default() }
    }
}

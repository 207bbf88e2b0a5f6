//! The ELF file: sections, symbols, relocations. Unreadable parts are left out and reported.

use btf::Endian;
use btf::FileRange;
use object::Endianness;
use object::elf::{
    FileHeader64, SHF_COMPRESSED, SHF_EXECINSTR, SHT_NOBITS, SHT_NULL, SHT_PROGBITS, SHT_REL, SHT_RELA, SHT_SYMTAB,
    SectionHeader64,
};
use object::read::elf::{FileHeader, Rel, Rela, SectionHeader, Sym};

use crate::error::{Error, ErrorKind, Place};
use crate::symbol::{Symbol, SymbolBind, SymbolPlace, SymbolType, SymbolVisibility};

/// The machine number of BPF (`EM_BPF`).
const EM_BPF: u16 = 247;

/// How many bytes of a name are read: names may overlap, so a small file can have many long names. The crate `container`
/// reads more of a name.
const LONGEST_NAME: usize = 512;

/// Names up to this many bytes are always read whole.
const SHORT_NAME: usize = 64;

/// The most sections that are read; an object has two or three for each program. Further sections are left out, which
/// is reported. The crate `container` reads more sections, for kernels with a section for each function, and refuses
/// files beyond its limit.
const MAX_SECTIONS: usize = 1 << 16;

/// The size of a record of a symbol table (`Elf64_Sym`).
const SYMBOL_SIZE: u64 = 24;

/// `e_machine`, `e_shnum` and `e_shstrndx` in the header of a 64-bit ELF file.
const MACHINE: FileRange = FileRange { start: 18, end: 20 };
const SECTION_COUNT: FileRange = FileRange { start: 60, end: 62 };
const NAMES_INDEX: FileRange = FileRange { start: 62, end: 64 };

/// A section of the object.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Section {
    /// Its index in the section table, from 1.
    pub index: u32,
    /// Its name, cut to 512 bytes (64 if long names overlap too much); bytes that cannot be shown are escaped
    /// ([`btf::visible`]).
    pub name: String,
    /// `sh_type`.
    pub section_type: u32,
    /// `sh_flags`.
    pub flags: u64,
    /// `sh_size`, in bytes; may be more than 0 for a section without bytes in the file (`.bss`).
    pub size: u64,
    /// Its bytes in the file, cut at the file's end; empty if it has none there (`.bss`) or is compressed.
    pub file_range: FileRange,
}

impl Section {
    /// Whether it holds instructions: a section of type PROGBITS with `SHF_EXECINSTR`.
    pub fn is_code(&self) -> bool {
        self.section_type == SHT_PROGBITS.0 && self.flags & SHF_EXECINSTR.0 != 0
    }
}

/// A relocation record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ElfRelo {
    /// The place to patch, in bytes from the start of the patched section (`r_offset`).
    pub offset: u64,
    /// `R_BPF_...`.
    pub relo_type: u32,
    /// The index of the symbol in the symbol table.
    pub symbol: u32,
    /// The addend of a RELA record. BPF objects use REL, where the addend is in the bytes to patch.
    pub addend: Option<i64>,
    /// The index of the section with the record.
    pub table: u32,
    /// The record's bytes.
    pub file_range: FileRange,
}

/// A section of relocations: all patch one other section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReloTable {
    /// Its index in the section table.
    pub section: u32,
    /// The index of the section that is patched (`sh_info`).
    pub patched: u32,
    /// Whether the records are RELA, which have addends; if not, they are REL.
    pub rela: bool,
    /// How many records were read.
    pub count: usize,
}

/// All readable parts of the file.
#[derive(Clone, Debug)]
pub(crate) struct Elf {
    pub(crate) endian: Endian,
    pub(crate) sections: Vec<Section>,
    pub(crate) symbols: Vec<Symbol>,
    /// Each relocation with the index of the section that it patches; sorted by this index, then by `offset`.
    pub(crate) relos: Vec<(u32, ElfRelo)>,
    /// In the order of the section table.
    pub(crate) tables: Vec<ReloTable>,
    pub(crate) problems: Vec<Error>,
}

/// With this many problems of any kind, faults of functions and of relocation tables are no longer reported.
const MOST_PROBLEMS: usize = 100;

fn clip(range: FileRange, len: u64) -> FileRange {
    FileRange::new(range.start.min(len), range.end.min(len))
}

/// The names of sections or symbols. All long names together take at most about four times the bytes of the file; after
/// that, names are cut to [`SHORT_NAME`] bytes. In sound objects each long name is stored for one symbol or a few.
struct Names<'a> {
    strings: &'a [u8],
    /// How many more bytes of long names may be read.
    left: usize,
}

impl<'a> Names<'a> {
    fn new(strings: &'a [u8], file: usize) -> Names<'a> {
        Names { strings, left: file.saturating_mul(4) }
    }

    fn get(&mut self, at: u32) -> String {
        let most = if self.left > 0 { LONGEST_NAME } else { SHORT_NAME };
        let rest = self.strings.get(at as usize..).unwrap_or_default();
        let rest = rest.get(..most).unwrap_or(rest);
        let name = rest.split(|&b| b == 0).next().unwrap_or_default();
        if name.len() > SHORT_NAME {
            self.left = self.left.saturating_sub(name.len());
        }
        btf::visible(name).into_owned()
    }
}

fn section_place(name: &str, index: usize) -> Place {
    Place::Section(if name.is_empty() { format!("[{index}]") } else { name.to_owned() })
}

/// The place of the section with this index in the section table; `sections` leaves out the null section.
fn place_of(sections: &[Section], index: usize) -> Place {
    let section = index.checked_sub(1).and_then(|i| sections.get(i));
    section_place(section.map_or("", |s| &s.name), index)
}

/// The error for a table of symbols or relocations that the crate `object` refuses.
fn bad_table(sections: &[Section], range: FileRange, index: usize, e: &object::read::Error) -> Error {
    Error::new(ErrorKind::Table { reason: e.to_string() }, range, place_of(sections, index))
}

struct Reader<'a> {
    data: &'a [u8],
    e: Endianness,
    headers: &'a [SectionHeader64<Endianness>],
    problems: Vec<Error>,
}

/// Reads the ELF file. Fails if the header or the section table cannot be read, or if the machine is not BPF; other
/// faults are problems beside the result.
pub(crate) fn read(data: &[u8]) -> Result<Elf, Error> {
    let len = data.len() as u64;
    let head = clip(FileRange::at(0, 64), len);
    let broken = |e: object::read::Error| Error::new(ErrorKind::Elf { reason: e.to_string() }, head, Place::Header);
    let header = FileHeader64::<Endianness>::parse(data).map_err(broken)?;
    let e = header.endian().map_err(broken)?;
    let machine = header.e_machine(e).0;
    if machine != EM_BPF {
        return Err(Error::new(ErrorKind::OtherMachine(machine), MACHINE, Place::Header));
    }
    let headers = header.section_headers(e, data).map_err(broken)?;
    let mut problems = Vec::new();
    if headers.len() > MAX_SECTIONS {
        let kind = ErrorKind::TooManySections { count: headers.len(), read: MAX_SECTIONS };
        problems.push(Error::new(kind, SECTION_COUNT, Place::Header));
    }
    let headers = headers.get(..MAX_SECTIONS).unwrap_or(headers);
    let mut reader = Reader { data, e, headers, problems };
    let names = reader.names(header);
    let sections = reader.sections(names);
    let symbols = reader.symbols(&sections);
    reader.functions_fit(&sections, &symbols);
    let (tables, relos) = reader.relos(&sections);
    let endian = if header.is_little_endian() { Endian::Little } else { Endian::Big };
    Ok(Elf { endian, sections, symbols, relos, tables, problems: reader.problems })
}

impl<'a> Reader<'a> {
    fn range(&self, section: &SectionHeader64<Endianness>) -> FileRange {
        match section.file_range(self.e) {
            Some((start, len)) => FileRange::at(start, len),
            None => FileRange::default(),
        }
    }

    /// The bytes of a section, cut at the file's end. None if there is no section with this index.
    fn bytes(&self, index: usize) -> Option<&'a [u8]> {
        let range = clip(self.range(self.headers.get(index)?), self.data.len() as u64);
        self.data.get(range.start as usize..range.end as usize)
    }

    /// The bytes of the section with the sections' names. Without them no section has a name, so `.BTF` is not found
    /// and program types are unknown.
    fn names(&mut self, header: &FileHeader64<Endianness>) -> &'a [u8] {
        // 0 in the ELF header means that there are no names; `SHN_XINDEX` means that the header of the null section
        // holds the index.
        let index = match header.section_strings_index(self.e, self.data) {
            Ok(index) => index.0,
            Err(_) if header.e_shstrndx(self.e).0 == 0 => 0,
            Err(e) => {
                let kind = ErrorKind::Elf { reason: e.to_string() };
                self.problems.push(Error::new(kind, NAMES_INDEX, Place::Header));
                return &[];
            }
        };
        self.bytes(index).unwrap_or_else(|| {
            let kind = ErrorKind::NoNames { index, count: self.headers.len() };
            self.problems.push(Error::new(kind, NAMES_INDEX, Place::Header));
            &[]
        })
    }

    fn sections(&mut self, names: &[u8]) -> Vec<Section> {
        let len = self.data.len() as u64;
        let mut sections = Vec::new();
        let mut names = Names::new(names, self.data.len());
        for (index, header) in self.headers.iter().enumerate().skip(1) {
            let section_type = header.sh_type(self.e);
            let flags = header.sh_flags(self.e).0;
            let size = header.sh_size(self.e);
            let name = names.get(header.sh_name(self.e));
            let whole = self.range(header);
            let mut file_range = clip(whole, len);
            let has_bytes = !matches!(section_type, SHT_NULL | SHT_NOBITS);
            if has_bytes && flags & SHF_COMPRESSED.0 != 0 {
                self.problems.push(Error::new(ErrorKind::Compressed, whole, section_place(&name, index)));
                file_range = FileRange::default();
            } else if has_bytes && file_range != whole {
                let kind = ErrorKind::SectionBeyondEnd { end: whole.end, len };
                self.problems.push(Error::new(kind, whole, section_place(&name, index)));
            }
            sections.push(Section { index: index as u32, name, section_type: section_type.0, flags, size, file_range });
        }
        sections
    }

    fn find(&self, wanted: object::elf::SectionType) -> Option<usize> {
        self.headers.iter().position(|h| h.sh_type(self.e) == wanted)
    }

    fn symbols(&mut self, sections: &[Section]) -> Vec<Symbol> {
        let Some(at) = self.find(SHT_SYMTAB) else { return Vec::new() };
        let header = &self.headers[at];
        let range = self.range(header);
        let list: &[object::elf::Sym64<Endianness>] = match header.data_as_array(self.e, self.data) {
            Ok(list) => list,
            Err(e) => {
                self.problems.push(bad_table(sections, range, at, &e));
                return Vec::new();
            }
        };
        let strings = self.bytes(header.sh_link(self.e) as usize).unwrap_or_default();
        let mut names = Names::new(strings, self.data.len());
        let symbol = |(index, s): (usize, &object::elf::Sym64<Endianness>)| {
            // SHN_XINDEX is not followed: libbpf does not follow it either.
            let place = match u32::from(s.st_shndx(self.e).0) {
                0 => SymbolPlace::Undefined,
                special @ 0xff00.. => SymbolPlace::Special(special),
                index => SymbolPlace::Section(index),
            };
            Symbol {
                index: index as u32,
                name: names.get(s.st_name(self.e)),
                symbol_type: SymbolType::from_number(s.st_type().0),
                bind: SymbolBind::from_number(s.st_bind().0),
                visibility: SymbolVisibility::from_number(s.st_visibility().0),
                place,
                value: s.st_value(self.e),
                size: s.st_size(self.e),
                file_range: FileRange::at(range.start.saturating_add(index as u64 * SYMBOL_SIZE), SYMBOL_SIZE),
            }
        };
        list.iter().enumerate().map(symbol).collect()
    }

    /// Reports functions that end behind their section: loaders refuse them. Sections that are cut at the file's end
    /// are skipped, because they are reported already.
    fn functions_fit(&mut self, sections: &[Section], symbols: &[Symbol]) {
        for s in symbols.iter().filter(|s| s.symbol_type == SymbolType::Func) {
            let SymbolPlace::Section(index) = s.place else { continue };
            let section = sections.get((index as usize).wrapping_sub(1));
            let Some(section) = section.filter(|x| x.is_code() && x.file_range.len() == x.size) else { continue };
            let end = s.value.saturating_add(s.size);
            if end > section.size {
                self.report(|| {
                    let kind = ErrorKind::FunctionBeyondEnd { name: s.name.clone(), end, size: section.size };
                    Error::new(kind, section.file_range, section_place(&section.name, index as usize))
                });
            }
        }
    }

    /// Adds a problem, unless there are [`MOST_PROBLEMS`] already.
    fn report(&mut self, problem: impl FnOnce() -> Error) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(problem());
        }
    }

    fn relos(&mut self, sections: &[Section]) -> (Vec<ReloTable>, Vec<(u32, ElfRelo)>) {
        let (mut tables, mut all) = (Vec::new(), Vec::<(u32, ElfRelo)>::new());
        // In a hostile file tables may overlap; the tables of a sound file have no more records than fit into the file.
        // Records beyond this number are not looked at: thousands of tables may have the same bytes.
        let mut left = self.data.len() / 16;
        let headers = self.headers;
        for (at, header) in headers.iter().enumerate() {
            let range = self.range(header);
            let read = match header.sh_type(self.e) {
                SHT_REL => header
                    .data_as_array::<object::elf::Rel64<Endianness>, _>(self.e, self.data)
                    .map(|records| (records.len(), records.iter().take(left).map(|r| self.rel(r)).collect(), 16)),
                SHT_RELA => header
                    .data_as_array::<object::elf::Rela64<Endianness>, _>(self.e, self.data)
                    .map(|records| (records.len(), records.iter().take(left).map(|r| self.rela(r)).collect(), 24)),
                _ => continue,
            };
            let (count, mut list, size): (usize, Vec<ElfRelo>, u64) = match read {
                Ok(read) => read,
                Err(e) => {
                    self.report(|| bad_table(sections, range, at, &e));
                    continue;
                }
            };
            if count > left {
                let kind = ErrorKind::TooManyRelocations { count, read: left };
                self.report(|| Error::new(kind, range, place_of(sections, at)));
            }
            left -= list.len();
            for (i, relo) in list.iter_mut().enumerate() {
                relo.file_range = FileRange::at(range.start.saturating_add(i as u64 * size), size);
                relo.table = at as u32;
            }
            let patched = header.sh_info(self.e);
            tables.push(ReloTable { section: at as u32, patched, rela: size == 24, count: list.len() });
            all.extend(list.into_iter().map(|relo| (patched, relo)));
        }
        all.sort_by_key(|(section, relo)| (*section, relo.offset));
        (tables, all)
    }

    fn rel(&self, r: &object::elf::Rel64<Endianness>) -> ElfRelo {
        let (offset, symbol, relo_type) = (Rel::r_offset(r, self.e), Rel::r_sym(r, self.e), Rel::r_type(r, self.e).0);
        ElfRelo { offset, relo_type, symbol, addend: None, table: 0, file_range: FileRange::default() }
    }

    fn rela(&self, r: &object::elf::Rela64<Endianness>) -> ElfRelo {
        let symbol = Rela::r_sym(r, self.e, false);
        let relo_type = Rela::r_type(r, self.e, false).0;
        let addend = Some(Rela::r_addend(r, self.e));
        let offset = Rela::r_offset(r, self.e);
        ElfRelo { offset, relo_type, symbol, addend, table: 0, file_range: FileRange::default() }
    }
}

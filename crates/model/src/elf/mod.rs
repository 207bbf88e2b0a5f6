//! ELF files as rows: the section table of any file; the relocations and symbols of a BPF object, with the numbers of
//! the formulas (the kernel's llvm_reloc.rst).

mod formula;
mod sections;
mod symbols;

use bpf::{ElfRelo, Object, ReloForm, ReloKind, ReloTable, Section};
use btf::FileRange;

pub(crate) use formula::formula;
pub use sections::{SectionRow, SectionTable, section_table};
pub use symbols::{SymbolRow, symbol_name, symbol_rows};

/// A section of relocations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReloSection {
    /// Its name: `.relxdp`.
    pub name: String,
    /// The name of the section that it patches.
    pub patches: String,
    /// Whether it is RELA (records have addends) and not REL.
    pub rela: bool,
    /// How many records it has.
    pub count: usize,
    /// The types of its records, and how many records have each, in the order of type numbers.
    pub types: Vec<(ReloKind, usize)>,
    /// Its bytes in the file.
    pub bytes: FileRange,
    /// Whether it patches debug information; such sections have thousands of records.
    pub is_debug: bool,
    table: ReloTable,
}

/// A relocation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReloRow {
    /// `r_offset`: in bytes from the start of the patched section.
    pub offset: u64,
    /// `r_info`.
    pub info: u64,
    /// The type: the low half of `r_info`.
    pub type_number: u32,
    /// The kind of relocation with that type number.
    pub kind: ReloKind,
    /// How many bits are patched.
    pub bits: u32,
    /// The index of the symbol: the high half of `r_info`.
    pub symbol: u32,
    /// The symbol's name; for a section symbol, the name of the section; may be empty.
    pub symbol_name: String,
    /// Where the symbol is defined: a section's name, `UND`, `ABS`.
    pub symbol_section: String,
    /// S: the symbol's value. None if there is no such symbol.
    pub symbol_value: Option<u64>,
    /// A: the addend, from the patched place, or from the record of RELA. None if nothing is patched, or if the bytes
    /// are not in the file.
    pub addend: Option<i64>,
    /// The value that is written into the place. None if nothing is written, or if only the loader knows the value.
    pub result: Option<i64>,
    /// The formula with its numbers: `(S 0 + A 0x18) / 8 - 1 = 2`.
    pub formula: String,
    /// The thing that the patched place then refers to: `counters+0x8`.
    pub means: String,
    /// The record's bytes in the file.
    pub record: FileRange,
    /// The bytes that are patched, in the file.
    pub place: Option<FileRange>,
    /// The symbol's own record in the file.
    pub symbol_record: Option<FileRange>,
}

impl ReloSection {
    /// The types and their counts: `3 R_BPF_64_64, 1 R_BPF_64_32`.
    pub fn types_text(&self) -> String {
        let text = |(kind, n): &(ReloKind, usize)| format!("{n} {}", kind_text(*kind));
        self.types.iter().map(text).collect::<Vec<_>>().join(", ")
    }
}

/// The name of a relocation type; an unknown type has its number: `Unknown (7)`.
pub fn kind_text(kind: ReloKind) -> String {
    match kind {
        ReloKind::Other(number) => format!("{} ({number})", kind.as_str()),
        kind => kind.as_str().to_owned(),
    }
}

/// The sections of relocations, in file order.
pub fn relo_sections(object: &Object) -> Vec<ReloSection> {
    let section = |table: &ReloTable| {
        let name = |index: u32| object.section(index).map_or_else(|| format!("[{index}]"), |s| s.name.clone());
        let patches = name(table.patched);
        let mut numbers: Vec<u32> = object.relos_of(table).iter().map(|r| r.relo_type).collect();
        numbers.sort_unstable();
        let types = numbers.chunk_by(|a, b| a == b);
        let types = types.filter_map(|same| Some((ReloKind::from_number(*same.first()?), same.len()))).collect();
        ReloSection {
            name: name(table.section),
            is_debug: patches.starts_with(".debug"),
            patches,
            rela: table.rela,
            count: table.count,
            types,
            bytes: object.section(table.section).map_or_else(FileRange::default, |s| s.file_range),
            table: *table,
        }
    };
    object.relo_tables().iter().map(section).collect()
}

/// The records of a section of relocations, in the order of the section.
pub fn relo_rows(object: &Object, of: &ReloSection) -> Vec<ReloRow> {
    let patched = object.section(of.table.patched);
    object.relos_of(&of.table).into_iter().map(|raw| relo_row(object, patched, raw)).collect()
}

fn relo_row(object: &Object, patched: Option<&Section>, raw: &ElfRelo) -> ReloRow {
    let relo = patched.map(|section| object.relo(section, raw));
    let symbol = object.symbol(raw.symbol);
    let form = relo.map_or(ReloForm::Unknown, |r| r.form);
    let patches = !matches!(form, ReloForm::Nothing | ReloForm::Unknown);
    let here = relo.filter(|r| patches && (r.place.is_some() || raw.addend.is_some()));
    ReloRow {
        offset: raw.offset,
        info: u64::from(raw.symbol) << 32 | u64::from(raw.relo_type),
        type_number: raw.relo_type,
        kind: ReloKind::from_number(raw.relo_type),
        bits: form.bits(),
        symbol: raw.symbol,
        symbol_name: symbol.map_or_else(String::new, |s| symbol_name(object, s)),
        symbol_section: symbol.map_or_else(String::new, |s| symbols::defined_in(object, s)),
        symbol_value: symbol.map(|s| s.value),
        addend: here.map(|r| r.addend),
        result: here.and_then(|r| formula::result(&r)),
        formula: formula(relo.as_ref(), raw, symbol),
        means: relo.filter(|_| patches).and_then(|r| r.target).map_or_else(String::new, |t| object.target_name(&t)),
        record: raw.file_range,
        place: relo.and_then(|r| r.place),
        symbol_record: symbol.map(|s| s.file_range),
    }
}

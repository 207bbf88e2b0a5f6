//! ELF relocations and symbols of a BPF object.

use std::collections::BTreeMap;

use bpf::Object;
use model::elf::{ReloRow, ReloSection, SymbolRow, relo_rows, relo_sections, symbol_rows};
use serde::Serialize;

use crate::made::made;
use crate::{Bytes, Count};

/// A section of relocations.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct ElfRelocationSection {
    name: String,
    /// The section that it patches.
    patches: String,
    /// `REL` or `RELA`.
    kind: &'static str,
    count: Count,
    /// The number of relocations of each type.
    types: BTreeMap<&'static str, u32>,
    bytes: Bytes,
    /// The relocations. Null for debug information, unless that was asked for.
    records: Option<Vec<ElfRelocation>>,
}

/// The ELF relocations of an object: `relocs --elf --json`.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct ElfRelocationsOf<'a> {
    /// The object's name.
    pub file: &'a str,
    /// The byte order of the object: `little` or `big`.
    pub byte_order: &'static str,
    /// The sections of relocations, in file order.
    pub sections: Vec<ElfRelocationSection>,
}

/// The ELF symbols of an object: `symbols --json`.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct ElfSymbolsOf<'a> {
    /// The object's name.
    pub file: &'a str,
    /// The byte order of the object: `little` or `big`.
    pub byte_order: &'static str,
    /// The symbols, in the table's order.
    pub symbols: Vec<ElfSymbol>,
}

made! {
    /// An ELF relocation.
    pub struct ElfRelocation(row: ReloRow) {
        offset: Count,
        /// `r_info`, in hexadecimal digits.
        info: String = format!("{:016x}", row.info),
        #[serde(rename = "type")]
        type_name: &'static str = row.kind.as_str(),
        type_number: u32,
        bits: u32,
        symbol: u32,
        symbol_name: String,
        symbol_section: String,
        symbol_value: Option<u64>,
        addend: Option<i64>,
        result: Option<i64>,
        formula: String,
        means: Option<String> = Some(row.means).filter(|text| !text.is_empty()),
        record: Bytes,
        place: Option<Bytes> = row.place.map(Bytes::from),
    }

    /// A symbol.
    pub struct ElfSymbol(row: SymbolRow) {
        index: u32,
        name: String,
        value: u64,
        size: Count,
        #[serde(rename = "type")]
        symbol_type: String,
        bind: String,
        visibility: &'static str,
        section: String,
        section_index: u32,
        relocations: Count = Count(row.relocations as u64),
        record: Bytes,
        bytes: Option<Bytes> = row.bytes.map(Bytes::from),
    }
}

/// The relocation sections that `wanted` accepts. The records of sections for debug information are left out unless
/// `debug` is set.
pub fn relocations(object: &Object, debug: bool, wanted: &dyn Fn(&ReloSection) -> bool) -> Vec<ElfRelocationSection> {
    let of = |section: ReloSection| {
        let rows = (debug || !section.is_debug).then(|| relo_rows(object, &section));
        ElfRelocationSection {
            kind: if section.rela { "RELA" } else { "REL" },
            count: Count(section.count as u64),
            types: counts(&section),
            bytes: section.bytes.into(),
            records: rows.map(|rows| rows.into_iter().map(ElfRelocation::of).collect()),
            name: section.name,
            patches: section.patches,
        }
    };
    relo_sections(object).into_iter().filter(|section| wanted(section)).map(of).collect()
}

fn counts(section: &ReloSection) -> BTreeMap<&'static str, u32> {
    let mut counts = BTreeMap::new();
    for (kind, n) in &section.types {
        let count: &mut u32 = counts.entry(kind.as_str()).or_default();
        *count = count.saturating_add(u32::try_from(*n).unwrap_or(u32::MAX));
    }
    counts
}

/// The symbol table.
pub fn symbols(object: &Object) -> Vec<ElfSymbol> {
    symbol_rows(object).into_iter().map(ElfSymbol::of).collect()
}

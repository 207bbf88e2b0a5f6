//! The symbol table.

use bpf::{Object, Symbol, SymbolPlace, SymbolType};
use btf::FileRange;

/// A symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SymbolRow {
    /// Its index in the table.
    pub index: u32,
    /// Its name; for a section symbol that of the section; may be empty.
    pub name: String,
    /// `st_value`: bytes from its section's start.
    pub value: u64,
    /// `st_size`, in bytes.
    pub size: u64,
    /// `FUNC`, `OBJECT`; a number if it has no name.
    pub symbol_type: String,
    /// `LOCAL`, `GLOBAL`, `WEAK`; a number if it has no name.
    pub bind: String,
    /// `DEFAULT`, `HIDDEN`.
    pub visibility: &'static str,
    /// `st_shndx`: the index of its section.
    pub section_index: u32,
    /// Where it is defined: a section's name, `UND`, `ABS`.
    pub section: String,
    /// Its record's bytes in the file.
    pub record: FileRange,
    /// The bytes of its function or variable in the file; none if it has none there.
    pub bytes: Option<FileRange>,
    /// How many relocations refer to it.
    pub relocations: usize,
}

/// The symbols, in the table's order.
pub fn symbol_rows(object: &Object) -> Vec<SymbolRow> {
    let mut named = vec![0; object.symbols().len()];
    for table in object.relo_tables() {
        for relo in object.relos_of(table) {
            if let Some(n) = named.get_mut(relo.symbol as usize) {
                *n += 1;
            }
        }
    }
    let row = |(symbol, relocations): (&Symbol, usize)| SymbolRow {
        index: symbol.index,
        name: symbol_name(object, symbol),
        value: symbol.value,
        size: symbol.size,
        symbol_type: symbol.symbol_type.as_str().map_or_else(|| other(symbol.symbol_type), str::to_owned),
        bind: symbol.bind.as_str().map_or_else(
            || match symbol.bind {
                bpf::SymbolBind::Other(n) => n.to_string(),
                _ => String::new(),
            },
            str::to_owned,
        ),
        visibility: symbol.visibility.as_str(),
        section_index: match symbol.place {
            SymbolPlace::Undefined => 0,
            SymbolPlace::Section(index) | SymbolPlace::Special(index) => index,
        },
        section: defined_in(object, symbol),
        record: symbol.file_range,
        bytes: bytes(object, symbol),
        relocations,
    };
    object.symbols().iter().zip(named).map(row).collect()
}

fn other(of: SymbolType) -> String {
    match of {
        SymbolType::Other(n) => n.to_string(),
        _ => String::new(),
    }
}

/// The name of a symbol; for an unnamed section symbol that of the section.
pub fn symbol_name(object: &Object, symbol: &Symbol) -> String {
    match symbol.place {
        SymbolPlace::Section(index) if symbol.name.is_empty() && symbol.symbol_type == SymbolType::Section => {
            object.section(index).map_or_else(String::new, |s| s.name.clone())
        }
        _ => symbol.name.clone(),
    }
}

/// Where a symbol is defined, in a word.
pub(super) fn defined_in(object: &Object, symbol: &Symbol) -> String {
    match symbol.place {
        SymbolPlace::Undefined => "UND".to_owned(),
        SymbolPlace::Special(0xfff1) => "ABS".to_owned(),
        SymbolPlace::Special(0xfff2) => "COM".to_owned(),
        SymbolPlace::Special(index) => format!("{index:#x}"),
        SymbolPlace::Section(index) => object.section(index).map_or_else(|| format!("[{index}]"), |s| s.name.clone()),
    }
}

/// The bytes of a symbol's function or variable.
fn bytes(object: &Object, symbol: &Symbol) -> Option<FileRange> {
    let SymbolPlace::Section(index) = symbol.place else { return None };
    let section = object.section(index).filter(|s| !s.file_range.is_empty())?;
    let start = section.file_range.start.checked_add(symbol.value)?;
    let end = start.checked_add(symbol.size)?.min(section.file_range.end);
    (symbol.size > 0 && start < end).then(|| FileRange::new(start, end))
}

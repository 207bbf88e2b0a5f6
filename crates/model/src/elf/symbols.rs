//! The symbol table.

use bpf::{Object, Symbol, SymbolBind, SymbolPlace, SymbolType};
use btf::FileRange;

crate::made! {
    /// A symbol.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct SymbolRow(symbol: &Symbol, object: &Object, relocations: usize) {
        /// Its index in the table.
        pub index: u32,
        /// Its name; for a section symbol, the name of the section; may be empty.
        pub name: String = symbol_name(object, symbol),
        /// `st_value`: for a symbol in a section, bytes from the start of that section.
        pub value: u64,
        /// `st_size`, in bytes.
        pub size: u64,
        /// `FUNC`, `OBJECT` ..; a number if the type has no name.
        pub symbol_type: String = match (symbol.symbol_type.as_str(), symbol.symbol_type) {
            (Some(name), _) => name.to_owned(),
            (None, SymbolType::Other(number)) => number.to_string(),
            (None, _) => String::new(),
        },
        /// `LOCAL`, `GLOBAL`, `WEAK`; a number if the binding has no name.
        pub bind: String = match (symbol.bind.as_str(), symbol.bind) {
            (Some(name), _) => name.to_owned(),
            (None, SymbolBind::Other(number)) => number.to_string(),
            (None, _) => String::new(),
        },
        /// `DEFAULT`, `HIDDEN`.
        pub visibility: &'static str = symbol.visibility.as_str(),
        /// `st_shndx`: the index of its section, or a special number such as `SHN_ABS`; 0 if it is undefined.
        pub section_index: u32 = match symbol.place {
            SymbolPlace::Undefined => 0,
            SymbolPlace::Section(index) | SymbolPlace::Special(index) => index,
        },
        /// Where it is defined: a section's name, `UND`, `ABS`.
        pub section: String = defined_in(object, symbol),
        /// The symbol's own record in the file.
        pub record: FileRange = symbol.file_range,
        /// The bytes of the function or variable in the file; none if the file has no bytes of it.
        pub bytes: Option<FileRange> = bytes(object, symbol),
        /// How many relocations refer to it.
        pub relocations: usize = relocations,
    }
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
    let row = |(symbol, relocations): (&Symbol, usize)| SymbolRow::of(symbol, object, relocations);
    object.symbols().iter().zip(named).map(row).collect()
}

/// The name of a symbol; for an unnamed section symbol, the name of the section.
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

//! The symbols in an assembler listing, from the relocations of `.BTF` and `.BTF.ext`.

use std::collections::{BTreeMap, BTreeSet};

use bpf::{ElfRelo, Object, Section, SymbolBind, SymbolPlace, SymbolType};
use btf::{Ext, SubSectionKind};
use dump::AsmNames;

/// The names for an object's listing: for variables of sections their symbols, for instructions labels as in clang's
/// output.
///
/// The numbers of labels differ from clang's, because clang numbers them together with the labels of debug
/// information.
pub fn asm_names(object: &Object) -> AsmNames {
    let mut names = AsmNames::default();
    let mut values = BTreeMap::new();
    if let Some(section) = object.section_named(".BTF") {
        for relo in object.relos(section) {
            let found = u32::try_from(relo.offset).ok().zip(variable(object, section, relo));
            if let Some((at, (name, value))) = found {
                values.extend(value.map(|value| (name.clone(), value)));
                names.in_btf.insert(at, name);
            }
        }
    }
    if let Some((section, ext)) = object.section_named(".BTF.ext").zip(object.ext()) {
        labels(object, section, ext, &mut names, &mut values);
    }
    names.values = values.into_iter().collect();
    names
}

/// Whether an assembler accepts a name without quotes.
fn is_plain(name: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'$');
    !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit()) && name.bytes().all(plain)
}

/// The 4 bytes that a relocation patches.
fn word(object: &Object, section: &Section, relo: &ElfRelo) -> Option<u32> {
    let bytes = object.section_bytes(section).get(usize::try_from(relo.offset).ok()?..)?.first_chunk::<4>()?;
    Some(object.endian().u32(*bytes))
}

/// The symbol for the offset of a variable, found by its relocation; and the offset that the object has in this place,
/// unless the symbol is global and the offset is 0.
fn variable(object: &Object, section: &Section, relo: &ElfRelo) -> Option<(String, Option<u32>)> {
    let symbol = object.symbol(relo.symbol)?;
    let held = word(object, section, relo)?;
    if symbol.symbol_type != SymbolType::Section {
        let global = matches!(symbol.bind, SymbolBind::Global | SymbolBind::Weak) && held == 0;
        return Some((symbol.name.clone(), (!global).then_some(held))).filter(|(name, _)| is_plain(name));
    }
    // A static variable has no symbol in the relocation: find it by section and offset.
    let SymbolPlace::Section(index) = symbol.place else { return None };
    let named = object.symbols().iter().find(|s| {
        s.place == SymbolPlace::Section(index) && s.symbol_type == SymbolType::Object && s.value == u64::from(held)
    })?;
    Some((named.name.clone(), Some(held))).filter(|(name, _)| is_plain(name))
}

/// Adds labels for instructions: for the first of each function, and for those with a line or a CO-RE relocation. The
/// labels of each group are numbered in the order of the instructions.
fn labels(object: &Object, section: &Section, ext: &Ext, names: &mut AsmNames, values: &mut BTreeMap<String, u32>) {
    let patched: BTreeMap<u32, &ElfRelo> =
        object.relos(section).filter_map(|r| Some((u32::try_from(r.offset).ok()?, r))).collect();
    // Each place is a section and an offset in that section.
    let mut functions: BTreeSet<(u32, u32)> = BTreeSet::new();
    let mut places: BTreeSet<(u32, u32)> = BTreeSet::new();
    let mut records: Vec<(u32, bool, (u32, u32))> = Vec::new();
    let funcs = ext.func_infos().map(|(_, i)| (SubSectionKind::FuncInfo, i.range.start, 0));
    let lines = ext.line_infos().map(|(_, i)| (SubSectionKind::LineInfo, i.range.start, i.column));
    let core = ext.core_relos().map(|(_, i)| (SubSectionKind::CoreRelo, i.range.start, 0));
    for (kind, at, column) in funcs.chain(lines).chain(core) {
        let Some(relo) = patched.get(&at) else { continue };
        let Some(symbol) = object.symbol(relo.symbol) else { continue };
        let (SymbolPlace::Section(index), Some(held)) = (symbol.place, word(object, section, relo)) else { continue };
        let place = (index, held);
        // If the first instruction of a function has no line, clang gives it the line of the function's declaration,
        // without a column.
        let is_function = match kind {
            SubSectionKind::FuncInfo => true,
            SubSectionKind::LineInfo => column == 0 && functions.contains(&place),
            SubSectionKind::CoreRelo => false,
        };
        match kind {
            SubSectionKind::FuncInfo => drop(functions.insert(place)),
            _ if is_function => {}
            _ => drop(places.insert(place)),
        }
        records.push((at, is_function, place));
    }
    let numbered = |places: BTreeSet<(u32, u32)>| places.into_iter().zip(0usize..).collect::<BTreeMap<_, _>>();
    let (places, functions) = (numbered(places), numbered(functions));
    for (at, is_function, place) in records {
        let name = match is_function {
            true => format!(".Lfunc_begin{}", functions.get(&place).copied().unwrap_or(0)),
            false => format!(".Ltmp{}", places.get(&place).copied().unwrap_or(0)),
        };
        values.insert(name.clone(), place.1);
        names.in_ext.insert(at, name);
    }
}

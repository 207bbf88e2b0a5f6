//! The values that libbpf fills in from the ELF file (`bpf_object__resolve_externs`, `bpf_object_fixup_btf`): sizes of
//! sections, offsets of variables, linkage.

use bpf::{Object, Symbol, SymbolBind, SymbolType};
use btf::Kind;
use std::collections::{BTreeMap, HashSet};

use super::Changed;
use super::edit::Edit;
use super::externs;
use open::Complaint;

/// Why libbpf refuses to load an object.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoFix {
    /// libbpf does not open the object (crate `open`), for this reason.
    #[error("it does not open the object: {0}")]
    DoesNotOpen(String),
    /// libbpf does not open the BTF.
    #[error(transparent)]
    Unread(#[from] Complaint),
    /// A section of the BTF is not in the ELF file, or empty.
    #[error("the ELF file has no section {0} with a size")]
    NoSection(String),
    /// A section of the BTF contains something that is not a variable.
    #[error("the section {0} has an entry that is no VAR")]
    NotVar(String),
    /// A global variable has no symbol.
    #[error("the ELF file has no symbol for the variable {0}")]
    NoSymbol(String),
}

/// Linkage of variables and functions.
const STATIC: u32 = 0;
const GLOBAL: u32 = 1;
pub(super) const EXTERN: u32 = 2;

/// Fills in the values from the ELF file of an object.
///
/// # Errors
/// When libbpf does not open the BTF, or refuses the object.
pub fn fix_up(bytes: &[u8], object: &Object) -> Result<Changed, NoFix> {
    let mut edit = Edit::new(bytes)?;
    let mut changes = Vec::new();
    externs::resolve(&mut edit, &mut changes);
    let symbols = Symbols::new(object);
    for id in edit.ids() {
        if edit.kind(id) == Some(Kind::DataSec) {
            section(&mut edit, id, object, &symbols, &mut changes)?;
        }
    }
    functions(&mut edit, &symbols, &mut changes);
    if changes.is_empty() {
        return Ok(Changed { bytes: bytes.to_vec(), changes });
    }
    Ok(Changed { bytes: edit.build(), changes })
}

/// The symbols that libbpf looks for by name.
struct Symbols<'a> {
    variables: BTreeMap<&'a str, &'a Symbol>,
    functions: BTreeMap<&'a str, &'a Symbol>,
}

impl<'a> Symbols<'a> {
    fn new(object: &'a Object) -> Symbols<'a> {
        let mut symbols = Symbols { variables: BTreeMap::new(), functions: BTreeMap::new() };
        for symbol in object.symbols() {
            let global = matches!(symbol.bind, SymbolBind::Global | SymbolBind::Weak);
            let to = match symbol.symbol_type {
                SymbolType::Object if global => &mut symbols.variables,
                SymbolType::Func if global => &mut symbols.functions,
                _ => continue,
            };
            to.entry(symbol.name.as_str()).or_insert(symbol);
        }
        symbols
    }
}

/// If a section has no size, fills in its size and the offsets of its global variables. Also makes hidden variables
/// static, and sorts the entries by offset.
fn section(
    edit: &mut Edit,
    id: u32,
    object: &Object,
    symbols: &Symbols<'_>,
    changes: &mut Vec<String>,
) -> Result<(), NoFix> {
    let name = edit.name(id);
    let mut entries = edit.entries(id);
    if !externs::is_of_externs(&name) {
        let without_size = edit.word(id, 2) == 0;
        if without_size {
            let size = object.sections().iter().find(|s| s.name == name).and_then(|s| u32::try_from(s.size).ok());
            let size = size.filter(|&size| size > 0).ok_or_else(|| NoFix::NoSection(name.clone()))?;
            edit.set(id, 2, size);
            changes.push(format!("the section {name} got its size from the ELF file: {size} bytes"));
        }
        for entry in &mut entries {
            let [var, offset, _] = entry;
            if edit.kind(*var) != Some(Kind::Var) {
                return Err(NoFix::NotVar(name));
            }
            if edit.word(*var, 3) != GLOBAL {
                continue;
            }
            let symbol = symbols.variables.get(edit.name(*var).as_str());
            let symbol = symbol.ok_or_else(|| NoFix::NoSymbol(edit.name(*var)))?;
            if without_size {
                *offset = symbol.value as u32;
            }
            if symbol.is_hidden() {
                edit.set(*var, 3, STATIC);
                changes.push(format!("the hidden variable {} became static", edit.name(*var)));
            }
        }
    }
    // The order of entries at the same offset does not matter, because the kernel refuses such entries.
    let before = edit.entries(id);
    entries.sort_by_key(|entry| entry[1]);
    if entries != before {
        // A set, because a section may have a million entries.
        let known: HashSet<[u32; 3]> = before.into_iter().collect();
        let moved = entries.iter().any(|entry| !known.contains(entry));
        changes.push(match moved {
            true => format!("the entries of {name} got their symbols' offsets, in rising order"),
            false => format!("the entries of {name} were sorted by their offsets"),
        });
        edit.set_entries(id, &entries);
    }
    Ok(())
}

/// Hidden global functions become static.
fn functions(edit: &mut Edit, symbols: &Symbols<'_>, changes: &mut Vec<String>) {
    for id in edit.ids() {
        if edit.kind(id) != Some(Kind::Func) || edit.vlen(id) != GLOBAL {
            continue;
        }
        let name = edit.name(id);
        if symbols.functions.get(name.as_str()).is_some_and(|symbol| symbol.is_hidden()) {
            edit.become_kind(id, Kind::Func, STATIC);
            changes.push(format!("the hidden function {name} became static"));
        }
    }
}

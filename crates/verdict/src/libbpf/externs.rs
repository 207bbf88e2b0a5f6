//! Externs: variables and functions of the kernel (`.ksyms`) and values of its configuration (`.kconfig`). The kernel
//! does not accept their records as compilers write them, so libbpf rewrites these (`bpf_object__collect_externs`).

use std::collections::BTreeSet;

use btf::Kind;

use super::edit::Edit;
use super::fixup::EXTERN;

const KSYMS: &str = ".ksyms";
const KCONFIG: &str = ".kconfig";

/// The name of the variable that replaces extern functions, and of their unnamed parameters.
const DUMMY: &str = "dummy_ksym";

/// The size that each symbol of `.ksyms` gets, in bytes: the size of an int.
const ENTRY: u32 = 4;

/// The most steps through modifiers and arrays.
const MOST_STEPS: u32 = 32;

/// Whether a section has only externs.
pub(super) fn is_of_externs(name: &str) -> bool {
    matches!(name, KSYMS | KCONFIG)
}

/// Gives externs an offset and a size in their section, and makes them global.
pub(super) fn resolve(edit: &mut Edit, changes: &mut Vec<String>) {
    let named = |edit: &Edit, name: &str| {
        let is_it =
            |id: &u32| edit.kind(*id) == Some(Kind::DataSec) && edit.string(edit.word(*id, 0)) == name.as_bytes();
        edit.ids().find(is_it)
    };
    if let Some(id) = named(edit, KSYMS) {
        kernel_symbols(edit, id, changes);
    }
    if let Some(id) = named(edit, KCONFIG) {
        configuration(edit, id, changes);
    }
}

fn kernel_symbols(edit: &mut Edit, section: u32, changes: &mut Vec<String>) {
    let mut entries = edit.entries(section);
    let ints = edit.ids().filter(|&id| edit.kind(id) == Some(Kind::Int)).map(|id| (id, edit.word(id, 3)));
    let int = open::type_of_ksyms(ints);
    let has_functions = entries.iter().any(|entry| edit.kind(entry[0]) == Some(Kind::Func));
    let dummy = has_functions.then(|| edit.add(DUMMY, Kind::Var, int, 1));
    let (mut end, mut named) = (0u32, BTreeSet::new());
    for entry in &mut entries {
        let id = entry[0];
        match (edit.kind(id), dummy) {
            (Some(Kind::Func), Some(dummy)) => {
                edit.become_kind(id, Kind::Func, 1);
                let (proto, name) = (edit.word(id, 2), edit.word(dummy, 0));
                if named.insert(proto) {
                    name_parameters(edit, proto, name);
                }
                entry[0] = dummy;
            }
            _ => {
                edit.set(id, 3, 1);
                edit.set(id, 2, int);
            }
        }
        (entry[1], entry[2]) = (end, ENTRY);
        end = end.saturating_add(ENTRY);
    }
    edit.set_entries(section, &entries);
    edit.set(section, 2, end);
    changes.push(format!("externs of the kernel in {KSYMS} became 4-byte variables, its functions global"));
}

fn name_parameters(edit: &mut Edit, proto: u32, name: u32) {
    if edit.kind(proto) != Some(Kind::FuncProto) {
        return;
    }
    for index in 0..edit.vlen(proto) {
        let word = 3 + index * 2;
        if edit.word(proto, word) == 0 && edit.word(proto, word + 1) != 0 {
            edit.set(proto, word, name);
        }
    }
}

fn configuration(edit: &mut Edit, section: u32, changes: &mut Vec<String>) {
    let mut entries = edit.entries(section);
    let facts = |edit: &Edit, entry: &[u32; 3]| size_and_align(edit, edit.word(entry[0], 2), 0);
    // The entries with the largest alignment come first, which leaves no gaps between entries.
    entries.sort_by_key(|entry| {
        let (size, align) = facts(edit, entry);
        (std::cmp::Reverse((align, size)), edit.name(entry[0]))
    });
    let mut end = 0u32;
    for entry in &mut entries {
        let (size, align) = facts(edit, entry);
        let at = end.checked_next_multiple_of(align.max(1)).unwrap_or(u32::MAX);
        (entry[1], entry[2]) = (at, size);
        end = at.saturating_add(size);
        if edit.word(entry[0], 3) == EXTERN {
            edit.set(entry[0], 3, 1);
        }
    }
    edit.set_entries(section, &entries);
    edit.set(section, 2, end);
    changes.push(format!("values of the kernel's configuration in {KCONFIG} got places, {end} bytes in all"));
}

/// Size and alignment of the simple types that a configuration value may have.
fn size_and_align(edit: &Edit, id: u32, step: u32) -> (u32, u32) {
    if step > MOST_STEPS {
        return (0, 1);
    }
    match edit.kind(id) {
        Some(Kind::Int | Kind::Enum | Kind::Enum64 | Kind::Float) => (edit.word(id, 2), edit.word(id, 2).clamp(1, 8)),
        Some(Kind::Ptr) => (8, 8),
        Some(Kind::Array) => {
            let (size, align) = size_and_align(edit, edit.word(id, 3), step + 1);
            (size.saturating_mul(edit.word(id, 5)), align)
        }
        Some(Kind::Typedef | Kind::Const | Kind::Volatile | Kind::Restrict | Kind::TypeTag) => {
            size_and_align(edit, edit.word(id, 2), step + 1)
        }
        _ => (0, 1),
    }
}

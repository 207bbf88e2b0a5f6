//! Tables of `.BTF_ids` and of kfuncs.

use btf::{Btf, DeclTags};
use relate::{IdList, IdListKind, kfunc_flags, kfuncs};

use super::{Table, called, hex};
use crate::tags::tagged_prototype;

/// The kind of a list, in words.
pub(super) fn kind_word(kind: IdListKind) -> &'static str {
    match kind {
        IdListKind::List => "list",
        IdListKind::Set => "set",
        kind if kind.is_of_kfuncs() => "set of kfuncs",
        IdListKind::FlagSet(_) => "set with flags",
        IdListKind::Unnamed => "words",
    }
}

/// The table with the entries of one list, or of all lists. `symbols`: whether the file has symbols.
pub fn ids_table(btf: &Btf, lists: &[IdList], only: Option<usize>, symbols: bool) -> Table {
    let columns = [
        ("list", "list", false),
        ("list_kind", "what it is", false),
        ("offset", "offset", false),
        ("id", "id", true),
        ("kind", "kind", false),
        ("name", "type", false),
        ("flags", "flags", false),
        ("state", "", false),
    ];
    let one = only.and_then(|i| lists.get(i));
    // The table of a single list has no columns for the name and kind of the list: its title and its first sentence
    // give them.
    let skip = if one.is_some() { 2 } else { 0 };
    let title = match one {
        Some(list) if !list.name.is_empty() => &list.name,
        _ => ".BTF_ids",
    };
    let mut table = Table::new(title, columns.get(skip..).unwrap_or_default(), 5 - skip as u32);
    if let Some(list) = one {
        table.about.push(format!("A {} of .BTF_ids, at byte {:#x} of the section.", kind_word(list.kind), list.offset));
    }
    if !symbols {
        table.about.push(NO_SYMBOLS.to_owned());
    }
    let kfunc_sets = !lists.iter().any(|list| list.kind.is_of_kfuncs());
    for list in lists.iter().enumerate().filter(|(i, _)| only.is_none_or(|only| only == *i)).map(|(_, list)| list) {
        table.about.extend(list.problem.iter().map(|problem| format!("{}: {problem}.", list.name)));
        let of_kfuncs = kfunc_sets || list.kind.is_of_kfuncs();
        for e in &list.entries {
            let (kind, name) = called(btf, e.id);
            let wrong = e.state == relate::IdState::Wrong;
            let mut state = e.state.words().to_owned();
            let (kind, name) = match &e.wanted {
                Some(wanted) if e.id.0 == 0 => wanted.clone(),
                Some(wanted) if wrong => {
                    state.push_str(&format!(", {} {}", wanted.0, wanted.1));
                    (kind, name)
                }
                _ => (kind, name),
            };
            let flags = match e.flags {
                None | Some(0) => String::new(),
                Some(flags) if of_kfuncs => kfunc_flags(flags),
                Some(flags) => hex(flags),
            };
            let mut cells = vec![
                list.name.clone(),
                kind_word(list.kind).to_owned(),
                hex(e.offset),
                e.id.0.to_string(),
                kind,
                name,
                flags,
                state,
            ];
            let go = Some(e.id).filter(|&id| btf.get(id).is_some());
            table.push(cells.split_off(skip), go, wrong);
        }
    }
    table
}

/// Why a section without symbols is one list.
const NO_SYMBOLS: &str = "The file has no symbols, so that nothing distinguishes lists from sets: the words are shown \
                          as they are, each with the type that has it as its id; some are counts or flags. A vmlinux with \
                          debugging information has the symbols.";

/// The kfuncs of a file.
pub fn kfuncs_table(btf: &Btf, lists: &[IdList]) -> Table {
    let columns = [
        ("id", "id", true),
        ("name", "kfunc", false),
        ("flags", "flags", false),
        ("prototype", "prototype", false),
        ("sets", "sets", false),
        ("tagged", "tag", false),
    ];
    let mut table = Table::new("kfuncs", &columns, 1);
    table.about.push("Functions of the kernel that BPF programs may call.".to_owned());
    let mut any_set = false;
    let tags = DeclTags::new(btf);
    for kfunc in kfuncs(btf, lists) {
        let (_, name) = called(btf, kfunc.id);
        let mut flags = 0;
        let mut sets: Vec<&str> = Vec::new();
        for (i, of_set) in &kfunc.sets {
            flags |= of_set;
            sets.extend(lists.get(*i).map(|list| list.name.as_str()));
        }
        any_set |= !sets.is_empty();
        // If its sets give the kfunc different flags, the flags of each set are shown.
        let same = kfunc.sets.iter().all(|(_, of_set)| *of_set == flags);
        let flags = if same {
            kfunc_flags(flags)
        } else {
            let each = kfunc.sets.iter().map(|(_, of_set)| match of_set {
                0 => "none".to_owned(),
                flags => kfunc_flags(*flags),
            });
            each.collect::<Vec<_>>().join("; ")
        };
        let tag = if kfunc.tagged { "bpf_kfunc" } else { "" };
        let prototype = tagged_prototype(btf, &tags, kfunc.id);
        let cells = vec![kfunc.id.0.to_string(), name, flags, prototype, sets.join(", "), tag.to_owned()];
        table.push(cells, Some(kfunc.id), false);
    }
    if !any_set && !table.rows.is_empty() {
        let why = "Flags are not known: they are in the sets of .BTF_ids, which only the symbols of a vmlinux or module tell apart.";
        table.about.push(why.to_owned());
    }
    table
}

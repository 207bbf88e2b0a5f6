//! Tables of the contents of a file besides its types: the sets of `.BTF_ids`, kfuncs, attachment points and struct_ops
//! types, a module's distilled base, inlined calls; for a program its ELF symbols and relocations; for any ELF file
//! its sections. The page and the command line show the same tables; for the page, the worker makes them.

mod base;
mod elf;
mod hex;
mod hooks;
mod ids;
mod inlined;
mod table;

use bpf::Object;
use btf::{Btf, TypeId};
use container::IdSymbol;
use relate::IdList;
use wire::Wire;

use crate::elf::{SectionTable, relo_sections};
use crate::extras::id_lists;
use crate::hooks::{HookKind, hooks, struct_ops};

pub use base::{BaseTable, base_table};
pub use elf::{relos_table, sections_table, symbols_table};
pub use hex::{HexPart, hex_parts, row_at, shown_section};
pub use hooks::{hooks_table, struct_ops_table};
pub use ids::{ids_table, kfuncs_table};
pub use inlined::inlined_table;
pub use table::{Column, FileSection, ListRow, Table};

/// The lists of a file, and the table of one of them.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Listed {
    /// The index in `entries` of the list that the table shows.
    pub at: u32,
    /// All lists of the file.
    pub entries: Vec<Entry>,
    /// The table; none if there is no such list.
    pub table: Option<Table>,
}

impl Listed {
    /// The index of the list with this name.
    pub fn find(&self, name: &str) -> Option<u32> {
        self.entries.iter().position(|entry| entry.name == name).and_then(|at| u32::try_from(at).ok())
    }
}

btf::named! {
    /// The kind of list.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Wire)]
    pub enum Group {
        /// The functions that programs may call.
        Kfuncs = "func";
        /// Attachment points: tracepoints, LSM hooks, iterators.
        Hooks = "hook";
        /// The structs whose functions programs can implement.
        StructOps = "ops";
        /// A distilled base.
        Base = "base";
        /// Sites of inlined functions.
        Inlined = "loc";
        /// A list or set of `.BTF_ids`.
        Ids = "ids";
        /// The ELF relocations of a section.
        Relocations = "rel";
        /// The ELF symbols.
        Symbols = "sym";
        /// The ELF sections.
        Sections = "elf";
    }
    /// The letters of its badge.
    pub fn badge;
}

/// A list of a file.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Entry {
    /// Its kind.
    pub group: Group,
    /// Its name.
    pub name: String,
    /// A remark: `set of kfuncs`, `list`, `.symtab`.
    pub note: String,
    /// How many rows it has.
    pub count: u32,
    /// Whether it has a fault.
    pub warn: bool,
}

/// The parts of a file that lists are made of.
#[derive(Clone, Copy, Debug)]
pub struct Lister<'a> {
    /// The types of the file.
    pub btf: &'a Btf,
    /// Whether these types continue a distilled base, which came with the file or was given.
    pub distilled: bool,
    /// The bytes of its `.BTF_ids`.
    pub ids: Option<&'a [u8]>,
    /// The symbols in `.BTF_ids`; none if the file has no symbols.
    pub symbols: Option<&'a [IdSymbol]>,
    /// The BTF in its `.BTF.inline`, decoded with the file's types as its base.
    pub inline: Option<&'a Btf>,
    /// The kernel onto which to relocate the module's BTF: its name and types.
    pub kernel: Option<(&'a str, &'a Btf)>,
    /// For a program, its object.
    pub object: Option<&'a Object>,
    /// For an ELF file, its section table.
    pub sections: Option<&'a SectionTable>,
}

impl<'a> Lister<'a> {
    /// A lister for a file of which only the types are known.
    pub fn new(btf: &'a Btf) -> Lister<'a> {
        Lister {
            btf,
            distilled: false,
            ids: None,
            symbols: None,
            inline: None,
            kernel: None,
            object: None,
            sections: None,
        }
    }

    /// The lists of `.BTF_ids`.
    pub fn id_lists(&self) -> Vec<IdList> {
        id_lists(self.btf, self.ids, self.symbols)
    }

    /// The BTF that lists the inlined calls.
    fn inline_btf(&self) -> &'a Btf {
        self.inline.unwrap_or(self.btf)
    }

    /// All lists of the file, and the table of the list at index `at`, with at most `most` of the rows that contain
    /// `text`.
    pub fn list(&self, at: u32, text: &str, most: usize) -> Listed {
        let lists = self.id_lists();
        let mut entries: Vec<(Entry, Option<usize>)> = Vec::new();
        let mut push = |group, name: &str, note: &str, count: usize, warn, list| {
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            entries.push((Entry { group, name: name.into(), note: note.into(), count, warn }, list));
        };
        if self.distilled
            && let Some(base) = self.btf.base()
        {
            push(Group::Base, "Distilled base", ".BTF.base", base.own_type_count() as usize, false, None);
        }
        let kfuncs = relate::kfuncs(self.btf, &lists).len();
        if kfuncs > 0 {
            push(Group::Kfuncs, "kfuncs", "for programs to call", kfuncs, false, None);
        }
        const HOOKS: [(HookKind, &str, &str); 3] = [
            (HookKind::Tracepoint, "Tracepoints", "tp_btf: btf_trace_*"),
            (HookKind::Lsm, "LSM hooks", "lsm: bpf_lsm_*"),
            (HookKind::Iterator, "Iterators", "iter: bpf_iter__*"),
        ];
        let hooks = hooks(self.btf);
        for (place, (kind, name, note)) in HOOKS.into_iter().enumerate() {
            let count = hooks.iter().filter(|hook| hook.kind == kind).count();
            if count > 0 {
                push(Group::Hooks, name, note, count, false, Some(place));
            }
        }
        let ops = struct_ops(self.btf).len();
        if ops > 0 {
            push(Group::StructOps, "struct_ops", "structs that programs implement", ops, false, None);
        }
        let sites = relate::sites(self.inline_btf()).count();
        if sites > 0 {
            push(Group::Inlined, "Inlined calls", ".BTF.inline", sites, false, None);
        }
        for (i, list) in lists.iter().enumerate() {
            let name = if list.name.is_empty() { "without a name" } else { &list.name };
            let warn = list.problem.is_some() || list.entries.iter().any(|e| e.state == relate::IdState::Wrong);
            push(Group::Ids, name, ids::kind_word(list.kind), list.entries.len(), warn, Some(i));
        }
        let relos = self.object.map(relo_sections).unwrap_or_default();
        if let Some(object) = self.object {
            push(Group::Symbols, "Symbols", ".symtab", object.symbols().len(), false, None);
        }
        for (i, of) in relos.iter().enumerate() {
            push(Group::Relocations, &of.name, &of.types_text(), of.count, false, Some(i));
        }
        if let Some(sections) = self.sections {
            push(Group::Sections, "Sections", "of the ELF file", sections.total as usize, false, None);
        }
        let table = entries.get(at as usize).map(|(entry, list)| {
            let mut table = match entry.group {
                Group::Base => base_table(self.btf, self.kernel).map(|found| found.table).unwrap_or_default(),
                Group::Kfuncs => kfuncs_table(self.btf, &lists),
                Group::Hooks => {
                    let kind = list.and_then(|place| HOOKS.get(place)).map_or(HookKind::Tracepoint, |h| h.0);
                    hooks_table(self.btf, kind)
                }
                Group::StructOps => struct_ops_table(self.btf),
                Group::Inlined => inlined_table(self.inline_btf()),
                Group::Symbols => self.object.map(symbols_table).unwrap_or_default(),
                Group::Sections => self.sections.map(|of| sections_table(of, self.object)).unwrap_or_default(),
                Group::Relocations => {
                    let of = list.and_then(|place| relos.get(place)).zip(self.object);
                    of.map(|(of, object)| relos_table(object, of)).unwrap_or_default()
                }
                Group::Ids => ids_table(self.btf, &lists, *list, self.symbols.is_some()),
            };
            // Rows with a fault come first, except in tables whose rows are records in the order of the file.
            if table.marks.is_empty() {
                table.rows.sort_by_key(|row| !row.warn);
            }
            table.tidy();
            table.narrow(text, most);
            table
        });
        Listed { at, entries: entries.into_iter().map(|(entry, _)| entry).collect(), table }
    }
}

/// An offset in bytes, in hexadecimal.
fn hex(offset: u32) -> String {
    format!("{offset:#x}")
}

/// The word before a type's name, and the name: `struct`, `sk_buff`.
fn called(btf: &Btf, id: TypeId) -> (String, String) {
    match btf.get(id) {
        Some(t) => (crate::words::kind_word(&t).to_owned(), t.name().to_owned()),
        None => (String::new(), String::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn a_long_name_takes_no_room_from_others() {
        let mut table = Table::new("t", &[("n", "name", false), ("p", "prototype", false), ("w", "why", false)], 0);
        for i in 0..20 {
            let name = if i == 7 { "n".repeat(80) } else { "n".repeat(14) };
            let why = if i == 3 { "w".repeat(30) } else { String::new() };
            table.push(vec![name, "p".repeat(40), why], None, false);
        }
        table.tidy();
        assert_eq!(table.grid, "grid-template-columns:minmax(min(112px,50%),14fr) minmax(0,40fr) minmax(0,30fr) ");
        // Long prototypes are cut. Shorter names are not, because they may differ only at the end.
        let mut table = Table::new("t", &[("n", "name", false), ("p", "prototype", false)], 0);
        for i in 0..20 {
            table.push(vec!["n".repeat(if i == 7 { 34 } else { 14 }), "p".repeat(40)], None, false);
        }
        table.tidy();
        assert_eq!(table.grid, "grid-template-columns:minmax(min(272px,50%),34fr) minmax(0,40fr) ");
    }

    #[test]
    fn a_word_of_64_bits_keeps_its_room() {
        let mut table = Table::new("t", &[("i", "r_info", false), ("w", "what is written", false)], 0);
        table.push(
            vec![format!("{:016x}", 0x0000_0002_0000_000a_u64), "S 0 + A 0 = 0, into both immediates".to_owned()],
            None,
            false,
        );
        table.push(vec![format!("{:016x}", 4), "S 0 + A 0 = 0".to_owned()], None, false);
        table.tidy();
        assert_eq!((table.grid.as_str(), table.least), ("grid-template-columns:128px minmax(0,35fr) ", 0));
        table.whole = true;
        table.tidy();
        assert_eq!(table.grid, "grid-template-columns:128px minmax(280px,35fr) ");
        assert_eq!(table.least, 40 + 128 + 280 + 2 * 14);
    }
}

//! What a file lists beside its types, as tables: the sets of `.BTF_ids`, kfuncs, what programs attach to and implement, a module's distilled
//! base, inlined calls; of a program its ELF symbols and relocations. The
//! page and the command line draw the same tables; they are made by the desk.

mod base;
mod elf;
mod hex;
mod hooks;
mod ids;
mod inlined;

use bpf::Object;
use btf::{Btf, FileRange, TypeId};
use container::IdSymbol;
use relate::IdList;
use wire::wire;

use crate::elf::relo_sections;
use crate::extras::id_lists;
use crate::hooks::{HookKind, hooks, struct_ops};

pub use base::{BaseTable, base_table};
pub use elf::{relos_table, symbols_table};
pub use hex::{HexPart, hex_parts, row_at, shown_section};
pub use hooks::{hooks_table, struct_ops_table};
pub use ids::{ids_table, kfuncs_table};
pub use inlined::inlined_table;

/// A column of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// A word for programs: `real_id`.
    pub key: String,
    /// The words above it.
    pub title: String,
    /// Its cells are numbers, or empty.
    pub number: bool,
}
wire!(struct Column { key, title, number });

/// A row of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListRow {
    /// A text for each column.
    pub cells: Vec<String>,
    /// The type that it is about: in the file, or in the kernel when [`Table::of_kernel`].
    pub go: Option<TypeId>,
    /// Something is wrong with it.
    pub warn: bool,
    /// Its bytes in the file, one for each of [`Table::marks`]; empty where there are none.
    pub bytes: Vec<FileRange>,
}
wire!(struct ListRow { cells, go, warn, bytes });

/// A section of the file whose bytes rows are about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileSection {
    /// Its name.
    pub name: String,
    /// Its bytes.
    pub range: FileRange,
}
wire!(struct FileSection { name, range });

/// A table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Table {
    /// What it is called.
    pub title: String,
    /// What there is to know of it, a sentence each.
    pub about: Vec<String>,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows.
    pub rows: Vec<ListRow>,
    /// How many rows there are, of which [`Table::rows`] are those that are shown.
    pub total: u32,
    /// The column whose text leads to [`ListRow::go`].
    pub link: u32,
    /// [`ListRow::go`] is a type of the kernel, not of the file.
    pub of_kernel: bool,
    /// Of a distilled base: the module can be moved onto the kernel.
    pub fits: bool,
    /// The columns' widths for the page, as CSS has them: by their longest texts.
    pub grid: String,
    /// No cell is cut: what has no room is scrolled to.
    pub whole: bool,
    /// The least width of a row, in pixels; 0 for any.
    pub least: u32,
    /// What the bytes of a row are: `place`, `record`. Empty when rows have none.
    pub marks: Vec<String>,
    /// The sections in which these bytes lie, in file order.
    pub sections: Vec<FileSection>,
}
wire!(struct Table { title, about, columns, rows, total, link, of_kernel, fits, grid, whole, least, marks, sections });

/// What a file lists, and one of the tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Which of the entries the table is of.
    pub at: u32,
    /// All lists.
    pub entries: Vec<Entry>,
    /// The table; none when there is no such list.
    pub table: Option<Table>,
}
wire!(struct Listed { at, entries, table });

impl Listed {
    /// The list of this name.
    pub fn find(&self, name: &str) -> Option<u32> {
        self.entries.iter().position(|entry| entry.name == name).and_then(|at| u32::try_from(at).ok())
    }
}

impl Table {
    fn new(title: &str, columns: &[(&str, &str, bool)], link: u32) -> Table {
        let columns = columns
            .iter()
            .map(|&(key, title, number)| Column { key: key.into(), title: title.into(), number })
            .collect();
        Table { title: title.into(), columns, link, ..Table::default() }
    }

    fn push(&mut self, cells: Vec<String>, go: Option<TypeId>, warn: bool) {
        self.rows.push(ListRow { cells, go, warn, bytes: Vec::new() });
        self.total = self.total.saturating_add(1);
    }

    /// Keeps the rows that have `text` in one of their cells, in any case, and at most `most` of them.
    pub fn narrow(&mut self, text: &str, most: usize) {
        let wanted = text.trim().to_ascii_lowercase();
        if !wanted.is_empty() {
            self.rows.retain(|row| row.cells.iter().any(|cell| cell.to_ascii_lowercase().contains(&wanted)));
        }
        self.rows.truncate(most);
    }

    /// Leaves out columns without a text, and measures the others.
    fn tidy(&mut self) {
        /// Columns up to this many letters are as wide as those; longer ones share the rest, as if they had at most so many.
        const NARROW: usize = 12;
        /// Columns of words that are all equally long, such as numbers of 64 bits in hexadecimal, too, up to this many letters.
        const WORD: usize = 16;
        const WIDEST: usize = 60;
        /// Pixels of a letter.
        const LETTER: usize = 8;
        /// Pixels between columns, and around a row.
        const GAP: usize = 14;
        const AROUND: usize = 40;
        // Of the widest cell; and what nine in ten cells that have a text have room in: a few long ones shall not narrow all others.
        let (keep, widths): (Vec<bool>, Vec<(usize, bool)>) = (0..self.columns.len())
            .map(|i| {
                let cells = self.rows.iter().filter_map(|row| row.cells.get(i));
                let widths = cells.map(|cell| cell.chars().count());
                let mut widths: Vec<usize> = widths.filter(|&width| width > 0).collect();
                widths.sort_unstable();
                let widest = widths.last().copied().unwrap_or(0);
                let most = widths.get(widths.len() * 9 / 10).copied().unwrap_or(0);
                let even = widths.first() == widths.last() && widest <= WORD;
                (widest > 0, (if widest <= NARROW { widest } else { most }, even))
            })
            .unzip();
        let link = self.link as usize;
        self.link = keep.iter().take(link).filter(|&&keep| keep).count() as u32;
        let of = |i: usize| keep.get(i).copied().unwrap_or(false);
        for row in &mut self.rows {
            let mut at = 0;
            row.cells.retain(|_| {
                at += 1;
                of(at - 1)
            });
        }
        let mut at = 0;
        let titles: Vec<usize> = self.columns.iter().map(|column| column.title.chars().count()).collect();
        self.columns.retain(|_| {
            at += 1;
            of(at - 1)
        });
        let (mut grid, mut least) = ("grid-template-columns:".to_owned(), AROUND);
        for (&(width, even), title) in widths.iter().zip(titles).zip(&keep).filter(|(_, keep)| **keep).map(|(of, _)| of)
        {
            let width = width.max(title).clamp(3, WIDEST);
            least += width * LETTER + GAP;
            match width * LETTER {
                pixels if width <= NARROW || even => grid.push_str(&format!("{pixels}px ")),
                pixels if self.whole => grid.push_str(&format!("minmax({pixels}px,{width}fr) ")),
                _ => grid.push_str(&format!("minmax(0,{width}fr) ")),
            }
        }
        self.grid = grid;
        self.least = if self.whole { least as u32 } else { 0 };
    }
}

/// The kind of list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Group {
    /// The functions that programs may call.
    Kfuncs,
    /// What programs attach to: tracepoints, LSM hooks, iterators.
    Hooks,
    /// The structs that programs implement.
    StructOps,
    /// A distilled base.
    Base,
    /// Where functions were inlined.
    Inlined,
    /// A list or set of `.BTF_ids`.
    Ids,
    /// The ELF relocations of a section.
    Relocations,
    /// The ELF symbols.
    Symbols,
}
impl Group {
    /// The letters of its badge.
    pub fn badge(self) -> &'static str {
        match self {
            Group::Ids => "ids",
            Group::Base => "base",
            Group::Kfuncs => "func",
            Group::Hooks => "hook",
            Group::StructOps => "ops",
            Group::Inlined => "loc",
            Group::Relocations => "rel",
            Group::Symbols => "sym",
        }
    }
}
wire!(
    enum Group {
        Kfuncs,
        Hooks,
        StructOps,
        Base,
        Inlined,
        Ids,
        Relocations,
        Symbols,
    }
);

impl Table {
    /// Why no row is shown.
    pub fn empty_text(&self) -> &'static str {
        if self.total == 0 { "It is empty." } else { "No row has this in it." }
    }
}

/// A list of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// What it lists.
    pub group: Group,
    /// What it is called.
    pub name: String,
    /// A word on it: `kfuncs`, `set`, `list`.
    pub note: String,
    /// How many rows it has.
    pub count: u32,
    /// Something is wrong with it.
    pub warn: bool,
}
wire!(struct Entry { group, name, note, count, warn });

/// What lists are made of.
#[derive(Clone, Copy, Debug)]
pub struct Lister<'a> {
    /// The types of the file.
    pub btf: &'a Btf,
    /// They stand on the distilled base that the file brought, or that was given.
    pub distilled: bool,
    /// Its `.BTF_ids`.
    pub ids: Option<&'a [u8]>,
    /// The symbols in that; none when the file has no symbols.
    pub symbols: Option<&'a [IdSymbol]>,
    /// Its `.BTF.inline`, on the file's types.
    pub inline: Option<&'a Btf>,
    /// The kernel that the module is to stand on: its name and types.
    pub kernel: Option<(&'a str, &'a Btf)>,
    /// The object, of a program.
    pub object: Option<&'a Object>,
}

impl<'a> Lister<'a> {
    /// Of a file of which only the types are known.
    pub fn new(btf: &'a Btf) -> Lister<'a> {
        Lister { btf, distilled: false, ids: None, symbols: None, inline: None, kernel: None, object: None }
    }

    /// The lists of `.BTF_ids`.
    pub fn id_lists(&self) -> Vec<IdList> {
        id_lists(self.btf, self.ids, self.symbols)
    }

    /// Where the inlined calls are listed.
    fn inline_btf(&self) -> &'a Btf {
        self.inline.unwrap_or(self.btf)
    }

    /// All lists of the file, and the table of one of them: of at most `most` rows that have `text` in them.
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
                Group::Relocations => {
                    let of = list.and_then(|place| relos.get(place)).zip(self.object);
                    of.map(|(of, object)| relos_table(object, of)).unwrap_or_default()
                }
                Group::Ids => ids_table(self.btf, &lists, *list, self.symbols.is_some()),
            };
            // What does not fit is what one looks for. Records of the file stay in its order.
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

/// A number of bytes from the start of a section.
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
        assert_eq!(table.grid, "grid-template-columns:minmax(0,14fr) minmax(0,40fr) minmax(0,30fr) ");
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

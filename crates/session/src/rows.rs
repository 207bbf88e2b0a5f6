//! The member table and the tree of the selected type: which rows are expanded, and which row is active.

use std::cell::RefCell;
use std::rc::Rc;

use btf::{Btf, TypeId};
use model::alternatives::Alternatives;
use model::focus::Selection;
use model::path::Path;
use model::table::{Gap, Table};
use model::tree::{Expanded, Node, expand_anonymous, nodes};
use model::views::View;

use crate::list::step;

/// The expanded nodes, and the alternatives of unions that are shown.
type Open = (Expanded, Alternatives);

/// The rows that were made last, with their type and its expanded nodes.
type Cache<K, T> = RefCell<Option<(TypeId, K, Rc<T>)>>;

/// The expanded rows of the selected type.
#[derive(Debug, Default)]
pub struct Rows {
    /// Expanded rows of the member table, and the alternatives that it shows.
    pub(crate) table_open: Open,
    /// Expanded nodes of the tree.
    pub(crate) tree_open: Expanded,
    /// The selected gap: the selection at the time when the gap was selected, the path of the struct that has the gap,
    /// and a bit of the gap.
    pub(crate) gap: Option<(Selection, Path, u64)>,
    table: Cache<Open, Table>,
    tree: Cache<Expanded, Vec<Node>>,
}

impl Rows {
    /// The rows of a type's member table.
    pub(crate) fn table(&self, btf: &Btf, id: TypeId) -> Rc<Table> {
        let (open, alternatives) = &self.table_open;
        cached(&self.table, id, &self.table_open, || Table::new(btf, id, open, alternatives))
    }

    /// The lines of a type's tree.
    pub(crate) fn tree(&self, btf: &Btf, id: TypeId) -> Rc<Vec<Node>> {
        cached(&self.tree, id, &self.tree_open, || nodes(btf, id, &self.tree_open))
    }

    /// The selected gap.
    pub(crate) fn gap(&self, btf: &Btf, selection: &Selection) -> Option<Gap> {
        self.gap.as_ref().filter(|(at, ..)| at == selection)?;
        let table = self.table(btf, selection.id);
        table.gap(btf, self.active(&table, selection)?)
    }

    /// The active row of `table`: the selected gap, or else the selected member.
    pub(crate) fn active(&self, table: &Table, selection: &Selection) -> Option<usize> {
        let gap = self.gap.as_ref().filter(|(at, ..)| at == selection);
        gap.and_then(|(_, path, offset)| table.find_gap(path, *offset)).or_else(|| table.find(&selection.path))
    }

    /// Called when another type is selected: expands only its anonymous structs and unions.
    pub(crate) fn reset(&mut self, btf: &Btf, id: TypeId) {
        self.table_open.1.clear();
        for open in [&mut self.table_open.0, &mut self.tree_open] {
            open.0.clear();
            expand_anonymous(btf, id, open);
        }
    }

    /// Copies the expanded rows from `before`, the rows of the file that this file replaces.
    pub(crate) fn take_expanded(&mut self, before: &Rows) {
        self.table_open.clone_from(&before.table_open);
        self.tree_open.clone_from(&before.tree_open);
    }

    /// Whether no row of the table is expanded.
    pub(crate) fn is_closed(&self) -> bool {
        self.table_open.0.0.is_empty()
    }

    /// Expands the rows and nodes around a member, shows the alternatives of unions that contain it, and unselects the
    /// gap.
    pub(crate) fn reveal(&mut self, path: &Path) {
        self.gap = None;
        self.table_open.0.reveal(path);
        self.table_open.1.choose(path);
        self.tree_open.reveal(path);
    }

    pub(crate) fn tree_step(&self, btf: &Btf, id: TypeId, from: &Path, delta: i64) -> Option<Path> {
        let tree = self.tree(btf, id);
        let from = tree.iter().position(|n| n.path == *from).unwrap_or(0);
        Some(tree.get(step(Some(from), delta, tree.len())?)?.path.clone())
    }

    /// Whether a member is expanded in a view; none if it cannot be expanded.
    pub(crate) fn openness(&self, btf: &Btf, id: TypeId, path: &Path, view: View) -> Option<bool> {
        match view {
            View::Tree => {
                self.tree(btf, id).iter().find(|n| n.path == *path).filter(|n| n.expandable).map(|n| n.expanded)
            }
            _ => {
                let table = self.table(btf, id);
                table.rows.get(table.find(path)?).filter(|r| r.expandable).map(|r| r.expanded)
            }
        }
    }

    /// The path of the selected row; for an alternative without a row of its own, the path of its union.
    pub(crate) fn row_path(&self, btf: &Btf, selection: &Selection) -> Option<Path> {
        let table = self.table(btf, selection.id);
        Some(table.rows.get(table.find(&selection.path)?)?.path.clone())
    }

    pub(crate) fn toggle(&mut self, path: &Path, view: View) {
        match view {
            View::Tree => self.tree_open.toggle(path),
            _ => self.table_open.0.toggle(path),
        }
    }
}

/// The rows of type `id` with these nodes expanded: from the cache, or made now.
fn cached<K: Clone + PartialEq, T>(cache: &Cache<K, T>, id: TypeId, open: &K, make: impl FnOnce() -> T) -> Rc<T> {
    let mut cache = cache.borrow_mut();
    match &*cache {
        Some((of, of_open, rows)) if *of == id && of_open == open => Rc::clone(rows),
        _ => {
            let rows = Rc::new(make());
            *cache = Some((id, open.clone(), Rc::clone(&rows)));
            rows
        }
    }
}

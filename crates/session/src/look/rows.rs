//! The messages of the member table and the tree. The state is `crate::rows::Rows`.

use btf::Btf;
use model::focus::Selection;
use model::path::{MAX_STEPS, Path};
use model::table::{GapKind, GapStep};
use model::tree::expand_embedded;
use model::views::View;

use crate::msg::{Msg, RowsMsg};
use crate::out::Out;
use crate::rows::Rows;

impl Rows {
    /// Handles a message. `btf`: the types of the file. `view`: the current view.
    pub(crate) fn update(&mut self, msg: RowsMsg, btf: &Btf, selection: Option<&Selection>, view: View) -> Vec<Out> {
        let Some(selection) = selection else { return vec![] };
        let id = selection.id;
        let joined = (view != View::Tree).then(|| self.row_path(btf, selection)).flatten();
        let path = joined.as_ref().unwrap_or(&selection.path);
        let goes = match msg {
            RowsMsg::ToggleRow(path) => {
                self.table_open.0.toggle(&path);
                None
            }
            RowsMsg::ToggleNode(path) => {
                self.tree_open.toggle(&path);
                None
            }
            RowsMsg::TableStep(delta) => return self.table_step(btf, selection, delta),
            RowsMsg::Gap(of, bit) => return self.select_gap(selection, of, bit),
            RowsMsg::NextAlternative => {
                let next = self.table(btf, id).next_alternative(path);
                if let Some(next) = &next {
                    self.table_open.0.reveal(next);
                }
                next
            }
            RowsMsg::TreeStep(delta) => self.tree_step(btf, id, path, delta),
            RowsMsg::Enter => match (self.openness(btf, id, path, view), view) {
                (Some(false), _) => {
                    self.toggle(path, view);
                    None
                }
                (Some(true), View::Tree) => self.tree_step(btf, id, path, 1),
                (Some(true), _) => return self.table_step(btf, selection, 1),
                (None, _) => None,
            },
            RowsMsg::Leave if self.openness(btf, id, path, view) == Some(true) && !path.is_root() => {
                self.toggle(path, view);
                // If the selected alternative has no row of its own, the selection moves to its union, whose row stays.
                joined.clone().filter(|union| *union != selection.path)
            }
            RowsMsg::Leave => path.parent().filter(|parent| view == View::Tree || !parent.is_root()),
            RowsMsg::NextGap(kind) => {
                let mut out = self.next_gap(btf, selection, kind);
                // Gaps have rows only in the table of Layout.
                if view != View::Layout {
                    out.push(Msg::View(View::Layout).into());
                }
                return out;
            }
            RowsMsg::ExpandAll => {
                expand_embedded(btf, id, &mut self.table_open.0);
                expand_embedded(btf, id, &mut self.tree_open);
                None
            }
            RowsMsg::CollapseAll => {
                self.table_open.0.0.clear();
                self.tree_open.0.clear();
                // The selection moves to a row that stays visible.
                Some(Path(path.0.iter().take(1).copied().collect())).filter(|outer| outer != path)
            }
        };
        goes.map(Out::Select).into_iter().collect()
    }
}

/// Moves in the table that select a member or a gap.
impl Rows {
    /// Moves by `delta` rows of the table: to a member, or to a gap.
    pub(crate) fn table_step(&mut self, btf: &Btf, from: &Selection, delta: i64) -> Vec<Out> {
        let table = self.table(btf, from.id);
        let to = table.step(self.active(&table, from), delta).and_then(|to| table.rows.get(to));
        match to {
            Some(row) if row.form.is_gap() => self.select_gap(from, row.path.clone(), row.offset.unwrap_or_default()),
            Some(row) => {
                self.gap = None;
                vec![Out::Select(row.path.clone())]
            }
            None => vec![],
        }
    }

    /// Selects the struct at `of`, and in it the gap with this bit.
    pub(crate) fn select_gap(&mut self, selection: &Selection, of: Path, bit: u64) -> Vec<Out> {
        if selection.path != of {
            // Selecting a type or member drops the gap, so the gap is selected afterwards.
            return vec![Out::Select(of.clone()), Msg::Rows(RowsMsg::Gap(of, bit)).into()];
        }
        if !of.is_root() {
            self.table_open.0.0.insert(of.clone());
        }
        self.table_open.0.reveal(&of);
        self.gap = Some((selection.clone(), of, bit));
        vec![Out::Byte(None)]
    }

    /// Selects the next gap, and expands the members that contain it.
    pub(crate) fn next_gap(&mut self, btf: &Btf, selection: &Selection, kind: GapKind) -> Vec<Out> {
        let table = self.table(btf, selection.id);
        let mut from = self.active(&table, selection);
        // Each step expands one member, and a path has at most this many members.
        for _ in 0..MAX_STEPS {
            let table = self.table(btf, selection.id);
            match table.next_gap(btf, kind, from) {
                Some(GapStep::Row(i)) => {
                    let Some(row) = table.rows.get(i) else { break };
                    return self.select_gap(selection, row.path.clone(), row.offset.unwrap_or_default());
                }
                Some(GapStep::Open(path)) => {
                    from = table.find(&path);
                    self.table_open.0.toggle(&path);
                }
                None => break,
            }
        }
        vec![]
    }
}

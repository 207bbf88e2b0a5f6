//! Steps from one hole of a table to the next.

use btf::Btf;
use layout::Options;

use super::{RowForm, Table};
use crate::path::{Path, cross};

btf::named! {
    /// A kind of gap.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum GapKind {
        /// Holes of whole bytes between the type's own members.
        Hole = "Go to the next hole";
        /// Holes of bits between them.
        BitHole = "Go to the next bit hole";
        /// Holes of any size inside of its members.
        Nested = "Go to the next hole inside of a member";
    }
    /// The tooltip of their number, which is a link.
    pub fn title;
}

/// How to get to the next gap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GapStep {
    /// It is this row.
    Row(usize),
    /// It is in this member, which must be expanded first.
    Open(Path),
}

impl Table {
    /// The next gap behind row `from`, or the first one; the first follows the last.
    pub fn next_gap(&self, btf: &Btf, kind: GapKind, from: Option<usize>) -> Option<GapStep> {
        let start = from.map_or(0, |i| i + 1);
        let all = (start..self.rows.len()).chain(0..start.min(self.rows.len()));
        all.into_iter().find_map(|i| {
            let row = self.rows.get(i)?;
            let nested = row.depth > 0;
            let fits = match (kind, row.form) {
                (GapKind::Hole, RowForm::Hole) | (GapKind::BitHole, RowForm::BitHole) => !nested,
                (GapKind::Nested, RowForm::Hole) => nested,
                (GapKind::Nested, RowForm::Item) if row.expandable && !row.expanded => {
                    let inner = layout::layout(btf, cross(btf, row.type_id).target, &Options::default()).ok()?;
                    let has = inner.figures.holes > 0 || inner.figures.nested.holes > 0;
                    return has.then(|| GapStep::Open(row.path.clone()));
                }
                _ => false,
            };
            fits.then_some(GapStep::Row(i))
        })
    }

    /// The row of a gap: by the path to its struct, and its offset in bits from the outermost type.
    pub fn find_gap(&self, path: &Path, offset: u64) -> Option<usize> {
        self.rows.iter().position(|r| r.form.is_gap() && r.path == *path && r.offset == Some(offset))
    }
}

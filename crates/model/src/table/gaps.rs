//! Goes from one hole of a table to the next.

use btf::Btf;
use layout::Options;

use super::{MemberRow, RowForm, Table};
use crate::path::{Path, cross};
use crate::words::{bits_text, many, offset_text};

btf::named! {
    /// A kind of gap.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum GapKind {
        /// Holes of whole bytes between the type's own members.
        Hole = "Go to the next hole";
        /// Holes of bits between the type's own members.
        BitHole = "Go to the next bit hole";
        /// Holes of whole bytes inside a member.
        Nested = "Go to the next hole inside of a member";
    }
    /// The tooltip of the link that shows the number of such gaps.
    pub fn title;
}

/// The step that leads to the next gap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GapStep {
    /// The gap is this row.
    Row(usize),
    /// The gap is in this member, which must be expanded first.
    Open(Path),
}

impl Table {
    /// The next gap after row `from`, or the first one; after the last gap comes the first. None if there are no such
    /// gaps.
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
                    let crossing = cross(btf, row.type_id);
                    let inner = layout::layout(btf, crossing.target, &Options::default()).ok()?;
                    let has = inner.figures.holes > 0 || inner.figures.nested.holes > 0;
                    // An expanded array of pointers shows the pointers, not the members behind them.
                    return (has && crossing.pointers == 0).then(|| GapStep::Open(row.path.clone()));
                }
                _ => false,
            };
            fits.then_some(GapStep::Row(i))
        })
    }

    /// The row of the gap that contains a bit. `path` leads to the struct that has the gap; `bit` counts from the start
    /// of the outermost type.
    pub fn find_gap(&self, path: &Path, bit: u64) -> Option<usize> {
        self.rows.iter().position(|r| {
            let (Some(offset), Some(bits)) = (r.offset, r.bits) else { return false };
            r.form.is_gap() && r.path == *path && (offset..offset.saturating_add(bits)).contains(&bit)
        })
    }

    /// The gap in a row; none if the row is no gap.
    pub fn gap(&self, btf: &Btf, row: usize) -> Option<Gap> {
        let at = self.rows.get(row).filter(|r| r.form.is_gap())?;
        let is_beside = |r: &&MemberRow| r.form == RowForm::Item && r.path.parent().as_ref() == Some(&at.path);
        let name = |row: &MemberRow| self.cells(btf, row).name;
        Some(Gap {
            form: at.form,
            name: self.cells(btf, at).name,
            path: at.path.clone(),
            offset: at.offset?,
            bits: at.bits?,
            after: self.rows.iter().take(row).rev().find(is_beside).map(name),
            before: self.rows.iter().skip(row + 1).find(is_beside).map(name),
        })
    }
}

/// A gap: bytes or bits that no member uses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    /// Whether it is a hole or padding, and whether of bytes or bits.
    pub form: RowForm,
    /// The word for its form: `hole`, `bit padding`.
    pub name: String,
    /// The path to the struct that has it.
    pub path: Path,
    /// Its first bit, from the start of the outermost type.
    pub offset: u64,
    /// Its length in bits.
    pub bits: u64,
    /// The member before it; none at the start.
    pub after: Option<String>,
    /// The member after it; none at the end.
    pub before: Option<String>,
}

impl Gap {
    /// Its offset: `57`, `130:6`.
    pub fn offset_text(&self) -> String {
        offset_text(self.offset, matches!(self.form, RowForm::BitHole | RowForm::BitPadding))
    }

    /// Its size: `7 bytes`, `3 bits`.
    pub fn size_text(&self) -> String {
        match self.form {
            RowForm::BitHole | RowForm::BitPadding => bits_text(self.bits),
            _ => many(self.bits / 8, "byte"),
        }
    }

    /// Its place among the members: `between a and b`, `after b`; empty if there are no members.
    pub fn place(&self) -> String {
        match (&self.after, &self.before) {
            (Some(after), Some(before)) => format!("between {after} and {before}"),
            (Some(after), None) => format!("after {after}"),
            (None, Some(before)) => format!("before {before}"),
            (None, None) => String::new(),
        }
    }
}

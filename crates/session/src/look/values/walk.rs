//! Moves the chosen row and byte, and expands rows.

use btf::Kind;
use model::path::Path;
use model::values::By;

use super::{ValuesLook, ValuesMsg};
use crate::file::OpenFile;
use crate::list::step;
use crate::out::Out;

impl ValuesLook {
    /// Handles a message that chooses another row or byte.
    pub(super) fn walk(&mut self, msg: &ValuesMsg, file: &OpenFile) -> Vec<Out> {
        let Some(shown) = self.shown.clone() else { return vec![] };
        let last = shown.rows.len().saturating_sub(1);
        let row = match *msg {
            ValuesMsg::Pick(row) => Some(row),
            ValuesMsg::Step(delta) => step(self.active(), delta, shown.rows.len()),
            ValuesMsg::Enter | ValuesMsg::Leave => {
                let Some(at) = self.active() else { return vec![] };
                let open = shown.rows.get(at).and_then(|row| row.row.open);
                match (msg, open) {
                    (ValuesMsg::Enter, Some(false)) | (ValuesMsg::Leave, Some(true)) => {
                        self.toggle(at, file);
                        return vec![];
                    }
                    (ValuesMsg::Enter, Some(true)) => Some((at + 1).min(last)),
                    (ValuesMsg::Leave, _) => shown.parent(at),
                    _ => None,
                }
            }
            ValuesMsg::Byte(_) | ValuesMsg::ByteStep(_) => {
                let end = shown.len.saturating_sub(1);
                let at = match (msg, self.active_byte()) {
                    (ValuesMsg::Byte(at), _) => *at,
                    (ValuesMsg::ByteStep(delta), Some(at)) => at.saturating_add_signed(*delta),
                    _ => 0,
                };
                self.byte = Some(at.min(end));
                let row = shown.row_at(at.min(end));
                let byte = self.byte;
                let out = row.map(|row| self.pick(row, file)).unwrap_or_default();
                self.byte = byte;
                return out;
            }
            _ => None,
        };
        row.filter(|row| *row <= last).map(|row| self.pick(row, file)).unwrap_or_default()
    }

    /// Chooses a row, and selects its member in all other views.
    fn pick(&mut self, row: usize, file: &OpenFile) -> Vec<Out> {
        let Some(row) = self.shown.as_ref().and_then(|shown| shown.rows.get(row)) else { return vec![] };
        self.selected = Some((row.row.record, row.row.path.clone()));
        self.byte = None;
        let path = self.path_of(row.row.record, &row.path(), file);
        path.map(Out::Select).into_iter().collect()
    }

    /// The member path from the selected type to a value of a record; none for the entries of a map.
    fn path_of(&self, record: u64, in_record: &Path, file: &OpenFile) -> Option<Path> {
        match &self.sheet.as_ref()?.by {
            By::Type(_) => Some(in_record.clone()),
            By::Map { .. } => None,
            By::Own(parts) => {
                let of = self.of?;
                let section = file.btf.get(of).filter(|t| t.kind() == Kind::DataSec);
                let Some(section) = section else { return Some(in_record.clone()) };
                let part = parts.get(usize::try_from(record).ok()?)?;
                let var = section.vars().find(|var| var.type_id == part.id)?;
                Some(Path([&[var.index.0], &in_record.0[..]].concat()))
            }
        }
    }

    /// Expands or collapses a row.
    pub(super) fn toggle(&mut self, row: usize, file: &OpenFile) {
        let Some(row) = self.shown.as_ref().and_then(|shown| shown.rows.get(row)) else { return };
        if row.row.open.is_none() {
            return;
        }
        let (record, path) = (row.row.record, row.row.path.clone());
        self.open.toggle(record, &path);
        // If the chosen row is now hidden, choose the row that was collapsed.
        if let Some((of, at)) = &self.selected
            && *of == record
            && at.starts_with(&path)
        {
            self.selected = Some((record, path));
            self.byte = None;
        }
        self.make_rows(file);
    }

    /// Chooses the row of the member that another view selected.
    pub(super) fn follow_path(&mut self, path: &Path, file: &OpenFile) {
        let Some(shown) = &self.shown else { return };
        let chosen = self.active().and_then(|row| shown.rows.get(row));
        let is_it = chosen.is_some_and(|row| {
            let here = self.path_of(row.row.record, &row.path(), file);
            here.is_none_or(|here| here == *path || path.0.starts_with(&here.0) && row.row.open.is_none())
        });
        if is_it || chosen.is_none() && path.is_root() && self.selected.is_none() {
            return;
        }
        let Some(sheet) = &self.sheet else { return };
        let (record, rest) = match &sheet.by {
            By::Type(_) => (0, path.clone()),
            By::Map { .. } => return,
            By::Own(parts) => {
                let section = self.of.and_then(|of| file.btf.get(of)).filter(|t| t.kind() == Kind::DataSec);
                match (section, path.0.split_first()) {
                    (Some(_), None) => return,
                    (Some(section), Some((first, rest))) => {
                        let var = section.vars().from_index(*first).next().map(|var| var.type_id);
                        let place = parts.iter().position(|part| Some(part.id) == var);
                        (place.unwrap_or(0) as u64, Path(rest.to_vec()))
                    }
                    (None, _) => (0, path.clone()),
                }
            }
        };
        let Some(steps) = sheet.steps_to(&file.btf, record, &rest) else { return };
        for len in 0..steps.len() {
            let around = steps.get(..len).unwrap_or_default();
            if !self.open.is_open(record, around) {
                self.open.toggle(record, around);
            }
        }
        self.selected = Some((record, steps));
        self.byte = None;
        self.make_rows(file);
    }
}

//! The sheet: the bytes together with the types that read them. It is made anew when the selection, the map or the
//! bytes change.

use std::rc::Rc;
use std::sync::Arc;

use btf::TypeId;
use desk::{AskOwn, Problem};
use model::path::Path;
use model::values::{By, Own, Sheet, Shown};
use value::Open;

use super::{Content, ReadProblem, ValuesLook};
use crate::Session;
use crate::file::OpenFile;
use crate::msg::BrowserHistory;
use crate::out::Out;
use crate::receive::Receives;
use crate::seen::Seen;

/// With more records than this, all records are collapsed at first, except the file's own variables.
const MANY_RECORDS: usize = 24;
/// With more rows than this, only the first level is expanded at first.
const MANY_ROWS: usize = 120;

impl ValuesLook {
    pub(super) fn zeros(&mut self, file: &OpenFile) {
        let size = self.of.and_then(|id| file.btf.size_of(id).ok()).unwrap_or(0) as usize;
        let bytes = vec![0; size.min(model::values::MAX_BYTES)];
        self.take(Content::Bytes(bytes.into()), "zeros".to_owned());
        self.asking = false;
    }

    pub(super) fn take_own(&mut self) {
        let Some(own) = self.own().cloned() else { return };
        let (Some(id), Some(bytes)) = (self.of, &own.bytes) else { return };
        if bytes.bytes.len() > model::values::MAX_BYTES {
            self.problem = Some(ReadProblem::too_large(bytes.bytes.len() as u64));
            return;
        }
        let said = format!("the file's own {}", bytes.section);
        self.take(Content::Own(id, Arc::clone(&bytes.bytes), bytes.parts.clone().into()), said);
        self.asking = false;
    }

    pub(super) fn choose_map(&mut self, name: Option<String>, file: &OpenFile, seen: &Seen) -> Vec<Out> {
        (self.map, self.map_chosen) = (name, true);
        let named = self.map.as_ref().and_then(|name| self.maps().into_iter().find(|map| map.name == *name).cloned());
        let value = named.and_then(|map| map.value);
        match value.filter(|id| seen.selection().is_none_or(|s| s.id != *id)) {
            Some(id) => vec![Out::Go(id, Path::root(), BrowserHistory::Push)],
            None => {
                self.make_sheet(file);
                vec![Out::Address(BrowserHistory::Replace)]
            }
        }
    }

    /// Makes the sheet and its rows anew.
    pub(super) fn make_sheet(&mut self, file: &OpenFile) {
        let order = self.order(file);
        self.pick_map();
        let sheet = self.of.filter(|id| file.btf.size_of(*id).is_ok()).zip(self.content.as_ref());
        let sheet = sheet.map(|(id, content)| match content {
            Content::Bytes(bytes) => Sheet { bytes: Arc::clone(bytes), by: By::Type(id), order },
            Content::Entries(entries) => {
                let key = match self.map() {
                    Some(map) => map.key,
                    None => self.typed_key(file),
                };
                Sheet::of_map(key, id, Arc::clone(entries), order)
            }
            Content::Own(_, bytes, parts) => Sheet { bytes: Arc::clone(bytes), by: By::Own(Arc::clone(parts)), order },
        });
        let is_new = self.sheet.as_ref().map(read_by) != sheet.as_ref().map(read_by);
        if is_new && let Some(sheet) = &sheet {
            self.open = Open::default();
            let pieces = sheet.pieces(&file.btf, MANY_RECORDS + 1).len();
            if pieces > MANY_RECORDS && !matches!(sheet.by, By::Own(_)) {
                self.open.levels = 0;
            } else {
                let shown = Shown::of(&file.btf, sheet, &self.open);
                if shown.rows.len() > MANY_ROWS {
                    self.open.levels = 1;
                } else {
                    // A text is shown in full in its own row, so the rows of its characters are collapsed.
                    let texts = shown.rows.iter().map(|row| &row.row).filter(|row| row.is_open_text());
                    texts.for_each(|row| self.open.toggle(row.record, &row.path));
                }
            }
        }
        self.sheet = sheet;
        self.make_rows(file);
        self.link = self.to_link(file, false);
    }

    /// The first type with a size that has the name which was typed for the keys of a map.
    pub(super) fn typed_key(&self, file: &OpenFile) -> Option<TypeId> {
        let key = btf::unescaped(self.key.trim());
        let mut named = file.names().find(&file.btf, &*key).map(|t| t.id());
        named.find(|id| file.btf.size_of(*id).is_ok())
    }

    pub(super) fn make_rows(&mut self, file: &OpenFile) {
        self.shown = self.sheet.as_ref().map(|sheet| Rc::new(Shown::of(&file.btf, sheet, &self.open)));
    }

    /// If entries were pasted and the person chose no map, chooses the map whose values have the selected type, if it
    /// is the only such map.
    fn pick_map(&mut self) {
        if self.map.is_some() || self.map_chosen || !matches!(self.content, Some(Content::Entries(_))) {
            return;
        }
        let fits: Vec<String> =
            self.maps().into_iter().filter(|map| map.value == self.of).map(|map| map.name.clone()).collect();
        if let [only] = fits.as_slice() {
            self.map = Some(only.clone());
        }
    }

    pub(super) fn follow(&mut self, file: &OpenFile) -> Vec<Out> {
        let Some(selection) = &file.look.selection else { return vec![] };
        if self.of != Some(selection.id) {
            self.of = Some(selection.id);
            if self.sheet.is_none() && self.content.is_none() {
                self.asking = true;
            }
            // The file's bytes of one variable must not be read as another type.
            if let Some(Content::Own(of, ..)) = self.content
                && of != selection.id
            {
                self.content = None;
                self.before.clear();
                self.asking = true;
            }
            self.selected = None;
            self.byte = None;
            self.make_sheet(file);
        }
        self.follow_path(&selection.path, file);
        let is_own =
            file.btf.get(selection.id).is_some_and(|t| matches!(t.kind(), btf::Kind::Var | btf::Kind::DataSec));
        let of = Some(selection.id).filter(|_| is_own && file.kind == model::kind::FileKind::Program);
        self.ask.want(AskOwn { file: file.id, of }).map(Out::ask).into_iter().collect()
    }

    /// Takes over the pasted bytes and the settings of the file that was replaced, but not that file's own bytes.
    pub(crate) fn take_over(&mut self, before: &ValuesLook) {
        self.content = before.content.clone().filter(|content| !matches!(content, Content::Own(..)));
        self.before = before.before.clone();
        (self.text, self.form_text, self.key) = (Rc::clone(&before.text), before.form_text.clone(), before.key.clone());
        (self.form, self.order, self.map) = (before.form, before.order, before.map.clone());
        (self.output, self.options, self.asking) = (before.output, before.options, before.asking);
    }
}

/// The types that read a sheet, and a number for the form of the sheet; for the file's own bytes, this number depends
/// on how many parts there are. Rows stay expanded as long as all three values stay the same.
fn read_by(sheet: &Sheet) -> (Option<TypeId>, Option<TypeId>, usize) {
    match &sheet.by {
        By::Type(id) => (Some(*id), None, 0),
        By::Map { key, value, .. } => (*key, Some(*value), 1),
        By::Own(parts) => (parts.first().map(|part| part.id), None, 2 + parts.len()),
    }
}

impl Receives<AskOwn> for Session {
    fn receive(&mut self, ask: AskOwn, result: Result<Box<Own>, Problem>) {
        if let Some((file, look)) = self.file_and_look(ask.file)
            && look.values.ask.receive(&ask, result.map(|found| *found))
        {
            if look.values.content.is_none() {
                look.values.take_own();
            }
            look.values.make_sheet(file);
        }
    }
}

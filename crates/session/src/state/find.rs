//! Paths to another type, and fields in all open files: asked for, and what comes of it.

use std::rc::Rc;

use desk::Problem;
use desk::{AskFields, AskPaths, Job};
use model::fields::FieldRow;
use model::path::{Path, walk};
use model::paths::FoundPaths;
use model::views::View;

use super::{Effect, Msg, Overlay, Session, Way};
use crate::file::OpenFile;
use crate::look::fields::FieldsMsg;
use crate::look::paths::PathsMsg;

impl Session {
    pub(super) fn paths_msg(&mut self, msg: PathsMsg, effects: &mut Vec<Effect>) {
        let look = &mut self.paths;
        match msg {
            PathsMsg::To(text) => look.to = text,
            PathsMsg::Embedded(on) => {
                look.embedded = on;
                if look.asked.is_some() {
                    self.ask_paths(effects);
                }
            }
            PathsMsg::Find => self.ask_paths(effects),
            PathsMsg::Close => {
                look.asked = None;
                look.found = None;
                effects.push(Effect::FocusBack);
            }
            PathsMsg::Open(i) => {
                let path = look.found.as_ref().and_then(|f| f.paths.get(i)).map(|p| Path(p.indices.clone()));
                let from = look.asked.as_ref().map(|ask| ask.from);
                if let Some((path, from)) = path.zip(from) {
                    self.view = View::Tree;
                    self.apply(Msg::GoTo(from, path, Way::Push), effects);
                    effects.push(Effect::FocusView);
                }
            }
        }
    }

    fn ask_paths(&mut self, effects: &mut Vec<Effect>) {
        let Some((file, from)) = self.file().map(|f| f.id).zip(self.selection().map(|s| s.id)) else { return };
        let look = &mut self.paths;
        if look.to.trim().is_empty() {
            return;
        }
        let ask = AskPaths { file, from, to: look.to.trim().to_owned(), embedded: look.embedded };
        look.found = None;
        look.problem = None;
        look.asked = Some(ask.clone());
        effects.push(Effect::Ask(Job::Paths(ask)));
    }

    /// Paths are from the type that was selected when they were asked for.
    pub(super) fn leave_paths(&mut self) {
        let here = self.file().map(|f| f.id).zip(self.selection().map(|s| s.id));
        let look = &mut self.paths;
        if look.asked.as_ref().is_some_and(|ask| Some((ask.file, ask.from)) != here) {
            look.asked = None;
            look.found = None;
        }
    }

    pub(super) fn paths_read(&mut self, ask: &AskPaths, found: FoundPaths) {
        if self.paths.asked.as_ref() == Some(ask) {
            self.paths.found = Some(Rc::new(found));
        }
    }

    pub(super) fn paths_unread(&mut self, problem: Problem) {
        self.paths.problem = Some(problem.message);
    }

    /// Shows the dialog of fields, with the selected member among them.
    pub(super) fn show_fields(&mut self, effects: &mut Vec<Effect>) {
        self.show_overlay(Overlay::Fields, effects);
        let selected = self.file().and_then(selected_field);
        if let Some(field) = selected {
            let text = &mut self.fields.text;
            if !text.split([',', '\n', ';']).any(|line| line.trim() == field) {
                if !text.trim().is_empty() {
                    *text = format!("{}\n", text.trim_end());
                }
                text.push_str(&field);
            }
        }
    }

    pub(super) fn fields_msg(&mut self, msg: FieldsMsg, effects: &mut Vec<Effect>) {
        match msg {
            FieldsMsg::Text(text) => self.fields.text = text,
            FieldsMsg::Save => {
                let csv = self.fields.csv();
                self.apply(Msg::Download("fields.csv".to_owned(), csv), effects);
            }
        }
    }

    /// Asks for the fields that are shown, when they are not there.
    pub(super) fn ask_fields(&mut self, effects: &mut Vec<Effect>) {
        if self.overlay != Overlay::Fields {
            return;
        }
        let ask = AskFields { text: self.fields.text.clone(), files: self.files.iter().map(|f| f.id).collect() };
        if self.fields.asked.as_ref() != Some(&ask) {
            self.fields.asked = Some(ask.clone());
            self.fields.problem = None;
            effects.push(Effect::Ask(Job::Fields(ask)));
        }
    }

    pub(super) fn fields_read(&mut self, ask: &AskFields, rows: Vec<FieldRow>) {
        if self.fields.asked.as_ref() == Some(ask) {
            self.fields.rows = Rc::new(rows);
        }
    }

    pub(super) fn fields_unread(&mut self, problem: Problem) {
        self.fields.problem = Some(problem.message);
    }
}

/// The selected member as people write it, anonymous members left out: `task_struct.mm`.
fn selected_field(file: &OpenFile) -> Option<String> {
    let s = file.look.selection.as_ref()?;
    let steps = walk(&file.btf, s.id, &s.path)?;
    let root = file.btf.get(s.id).filter(|t| !t.name().is_empty())?;
    if steps.is_empty() || steps.iter().any(|step| !step.parent.kind().is_composite()) {
        return None;
    }
    let names = steps.iter().map(|step| step.item.name).filter(|name| !name.is_empty());
    Some(std::iter::once(root.name()).chain(names).collect::<Vec<_>>().join(".")).filter(|text| text.contains('.'))
}

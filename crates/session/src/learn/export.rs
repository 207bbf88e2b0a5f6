//! A lesson as a page of its own: the desk writes it.

use desk::{AskPage, Job};

use super::{Learn, open_file};
use crate::state::Out;
use crate::{Msg, Session};

impl Learn {
    /// Has the lesson written, with its files: those of later steps are loaded before.
    pub(super) fn export(&mut self, session: &Session) -> Vec<Out> {
        let Some(lesson) = &self.lesson else { return vec![] };
        let missing: Vec<&str> = lesson
            .files
            .iter()
            .filter(|f| open_file(f, session).is_none() && !f.sample && !f.atlas)
            .map(|f| f.name.as_str())
            .collect();
        if !missing.is_empty() {
            let said = format!("The saved page contains the lesson's files. Open {} first.", missing.join(", "));
            return vec![Msg::Notice(said).into()];
        }
        (self.exporting, self.load) = (true, true);
        vec![]
    }

    /// Asks for the page, when it is wanted and all files are there.
    pub(super) fn write_page(&mut self, session: &Session) -> Option<Out> {
        let lesson = self.lesson.as_ref().filter(|_| self.exporting)?;
        let ids = lesson.files.iter().map(|file| Some((file.name.clone(), open_file(file, session)?)));
        let files = ids.collect::<Option<Vec<_>>>()?;
        self.exporting = false;
        let name = if self.name.is_empty() { "lesson".to_owned() } else { model::address::file_name_of(&self.name) };
        Some(Job::Page(Box::new(AskPage { name, source: self.source.clone(), files })).into())
    }
}

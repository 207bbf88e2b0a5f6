//! A lesson as a page of its own: the desk writes it.

use desk::{AskPage, Job};

use super::{Learn, open_file};
use crate::state::Out;
use crate::{Msg, Session};

impl Learn {
    /// Has the lesson written, with its files.
    pub(super) fn export(&self, session: &Session) -> Vec<Out> {
        let Some(lesson) = &self.lesson else { return vec![] };
        let ids = lesson.files.iter().map(|file| Some((file.name.clone(), open_file(file, session)?)));
        let Some(files) = ids.collect::<Option<Vec<_>>>() else {
            return vec![Msg::Notice("The page is written from the lesson's files: load them first.".into()).into()];
        };
        let name = if self.name.is_empty() { "lesson".to_owned() } else { model::address::file_name_of(&self.name) };
        vec![Job::Page(Box::new(AskPage { name, source: self.source.clone(), files })).into()]
    }
}

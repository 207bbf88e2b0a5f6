//! Saving a lesson as an HTML page; the desk writes it.

use desk::{AskPage, Problem};

use super::{Learn, open_file};
use crate::Session;
use crate::msg::{Effect, Msg};
use crate::out::Out;
use crate::receive::Receives;
use crate::seen::Seen;
use std::sync::Arc;

impl Learn {
    /// Starts the export. The page contains all files of the lesson, so the files of later steps are loaded first. If a
    /// file is missing that the page cannot load, the export does not start, and the person is asked to open the file.
    pub(super) fn export(&mut self, seen: &Seen) -> Vec<Out> {
        let Some(lesson) = &self.lesson else { return vec![] };
        let missing: Vec<&str> = lesson
            .files
            .iter()
            .filter(|f| open_file(f, seen).is_none() && !f.sample && !f.atlas)
            .map(|f| f.name.as_str())
            .collect();
        if !missing.is_empty() {
            let said = format!("The saved page contains the lesson's files. Open {} first.", missing.join(", "));
            return vec![Msg::Notice(said).into()];
        }
        (self.exporting, self.may_load) = (true, true);
        vec![]
    }

    /// Asks for the page, if the export was started and all files of the lesson are open.
    pub(super) fn write_page(&mut self, seen: &Seen) -> Option<Out> {
        let lesson = self.lesson.as_ref().filter(|_| self.exporting)?;
        let ids = lesson.files.iter().map(|file| Some((file.name.clone(), open_file(file, seen)?)));
        let files = ids.collect::<Option<Vec<_>>>()?;
        self.exporting = false;
        let name = if self.name.is_empty() { "lesson".to_owned() } else { model::address::file_name_of(&self.name) };
        Some(Out::ask(AskPage { name, source: self.source.clone(), files }))
    }
}

impl Receives<AskPage> for Session {
    fn receive(&mut self, ask: AskPage, result: Result<Arc<[u8]>, Problem>) {
        match result {
            Ok(text) => {
                let name = ask.file_name();
                self.notice.say(format!("Saved {name}"));
                self.effects.push(Effect::Save(name, text));
            }
            Err(problem) => self.notice.say(problem.message),
        }
    }

    fn cancelled(&mut self, _: AskPage) {}
}

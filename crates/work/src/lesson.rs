//! Parsing lessons, resolving their steps, writing them as pages.

use std::sync::Arc;

use desk::Problem;
use desk::{AskPage, AskStep, FileId, ReadLesson};
use lesson::GivenFile;
use lesson::{Given, Lesson, Ready, lesson_page, parse, prepare, written};

use crate::{Desk, Work};

impl Work for ReadLesson {
    fn answer(&self, _: &Desk) -> Result<Box<Lesson>, Box<Problem>> {
        let cannot = |e| Box::new(Problem::new(&self.name, &format!("This lesson cannot be read. {e}.")));
        parse(&self.text).map(Box::new).map_err(cannot)
    }
}

/// The files of a lesson, with the lesson's names for them.
fn files<'a>(desk: &'a Desk, files: &'a [(String, FileId)]) -> Result<Vec<(&'a str, &'a dyn GivenFile)>, Box<Problem>> {
    files.iter().map(|(name, id)| Ok((name.as_str(), desk.file(*id)? as &dyn GivenFile))).collect()
}

impl Work for AskStep {
    fn answer(&self, desk: &Desk) -> Result<Box<Ready>, Box<Problem>> {
        let files = files(desk, &self.files)?;
        if self.at >= files.len() {
            return Err(Box::new(Problem::new("", "The lesson has no file for this step.")));
        }
        let mut ready = prepare(&Given { files: &files, at: self.at }, &self.plan);
        ready.written = written(&self.plan, self.written.as_deref().unwrap_or_default());
        Ok(Box::new(ready))
    }
}

impl Work for AskPage {
    fn answer(&self, desk: &Desk) -> Result<Arc<[u8]>, Box<Problem>> {
        let cannot = |e| Box::new(Problem::new(&self.file_name(), &format!("{e}.")));
        let lesson = parse(&self.source).map_err(cannot)?;
        Ok(Arc::from(lesson_page(&lesson, &files(desk, &self.files)?).into_bytes()))
    }
}

//! Questions about lessons: parse one, resolve a step on open files, write it as a page.

use lesson::Plan;
use wire::Wire;

use crate::FileId;
use crate::question::Question;
use lesson::{Lesson, Ready};
use std::sync::Arc;

/// Resolve a step on the open files.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskStep {
    /// The number of the request, by which the page knows whether an answer is late.
    pub turn: u32,
    /// The lesson's files, with the lesson's names for them.
    pub files: Vec<(String, FileId)>,
    /// The index of the file that the step is about.
    pub at: usize,
    /// The step.
    pub plan: Box<Plan>,
    /// The bytes that the person writes in the scratch pad, for a step that asks for them.
    pub written: Option<Arc<[u8]>>,
}

/// Write a lesson as an HTML page.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskPage {
    /// The name of the page's file, without extension.
    pub name: String,
    /// The text of the lesson.
    pub source: String,
    /// The lesson's files, with the lesson's names for them.
    pub files: Vec<(String, FileId)>,
}

/// Parse a lesson.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct ReadLesson {
    /// The name of its file.
    pub name: String,
    /// Its text.
    pub text: String,
}

impl Question for ReadLesson {
    type Answer = Box<Lesson>;
    const DOING: &'static str = "reading the lesson";

    fn files(&self) -> Vec<FileId> {
        vec![]
    }
}

impl Question for AskStep {
    type Answer = Box<Ready>;
    const DOING: &'static str = "working out the step";

    fn files(&self) -> Vec<FileId> {
        self.files.iter().map(|f| f.1).collect()
    }
}

impl AskPage {
    /// The name of the page's file.
    pub fn file_name(&self) -> String {
        format!("{}.html", self.name)
    }
}

impl Question for AskPage {
    type Answer = Arc<[u8]>;
    const DOING: &'static str = "writing the lesson";

    fn files(&self) -> Vec<FileId> {
        self.files.iter().map(|f| f.1).collect()
    }
}

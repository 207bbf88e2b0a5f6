//! Lessons: reading one, and working out its steps.

use model::lesson::Plan;
use wire::Wire;

use crate::FileId;
use crate::question::Question;
use model::lesson::{Lesson, Ready};
use std::sync::Arc;

/// Work out a step.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskStep {
    /// Said again with the answer.
    pub turn: u32,
    /// The lesson's files: its names for them.
    pub files: Vec<(String, FileId)>,
    /// The place among them of the one that the step is about.
    pub at: usize,
    /// The step.
    pub plan: Box<Plan>,
}

/// Write a lesson as a page of its own.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskPage {
    /// What the page's file is called, without an ending.
    pub name: String,
    /// The lesson as it was read.
    pub source: String,
    /// Its files: its names for them.
    pub files: Vec<(String, FileId)>,
}

/// Read a lesson.
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

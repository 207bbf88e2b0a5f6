//! Lessons: reading one, and working out its steps.

use model::lesson::Plan;
use wire::Wire;

use crate::FileId;

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
    pub plan: Plan,
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

//! Lessons: reading one, and working out its steps.

use model::lesson::Plan;
use wire::wire;

use crate::FileId;

/// Work out a step.
#[derive(Clone, PartialEq, Eq, Debug)]
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
wire!(struct AskStep { turn, files, at, plan });

/// Write a lesson as a page of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskPage {
    /// What the page's file is called, without an ending.
    pub name: String,
    /// The lesson as it was read.
    pub source: String,
    /// Its files: its names for them.
    pub files: Vec<(String, FileId)>,
}
wire!(struct AskPage { name, source, files });

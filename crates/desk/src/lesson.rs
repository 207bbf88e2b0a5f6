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

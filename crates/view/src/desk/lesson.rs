//! Lessons: reading one, and working out its steps.

use wire::wire;

use super::{Answer, Desk};
use crate::file::FileId;
use crate::lesson::{Given, Plan, parse, prepare};
use crate::session::Problem;

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

/// Reads a lesson; `name` is its file's.
pub(super) fn read(name: &str, text: &str) -> Result<Answer, Box<Problem>> {
    match parse(text) {
        Ok(lesson) => Ok(Answer::Lesson(name.to_string(), Box::new(lesson))),
        Err(e) => Err(Box::new(super::problem(name, &format!("This lesson cannot be read. {e}.")))),
    }
}

/// Works a step out.
pub(super) fn step(desk: &Desk, ask: &AskStep) -> Result<Answer, Box<Problem>> {
    let mut files = Vec::new();
    for (name, id) in &ask.files {
        files.push((name.as_str(), *id, desk.file(*id)?));
    }
    if ask.at >= files.len() {
        return Err(Box::new(super::problem("", "The step is about no file.")));
    }
    let ready = prepare(&Given { files: &files, at: ask.at }, &ask.plan);
    Ok(Answer::Step(ask.turn, Box::new(ready)))
}

//! Lessons: reading one, and working out its steps.

use desk::Answer;
use desk::AskStep;
use desk::Problem;
use model::lesson::GivenFile;
use model::lesson::{Given, parse, prepare};

use crate::Desk;

/// Reads a lesson; `name` is its file's.
pub(crate) fn read(name: &str, text: &str) -> Result<Answer, Box<Problem>> {
    match parse(text) {
        Ok(lesson) => Ok(Answer::Lesson(name.to_string(), Box::new(lesson))),
        Err(e) => Err(Box::new(Problem::new(name, &format!("This lesson cannot be read. {e}.")))),
    }
}

/// Works a step out.
pub(crate) fn step(desk: &Desk, ask: &AskStep) -> Result<Answer, Box<Problem>> {
    let mut files: Vec<(&str, &dyn GivenFile)> = Vec::new();
    for (name, id) in &ask.files {
        files.push((name.as_str(), desk.file(*id)?));
    }
    if ask.at >= files.len() {
        return Err(Box::new(Problem::new("", "The step is about no file.")));
    }
    let ready = prepare(&Given { files: &files, at: ask.at }, &ask.plan);
    Ok(Answer::Step(ask.turn, Box::new(ready)))
}

//! Lessons: reading one, and working out its steps.

use std::sync::Arc;

use desk::Answer;
use desk::Problem;
use desk::{AskPage, AskStep};
use model::lesson::GivenFile;
use model::lesson::{Given, lesson_page, parse, prepare};

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

/// Writes a lesson as a page of its own.
pub(crate) fn page(desk: &Desk, ask: &AskPage) -> Result<Answer, Box<Problem>> {
    let name = format!("{}.html", ask.name);
    let lesson = parse(&ask.source).map_err(|e| Box::new(Problem::new(&name, &format!("{e}."))))?;
    let mut files: Vec<(&str, &dyn GivenFile)> = Vec::new();
    for (name, id) in &ask.files {
        files.push((name.as_str(), desk.file(*id)?));
    }
    let text = lesson_page(&lesson, &files);
    Ok(Answer::Page(name, Arc::from(text.into_bytes())))
}

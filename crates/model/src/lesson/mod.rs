//! Lessons: text beside the real views, step by step, with what it talks about set off, and tasks that the decoder checks.
//!
//! A lesson is a Markdown file (`docs/lessons/README.md` has the format). [`parse`] reads it; [`prepare`] works out one step on the open
//! files: where its marks are, what it shows, what its task wants. In the page the desk does both, so that neither is in the first
//! load; what the page gets is plain data ([`Lesson`], [`Ready`]). Nothing in a lesson can run or load anything by itself: its text
//! becomes [`Block`]s, never HTML, and its files are names.

mod answer;
mod expr;
mod fact;
mod index;
mod markdown;
mod page;
mod parse;
mod place;
mod prepare;
mod ready;
mod refer;
mod typed;

use wire::Wire;

pub use answer::{Asked, Expected};
pub use index::{Entry, LESSONS, entry};
pub use page::lesson_page;
pub use parse::{LessonError, MAX_LESSON, parse};
pub use prepare::{Given, GivenFile, prepare};
pub use ready::{Goal, LessonScreen, Mark, Ready, Show};

/// A lesson.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Lesson {
    /// What it is called.
    pub title: String,
    /// What it is about, in a sentence.
    pub about: String,
    /// Its place among the lessons.
    pub order: u32,
    /// How long it takes, roughly.
    pub minutes: u32,
    /// The files that it is about, in the order in which they are opened.
    pub files: Vec<LessonFile>,
    /// Its steps; never none.
    pub steps: Vec<LessonStep>,
}

/// A file that a lesson is about.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct LessonFile {
    /// Its name.
    pub name: String,
    /// It is one of the page's own samples; else the person has to open it.
    pub sample: bool,
    /// It is a kernel of the atlas that the page comes with.
    pub atlas: bool,
    /// The step that it is needed from, from 0: before, it would stand among what is talked about.
    pub from: u32,
}

impl Lesson {
    /// The files that are needed at a step, from 0.
    pub fn files_at(&self, step: usize) -> impl Iterator<Item = &LessonFile> {
        self.files.iter().filter(move |file| file.from as usize <= step)
    }
}

/// A step of a lesson.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct LessonStep {
    /// Its heading.
    pub title: String,
    /// What it says.
    pub text: Vec<Block>,
    /// What it shows and asks for.
    pub plan: Plan,
}

/// A piece of text.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub enum Block {
    /// A paragraph.
    Paragraph(Vec<Span>),
    /// A list: whether it is numbered, and its items.
    List(bool, Vec<Vec<Span>>),
    /// Lines as they stand.
    Code(String),
}

/// Some text of one look.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Span {
    /// How it looks.
    pub style: Style,
    /// The text.
    pub text: String,
    /// Where a link leads: `https://…`, or a fragment of this page (`#v=1&learn=…`).
    pub target: String,
}

/// How text looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Wire)]
pub enum Style {
    /// Nothing special.
    Plain,
    /// Emphasis.
    Emphasis,
    /// Strong emphasis.
    Strong,
    /// Code.
    Code,
    /// A link.
    Link,
}

/// A directive's value, and the line of the lesson it stands in.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Said {
    /// The line, from 1.
    pub line: u32,
    /// The value.
    pub text: String,
}

/// What a step shows and asks for, as the lesson says it. [`parse`] has checked that it can be read; [`prepare`] makes it a [`Ready`].
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Plan {
    /// The file it is about; none for that of the step before.
    pub open: Option<Said>,
    /// What is selected when the step begins.
    pub show: Option<Said>,
    /// The view that is shown when the step begins.
    pub view: Option<Said>,
    /// What is shown in place of the types, or beside them.
    pub screen: Option<Said>,
    /// What is set off.
    pub marks: Vec<Said>,
    /// What is to be done.
    pub act: Option<Said>,
    /// What the answer to the question is.
    pub answer: Option<Said>,
    /// The task in words: what to do, or the question. Empty without a task.
    pub task: Vec<Span>,
    /// What the text says and the files have to bear out: `12 = length member 0 of struct point`.
    pub facts: Vec<Said>,
    /// Help, one after the other.
    pub hints: Vec<Vec<Span>>,
    /// What is said when the task is done.
    pub done: Vec<Span>,
}

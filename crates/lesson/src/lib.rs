//! Lessons: text beside the real views, step by step, with highlights on the bytes that the text is about, and tasks
//! that the decoder checks.
//!
//! A lesson is a Markdown file (`docs/lessons/README.md` has the format). [`parse`] reads it; [`prepare`] evaluates one
//! step on the open files: the places of its marks, the views to show, the goal of its task. For the page, the worker
//! does both, so that the page's first load has the code of neither; the page gets plain data ([`Lesson`], [`Ready`]).
//! Nothing in a lesson can run or load anything: HTML in it is shown as text ([`Block`]), and its files are names.
#![forbid(unsafe_code)]

mod answer;
mod build;
mod built;
mod cover;
mod error;
mod expr;
mod fact;
mod fault;
mod fix;
mod given;
mod index;
mod markdown;
mod mirror;
mod near;
mod page;
mod parse;
mod place;
mod prepare;
mod ready;
mod refer;
mod refusal;
mod spelling;
mod typed;
mod written;

use wire::Wire;

pub use answer::{Asked, Expected, Near, Reply};
pub use build::PAD;
pub use built::Built;
pub use cover::Cover;
pub use error::LessonError;
pub use fix::{Fix, LessonLog};
pub use given::{Given, GivenFile};
pub use index::{Entry, LESSONS, PROJECT, TRACKS, Track, entry};
pub use page::lesson_page;
pub use parse::{MAX_LESSON, parse};
pub use prepare::prepare;
pub use ready::{Goal, LessonScreen, Mark, Ready, ReadyFix, Show};
pub use written::written;

/// A lesson.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Lesson {
    /// Its title.
    pub title: String,
    /// Its subject, in a sentence.
    pub about: String,
    /// Its number in the order of the lessons.
    pub order: u32,
    /// How many minutes it takes, roughly.
    pub minutes: u32,
    /// The files that it uses, in the order in which they are opened.
    pub files: Vec<LessonFile>,
    /// Its steps; at least one.
    pub steps: Vec<LessonStep>,
}

/// A file of a lesson.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct LessonFile {
    /// Its name.
    pub name: String,
    /// Whether it is one of the page's own samples. A file that is neither a sample nor a kernel of the atlas
    /// has to be opened by the person.
    pub sample: bool,
    /// Whether it is a kernel of the page's atlas.
    pub atlas: bool,
    /// The first step that needs the file, counted from 0. Before this step the file would distract.
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
    /// Its text.
    pub text: Vec<Block>,
    /// The views to show and the task.
    pub plan: Plan,
}

/// A piece of text.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub enum Block {
    /// A paragraph.
    Paragraph(Vec<Span>),
    /// A list: whether it is numbered, and its items.
    List(bool, Vec<Vec<Span>>),
    /// Lines to be shown unchanged.
    Code(String),
}

/// Text of one style.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Span {
    /// Its style.
    pub style: Style,
    /// The text.
    pub text: String,
    /// A link's target: an address on the web, or a fragment of this page (`#v=1&learn=…`). Empty for other styles.
    pub target: String,
}

/// The style of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Wire)]
pub enum Style {
    /// Plain text.
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

/// A directive's value, with the line of the lesson.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Said {
    /// The line, from 1.
    pub line: u32,
    /// The value.
    pub text: String,
}

/// A condition on what a person builds: `CONDITION`, or `CONDITION // WORDS`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct BuildCondition {
    /// The condition as the decoder reads it.
    pub of: Said,
    /// The same in words, which the step shows in its place; empty if there are none.
    pub words: Vec<Span>,
}

/// The views and the task of a step, as written in the lesson. [`parse`] has checked the syntax; [`prepare`] turns it
/// into a [`Ready`].
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Plan {
    /// The file of this step; none if it is the file of the step before.
    pub open: Option<Said>,
    /// The selection when the step begins.
    pub show: Option<Said>,
    /// The view when the step begins.
    pub view: Option<Said>,
    /// The screen that is shown instead of the types, or beside them.
    pub screen: Option<Said>,
    /// The bytes to highlight.
    pub marks: Vec<Said>,
    /// Parts of the page that are covered until the question is answered, or its answer shown.
    pub hide: Vec<Cover>,
    /// The action to do.
    pub act: Option<Said>,
    /// The answer to the question.
    pub answer: Option<Said>,
    /// Conditions on the types in the scratch pad, for a task to build something.
    pub builds: Vec<BuildCondition>,
    /// Declarations in C. The person has to write their blob, byte by byte.
    pub bytes: Option<Said>,
    /// The bytes of a blob that the step shows, for questions on its fault.
    pub hex: Option<Said>,
    /// The log that is shown below the program.
    pub log: Option<LessonLog>,
    /// The fixes to choose from, for a task to make a kernel accept a program.
    pub fixes: Vec<Fix>,
    /// The task in words: an instruction or a question. Empty without a task.
    pub task: Vec<Span>,
    /// Values in the text that must agree with the files: `12 = length member 0 of struct point`.
    pub facts: Vec<Said>,
    /// Wrong answers with the reason why they are tempting: `8 = That is …`.
    pub wrong: Vec<Wrong>,
    /// Hints, shown one after the other.
    pub hints: Vec<Vec<Span>>,
    /// The text when the task is done.
    pub done: Vec<Span>,
}

/// A wrong answer that a lesson has a reason for.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Wrong {
    /// The answer, with the line of the lesson.
    pub value: Said,
    /// Why it is wrong, and why it is tempting.
    pub why: Vec<Span>,
    /// Whether the answer is offered beside the right one, to choose from. Otherwise the person types an answer.
    pub offered: bool,
}

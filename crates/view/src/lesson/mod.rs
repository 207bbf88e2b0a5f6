//! Lessons: text beside the real views, step by step, with what it talks about set off, and tasks that the decoder checks.
//!
//! A lesson is a Markdown file (`docs/lessons/README.md` has the format). [`parse`] reads it; [`prepare`] works out one step on the open
//! files: where its marks are, what it shows, what its task wants. In the page the desk does both, so that neither is in the first
//! load; what the page gets is plain data ([`Lesson`], [`Ready`]). Nothing in a lesson can run or load anything by itself: its text
//! becomes [`Block`]s, never HTML, and its files are names.

mod answer;
mod expr;
mod index;
mod markdown;
mod parse;
mod place;
mod prepare;
mod refer;

use btf::{BlobRange, TypeId};
use wire::{Packed, Reader, Wire, wire};

use crate::file::{BlobId, ByteFocus, FileId};
use crate::path::Path;
use crate::views::View;

pub use answer::Expected;
pub use index::{Entry, LESSONS, entry};
pub use parse::{LessonError, MAX_LESSON, parse};
pub use prepare::{Given, prepare};

/// A lesson.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
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
    pub steps: Vec<Step>,
}
wire!(struct Lesson { title, about, order, minutes, files, steps });

/// A file that a lesson is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonFile {
    /// Its name.
    pub name: String,
    /// It is one of the page's own samples; else the person has to open it.
    pub sample: bool,
}
wire!(struct LessonFile { name, sample });

/// A step of a lesson.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Step {
    /// Its heading.
    pub title: String,
    /// What it says.
    pub text: Vec<Block>,
    /// What it shows and asks for.
    pub plan: Plan,
}
wire!(struct Step { title, text, plan });

/// A piece of text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block {
    /// A paragraph.
    Paragraph(Vec<Span>),
    /// A list: whether it is numbered, and its items.
    List(bool, Vec<Vec<Span>>),
    /// Lines as they stand.
    Code(String),
}
wire!(
    enum Block {
        Paragraph(spans),
        List(numbered, items),
        Code(text),
    }
);

/// Some text of one look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// How it looks.
    pub style: Style,
    /// The text.
    pub text: String,
    /// Where a link leads: `https://…`, or a fragment of this page (`#v=1&learn=…`).
    pub target: String,
}
wire!(struct Span { style, text, target });

/// How text looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
wire!(
    enum Style {
        Plain,
        Emphasis,
        Strong,
        Code,
        Link,
    }
);

/// A directive's value, and the line of the lesson it stands in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Said {
    /// The line, from 1.
    pub line: u32,
    /// The value.
    pub text: String,
}
wire!(struct Said { line, text });

/// What a step shows and asks for, as the lesson says it. [`parse`] has checked that it can be read; [`prepare`] makes it a [`Ready`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// The file it is about; none for that of the step before.
    pub open: Option<Said>,
    /// What is selected when the step begins.
    pub show: Option<Said>,
    /// The view that is shown when the step begins.
    pub view: Option<Said>,
    /// What is set off.
    pub marks: Vec<Said>,
    /// What is to be done.
    pub act: Option<Said>,
    /// What the answer to the question is.
    pub answer: Option<Said>,
    /// The task in words: what to do, or the question. Empty without a task.
    pub task: Vec<Span>,
    /// Help, one after the other.
    pub hints: Vec<Vec<Span>>,
    /// What is said when the task is done.
    pub done: Vec<Span>,
}
wire!(struct Plan { open, show, view, marks, act, answer, task, hints, done });

/// A step worked out on the open files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ready {
    /// The file it is about.
    pub file: FileId,
    /// What is to be selected.
    pub show: Option<Show>,
    /// The view that is to be shown.
    pub view: Option<View>,
    /// What is set off.
    pub marks: Vec<Mark>,
    /// When the task is done.
    pub goal: Option<Goal>,
    /// What of the step does not fit the files.
    pub problems: Vec<String>,
}
wire!(struct Ready { file, show, view, marks, goal, problems });

/// Something to show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Show {
    /// A type and a member of it.
    Type(TypeId, Path),
    /// A byte.
    Byte(ByteFocus),
    /// A relocation of the program, by its place among all.
    Relocation(usize),
    /// A function of the program, as an address tells it.
    Function(String),
}
wire!(
    enum Show {
        Type(id, path),
        Byte(focus),
        Relocation(index),
        Function(key),
    }
);

/// Bytes that a step talks about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The blob.
    pub blob: BlobId,
    /// The bytes of it.
    pub range: BlobRange,
    /// The lesson's words for it.
    pub label: String,
    /// The member (or enumerator, parameter, variable) that they are the record of: its type, and its place.
    pub member: Option<(TypeId, u32)>,
}
wire!(struct Mark { blob, range, label, member });

/// What has to be so for a task to be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// This file is shown.
    Open(FileId),
    /// This is selected.
    Select(TypeId, Path),
    /// This view is shown.
    View(View),
    /// A byte of these is chosen.
    Byte(BlobId, BlobRange),
    /// This relocation is read.
    Relocation(usize),
    /// This is the kernel whose result is told.
    Kernel(FileId),
    /// This function is read.
    Function(String),
    /// This is the answer.
    Answer(Expected),
}
wire!(
    enum Goal {
        Open(file),
        Select(id, path),
        View(view),
        Byte(blob, range),
        Relocation(index),
        Kernel(file),
        Function(key),
        Answer(expected),
    }
);
wire!(struct Expected { number, text });
wire!(struct ByteFocus { blob, at });

impl Wire for View {
    fn put(&self, to: &mut Packed) {
        self.word().to_string().put(to);
    }

    fn get(from: &mut Reader<'_>) -> View {
        View::from_word(&String::get(from)).unwrap_or_else(|| {
            from.fail();
            View::default()
        })
    }
}

impl Wire for BlobId {
    fn put(&self, to: &mut Packed) {
        let number: u32 = match self {
            BlobId::Own => 0,
            BlobId::Ext => 1,
            BlobId::Base(n) => n.saturating_add(1),
        };
        number.put(to);
    }

    fn get(from: &mut Reader<'_>) -> BlobId {
        match u32::get(from) {
            0 => BlobId::Own,
            1 => BlobId::Ext,
            n => BlobId::Base(n - 1),
        }
    }
}

impl Ready {
    /// Whether a member's record is among the marks.
    pub fn marks_member(&self, of: TypeId, index: u32) -> bool {
        self.marks.iter().any(|m| m.member == Some((of, index)))
    }

    /// The marks in a blob.
    pub fn in_blob(&self, blob: BlobId) -> Vec<BlobRange> {
        self.marks.iter().filter(|m| m.blob == blob).map(|m| m.range).collect()
    }
}

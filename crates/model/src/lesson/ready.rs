//! A step of a lesson, worked out on the open files.

use btf::{BlobRange, TypeId};
use verdict::Version;
use wire::Wire;

use super::answer::Expected;
use crate::focus::{BlobId, ByteFocus};
use crate::path::Path;
use crate::views::View;

/// A step worked out on the open files.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Ready {
    /// The file it is about, by its place among the lesson's.
    pub file: usize,
    /// What is to be selected.
    pub show: Option<Show>,
    /// The view that is to be shown.
    pub view: Option<View>,
    /// What is shown in place of the types, or beside them.
    pub screen: Option<LessonScreen>,
    /// The kernel whose result is read, by its place among the lesson's files: the one that the question is about.
    pub kernel: Option<usize>,
    /// What is set off.
    pub marks: Vec<Mark>,
    /// When the task is done.
    pub goal: Option<Goal>,
    /// What of the step does not fit the files.
    pub problems: Vec<String>,
}

/// A screen that a step shows.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub enum LessonScreen {
    /// What the kernel at this place says, newest first, beside the type that is shown.
    Verdict(u32),
    /// The list of this name among those of the file.
    List(String),
    /// On which kernels the program loads.
    Fits,
    /// This function of the program, as an address writes it; the bytes stay those that the step talks of.
    Function(String),
}

impl LessonScreen {
    /// Reads `verdict 6.12`, `verdict`, `list kfuncs`, `function on_exit`, `fits`.
    pub(super) fn parse(text: &str) -> Result<LessonScreen, String> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        match (word, rest.trim()) {
            ("verdict", "") => Ok(LessonScreen::Verdict(0)),
            ("verdict", version) => {
                let mut offered = (0..).zip(Version::OFFERED.iter().rev());
                let found = offered.find(|(_, offered)| offered.to_string() == version);
                found.map(|(at, _)| LessonScreen::Verdict(at)).ok_or_else(|| {
                    let all: Vec<String> = Version::OFFERED.iter().map(ToString::to_string).collect();
                    format!("{version:?} is not one of {}", all.join(", "))
                })
            }
            ("list", name) if !name.is_empty() => Ok(LessonScreen::List(name.into())),
            ("fits", "") => Ok(LessonScreen::Fits),
            ("function", name) if !name.is_empty() => Ok(LessonScreen::Function(name.into())),
            _ => Err(format!("{text:?} is not one of verdict VERSION, list NAME, function NAME, fits")),
        }
    }
}

/// Something to show.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub enum Show {
    /// A type and a member of it.
    Type(TypeId, Path),
    /// A byte.
    Byte(ByteFocus),
    /// A relocation of the program, by its place among all.
    Relocation(usize),
    /// A function of the program, as an address writes it.
    Function(String),
    /// An ELF relocation of the program: the section that it stands in, and its place there.
    Elf(String, u32),
}

/// Bytes that a step talks about.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
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

/// What has to be so for a task to be done.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub enum Goal {
    /// This file of the lesson is shown.
    Open(usize),
    /// This is selected.
    Select(TypeId, Path),
    /// This view is shown.
    View(View),
    /// A byte of these is chosen.
    Byte(BlobId, BlobRange),
    /// This relocation is read.
    Relocation(usize),
    /// This is the kernel whose result is shown.
    Kernel(usize),
    /// This function is read.
    Function(String),
    /// This is the answer.
    Answer(Expected),
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

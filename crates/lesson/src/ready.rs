//! A step of a lesson, evaluated on the open files.

use btf::{BlobRange, TypeId};
use verdict::Version;
use wire::Wire;

use crate::answer::Expected;
use crate::built::Built;
use model::focus::{BlobId, ByteFocus};
use model::pad::written::WrittenField;
use model::path::Path;
use model::views::View;

/// A step evaluated on the open files.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Ready {
    /// The index of its file among the lesson's.
    pub file: usize,
    /// The selection to show.
    pub show: Option<Show>,
    /// The view to show.
    pub view: Option<View>,
    /// The screen to show instead of the types, or beside them.
    pub screen: Option<LessonScreen>,
    /// The kernel to show first, by its index among the lesson's files: the kernel that the question is about, or
    /// another one if the task is to choose a kernel.
    pub kernel: Option<usize>,
    /// The bytes to highlight.
    pub marks: Vec<Mark>,
    /// Each condition on what is built, judged on the types of the scratch pad; empty without the pad.
    pub built: Vec<Built>,
    /// The fields of a blob that is to be written byte by byte, each compared with the bytes written so far; empty in
    /// other steps.
    pub written: Vec<WrittenField>,
    /// The fixes to choose from, in the order of the step.
    pub fixes: Vec<ReadyFix>,
    /// The fault of the blob that the step shows, in the decoder's words, to be shown when the question on it is
    /// answered; else empty.
    pub fault: String,
    /// The goal of the task.
    pub goal: Option<Goal>,
    /// The parts of the step that do not fit the files.
    pub problems: Vec<String>,
}

/// A screen of a step.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub enum LessonScreen {
    /// The verdict of a kernel version beside the shown type. Index 0 is the newest version.
    Verdict(u32),
    /// The file's list with this name.
    List(String),
    /// The kernels on which the program loads.
    Fits,
    /// The listing of a function, named as in an address (`section:name`), beside the shown byte.
    Function(String),
    /// The steps by which the shown relocation gets its result; the step with this index, from 0, comes first.
    Steps(usize),
    /// How the shown bitfield is read in a register; this part of the page is unfolded.
    Register,
}

impl LessonScreen {
    /// Parses `verdict 6.12`, `verdict`, `list kfuncs`, `function on_exit`, `fits`, `steps`, `steps 3`, `register`.
    pub(crate) fn parse(text: &str) -> Result<LessonScreen, String> {
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
            ("steps", "") => Ok(LessonScreen::Steps(0)),
            ("steps", number) => match number.parse::<usize>().ok().and_then(|n| n.checked_sub(1)) {
                Some(step) => Ok(LessonScreen::Steps(step)),
                None => Err(format!("{number:?}: expected the number of a step, from 1")),
            },
            ("register", "") => Ok(LessonScreen::Register),
            ("function", name) if !name.is_empty() => Ok(LessonScreen::Function(name.into())),
            _ => Err(format!(
                "{text:?} is not one of verdict VERSION, list NAME, function NAME, fits, steps NUMBER, register"
            )),
        }
    }
}

/// A selection.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub enum Show {
    /// A type, and the path to a member; the empty path is the type itself.
    Type(TypeId, Path),
    /// A byte.
    Byte(ByteFocus),
    /// A relocation of the program, by its index among all.
    Relocation(usize),
    /// A function of the program, as in an address.
    Function(String),
    /// An ELF relocation of the program: its section, and its index there.
    Elf(String, u32),
}

/// A fix of a program, with the kernel's verdict on the changed program.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct ReadyFix {
    /// The index of its file among the lesson's.
    pub file: usize,
    /// Its function, as in an address.
    pub function: String,
    /// Whether the kernel accepts the changed program.
    pub is_accepted: bool,
    /// The line of its log that says why the program is refused or, if it is accepted, how many instructions were
    /// processed.
    pub says: String,
}

/// Bytes that a step talks about.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Mark {
    /// The blob.
    pub blob: BlobId,
    /// The bytes in that blob.
    pub range: BlobRange,
    /// The lesson's words for these bytes.
    pub label: String,
    /// If they are an item of a type, such as a member or an enumerator: the type, and the item's index.
    pub member: Option<(TypeId, u32)>,
}

/// The condition for a task to be done.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub enum Goal {
    /// This file of the lesson is shown.
    Open(usize),
    /// This type or member is selected.
    Select(TypeId, Path),
    /// This view is shown.
    View(View),
    /// One of these bytes is selected.
    Byte(BlobId, BlobRange),
    /// This relocation is shown.
    Relocation(usize),
    /// The results for this kernel are shown.
    Kernel(usize),
    /// This function is shown.
    Function(String),
    /// The types of the scratch pad meet all conditions.
    Build,
    /// A line of the log is picked whose number, from 0, is at least the first and less than the second.
    LogLine(usize, usize),
    /// A right fix is chosen.
    Fix,
    /// This answer was given.
    Answer(Expected),
}

impl Ready {
    /// Whether the item of a type with this index is among the marks.
    pub fn marks_member(&self, of: TypeId, index: u32) -> bool {
        self.marks.iter().any(|m| m.member == Some((of, index)))
    }

    /// The marks in a blob.
    pub fn in_blob(&self, blob: BlobId) -> Vec<BlobRange> {
        self.marks.iter().filter(|m| m.blob == blob).map(|m| m.range).collect()
    }
}

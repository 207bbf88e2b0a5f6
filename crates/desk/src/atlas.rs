//! Questions to an atlas: the one that the page comes with, or one that was dropped.

use std::sync::Arc;

use model::atlas::{Board, History, NameRow};
use model::kind::FileKind;
use wire::Wire;

use crate::question::{Lane, Question, Topic};
use crate::{FileId, FileInput, Origin};

/// What is said where an atlas is asked for and there is none.
pub const NO_ATLAS: &str =
    "This page was built without an atlas: drop a .atlas file on it, and you see what types were in its kernels.";

/// A question to an atlas.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskAtlas {
    /// The atlas that was dropped; none for the one that the page comes with.
    pub shelf: Option<FileId>,
    /// The question.
    pub what: AtlasQuestion,
    /// The other atlases that are asked for names and histories, too.
    pub also: Vec<Option<FileId>>,
}

/// What can be asked of an atlas.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub enum AtlasQuestion {
    /// Its kernels, and who made it.
    Board,
    /// Names that begin with this.
    Names(String),
    /// The history of this: a type, a function or a field.
    History(String),
    /// The history of this field, beside that of its type.
    Field(String),
}

/// Which questions supersede each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtlasWork {
    /// The kernels.
    Board,
    /// Names.
    Names,
    /// A history.
    History,
    /// The history of a field.
    Field,
}

impl AskAtlas {
    /// Which questions it supersedes.
    pub fn work(&self) -> AtlasWork {
        match self.what {
            AtlasQuestion::Board => AtlasWork::Board,
            AtlasQuestion::Names(_) => AtlasWork::Names,
            AtlasQuestion::History(_) => AtlasWork::History,
            AtlasQuestion::Field(_) => AtlasWork::Field,
        }
    }

    /// All atlases that are asked.
    pub fn shelves(&self) -> impl Iterator<Item = Option<FileId>> {
        std::iter::once(self.shelf).chain(self.also.iter().copied())
    }
}

impl Question for AskAtlas {
    type Answer = AtlasSays;
    const DOING: &'static str = "asking the atlas";

    fn files(&self) -> Vec<FileId> {
        self.shelves().flatten().collect()
    }

    fn lane(&self, topic: Topic) -> Lane {
        Lane { part: self.work() as u8, ..topic.into() }
    }
}

/// Take a kernel out of an atlas.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct TakeKernel {
    /// The atlas that was dropped; none for the one that the page comes with.
    pub shelf: Option<FileId>,
    /// The kernel's name.
    pub name: String,
    /// It is looked for in these atlases, too, one after the other.
    pub others: Vec<FileId>,
}

impl Question for TakeKernel {
    type Answer = TakenOut;
    const DOING: &'static str = "asking the atlas";
    const LONG: bool = true;

    fn files(&self) -> Vec<FileId> {
        self.shelf.iter().chain(&self.others).copied().collect()
    }
}

/// What an atlas says.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub enum AtlasSays {
    /// Its kernels.
    Board(Board),
    /// Names.
    Names(Vec<NameRow>),
    /// A history.
    History(Box<History>),
}

/// A kernel that was taken out of an atlas.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct TakenOut {
    /// What it is called in addresses.
    pub name: String,
    /// The dropped atlas that has it; none for that of the page.
    pub shelf: Option<FileId>,
    /// What is known of it, in a line.
    pub facts: String,
    /// Its architecture.
    pub arch: String,
    /// Bytes of a pointer.
    pub pointer_size: u32,
    /// Its `.BTF`, made again: same types, other ids.
    pub btf: Arc<[u8]>,
}

/// A kernel that was taken out, as a file to open.
pub fn input(taken: TakenOut) -> FileInput {
    FileInput {
        arch: Some(taken.arch),
        version: Some(taken.facts),
        pointer_size: Some(taken.pointer_size),
        origin: Origin::Atlas(taken.name.as_str().into()),
        ..FileInput::new(taken.name, FileKind::Kernel, taken.btf)
    }
}

//! Questions to atlases: the page's own, others on its server, and those that a person dropped.

use std::mem::discriminant;
use std::sync::Arc;

use model::atlas::{Answer, Board, DrawnHistory, NameRow};
use model::kind::FileKind;
use read::Code;
use wire::Wire;

use crate::question::{Lane, Question, Topic};
use crate::{FileId, FileInput, Origin};

/// The message when an atlas is asked for and the page has none.
pub const NO_ATLAS: &str =
    "This page was built without an atlas: drop a .atlas file on it, and you see what types were in its kernels.";

/// A question, with the atlases to ask and the distributions whose kernels count.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskAtlas {
    /// The atlas to ask first; `None` for the page's own.
    pub atlas_id: Option<FileId>,
    /// The question.
    pub what: AtlasQuestion,
    /// Further atlases to ask for names, histories, short answers and distributions.
    pub also: Vec<Option<FileId>>,
    /// The distributions whose kernels count; empty for all.
    pub distributions: Vec<String>,
}

/// The questions that an atlas answers.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub enum AtlasQuestion {
    /// The kernels that it has, and who made it.
    Board,
    /// The distributions that it has.
    Distributions,
    /// Names that begin with this.
    Names(String),
    /// The history of this type, function or field.
    History(String),
    /// The history of this field. It is not a [`History`](AtlasQuestion::History), because each variant has a lane of
    /// its own, and the history of the type is asked for at the same time.
    Field(String),
    /// A short answer about this type, function or field, for the start page and the inspector.
    Glance(String),
    /// The code that reads this field, or sees the arguments of this function, on all kernels.
    Read(String),
    /// The kernel whose types a file has.
    Which(WhichFile),
    /// The kernels that a module's BTF (these bytes) may continue, for a module whose kernel is not open.
    Continued(Arc<[u8]>),
}

/// A file that may be one of the atlas's kernels: all that is needed to look for it.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct WhichFile {
    /// The file.
    pub id: FileId,
    /// The release that the file or its name says; may be any text.
    pub name: String,
    /// Whether the file's types were compiled from C, which does not say the byte order.
    pub from_c: bool,
    /// Whether the file is a module on its distilled base. The answer then is the kernels that the module can be loaded
    /// on.
    pub distilled: bool,
}

impl AskAtlas {
    /// Whether the kernels of this distribution count.
    pub fn asks(&self, distribution: &str) -> bool {
        self.distributions.is_empty() || self.distributions.iter().any(|asked| asked == distribution)
    }

    /// The atlases that are asked, in order; `None` stands for the page's own.
    pub fn atlas_ids(&self) -> impl Iterator<Item = Option<FileId>> {
        std::iter::once(self.atlas_id).chain(self.also.iter().copied())
    }
}

impl Question for AskAtlas {
    type Answer = AtlasSays;
    const DOING: &'static str = "asking the atlas";

    fn files(&self) -> Vec<FileId> {
        let file = match &self.what {
            AtlasQuestion::Which(file) => Some(file.id),
            _ => None,
        };
        self.atlas_ids().flatten().chain(file).collect()
    }

    fn lane(&self, topic: Topic) -> Lane {
        Lane { part: Some(discriminant(&self.what)), ..topic.into() }
    }
}

/// Take a kernel out of an atlas.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct TakeKernel {
    /// The atlas to try first; `None` for the page's own.
    pub atlas_id: Option<FileId>,
    /// The kernel's name.
    pub name: String,
    /// Atlases to try next, in this order, if the first one does not have the kernel; `None` for the page's own.
    pub others: Vec<Option<FileId>>,
}

impl TakeKernel {
    /// The atlases to try, in order; `None` stands for the page's own.
    pub fn atlas_ids(&self) -> impl Iterator<Item = Option<FileId>> {
        std::iter::once(self.atlas_id).chain(self.others.iter().copied())
    }
}

impl Question for TakeKernel {
    type Answer = TakenOut;
    const DOING: &'static str = "asking the atlas";
    const LONG: bool = true;

    fn files(&self) -> Vec<FileId> {
        self.atlas_ids().flatten().collect()
    }
}

/// The answer of an atlas.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub enum AtlasSays {
    /// Its kernels.
    Board(Board),
    /// Its distributions, with the numbers of their kernels.
    Distributions(Vec<(String, u32)>),
    /// Names.
    Names(Vec<NameRow>),
    /// A history.
    History(Box<DrawnHistory>),
    /// A short answer.
    Answer(Box<Answer>),
    /// Code that reads a field, or sees the arguments of a function.
    Code(Box<Code>),
    /// The kernel whose types a file has, or the kernels that a module's BTF may continue.
    Which(WhichKernel),
}

/// The kernel whose types a file has, or the kernels with the most similar types; for a module, the kernels that it
/// fits.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct WhichKernel {
    /// The sentences, the answer first.
    pub sentences: Vec<String>,
    /// The name of the kernel, or the names of the nearest kernels; for a module, of the kernels that it fits.
    pub kernels: Vec<String>,
}

/// A kernel that was taken out of an atlas.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct TakenOut {
    /// Its name in addresses.
    pub name: String,
    /// The atlas that has it; `None` for the page's own.
    pub atlas_id: Option<FileId>,
    /// The output of `uname -r` on it; where the atlas does not know that, its version. Empty if neither is known.
    pub release: String,
    /// The facts about it, in one line.
    pub facts: String,
    /// Its architecture.
    pub arch: String,
    /// The size of a pointer in bytes.
    pub pointer_size: u32,
    /// Its `.BTF`, written from the atlas: the same types as in the kernel's file, with other ids.
    pub btf: Arc<[u8]>,
}

/// The input to open a kernel that was taken out of an atlas.
pub fn input(taken: TakenOut) -> FileInput {
    FileInput {
        arch: Some(taken.arch),
        version: Some(taken.release).filter(|release| !release.is_empty()),
        in_atlas: Some(taken.facts),
        pointer_size: Some(taken.pointer_size),
        origin: Origin::Atlas(taken.name.as_str().into()),
        ..FileInput::new(taken.name, FileKind::Kernel, taken.btf)
    }
}

//! On which kernels a program loads.

use wire::Wire;

use crate::FileId;
use crate::question::{Lane, Question, Topic};
use model::fits::Fits;

/// Ask kernels for all that a program needs.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskFits {
    /// The program.
    pub file: FileId,
    /// The kernels on the desk.
    pub kernels: Vec<FileId>,
    /// The kernels of an atlas, too.
    pub atlas: Option<AtlasPart>,
    /// Nothing is asked: the answers are in a link, as [`share::pack`] writes what [`model::fits::carried`] does.
    pub carried: Option<String>,
}

/// Pack a program for a link, and what kernels say of it.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct PackFits {
    /// The program.
    pub file: FileId,
    /// What kernels say: the text that [`model::fits::carried::write`] makes.
    pub answers: String,
}

/// A program and what kernels say of it, each as the text of a link.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct PackedFits {
    /// The program, without debug information.
    pub program: String,
    /// The answers.
    pub answers: String,
}

/// Some kernels of an atlas.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AtlasPart {
    /// The atlas: one that was dropped, or that of the page.
    pub shelf: Option<FileId>,
    /// Which kernels, as `arch:amd64 version:>=6.1`; all when empty.
    pub select: String,
    /// The other atlases whose kernels are asked, too.
    pub also: Vec<Option<FileId>>,
}

impl Question for AskFits {
    type Answer = Box<Fits>;
    const DOING: &'static str = "asking the kernels";

    fn files(&self) -> Vec<FileId> {
        let shelves = self.atlas.iter().flat_map(|part| part.shelf.iter().chain(part.also.iter().flatten()));
        std::iter::once(self.file).chain(self.kernels.iter().copied()).chain(shelves.copied()).collect()
    }

    fn lane(&self, topic: Topic) -> Lane {
        topic.of(self.file)
    }
}

impl Question for PackFits {
    type Answer = PackedFits;
    const DOING: &'static str = "packing for a link";

    fn files(&self) -> Vec<FileId> {
        vec![self.file]
    }

    fn lane(&self, _: Topic) -> Lane {
        Topic::Pack.into()
    }
}

//! The question "on which kernels does this program load?", and packing its answers for a link.

use wire::Wire;

use crate::FileId;
use crate::question::{Lane, Question, Topic};
use model::fits::Fits;

/// Check on each kernel all that a program needs.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskFits {
    /// The program.
    pub file: FileId,
    /// The open kernels.
    pub kernels: Vec<FileId>,
    /// The kernels of atlases that are asked, too; `None` if no atlas is asked.
    pub atlas: Option<AtlasPart>,
    /// Answers that a link carried ([`model::fits::carried`], packed by [`share::pack`]); with them, no kernel is
    /// asked.
    pub carried: Option<String>,
}

/// Pack a program and the answers of kernels for a link.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct PackFits {
    /// The program.
    pub file: FileId,
    /// The answers, as [`model::fits::carried::write`] writes them.
    pub answers: String,
}

/// A program and the answers of kernels, each as the text of a link.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct PackedFits {
    /// The program, without debug information.
    pub program: String,
    /// The answers.
    pub answers: String,
}

/// A selection of kernels of one or more atlases.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AtlasPart {
    /// The first atlas; `None` for the page's own.
    pub atlas_id: Option<FileId>,
    /// The conditions that select kernels, as `arch:amd64 version:>=6.1`; empty for all.
    pub select: String,
    /// Other atlases whose kernels are asked, too.
    pub also: Vec<Option<FileId>>,
}

impl Question for AskFits {
    type Answer = Box<Fits>;
    const DOING: &'static str = "asking the kernels";
    const BY_FILE: bool = true;

    fn files(&self) -> Vec<FileId> {
        let atlas_ids = self.atlas.iter().flat_map(|part| part.atlas_id.iter().chain(part.also.iter().flatten()));
        std::iter::once(self.file).chain(self.kernels.iter().copied()).chain(atlas_ids.copied()).collect()
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

//! Questions about CO-RE relocations, resolved on open kernels, and about logs.

use std::sync::Arc;

use btf::TypeId;
use model::path::Path;
use wire::Wire;

use crate::FileId;
use crate::question::{Lane, Question, Topic};
use logs::LogReading;
use model::relocations::probe::Probe;
use model::relocations::{Carry, CoreList, Detail};

/// Resolve the relocations of a program on kernels.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskCore {
    /// The program.
    pub file: FileId,
    /// The kernels.
    pub kernels: Vec<FileId>,
}

/// Resolve one relocation in detail.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskRelocation {
    /// The program and the kernels.
    pub on: AskCore,
    /// The relocation's index among all relocations of the object.
    pub index: usize,
}

/// Resolve a CO-RE access to a member, as if a program made the access.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskProbe {
    /// The file with the type, and the kernels.
    pub on: AskCore,
    /// The type.
    pub root: TypeId,
    /// The member.
    pub path: Path,
}

/// Read a log of a verifier or loader.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskLog {
    /// The program. If it is not open (`None`), only the messages are explained.
    pub file: Option<FileId>,
    /// The number of the log. The page compares it, and not the text, to know whether an answer is late.
    pub turn: u32,
    /// The log.
    pub text: Arc<str>,
    /// The index of the selected function: a log that names no program is taken to be about it.
    pub selected: Option<usize>,
}

impl Question for AskCore {
    type Answer = Box<CoreList>;
    const DOING: &'static str = "resolving relocations";
    const BY_FILE: bool = true;

    fn files(&self) -> Vec<FileId> {
        std::iter::once(self.file).chain(self.kernels.iter().copied()).collect()
    }
}

impl Question for AskRelocation {
    type Answer = Box<Detail>;
    const DOING: &'static str = "resolving relocations";
    const BY_FILE: bool = true;

    fn files(&self) -> Vec<FileId> {
        self.on.files()
    }
}

impl Question for AskProbe {
    type Answer = Box<Option<Probe>>;
    const DOING: &'static str = "computing the access";

    fn files(&self) -> Vec<FileId> {
        self.on.files()
    }
}

impl Question for AskLog {
    type Answer = LogReading;
    const DOING: &'static str = "reading the log";
    const BY_FILE: bool = true;

    fn files(&self) -> Vec<FileId> {
        self.file.into_iter().collect()
    }
}

/// Pack a relocation for a link, with the types that it needs of each kernel.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct CarryRelocation(pub AskRelocation);

impl Question for CarryRelocation {
    type Answer = Carry;
    const DOING: &'static str = "packing for a link";

    fn files(&self) -> Vec<FileId> {
        self.0.files()
    }

    fn lane(&self, _: Topic) -> Lane {
        Topic::Pack.into()
    }
}

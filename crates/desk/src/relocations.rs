//! CO-RE relocations, resolved on the kernels that are on the desk.

use std::sync::Arc;

use btf::TypeId;
use model::path::Path;
use wire::Wire;

use crate::FileId;

/// Resolve the relocations of a program on kernels.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskCore {
    /// The program.
    pub file: FileId,
    /// The kernels.
    pub kernels: Vec<FileId>,
}

impl AskCore {
    pub(crate) fn files(&self) -> Vec<FileId> {
        std::iter::once(self.file).chain(self.kernels.iter().copied()).collect()
    }
}

/// Read one relocation.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskRelocation {
    /// Of which program, on which kernels.
    pub on: AskCore,
    /// Its place among all of the object.
    pub index: usize,
}

/// Compute what a CO-RE access to a member would be.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskProbe {
    /// By the types of which file, on which kernels.
    pub on: AskCore,
    /// The type.
    pub root: TypeId,
    /// The member.
    pub path: Path,
}

/// Read a log, of a program or alone.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskLog {
    /// The program; none for a log alone, whose messages are explained.
    pub file: Option<FileId>,
    /// Which of the logs: it is said again with the answer, which need not carry the text back.
    pub turn: u32,
    /// The log.
    pub text: Arc<str>,
    /// The function that is selected, by its place: a log that names no program may be about that.
    pub selected: Option<usize>,
}

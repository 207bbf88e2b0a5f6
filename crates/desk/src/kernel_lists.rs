//! The lists of a file, and a module moved onto a kernel.

use wire::Wire;

use crate::FileId;

/// List what a file has beside its types.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskLists {
    /// Which file.
    pub file: FileId,
    /// The kernel to look at a distilled base on.
    pub kernel: Option<FileId>,
    /// Of which list the rows are wanted.
    pub at: u32,
    /// What the rows must have in them.
    pub text: String,
}

/// Move a module from its distilled base onto a kernel.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct MoveBase {
    /// The module.
    pub file: FileId,
    /// The kernel.
    pub kernel: FileId,
}

impl AskLists {
    /// The files that it is about.
    pub(crate) fn files(&self) -> Vec<FileId> {
        [self.file].into_iter().chain(self.kernel).collect()
    }
}

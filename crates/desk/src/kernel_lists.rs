//! Questions for the lists of a file, and to move a module onto a kernel.

use wire::Wire;

use crate::FileId;
use crate::question::Question;
use model::kernel_lists::Listed;
use std::sync::Arc;

/// Read the lists that a file has beside its types.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskLists {
    /// The file.
    pub file: FileId,
    /// The kernel to match a distilled base with.
    pub kernel: Option<FileId>,
    /// The index of the list whose rows are wanted.
    pub at: u32,
    /// The text that rows must contain.
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

impl Question for AskLists {
    type Answer = Box<Listed>;
    const DOING: &'static str = "reading the lists";
    const BY_FILE: bool = true;

    fn files(&self) -> Vec<FileId> {
        [self.file].into_iter().chain(self.kernel).collect()
    }
}

impl Question for MoveBase {
    type Answer = Arc<[u8]>;
    const DOING: &'static str = "moving the module";
    const BY_FILE: bool = true;

    fn files(&self) -> Vec<FileId> {
        vec![self.file, self.kernel]
    }
}

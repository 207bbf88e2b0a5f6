//! What kernels say of a file's BTF.

use wire::Wire;

use crate::FileId;
use crate::question::Question;
use model::verdict::Ruling;

/// Have kernels judge a file.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskVerdict {
    /// Which file.
    pub file: FileId,
    /// Whose faults are wanted: the place among the kernels to choose from, newest first.
    pub at: u32,
}

impl Question for AskVerdict {
    type Answer = Box<Ruling>;
    const DOING: &'static str = "asking for the kernels' verdict";

    fn files(&self) -> Vec<FileId> {
        vec![self.file]
    }
}

//! The question "do kernels accept the BTF of this file?".

use wire::Wire;

use crate::FileId;
use crate::question::Question;
use model::verdict::Ruling;

/// Check a file by the rules of kernels.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskVerdict {
    /// The file.
    pub file: FileId,
    /// The kernel whose faults are wanted: its index in the list of kernels, which begins with the newest.
    pub at: u32,
}

impl Question for AskVerdict {
    type Answer = Box<Ruling>;
    const DOING: &'static str = "asking for the kernels' verdict";

    fn files(&self) -> Vec<FileId> {
        vec![self.file]
    }
}

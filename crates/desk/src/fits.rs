//! On which kernels a program loads.

use wire::wire;

use crate::FileId;

/// Ask kernels for all that a program needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskFits {
    /// The program.
    pub file: FileId,
    /// The kernels on the desk.
    pub kernels: Vec<FileId>,
}
wire!(struct AskFits { file, kernels });

impl AskFits {
    /// The files that it is about.
    pub(crate) fn files(&self) -> Vec<FileId> {
        std::iter::once(self.file).chain(self.kernels.iter().copied()).collect()
    }
}

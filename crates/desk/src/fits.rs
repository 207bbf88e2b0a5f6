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
    /// The kernels of an atlas, too.
    pub atlas: Option<AtlasPart>,
}
wire!(struct AskFits { file, kernels, atlas });

/// Some kernels of an atlas.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AtlasPart {
    /// The atlas: one that was dropped, or that of the page.
    pub shelf: Option<FileId>,
    /// Which kernels, as `arch:amd64 version:>=6.1`; all when empty.
    pub select: String,
}
wire!(struct AtlasPart { shelf, select });

impl AskFits {
    /// The files that it is about.
    pub(crate) fn files(&self) -> Vec<FileId> {
        std::iter::once(self.file).chain(self.kernels.iter().copied()).collect()
    }
}

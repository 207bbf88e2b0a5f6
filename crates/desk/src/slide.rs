//! The question for a relocation's results on the kernels of an atlas.

use wire::Wire;

use crate::FileId;
use crate::question::Question;
use model::relocations::Slide;

/// Resolve a relocation on all kernels of an atlas.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskSlide {
    /// The program.
    pub file: FileId,
    /// The relocation's index among all relocations of the object.
    pub index: usize,
    /// The atlas; `None` for the page's own.
    pub atlas_id: Option<FileId>,
}

impl Question for AskSlide {
    type Answer = Box<Slide>;
    const DOING: &'static str = "asking the kernels";
    const BY_FILE: bool = true;

    fn files(&self) -> Vec<FileId> {
        std::iter::once(self.file).chain(self.atlas_id).collect()
    }
}

//! The question for a file's maps and own bytes, for the Values view.

use btf::TypeId;
use wire::Wire;

use crate::FileId;
use crate::question::Question;
use model::values::Own;

/// Read a file's maps, and the bytes that the file has for a variable or a section.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskOwn {
    /// The file.
    pub file: FileId,
    /// The variable or section; none if only the maps are wanted.
    pub of: Option<TypeId>,
}

impl Question for AskOwn {
    type Answer = Box<Own>;
    const DOING: &'static str = "reading the values";
    const BY_FILE: bool = true;

    fn files(&self) -> Vec<FileId> {
        vec![self.file]
    }
}

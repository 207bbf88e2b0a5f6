//! What a file has for the Values view.

use btf::TypeId;
use wire::Wire;

use crate::FileId;
use crate::question::{Lane, Question, Topic};
use model::values::Own;

/// Say a file's maps, and the bytes that it has for a variable or a section.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskOwn {
    /// Which file.
    pub file: FileId,
    /// The variable or section; none when only the maps are wanted.
    pub of: Option<TypeId>,
}

impl Question for AskOwn {
    type Answer = Box<Own>;
    const DOING: &'static str = "reading the values";

    fn files(&self) -> Vec<FileId> {
        vec![self.file]
    }

    fn lane(&self, topic: Topic) -> Lane {
        topic.of(self.file)
    }
}

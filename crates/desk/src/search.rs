//! Searches that take longer than a frame.

use model::search::{Options, Results};
use wire::Wire;

use crate::FileId;
use crate::question::{Lane, Question, Topic};

/// Search a file's types.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Search {
    /// Which file.
    pub file: FileId,
    /// Which search of the file's list this is; the answer says it again.
    pub turn: u32,
    /// What was typed.
    pub text: String,
    /// What the list is set to.
    pub options: Options,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct FoundTypes {
    /// In which file.
    pub file: FileId,
    /// By which search.
    pub turn: u32,
    /// The types.
    pub results: Results,
    /// What cannot be read of the text: the page compiles no patterns.
    pub problem: Option<String>,
}

impl Question for Search {
    type Answer = FoundTypes;
    const DOING: &'static str = "searching";
    const FIRST: bool = true;

    fn files(&self) -> Vec<FileId> {
        vec![self.file]
    }

    fn lane(&self, topic: Topic) -> Lane {
        topic.of(self.file)
    }
}

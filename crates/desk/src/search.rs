//! The question to search types, for searches that take longer than a frame.

use search::{Options, Results};
use wire::Wire;

use crate::FileId;
use crate::question::Question;

/// Search a file's types.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Search {
    /// The file.
    pub file: FileId,
    /// The number of the search, by which the page knows whether an answer is late.
    pub turn: u32,
    /// The search text.
    pub text: String,
    /// Chip, order and filters of the list.
    pub options: Options,
}

/// The results of a search.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct FoundTypes {
    /// The types.
    pub results: Results,
    /// Why the text is not a valid search. Only the worker can say this of patterns (`/regex/`): the page does not
    /// compile them.
    pub problem: Option<String>,
}

impl Question for Search {
    type Answer = FoundTypes;
    const DOING: &'static str = "searching";
    const FIRST: bool = true;
    const BY_FILE: bool = true;

    fn files(&self) -> Vec<FileId> {
        vec![self.file]
    }
}

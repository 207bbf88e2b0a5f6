//! Searches that take longer than a frame.

use model::search::{Options, Results};
use wire::wire;

use crate::FileId;

/// Search a file's types.
#[derive(Clone, PartialEq, Eq, Debug)]
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
wire!(struct Search { file, turn, text, options });

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
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
wire!(struct FoundTypes { file, turn, results, problem });

//! What is looked at where paths are looked for.

use std::rc::Rc;

use desk::AskPaths;
use model::paths::FoundPaths;

/// What happens where paths are looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PathsMsg {
    /// The name of the other type was typed.
    To(String),
    /// Only what is embedded, not over pointers.
    Embedded(bool),
    /// Look for paths.
    Find,
    /// Show a path in the Tree.
    Open(usize),
    /// Put the paths away.
    Close,
}

/// What is looked for.
#[derive(Debug, Default)]
pub struct PathsLook {
    /// The name of the other type, as it was typed.
    pub to: String,
    /// Only what is embedded, not over pointers.
    pub embedded: bool,
    /// Why there is no answer.
    pub problem: Option<String>,
    pub(crate) asked: Option<AskPaths>,
    pub(crate) found: Option<Rc<FoundPaths>>,
}

impl PathsLook {
    /// Whether the desk is asked, or has answered.
    pub fn is_asked(&self) -> bool {
        self.asked.is_some()
    }

    /// The paths, once they are there.
    pub fn found(&self) -> Option<&Rc<FoundPaths>> {
        self.found.as_ref()
    }
}

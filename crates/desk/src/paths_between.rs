//! Member paths between two types, over the index of users.

use btf::TypeId;
use wire::Wire;

use crate::FileId;
use crate::question::Question;
use model::paths_between::FoundPaths;

/// Look for paths.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskPaths {
    /// In which file.
    pub file: FileId,
    /// From which type.
    pub from: TypeId,
    /// To the type of this name: `net`, `struct net`, `#123`.
    pub to: String,
    /// Only what is embedded, not over pointers.
    pub embedded: bool,
}

impl Question for AskPaths {
    type Answer = FoundPaths;
    const DOING: &'static str = "looking for paths";

    fn files(&self) -> Vec<FileId> {
        vec![self.file]
    }
}

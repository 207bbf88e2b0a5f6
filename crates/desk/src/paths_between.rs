//! The question for member paths between two types.

use btf::TypeId;
use wire::Wire;

use crate::FileId;
use crate::question::Question;
use model::paths_between::FoundPaths;

/// Find paths.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskPaths {
    /// The file.
    pub file: FileId,
    /// The type to start from.
    pub from: TypeId,
    /// The name of the type to reach: `net`, `struct net`, `#123`.
    pub to: String,
    /// Whether to follow embedded members only, no pointers.
    pub embedded: bool,
}

impl Question for AskPaths {
    type Answer = FoundPaths;
    const DOING: &'static str = "looking for paths";

    fn files(&self) -> Vec<FileId> {
        vec![self.file]
    }
}

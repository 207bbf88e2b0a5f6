//! What a file has for the Values view.

use btf::TypeId;
use wire::Wire;

use crate::FileId;

/// Say a file's maps, and the bytes that it has for a variable or a section.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskOwn {
    /// Which file.
    pub file: FileId,
    /// The variable or section; none when only the maps are wanted.
    pub of: Option<TypeId>,
}

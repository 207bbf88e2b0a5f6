//! Two files beside each other.

use btf::TypeId;
use wire::Wire;

use crate::FileId;
use crate::Pair;

/// Compare a type with that of another file.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskSides {
    /// The file of the type: one of the pair.
    pub file: FileId,
    /// The type.
    pub of: TypeId,
    /// The files.
    pub pair: Pair,
    /// The type of the other file; none for the namesake.
    pub against: Option<TypeId>,
    /// Parts that are at the same place stand side by side, not those of the same name.
    pub by_place: bool,
}

/// Write all that differs between two files.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct SaveChanges {
    /// The files.
    pub pair: Pair,
    /// As JSON, or as text.
    pub json: bool,
    /// The name of the file to save.
    pub save_as: String,
}

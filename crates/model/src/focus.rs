//! The focus in a file: a type and a part of it, or a byte.

use btf::TypeId;
use wire::Wire;

use crate::path::Path;

/// The selection: a type and a part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selection {
    /// The type.
    pub id: TypeId,
    /// The path to the selected member; the empty path for the type itself.
    pub path: Path,
}

/// A blob of a file that the Bytes pane can show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Wire)]
pub enum BlobId {
    /// The file's own `.BTF`.
    Own,
    /// The `.BTF` of a base; 1 is the file's own base, 2 the base of that.
    Base(u32),
    /// Its `.BTF.ext`.
    Ext,
}

/// A byte of a file, as the Bytes pane shows it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Wire)]
pub struct ByteFocus {
    /// The blob.
    pub blob: BlobId,
    /// The offset of the byte in that blob.
    pub at: u32,
}

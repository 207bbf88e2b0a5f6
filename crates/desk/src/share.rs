//! Questions to pack types for links, and to unpack them.

use std::sync::Arc;

use btf::TypeId;
use model::values::MapOf;
use wire::Wire;

use crate::FileId;
use crate::question::Question;
use model::share::Packed;

/// Pack a type for a link.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Pack {
    /// The file.
    pub file: FileId,
    /// The type.
    pub root: TypeId,
    /// How many pointers to follow; `None` for as many as fit into `room`.
    pub depth: Option<u32>,
    /// The most characters that the packed types may have together.
    pub room: u32,
    /// A file and the type in it that `root` is compared with; this type is packed, too.
    pub other: Option<(FileId, TypeId)>,
    /// The map whose entries the link carries. The type of its keys is packed, too, and for a map with a name also a
    /// struct that tells the name ([`share::minimal_map`]).
    pub map: Option<MapOf>,
}

/// The unpacked contents of a link.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Carried {
    /// The link's text.
    pub text: String,
    /// The name of the file that it was made from.
    pub name: String,
    /// The blob.
    pub btf: Arc<[u8]>,
    /// The object, if the link carries a relocation or a program.
    pub object: Option<Object>,
}

/// An object file that a link carries.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Object {
    /// All of its bytes.
    pub bytes: Arc<[u8]>,
    /// The bytes of `.BTF.ext`, if the object has that section.
    pub ext: Option<Arc<[u8]>>,
    /// Where `.BTF` starts in it, in bytes.
    pub btf_at: u64,
}

impl Question for Pack {
    type Answer = Packed;
    const DOING: &'static str = "packing for a link";

    fn files(&self) -> Vec<FileId> {
        std::iter::once(self.file).chain(self.other.map(|o| o.0)).collect()
    }
}

/// Unpack the contents of a link.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Unpack {
    /// The link's text.
    pub text: String,
    /// The name of the file that it was made from.
    pub name: String,
}

impl Question for Unpack {
    type Answer = Carried;
    const DOING: &'static str = "unpacking the link";

    fn files(&self) -> Vec<FileId> {
        vec![]
    }
}

//! Types into links and out of them.

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
    /// Which file.
    pub file: FileId,
    /// The type.
    pub root: TypeId,
    /// Pointers to follow; none for as many as `room` has room for.
    pub depth: Option<u32>,
    /// Characters that the packed types may take together.
    pub room: u32,
    /// The type of another file that it is compared with, to go along.
    pub other: Option<(FileId, TypeId)>,
    /// The map whose entries go along, with the type of its keys; without a name, that type alone.
    pub map: Option<MapOf>,
}

/// What a link carries, unpacked.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Carried {
    /// The link's text.
    pub text: String,
    /// The name of the file it was made of.
    pub name: String,
    /// The blob.
    pub btf: Arc<[u8]>,
    /// Of a relocation, the object with it.
    pub object: Option<Object>,
}

/// An object that a link carries.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Object {
    /// The whole.
    pub bytes: Arc<[u8]>,
    /// Its `.BTF.ext`, when it has one.
    pub ext: Option<Arc<[u8]>>,
    /// Where `.BTF` starts in it.
    pub btf_at: u64,
}

impl Question for Pack {
    type Answer = Packed;
    const DOING: &'static str = "packing for a link";

    fn files(&self) -> Vec<FileId> {
        std::iter::once(self.file).chain(self.other.map(|o| o.0)).collect()
    }
}

/// Unpack what a link carries.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Unpack {
    /// The link's text.
    pub text: String,
    /// The name of the file that it was made of.
    pub name: String,
}

impl Question for Unpack {
    type Answer = Carried;
    const DOING: &'static str = "unpacking the link";

    fn files(&self) -> Vec<FileId> {
        vec![]
    }
}

//! Types into links and out of them.

use std::sync::Arc;

use btf::TypeId;

use super::wire::wire;
use super::{Answer, Desk};
use crate::file::FileId;
use crate::session::Problem;
use crate::share::{self, Packed};

/// Pack a type for a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pack {
    /// Which file.
    pub file: FileId,
    /// The type.
    pub root: TypeId,
    /// Pointers to follow.
    pub depth: u32,
}
wire!(struct Pack { file, root, depth });

/// What a link carries, unpacked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Carried {
    /// The link's text.
    pub text: String,
    /// The name of the file it was made of.
    pub name: String,
    /// The blob.
    pub btf: Arc<[u8]>,
}
wire!(struct Carried { text, name, btf });
wire!(struct Packed { root, new_root, depth, text, blob, types, forwards });

pub(super) fn pack(desk: &Desk, request: &Pack) -> Result<Answer, Box<Problem>> {
    let file = desk.file(request.file)?;
    match share::pack(&file.btf, request.root, request.depth) {
        Ok(packed) => Ok(Answer::Packed(request.clone(), packed)),
        Err(size) => Err(Box::new(share::too_large(size))),
    }
}

pub(super) fn unpack(text: &str, name: &str) -> Result<Answer, Box<Problem>> {
    let btf = share::unpack(text)?;
    Ok(Answer::Unpacked(Carried { text: text.to_string(), name: name.to_string(), btf }))
}

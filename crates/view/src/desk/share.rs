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
    /// The type of another file that it is compared with, to go along.
    pub other: Option<(FileId, TypeId)>,
}
wire!(struct Pack { file, root, depth, other });

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
wire!(struct Packed { root, new_root, depth, text, blob, types, forwards, other });

pub(super) fn pack(desk: &Desk, request: &Pack) -> Result<Answer, Box<Problem>> {
    let pack = |id, root| {
        let file = desk.file(id)?;
        share::pack(&file.btf, root, request.depth).map_err(|size| Box::new(share::too_large(size)))
    };
    let mut packed = pack(request.file, request.root)?;
    if let Some((file, root)) = request.other {
        packed.other = Some(Box::new(pack(file, root)?));
    }
    Ok(Answer::Packed(request.clone(), packed))
}

pub(super) fn unpack(text: &str, name: &str) -> Result<Answer, Box<Problem>> {
    let btf = share::unpack(text)?;
    Ok(Answer::Unpacked(Carried { text: text.to_string(), name: name.to_string(), btf }))
}

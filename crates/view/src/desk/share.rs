//! Types into links and out of them.

use std::sync::Arc;

use btf::TypeId;
use wire::wire;

use super::{Answer, Desk};
use crate::file::FileId;
use crate::session::Problem;
use crate::share::{self};

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
    /// Of a relocation, the object with it.
    pub object: Option<Object>,
}
wire!(struct Carried { text, name, btf, object });

/// An object that a link carries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// The whole.
    pub bytes: Arc<[u8]>,
    /// Its `.BTF.ext`.
    pub ext: Arc<[u8]>,
    /// Where `.BTF` starts in it.
    pub btf_at: u64,
}
wire!(struct Object { bytes, ext, btf_at });

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
    let bytes = share::unpack(text)?;
    let (text, name) = (text.to_string(), name.to_string());
    if !bytes.starts_with(b"\x7fELF") {
        return Ok(Answer::Unpacked(Carried { text, name, btf: bytes, object: None }));
    }
    let object = bpf::Object::parse(Arc::clone(&bytes)).map_err(|e| Box::new(share::no_object(&e.to_string())))?;
    let found = object.btf().zip(object.ext()).zip(object.section_named(".BTF"));
    let Some(((btf, ext), section)) = found else {
        return Err(Box::new(share::no_object("it has no types or no relocation")));
    };
    let (btf, ext, btf_at) = (btf.shared_bytes(), ext.bytes().into(), section.file_range.start);
    Ok(Answer::Unpacked(Carried { text, name, btf, object: Some(Object { bytes, ext, btf_at }) }))
}

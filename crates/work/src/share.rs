//! Types into links and out of them.

use std::sync::Arc;

use desk::Carried;
use desk::Object;
use desk::Pack;
use desk::Problem;
use desk::{Answer, carried};
use model::share;
use model::share::ToPack;

use crate::Desk;

pub(crate) fn pack(desk: &Desk, request: &Pack) -> Result<Answer, Box<Problem>> {
    let map = request.map.as_ref();
    let mut types = vec![ToPack { btf: &desk.file(request.file)?.btf, root: request.root, map }];
    if let Some((file, root)) = request.other {
        types.push(ToPack { btf: &desk.file(file)?.btf, root, map: None });
    }
    let packed = match request.depth {
        Some(depth) => share::pack_all(&types, depth),
        None => share::pack_to_fit(&types, request.room as usize),
    };
    let packed = packed.map_err(|size| Box::new(carried::too_large(size)))?;
    Ok(Answer::Packed(request.clone(), packed))
}

pub(crate) fn unpack(text: &str, name: &str) -> Result<Answer, Box<Problem>> {
    let bytes = carried::unpack(text)?;
    let (text, name) = (text.to_string(), name.to_string());
    if !container::is_elf(&bytes) {
        return Ok(Answer::Unpacked(Carried { text, name, btf: bytes, object: None }));
    }
    let object = bpf::Object::parse(Arc::clone(&bytes)).map_err(|e| Box::new(carried::no_object(&e.to_string())))?;
    let Some((btf, section)) = object.btf().zip(object.section_named(".BTF")) else {
        return Err(Box::new(carried::no_object("it has no types")));
    };
    let ext = object.ext().map(|ext| ext.bytes().into());
    let (btf, btf_at) = (btf.shared_bytes(), section.file_range.start);
    Ok(Answer::Unpacked(Carried { text, name, btf, object: Some(Object { bytes, ext, btf_at }) }))
}

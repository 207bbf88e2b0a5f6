//! Packing types for links, and unpacking them.

use std::sync::Arc;

use desk::Carried;
use desk::Object;
use desk::Pack;
use desk::Problem;
use desk::Unpack;
use desk::carried;
use model::share;
use model::share::Packed;
use model::share::ToPack;

use crate::{Desk, Work};

impl Work for Pack {
    fn answer(&self, desk: &Desk) -> Result<Packed, Box<Problem>> {
        let map = self.map.as_ref();
        let mut types = vec![ToPack { btf: &desk.file(self.file)?.btf, root: self.root, map }];
        if let Some((file, root)) = self.other {
            types.push(ToPack { btf: &desk.file(file)?.btf, root, map: None });
        }
        let packed = match self.depth {
            Some(depth) => share::pack_all(&types, depth),
            None => share::pack_to_fit(&types, self.room as usize),
        };
        packed.map_err(|size| Box::new(carried::too_large(size)))
    }
}

impl Work for Unpack {
    fn answer(&self, _: &Desk) -> Result<Carried, Box<Problem>> {
        let bytes = carried::unpack(&self.text)?;
        let (text, name) = (self.text.clone(), self.name.clone());
        if !container::is_elf(&bytes) {
            return Ok(Carried { text, name, btf: bytes, object: None });
        }
        let object =
            bpf::Object::parse(Arc::clone(&bytes)).map_err(|e| Box::new(carried::bad_object(&e.to_string())))?;
        let Some((btf, section)) = object.btf().zip(object.section_named(".BTF")) else {
            return Err(Box::new(carried::bad_object("it has no types")));
        };
        let ext = object.ext().map(|ext| ext.bytes().into());
        let (btf, btf_at) = (btf.shared_bytes(), section.file_range.start);
        Ok(Carried { text, name, btf, object: Some(Object { bytes, ext, btf_at }) })
    }
}

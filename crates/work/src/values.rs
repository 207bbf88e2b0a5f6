//! Reading a file's maps and own bytes, for the Values view.

use std::sync::Arc;

use bpf::Object;
use desk::{AskOwn, Problem};
use model::values::{Own, maps, own_bytes};

use crate::{Desk, Work};

impl Work for AskOwn {
    fn answer(&self, desk: &Desk) -> Result<Box<Own>, Box<Problem>> {
        let file = desk.file(self.file)?;
        let object = file.object.as_ref().and_then(|bytes| Object::parse(Arc::clone(bytes)).ok());
        let bytes = self.of.zip(object.as_ref()).and_then(|(id, object)| own_bytes(&file.btf, object, id));
        let mut maps = maps(&file.btf, object.as_ref(), &file.name);
        // The page decodes values with the file's own BTF. In an unlinked object, that BTF has sections of size 0, so
        // these sections are left out.
        maps.retain(|map| {
            map.section.is_none() || map.value.is_some_and(|id| file.btf.size_of(id).is_ok_and(|size| size > 0))
        });
        let own = Own { maps, bytes };
        Ok(Box::new(own))
    }
}

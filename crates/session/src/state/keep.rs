//! Makes the messages that give files to the desk.

use std::sync::Arc;

use btf::Btf;
use desk::{FileId, Files, Keep, NotOpen};

use crate::Session;
use crate::file::OpenFile;

/// The message that gives a file to the desk. `base`: the file's base, if the desk has it; if none, the message
/// carries the bytes of the base, too.
fn keep(file: &OpenFile, base: Option<FileId>) -> Keep {
    let mut blobs = Vec::new();
    let mut at: Option<&Btf> = Some(&file.btf);
    while let Some(btf) = at {
        blobs.insert(0, btf.shared_bytes());
        at = btf.base().filter(|_| base.is_none()).map(|base| &**base);
    }
    let own = blobs.last().is_some_and(|own| Arc::ptr_eq(own, &file.digest_of));
    Keep {
        kind: file.kind,
        base,
        blobs,
        ext: file.ext.as_ref().map(|ext| Arc::from(ext.bytes())),
        object: (!own).then(|| Arc::clone(&file.digest_of)),
        pointer_size: file.btf.pointer_size(),
        extras: file.extras.clone(),
        distilled: file.distilled,
        ..Keep::new(file.id, file.name.clone())
    }
}

impl Files for Session {
    fn base_of(&self, id: FileId) -> Result<Option<FileId>, NotOpen> {
        // An atlas has no base.
        let atlas = self.atlas().dropped.iter().any(|atlas| atlas.id == id);
        if atlas { Ok(None) } else { self.file_of(id).map(|file| file.base).ok_or(NotOpen) }
    }

    fn keep(&self, id: FileId, base: Option<FileId>) -> Option<Keep> {
        self.file_of(id).map(|file| keep(file, base)).or_else(|| self.atlas().keep(id))
    }
}

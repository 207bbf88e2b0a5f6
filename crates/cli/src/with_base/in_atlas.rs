//! Opens `X.atlas#KERNEL`, a kernel of an atlas that is given as a file argument.

use std::path::Path;

use container::Opened;

use crate::atlases::ours::{self, AtlasPlace};
use crate::atlases::store;
use crate::fail::Failure;
use crate::files;
use crate::files::AsText;

/// Opens a kernel of an atlas; `None` if the path names something else.
///
/// # Errors
/// When the atlas cannot be read or has no such kernel, and when the path names an atlas without a kernel.
pub fn open(path: &Path) -> Result<Option<Opened>, Failure> {
    if path.exists() {
        return if is_atlas(path) { Err(alone(path)) } else { Ok(None) };
    }
    let Some((place, kernel)) = named(path) else { return Ok(None) };
    let atlas = store::open(&place)?;
    let failed = |e| store::failed(&place, &e);
    let number = atlas.kernel_called(kernel).map_err(failed)?;
    let bytes = atlas.take_out(number).map_err(failed)?;
    let mut opened = container::open(&path.as_text(), &bytes)?;
    opened.kernel_release = atlas.kernels().get(number as usize).map(|k| k.release.clone()).filter(|r| !r.is_empty());
    opened.notes.push("taken out of an atlas: the types are the kernel's, their ids and bytes are not".to_owned());
    Ok(Some(opened))
}

/// The atlas and the kernel that a path names; `None` if it names an existing file, or no atlas. If no file
/// `debian.atlas` exists, that name stands for the atlas that commands use by default ([`ours::find`]).
pub fn named(path: &Path) -> Option<(AtlasPlace, &str)> {
    let (file, kernel) = path.to_str()?.rsplit_once('#')?;
    let file = Path::new(file);
    if path.exists() {
        return None;
    }
    if is_atlas(file) {
        return Some((AtlasPlace::File(file.to_owned()), kernel));
    }
    let is_ours = file == Path::new(ours::OURS) && !file.exists();
    is_ours.then(ours::find).flatten().map(|place| (place, kernel))
}

/// Refuses a kernel of an atlas as a base: modules refer to the type ids of their kernel, and in the atlas the types
/// have other ids.
///
/// # Errors
/// When the path names a kernel of an atlas.
pub fn refuse_as_base(path: &Path) -> Result<(), Failure> {
    if named(path).is_none() {
        return Ok(());
    }
    let path = path.as_text();
    Err(Failure::Bad(format!(
        "{path}: a kernel of an atlas cannot be a base: modules refer to types by id, and in the atlas it has other ids than its own BTF"
    )))
}

fn is_atlas(path: &Path) -> bool {
    path.is_file() && files::first(path, 8).is_ok_and(|head| atlas::is_atlas(&head))
}

fn alone(path: &Path) -> Failure {
    let path = path.as_text();
    Failure::Bad(format!(
        "{path}: it is an atlas: name a kernel of it by {path}#KERNEL (see btfscope atlas list {path})"
    ))
}

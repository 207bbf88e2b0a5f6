//! Atlases as files, read in ranges.

use std::fs::File;
use std::path::Path;

use atlas::{Atlas, Draft, Error, ErrorKind, MergeError, ModulesFile, Ranges, Seeking};

use crate::fail::Failure;
use crate::files;
use crate::files::AsText;
use crate::room;

/// How much of an atlas counts as read, in bytes. A larger file may be mostly holes.
const LARGEST: u64 = 256 << 20;

/// An atlas on a disk.
pub type OnDisk = Atlas<Seeking<File>>;

/// Opens an atlas; only its directory is read.
///
/// # Errors
/// When it cannot be read or is no atlas.
pub fn open(path: &Path) -> Result<OnDisk, Failure> {
    let fail = |e: std::io::Error| Failure::Bad(format!("{}: {e}", path.as_text()));
    let ranges = Seeking::new(files::at_places(path).map_err(fail)?).map_err(fail)?;
    room::read(usize::try_from(ranges.file_len().min(LARGEST)).unwrap_or(0));
    Atlas::open(ranges).map_err(|e| failed(path, &e))
}

/// The file with modules' names, on a disk.
pub type NamesOnDisk = ModulesFile<Seeking<File>>;

/// The names of modules beside an atlas: `debian-modules.atlas` for `debian.atlas`; `None` without that file.
///
/// # Errors
/// When it cannot be read, or is another file.
pub fn modules_beside(atlas: &Path) -> Result<Option<NamesOnDisk>, Failure> {
    let stem = atlas.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let path = atlas.with_file_name(format!("{stem}-modules.atlas"));
    if !path.is_file() {
        return Ok(None);
    }
    let fail = |e: std::io::Error| Failure::Bad(format!("{}: {e}", path.as_text()));
    let ranges = Seeking::new(files::at_places(&path).map_err(fail)?).map_err(fail)?;
    ModulesFile::open(ranges).map(Some).map_err(|e| failed(&path, &e))
}

/// An error of an atlas as a failure of the command.
pub fn failed(path: &Path, e: &Error) -> Failure {
    let message = format!("{}: {e}", path.as_text());
    match e.kind {
        ErrorKind::Kernel(_) => Failure::NotFound(message),
        _ => Failure::Bad(message),
    }
}

/// Merges an atlas into a draft.
///
/// # Errors
/// When it is damaged, or the result is over an atlas's limits.
pub fn merge(draft: &mut Draft, path: &Path) -> Result<(), Failure> {
    merge_some(draft, path, &open(path)?, &|_| true)
}

/// Merges some kernels of an atlas into a draft.
///
/// # Errors
/// As [`merge`].
pub fn merge_some(
    draft: &mut Draft,
    path: &Path,
    atlas: &OnDisk,
    keep: &dyn Fn(&atlas::AtlasKernel) -> bool,
) -> Result<(), Failure> {
    draft.merge_some(atlas, keep).map_err(|e| match e {
        MergeError::Atlas(e) => failed(path, &e),
        MergeError::Unfit(e) => Failure::Bad(format!("{}: {e}", path.as_text())),
    })
}

//! Atlases, read in ranges.

use std::path::Path;

use atlas::{Atlas, Draft, Error, ErrorKind, MergeError, ModulesFile, Ranges, Seeking};

use super::ours::AtlasPlace;
use crate::fail::Failure;
use crate::files;
use crate::files::AsText;
use crate::room;

/// The most bytes of an atlas that count as read, for the limit of the output ([`room`]). A larger file may be sparse:
/// its length says little about its content.
const LARGEST: u64 = 256 << 20;

/// Bytes that are read in ranges: of a file, or inside the program. Several threads may read them.
pub type Bytes = Box<dyn Ranges + Send + Sync>;

/// An atlas that is read in ranges: from a file, or from the bytes inside the program.
pub type OnDisk = Atlas<Bytes>;

/// Where an atlas may be: a path, or [`AtlasPlace`].
pub trait Whereabouts: AsText {
    /// The bytes of the atlas. The size of a file is noted for the limit of the output.
    ///
    /// # Errors
    /// When the file cannot be opened.
    fn ranges(&self) -> Result<Bytes, Failure>;
}

impl Whereabouts for Path {
    fn ranges(&self) -> Result<Bytes, Failure> {
        let ranges = on_disk(self)?;
        room::read(usize::try_from(ranges.file_len().min(LARGEST)).unwrap_or(0));
        Ok(ranges)
    }
}

impl Whereabouts for AtlasPlace {
    fn ranges(&self) -> Result<Bytes, Failure> {
        match self {
            AtlasPlace::File(path) => path.as_path().ranges(),
            #[cfg(feature = "debian")]
            AtlasPlace::Inside => Ok(inside(atlas_data::ATLAS)),
        }
    }
}

/// Opens an atlas; only its directory is read.
///
/// # Errors
/// When it cannot be read or is no atlas.
pub fn open<P: Whereabouts + ?Sized>(place: &P) -> Result<OnDisk, Failure> {
    Atlas::open(place.ranges()?).map_err(|e| failed(place, &e))
}

/// The file with modules' names.
pub type NamesOnDisk = ModulesFile<Bytes>;

/// The names of modules beside an atlas: `debian-modules.atlas` for `debian.atlas`; `None` without that file.
///
/// # Errors
/// When that file cannot be read, or does not hold names of modules.
pub fn modules_beside(place: &AtlasPlace) -> Result<Option<NamesOnDisk>, Failure> {
    let atlas = match place {
        AtlasPlace::File(path) => path,
        #[cfg(feature = "debian")]
        AtlasPlace::Inside => {
            return ModulesFile::open(inside(atlas_data::MODULES)).map(Some).map_err(|e| failed(place, &e));
        }
    };
    let stem = atlas.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let path = atlas.with_file_name(format!("{stem}-modules.atlas"));
    if !path.is_file() {
        return Ok(None);
    }
    modules(&path).map(Some)
}

/// Opens a file with the names of modules.
///
/// # Errors
/// When it cannot be read, or does not hold names of modules.
pub fn modules(path: &Path) -> Result<NamesOnDisk, Failure> {
    ModulesFile::open(on_disk(path)?).map_err(|e| failed(path, &e))
}

fn on_disk(path: &Path) -> Result<Bytes, Failure> {
    let fail = |e: std::io::Error| path.bad(e);
    Ok(Box::new(Seeking::new(files::at_places(path).map_err(fail)?).map_err(fail)?))
}

#[cfg(feature = "debian")]
fn inside(bytes: &'static [u8]) -> Bytes {
    Box::new(bytes)
}

/// An error of an atlas as a failure of the command.
pub fn failed<P: AsText + ?Sized>(path: &P, e: &Error) -> Failure {
    let message = format!("{}: {e}", path.as_text());
    match e.kind {
        ErrorKind::Kernel(_) => Failure::NotFound(message),
        _ => Failure::Bad(message),
    }
}

/// Merges an atlas into a draft.
///
/// # Errors
/// When the atlas cannot be read, or the result exceeds the limits of an atlas.
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
        MergeError::Unfit(e) => path.bad(e),
    })
}

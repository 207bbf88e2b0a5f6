//! The atlas that comes with btfscope.

use std::env;
use std::path::{Path, PathBuf};

use crate::fail::{Failure, say};
use crate::files::AsText;

/// The file name of the atlas that comes with btfscope.
pub const OURS: &str = "debian.atlas";

/// Where an atlas is.
#[derive(Clone, Debug)]
pub enum AtlasPlace {
    /// A file.
    File(PathBuf),
    /// Inside the program itself.
    #[cfg(feature = "debian")]
    Inside,
}

impl AsText for AtlasPlace {
    fn as_text(&self) -> String {
        match self {
            AtlasPlace::File(path) => path.as_text(),
            #[cfg(feature = "debian")]
            AtlasPlace::Inside => format!("{OURS} (inside btfscope)"),
        }
    }
}

/// The given atlas, or else the one that [`find`] finds; a message names the latter.
///
/// # Errors
/// When no atlas was given and none is found. The message asks for an atlas, after the text `instead`, which is empty
/// or names another way to give kernels and ends in "or ".
pub fn given_or_ours(given: Option<&Path>, instead: &str) -> Result<AtlasPlace, Failure> {
    match given {
        Some(path) => Ok(AtlasPlace::File(path.to_owned())),
        None => {
            let place = find().ok_or_else(|| {
                Failure::Bad(format!(
                    "no kernels: name {instead}an atlas by --atlas or BTFSCOPE_ATLAS; {OURS} is not beside btfscope"
                ))
            })?;
            say(&format!("kernels of {}", place.as_text()));
            Ok(place)
        }
    }
}

/// The place of the atlas that commands use if none is given: the path in BTFSCOPE_ATLAS (which may not exist), or else
/// a file in a folder near the program, or else inside the program; `None` if there is none.
pub fn find() -> Option<AtlasPlace> {
    if let Some(path) = env::var_os("BTFSCOPE_ATLAS").filter(|path| !path.is_empty()) {
        return Some(AtlasPlace::File(PathBuf::from(path)));
    }
    beside().map(AtlasPlace::File).or_else(inside)
}

fn beside() -> Option<PathBuf> {
    let program = env::current_exe().and_then(|path| path.canonicalize()).unwrap_or_default();
    let folder = program.parent().unwrap_or(Path::new(""));
    // Folders that may hold the atlas, relative to the folder of the program: where packages install it, and where the
    // repository has it, seen from a build in `target`.
    let places = ["", "static/atlas", "../share/btfscope", "../../static/atlas", "../../../static/atlas"];
    let there = places.iter().map(|place| folder.join(place).join(OURS)).find(|path| path.is_file());
    there.map(|path| path.canonicalize().unwrap_or(path))
}

#[cfg(feature = "debian")]
fn inside() -> Option<AtlasPlace> {
    Some(AtlasPlace::Inside)
}

#[cfg(not(feature = "debian"))]
fn inside() -> Option<AtlasPlace> {
    None
}

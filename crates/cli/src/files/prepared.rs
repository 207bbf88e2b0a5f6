//! Makes the folders of outputs before the work: a path where nothing can be written is reported at once, and not after
//! an hour of work.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::AsText;
use super::Target;
use super::fresh::Fresh;
use super::target::folder_of;
use crate::fail::Failure;

/// The folders that were made, outer ones first. Global, because a process is one run.
static MADE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Makes the folder of an output, if it does not exist, and tries whether a file can be made in it. Does nothing for
/// standard output, devices, pipes and links.
///
/// # Errors
/// When the folder, or a file in it, cannot be made.
pub(super) fn prepare(target: &Target) -> Result<(), Failure> {
    let path = target.path();
    if target.is_stdout() {
        return Ok(());
    }
    let folder = match fs::symlink_metadata(path) {
        Ok(about) if about.is_dir() => path,
        Ok(about) if about.is_file() => folder_of(path),
        Ok(_) => return Ok(()),
        Err(_) => folder_of(path),
    };
    make(folder, path)?;
    Fresh::in_folder(folder).map(drop).map_err(|e| path.bad(e))
}

/// Makes a folder and the missing folders above it; `typed` is the output, for messages.
fn make(folder: &Path, typed: &Path) -> Result<(), Failure> {
    let missing: Vec<&Path> =
        folder.ancestors().take_while(|part| !part.as_os_str().is_empty() && !part.is_dir()).collect();
    for part in missing.into_iter().rev() {
        match fs::create_dir(part) {
            Ok(()) => MADE.lock().unwrap_or_else(PoisonError::into_inner).push(part.to_owned()),
            // Another process was faster, or the path has a part like `new/..`.
            Err(_) if part.is_dir() => {}
            Err(e) if matches!(e.kind(), io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory) => {
                return Err(typed.bad(format!("{} is no folder", part.as_text())));
            }
            Err(e) => return Err(part.bad(e)),
        }
    }
    Ok(())
}

/// Removes the folders that [`prepare`] made and that are still empty, after a command that failed.
pub fn tidy() {
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    for folder in made.drain(..).rev() {
        fs::remove_dir(folder).ok();
    }
}

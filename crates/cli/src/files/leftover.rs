//! Names that a run left behind because it was killed between two calls of the system.
//!
//! Nothing can be done about that when it happens, so the next run that writes into the folder removes them.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::path::Path;

/// Names of files and folders that are not finished begin with this, ...
pub(super) const PREFIX: &str = ".btfscope-";

/// ... and have so many letters and digits then.
pub(super) const LETTERS: usize = 16;

/// Names of a folder that are looked at: it is not to take long.
const LOOKED_AT: usize = 20_000;

/// Removes what runs of this user left behind in a folder. Who is still at work on one has a lock on it. `ours` is a file of this user's.
pub(super) fn remove(folder: &Path, ours: &Metadata) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.take(LOOKED_AT).flatten().filter(|entry| is_ours(&entry.file_name())) {
        let (path, Ok(about)) = (entry.path(), entry.metadata()) else { continue };
        if !same_user(&about, ours) || !(about.is_file() || about.is_dir()) {
            continue;
        }
        if File::open(&path).is_ok_and(|file| file.try_lock().is_ok()) {
            // Somebody else may do the same now.
            if about.is_dir() {
                fs::remove_dir_all(&path).ok()
            } else {
                fs::remove_file(&path).ok()
            };
        }
    }
}

fn is_ours(name: &OsStr) -> bool {
    let letters = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
    letters.is_some_and(|l| l.len() == LETTERS && l.bytes().all(|b| b.is_ascii_alphanumeric()))
}

#[cfg(unix)]
fn same_user(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    a.uid() == b.uid()
}

#[cfg(not(unix))]
fn same_user(_: &Metadata, _: &Metadata) -> bool {
    true
}

//! Files and folders with temporary names that a killed run left behind.
//!
//! A killed run cannot remove them, so the next run that writes into the same folder removes them.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::path::Path;

/// The start of temporary names.
pub(super) const PREFIX: &str = ".btfscope-";

/// How many letters and digits follow [`PREFIX`] in temporary names.
pub(super) const LETTERS: usize = 16;

/// The most names of a folder that are checked, to bound the time.
const LOOKED_AT: usize = 20_000;

/// Removes the temporary files and folders of this user from a folder, except those that a process at work has locked.
/// `ours` is the metadata of a file of this user.
pub(super) fn remove(folder: &Path, ours: &Metadata) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.take(LOOKED_AT).flatten().filter(|entry| is_ours(&entry.file_name())) {
        let (path, Ok(about)) = (entry.path(), entry.metadata()) else { continue };
        if !same_user(&about, ours) || !(about.is_file() || about.is_dir()) {
            continue;
        }
        if File::open(&path).is_ok_and(|file| file.try_lock().is_ok()) {
            // Another process may be removing it, too.
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

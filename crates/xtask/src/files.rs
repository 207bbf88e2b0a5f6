//! Lists of the files in a folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// All files below a folder, except those in hidden folders, sorted.
///
/// # Errors
/// When a folder cannot be read.
pub fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = vec![];
    walk(folder, &[], &mut found)?;
    found.sort();
    Ok(found)
}

/// Collects files. Skips hidden folders and those in `apart`; does not follow symbolic links.
///
/// # Errors
/// When a folder cannot be read.
pub fn walk(folder: &Path, apart: &[PathBuf], found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, kind) = (entry.path(), entry.file_type()?);
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        if kind.is_dir() && !is_hidden && !apart.contains(&path) {
            walk(&path, apart, found)?;
        } else if kind.is_file() {
            found.push(path);
        }
    }
    Ok(())
}

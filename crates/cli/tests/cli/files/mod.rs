//! Files are written as a whole or not at all, never replace an input, and several processes may write them at once.

mod given;
mod killed;
mod turns;
mod whole;

use std::fs;
use std::path::Path;

use tests::fixture;

/// Copies fixtures into a folder under other names.
fn put(folder: &Path, files: &[(&str, &str)]) {
    for (from, to) in files {
        fs::write(folder.join(to), fixture::read(from)).expect("written");
    }
}

/// The names in a folder, including hidden ones.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8")).collect();
    names.sort();
    names
}

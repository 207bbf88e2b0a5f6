//! The size of a first visit: the page's files, and the JavaScript package's module, compressed by brotli at its
//! highest level, as a good web server sends them.

use std::path::{Path, PathBuf};

use crate::machine::{Failure, Outcome, Project, output};
use crate::tool;
use crate::worker;

/// The limit for all files of the page together that are loaded first, in bytes of brotli.
pub const MOST: u64 = 750_000;

/// True if a visit to the page in `dist` loads this file without a click: at once, or later (the worker and the second
/// module). Samples are loaded on a click.
pub fn is_part(dist: &Path, file: &Path) -> bool {
    let kinds = ["html", "css", "js", "wasm"];
    // The service worker starts after the page has loaded; the page does not need it.
    let later = file.file_name().is_some_and(|name| name == "sw.js");
    !later
        && file.parent() == Some(dist)
        && file.extension().is_some_and(|kind| kinds.iter().any(|known| kind == *known))
}

/// True if a part is loaded later: it is the worker's, or the page's second module, which has the views that are not
/// needed to open a file (`web/src/rare.rs`).
pub fn is_later(file: &Path) -> bool {
    worker::is_part(file) || file.to_string_lossy().ends_with("_later.wasm")
}

/// Prints the sizes of the files of the first load and of those that are loaded later. Fails when the files of the
/// first load, compressed with brotli, have more than `most` bytes together.
pub fn check(project: &Project, first: &[PathBuf], later: &[PathBuf], most: u64) -> Outcome<()> {
    let mut bind = tool::command(project, tool::BIND)?;
    let table = output(bind.args(["sizes", &first.len().to_string()]).args(first).args(later))?;
    let (rows, sum) = table.rsplit_once('\n').unwrap_or_default();
    println!("        bytes  in brotli\n{rows}");
    match sum.parse() {
        Ok(0u64) | Err(_) => Err(Failure("the size of the first load could not be measured".to_owned())),
        Ok(sum) if sum > most => Err(Failure(format!("the first load takes {sum} bytes of brotli, more than {most}"))),
        Ok(_) => Ok(()),
    }
}

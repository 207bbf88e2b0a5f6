//! How much a first visit loads: what the files of the page take after brotli at its best, which is what a good web server sends.

use std::path::{Path, PathBuf};

use crate::machine::{Failure, Outcome, Project, output};
use crate::tool;

/// What all files together may take, in bytes of brotli.
const MOST: u64 = 750_000;

/// The files that a first visit loads, of those in the built page's folder: the samples are loaded on a click.
pub fn is_part(dist: &Path, file: &Path) -> bool {
    let kinds = ["html", "css", "js", "wasm"];
    // The service worker comes when the page is there, and fetches nothing that is not.
    let later = file.file_name().is_some_and(|name| name == "sw.js");
    !later
        && file.parent() == Some(dist)
        && file.extension().is_some_and(|kind| kinds.iter().any(|known| kind == *known))
}

/// Prints what the files take that are loaded first, and those that are loaded later. An error when the first are too much.
pub fn check(project: &Project, first: &[PathBuf], later: &[PathBuf]) -> Outcome<()> {
    let mut shrink = tool::command(project, tool::SHRINK)?;
    let table = output(shrink.args(["sizes", &first.len().to_string()]).args(first).args(later))?;
    let (rows, sum) = table.rsplit_once('\n').unwrap_or_default();
    println!("        bytes  in brotli\n{rows}");
    match sum.parse() {
        Ok(0u64) | Err(_) => Err(Failure("the size of the first load could not be measured".to_owned())),
        Ok(sum) if sum > MOST => Err(Failure(format!("the first load takes {sum} bytes of brotli, more than {MOST}"))),
        Ok(_) => Ok(()),
    }
}

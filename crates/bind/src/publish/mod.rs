//! The commands for a page or package that is published: modules in two parts, and sizes.

mod cut;
mod parts;
mod sizes;

use std::path::{Path, PathBuf};

/// The commands here, for the help.
pub const HELP: &str = "
bind split NAME FOLDER MODULE.wasm              write the files that a page loads, the module in two parts
bind parts NAME FOLDER MODULE.wasm              write the JavaScript package's module in two parts, with bindings in FOLDER/web and
                                                FOLDER/nodejs
bind sizes NUMBER FILE...                       what the first NUMBER of the files take in brotli, and the others; the last line is the
                                                first sum alone";

/// Runs a command of this module; `None` if the words are no such command.
pub fn run(words: &[&str]) -> Option<Result<(), String>> {
    match words[..] {
        ["split", name, folder, module] => Some(cut::split(name, folder, module)),
        ["parts", name, folder, module] => Some(parts::parts(name, Path::new(folder), module)),
        ["sizes", number, ref files @ ..] => Some(sizes(number, files)),
        _ => None,
    }
}

fn sizes(number: &str, files: &[&str]) -> Result<(), String> {
    let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
    let number = number.parse().ok().filter(|number| *number <= files.len()).ok_or(HELP)?;
    let (first, later) = files.split_at(number);
    print!("{}", sizes::table(first, later)?);
    Ok(())
}

//! Packs folders into archives. The same folder always gives the same bytes. `cargo xtask package` and `cargo xtask
//! dist --zip` run it; it is a program of its own, because xtask is compiled before anything else.

mod tar;
mod zip;

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const HELP: &str = "\
pack page FOLDER TOP FILE        a zip file of a built page, with a READ-ME.txt; TOP is the folder in it
pack zip FOLDER TOP FILE         a zip file of a program's folder
pack tar FOLDER TOP DATE FILE    a tar.gz file of a program's folder; DATE is the date of all its files, in seconds since 1970";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["page", folder, top, file] => into(file, |to| zip::page(Path::new(folder), top, to)),
        ["zip", folder, top, file] => into(file, |to| zip::folder(Path::new(folder), top, to)),
        ["tar", folder, top, date, file] => match date.parse() {
            Ok(date) => into(file, |to| tar::gz(Path::new(folder), top, date, to)),
            Err(_) => Err(format!("{date:?} is no number of seconds")),
        },
        _ => Err(HELP.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// Creates a file and writes it.
fn into(file: &str, write: impl FnOnce(File) -> io::Result<()>) -> Result<(), String> {
    File::create(file).and_then(write).map_err(|error| format!("{file}: {error}"))
}

/// All files below a folder, sorted, each with its path below the folder, with slashes.
fn files(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let below = |file: &PathBuf| {
        let path = file.strip_prefix(folder).unwrap_or(file);
        path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
    };
    Ok(xtask::files::files(folder)?.into_iter().map(|file| (below(&file), file)).collect())
}

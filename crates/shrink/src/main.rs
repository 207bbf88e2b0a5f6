//! Makes the published page small, and measures it: minifies styles, and counts sizes after brotli.
//!
//! A separate program, because its libraries take half a minute to compile and `cargo xtask serve` needs none of them.

mod sizes;
mod styles;

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;

const HELP: &str = "\
shrink styles FILE...                   minifies style sheets where they are
shrink sizes NUMBER FILE...             what the first NUMBER of the files take in brotli, and the others; the last line is the
                                        first sum alone";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let result = match words.split_first() {
        Some((command, files)) if command == "styles" => {
            files.iter().try_for_each(|file| styles::shorten(&PathBuf::from(file)))
        }
        Some((command, words)) if command == "sizes" => sizes(words),
        _ => Err(HELP.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn sizes(words: &[String]) -> Result<(), String> {
    let (number, files) = words.split_first().ok_or(HELP)?;
    let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
    let number = number.parse().ok().filter(|number| *number <= files.len()).ok_or(HELP)?;
    let (first, later) = files.split_at(number);
    print!("{}", sizes::table(first, later)?);
    Ok(())
}

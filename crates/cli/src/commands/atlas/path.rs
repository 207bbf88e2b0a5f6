//! `atlas path`: prints the place of the atlas that commands use without `--atlas`.

use std::path;

use json::atlases::AtlasPath;

use crate::atlases::ours::{self, AtlasPlace};
use crate::fail::Failure;
use crate::files::AsText;
use crate::out::{Out, out};

/// Print the path of the atlas that commands ask when they are given none
#[derive(clap::Args, Debug)]
#[command(after_help = "\
It is the atlas in BTFSCOPE_ATLAS, or else the one that comes with btfscope. The path is absolute, so that
a script may run in any folder. An atlas inside of the program has no path: debian.atlas (inside btfscope)
is printed then. Exit status 1: there is none.

Examples:
  btfscope atlas path --json
  btfscope atlas path || echo 'no atlas: kernels are named by --target'")]
pub struct Args {
    /// As JSON: {path, inside}; path is null for an atlas inside of the program
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// When there is no atlas or BTFSCOPE_ATLAS names no file (status 1), or the current folder does not exist.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let place = ours::find().ok_or_else(|| {
        Failure::NotFound(format!("no atlas: {} is not beside btfscope, and BTFSCOPE_ATLAS names none", ours::OURS))
    })?;
    let path = match &place {
        AtlasPlace::File(path) if !path.is_file() => {
            return Err(Failure::NotFound(format!("{}: BTFSCOPE_ATLAS names it, and it is no file", path.as_text())));
        }
        AtlasPlace::File(path) => {
            let whole = path::absolute(path).map_err(|e| path.bad(e))?;
            Some(whole.as_text())
        }
        #[cfg(feature = "debian")]
        AtlasPlace::Inside => None,
    };
    match args.json {
        true => json::print(&AtlasPath { inside: path.is_none(), path }, out),
        false => out!(out, "{}\n", path.unwrap_or_else(|| place.as_text())),
    }
    Ok(0)
}

//! `man`: the manual pages.

use std::fs;
use std::path::PathBuf;

use clap::CommandFactory;
use clap_mangen::Man;

use crate::command::CommandLine;
use crate::fail::Failure;
use crate::out::{Out, out};

/// Write the manual pages, one of btfscope and one of each command
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  btfscope man ~/.local/share/man/man1
  btfscope man /tmp/man1 && man /tmp/man1/btfscope-layout.1")]
pub struct Args {
    /// The folder to write them into; it is made if it is not there
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Runs the command.
///
/// # Errors
/// When a page cannot be written.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let folder = &args.folder;
    fs::create_dir_all(folder).map_err(|e| Failure::Bad(format!("{}: {e}", folder.display())))?;
    let mut command = CommandLine::command();
    command.build();
    write(&command, args, out)?;
    Ok(0)
}

/// The page of a command, and those of the commands below it.
fn write(command: &clap::Command, args: &Args, out: &mut Out) -> Result<(), Failure> {
    let page = Man::new(command.clone());
    let path = args.folder.join(page.get_filename());
    let mut text = Vec::new();
    let written = page.render(&mut text).and_then(|()| fs::write(&path, &text));
    written.map_err(|e| Failure::Bad(format!("{}: {e}", path.display())))?;
    out!(out, "{}\n", path.display());
    command.get_subcommands().filter(|below| !below.is_hide_set()).try_for_each(|below| write(below, args, out))
}

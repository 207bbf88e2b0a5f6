//! `man`: the manual pages.

use std::io::Write;

use clap::CommandFactory;
use clap_mangen::Man;

use crate::command::CommandLine;
use crate::fail::Failure;
use crate::files::AsText;
use crate::files::{Folder, Target};
use crate::out::{Out, out};

/// Write the manual pages, one of btfscope and one of each command
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  btfscope man ~/.local/share/man/man1
  btfscope man /tmp/man1 && man /tmp/man1/btfscope-layout.1")]
pub struct Args {
    /// The folder to write them into; it is made if it is not there
    #[arg(value_name = "DIR")]
    folder: Target,
}

/// Runs the command.
///
/// # Errors
/// When a page cannot be written.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let mut folder = Folder::new(&args.folder)?;
    let mut names = Vec::new();
    let mut command = CommandLine::command();
    command.build();
    write(&command, &mut folder, &mut names)?;
    let paths: Vec<_> = names.iter().map(|name| folder.path_of(name)).collect();
    folder.finish()?;
    paths.iter().for_each(|path| out!(out, "{}\n", path.as_text()));
    Ok(0)
}

/// The page of a command, and those of the commands below it.
fn write(command: &clap::Command, folder: &mut Folder, names: &mut Vec<String>) -> Result<(), Failure> {
    let page = Man::new(command.clone());
    let name = page.get_filename();
    let mut file = folder.file(&name)?;
    let mut text = Vec::new();
    let written = page.render(&mut text).and_then(|()| file.write_all(&text));
    written.map_err(|e| Failure::Bad(format!("{}: {e}", folder.path_of(&name).as_text())))?;
    names.push(name);
    command.get_subcommands().filter(|below| !below.is_hide_set()).try_for_each(|below| write(below, folder, names))
}

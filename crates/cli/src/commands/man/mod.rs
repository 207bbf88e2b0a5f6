//! `man`: the manual pages.

mod page;

use std::env;
use std::io::Write;

use clap::CommandFactory;
use time::OffsetDateTime;

use crate::args::with_limit;
use crate::command::CommandLine;
use crate::fail::Failure;
use crate::files::AsText;
use crate::files::{Folder, Target};
use crate::out::{Out, out};
use page::Page;

/// Write the manual pages, one of btfscope and one of each command
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Each page has a date: that in SOURCE_DATE_EPOCH (seconds since 1970) if it is set, so that two builds of a
package are equal; otherwise today.

Examples:
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
/// When a page cannot be written, or `SOURCE_DATE_EPOCH` is no time.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let date = date()?;
    let mut folder = Folder::new(&args.folder)?;
    let mut command = with_limit(CommandLine::command());
    command.build();
    let mut pages = Vec::new();
    Page::add(&command, &date, None, &mut pages);
    let mut paths = Vec::new();
    for page in pages {
        let name = page.file_name();
        let path = folder.path_of(&name);
        let mut file = folder.file(&name)?;
        let written = page.render().and_then(|text| file.write_all(&text));
        written.map_err(|e| path.bad(e))?;
        paths.push(path);
    }
    folder.finish()?;
    paths.iter().for_each(|path| out!(out, "{}\n", path.as_text()));
    Ok(0)
}

/// The date of the pages, as 2026-11-27 (<https://reproducible-builds.org/docs/source-date-epoch/>).
fn date() -> Result<String, Failure> {
    let Some(typed) = env::var_os("SOURCE_DATE_EPOCH") else { return Ok(OffsetDateTime::now_utc().date().to_string()) };
    let seconds = typed.to_str().and_then(|text| text.trim().parse().ok());
    let time = seconds.and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds).ok());
    let time = time.ok_or_else(|| {
        let typed = typed.to_string_lossy();
        Failure::Bad(format!(
            "SOURCE_DATE_EPOCH: “{typed}” is no number of seconds since 1970 in the years that dates have"
        ))
    })?;
    Ok(time.date().to_string())
}

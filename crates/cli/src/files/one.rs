//! One file, written as a whole or not at all.

use std::io::{self, Write};
use std::path::Path;

use text::counted;

use super::AsText;
use super::Target;
use super::fresh::{Fresh, sync_folder};
use super::lock::Lock;
use super::target::{Place, folder_of};
use crate::fail::{Failure, say};

/// Writes a new file, or replaces an old one and keeps its mode. Writes into devices and pipes; `-` is standard output.
///
/// # Errors
/// When the output is an input file, and when it cannot be written.
pub fn save(to: &Target, bytes: &[u8]) -> Result<(), Failure> {
    match to.is_stdout() {
        true => print(bytes),
        false => put(to.path(), bytes, false),
    }
}

/// [`save`] for a command's main output: also prints on stderr the path, the size and `what`, a description of the
/// content, unless the output is standard output.
///
/// # Errors
/// As [`save`].
pub fn save_and_say(to: &Target, bytes: &[u8], what: &str) -> Result<(), Failure> {
    save(to, bytes)?;
    if !to.is_stdout() {
        say(&format!("wrote {}, {}: {what}", to.path().as_text(), counted(bytes.len(), "byte")));
    }
    Ok(())
}

/// Replaces an input file, which must be locked.
///
/// # Errors
/// When it cannot be written.
pub fn rewrite(to: &Path, bytes: &[u8], _: &Lock) -> Result<(), Failure> {
    put(to, bytes, true)
}

fn put(to: &Path, bytes: &[u8], may_be_given: bool) -> Result<(), Failure> {
    let fail = |e: io::Error| to.bad(e);
    match Place::find(to, may_be_given)? {
        Place::Stdout => print(bytes),
        Place::Stream(mut file) => quiet(file.write_all(bytes)).map_err(fail),
        Place::New(path) => {
            let fresh = write(folder_of(&path), bytes).map_err(fail)?;
            fresh
                .finish(None)
                .and_then(|()| fresh.place(&path))
                .and_then(|()| sync_folder(folder_of(&path)))
                .map_err(fail)
        }
        Place::Old(path, old) => {
            let folder = folder_of(&path);
            let fresh = write(folder, bytes).map_err(fail)?;
            let done = fresh.finish(Some(&old)).and_then(|()| fresh.replace(folder, &path));
            done.and_then(|()| sync_folder(folder)).map_err(fail)
        }
    }
}

fn write(folder: &Path, bytes: &[u8]) -> io::Result<Fresh> {
    let fresh = Fresh::in_folder(folder)?;
    fresh.clean(folder);
    fresh.file().write_all(bytes)?;
    Ok(fresh)
}

fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    let written = quiet(stdout.write_all(bytes).and_then(|()| stdout.flush()));
    written.map_err(|e| Failure::Bad(format!("cannot write: {e}")))
}

/// Ignores the error that the reader of a pipe has gone.
pub(super) fn quiet(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

//! The input files of a run: those that its arguments name, and those that [`open`] opened.

use std::collections::HashMap;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use clap::ArgMatches;

use super::AsText;
use super::Target;
use super::prepared::prepare;
use crate::fail::Failure;

/// Identifies a file, whatever its path.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Identity {
    /// Device and inode (stat(2)): the same for all hard links of a file.
    #[cfg(unix)]
    Inode(u64, u64),
    /// On systems without inodes, the path without links.
    #[cfg(not(unix))]
    Path(PathBuf),
}

impl Identity {
    /// The file at a path, behind all links; `None` if there is none, and for folders, pipes and terminals, where a
    /// write cannot destroy anything.
    pub(super) fn of(path: &Path) -> Option<Identity> {
        let about = fs::metadata(path).ok()?;
        #[cfg(unix)]
        return Identity::of_file(&about);
        #[cfg(not(unix))]
        return path.canonicalize().ok().filter(|_| about.is_file()).map(Identity::Path);
    }

    /// The identity of the file with this metadata.
    #[cfg(unix)]
    pub(super) fn of_file(about: &Metadata) -> Option<Identity> {
        use std::os::unix::fs::{FileTypeExt, MetadataExt};
        let keeps = about.is_file() || about.file_type().is_block_device();
        keeps.then(|| Identity::Inode(about.dev(), about.ino()))
    }

    /// Standard output, if it goes into a file.
    pub(super) fn of_stdout() -> Option<Identity> {
        #[cfg(unix)]
        return of_stream(&io::stdout());
        #[cfg(not(unix))]
        return None;
    }
}

#[cfg(unix)]
fn of_stream(stream: &impl std::os::fd::AsFd) -> Option<Identity> {
    let file = File::from(stream.as_fd().try_clone_to_owned().ok()?);
    Identity::of_file(&file.metadata().ok()?)
}

/// The input files, with the first path of each. Global, because a process is one run.
static GIVEN: Mutex<Option<HashMap<Identity, PathBuf>>> = Mutex::new(None);

fn note_as(identity: Identity, name: &Path) {
    let mut given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
    given.get_or_insert_default().entry(identity).or_insert_with(|| name.to_owned());
}

/// Notes the input file that a path names. `X.atlas#KERNEL` names the file `X.atlas`.
fn note(path: &Path) {
    let atlas = || Some(PathBuf::from(path.to_str()?.rsplit_once('#')?.0));
    if let Some(identity) = Identity::of(path).or_else(|| Identity::of(&atlas()?)) {
        note_as(identity, path);
    }
}

/// The path under which this file was noted as an input; `None` if it is no input.
pub(super) fn called(identity: &Identity) -> Option<PathBuf> {
    GIVEN.lock().unwrap_or_else(PoisonError::into_inner).as_ref()?.get(identity).cloned()
}

/// Opens a file to read it, and notes it as an input.
///
/// # Errors
/// When it cannot be opened.
pub fn open(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    note(path);
    Ok(file)
}

/// Notes the input files that the arguments name, and standard input if it is a file. Makes the folders of outputs.
///
/// # Errors
/// When an output or standard output is one of the input files, and when the folder of an output cannot be made or
/// written into. These errors thus come before any work.
pub fn note_typed(matches: &ArgMatches) -> Result<(), Failure> {
    #[cfg(unix)]
    if let Some(identity) = of_stream(&io::stdin()) {
        note_as(identity, Path::new("standard input"));
    }
    let mut targets = Vec::new();
    let mut at = Some(matches);
    while let Some(matches) = at {
        for id in matches.ids().map(clap::Id::as_str) {
            // Arguments that are neither of type `PathBuf` nor `Target` are no paths.
            if let Ok(Some(paths)) = matches.try_get_many::<PathBuf>(id) {
                paths.for_each(|path| note(path));
            }
            if let Ok(Some(found)) = matches.try_get_many::<Target>(id) {
                targets.extend(found);
            }
        }
        at = matches.subcommand().map(|(_, below)| below);
    }
    if let Some(read) = Identity::of_stdout().and_then(|out| called(&out)) {
        return Err(Failure::Bad(format!(
            "standard output goes into the file that is read as {}: send it to another file",
            read.as_text()
        )));
    }
    targets.iter().try_for_each(|target| refuse(target.path(), target.path()))?;
    targets.into_iter().try_for_each(prepare)
}

/// Refuses to write to an input file. `path` is the file that the path `typed` leads to.
///
/// # Errors
/// When it is an input file; the message has both names.
pub(super) fn refuse(path: &Path, typed: &Path) -> Result<(), Failure> {
    match Identity::of(path).and_then(|identity| called(&identity)) {
        None => Ok(()),
        Some(read) => {
            Err(typed.bad(format!("it is the file that is read as {}: write to another file", read.as_text())))
        }
    }
}

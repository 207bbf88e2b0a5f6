//! Several files of one folder: either all are written, or none is.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Seek};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::AsText;
use super::Target;
use super::fresh::{Fresh, name, sync_folder};
use super::one::quiet;
use super::target::{Place, folder_of};
use crate::fail::Failure;

/// Files that are written together. None gets its name before all of them are on the disk.
///
/// A new folder appears with all of them, in one step. In an existing folder, if a new file cannot be placed, the new
/// ones before it are removed and the old ones are restored. Two cases leave old and new files mixed: the file system
/// has no hard links, so that old files cannot be restored; or the process is killed between the renames, which follow
/// each other at once.
pub struct Folder {
    typed: PathBuf,
    /// The longest existing part of the path.
    there: PathBuf,
    /// The part of the path that does not exist.
    missing: PathBuf,
    files: Vec<(PathBuf, Fresh, Option<Place>)>,
}

impl Folder {
    /// Begins a new folder, or files of an existing one.
    ///
    /// # Errors
    /// When the path is `-`, leads to something other than a folder, or cannot be followed.
    pub fn new(target: &Target) -> Result<Folder, Failure> {
        let typed = target.path().to_owned();
        let fail = |e: io::Error| typed.bad(e);
        if target.is_stdout() {
            return Err(Failure::Bad("-: several files cannot go to standard output: name a folder".to_owned()));
        }
        let mut there = typed.clone();
        let mut missing = PathBuf::new();
        loop {
            match fs::metadata(&there) {
                Ok(about) if about.is_dir() => break,
                Ok(_) => return Err(typed.bad(format!("{} is no folder", there.as_text()))),
                // A folder in the path may be a file instead, which a later turn of the loop finds.
                Err(e) if e.kind() == io::ErrorKind::NotADirectory => {}
                Err(e) if e.kind() == io::ErrorKind::NotFound && !there.is_symlink() => {}
                Err(e) => return Err(fail(e)),
            }
            let Some(last) = there.file_name() else { return Err(fail(io::ErrorKind::NotFound.into())) };
            missing = Path::new(last).join(&missing);
            there = folder_of(&there).to_owned();
        }
        may_open_many();
        Ok(Folder { typed, there, missing, files: Vec::new() })
    }

    /// The path that [`Folder::finish`] gives a file of this name.
    pub fn path_of(&self, name: &str) -> PathBuf {
        self.typed.join(name)
    }

    /// Begins a file. It gets its name by [`Folder::finish`].
    ///
    /// # Errors
    /// When its path leads to an input file, a folder or a write-protected file, and when it cannot be created.
    pub fn file(&mut self, name: &str) -> Result<File, Failure> {
        let path = self.path_of(name);
        let fail = |e: io::Error| path.bad(e);
        let is_there = self.missing.as_os_str().is_empty();
        let place = if is_there { Some(Place::find(&path, false)?) } else { None };
        // The path may be a link to a file on another file system.
        let folder = match &place {
            Some(Place::New(path) | Place::Old(path, _)) => folder_of(path),
            _ => &self.there,
        };
        let fresh = Fresh::in_folder(folder).map_err(fail)?;
        if self.files.is_empty() {
            fresh.clean(folder);
        }
        let file = fresh.file().try_clone().map_err(fail)?;
        self.files.push((path, fresh, place));
        Ok(file)
    }

    /// Gives all files their names.
    ///
    /// # Errors
    /// When a file cannot be written or placed, or the disk does not take the names. Then nothing has changed, with
    /// these exceptions: files that were replaced on a file system without hard links; bytes that were written to
    /// standard output, a device or a pipe; and a new folder, if only syncing its name to the disk failed.
    pub fn finish(self) -> Result<(), Failure> {
        for (path, fresh, place) in &self.files {
            let old = if let Some(Place::Old(_, about)) = place { Some(about) } else { None };
            fresh.finish(old).map_err(|e| path.bad(e))?;
        }
        if self.files.is_empty() {
            return Ok(());
        }
        match self.missing.components().next() {
            None => self.into_folder(),
            Some(first) => {
                let first = self.there.join(first);
                self.into_new(&first)
            }
        }
    }

    /// Makes the new folder under a temporary name, with all files, and renames it.
    fn into_new(self, first: &Path) -> Result<(), Failure> {
        let fail = |e: io::Error| self.typed.bad(e);
        let made = name(0o777).tempdir_in(&self.there).map_err(fail)?;
        // The lock shows `leftover` that a process is still at work.
        let lock = File::open(made.path()).ok();
        if let Some(folder) = &lock {
            folder.try_lock().ok();
        }
        let below: PathBuf = self.missing.components().skip(1).collect();
        let folder = made.path().join(&below);
        fs::create_dir_all(&folder).map_err(fail)?;
        for (path, fresh, _) in self.files {
            let name = path.file_name().unwrap_or_default();
            fresh.place(&folder.join(name)).map_err(|e| path.bad(e))?;
        }
        for folder in folder.ancestors().take(below.components().count() + 1) {
            sync_folder(folder).map_err(fail)?;
        }
        fs::rename(made.path(), first).map_err(fail)?;
        // The folder has its final name, so it must not be removed when `made` is dropped.
        let _ = made.keep();
        sync_folder(&self.there).map_err(fail)
    }

    /// Puts all files into the existing folder, one after the other.
    fn into_folder(self) -> Result<(), Failure> {
        let mut undo = Undo::default();
        // The path of a file may be a link into another folder.
        let mut folders = BTreeSet::new();
        for (path, fresh, place) in self.files {
            let fail = |e: io::Error| path.bad(e);
            match place {
                Some(Place::New(at)) => {
                    fresh.place(&at).map_err(fail)?;
                    folders.insert(folder_of(&at).to_owned());
                    undo.made.push(at);
                }
                Some(Place::Old(at, _)) => {
                    let folder = folder_of(&at);
                    let kept = keep(folder, &at);
                    fresh.replace(folder, &at).map_err(fail)?;
                    folders.insert(folder.to_owned());
                    undo.replaced.extend(kept.map(|kept| (kept, at)));
                }
                Some(Place::Stream(mut to)) => copy(&fresh, &mut to).map_err(fail)?,
                Some(Place::Stdout) | None => copy(&fresh, &mut io::stdout().lock()).map_err(fail)?,
            }
        }
        // The old files are removed only when the disk has the new names.
        for folder in &folders {
            sync_folder(folder).map_err(|e| folder.bad(e))?;
        }
        undo.forget();
        Ok(())
    }
}

/// Raises the limit of open files: each file is open until all are written.
fn may_open_many() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        limit.current = limit.maximum;
        setrlimit(Resource::Nofile, limit).ok();
    }
}

/// Gives a file that will be replaced a second name. `None` if that fails, for example on a file system without hard
/// links: the file is then not restored.
fn keep(folder: &Path, path: &Path) -> Option<NamedTempFile<()>> {
    name(0o600).make_in(folder, |kept| fs::hard_link(path, kept)).ok()
}

fn copy(from: &Fresh, to: &mut impl io::Write) -> io::Result<()> {
    let mut from = from.file();
    from.rewind()?;
    quiet(io::copy(&mut from, to).map(drop).and_then(|()| to.flush()))
}

/// Removes the new files and restores the old ones when it is dropped, unless [`Undo::forget`] was called.
#[derive(Default)]
struct Undo {
    made: Vec<PathBuf>,
    replaced: Vec<(NamedTempFile<()>, PathBuf)>,
}

impl Undo {
    fn forget(mut self) {
        self.made.clear();
        // Dropping the second names removes the old files.
        self.replaced.clear();
    }
}

impl Drop for Undo {
    fn drop(&mut self) {
        for path in self.made.drain(..) {
            fs::remove_file(path).ok();
        }
        for (kept, path) in self.replaced.drain(..) {
            kept.persist(path).ok();
        }
    }
}

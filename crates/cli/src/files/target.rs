//! The output of a command.

use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::AsText;
use super::given::{Identity, refuse};
use crate::fail::Failure;

/// The path of an output: arguments of this type are written, those of type `PathBuf` are read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target(PathBuf);

impl From<OsString> for Target {
    fn from(typed: OsString) -> Target {
        Target(typed.into())
    }
}

impl Target {
    /// Standard output.
    pub fn stdout() -> Target {
        Target(PathBuf::from("-"))
    }

    /// The path as given.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Whether it is `-`, standard output.
    pub fn is_stdout(&self) -> bool {
        self.0 == Path::new("-")
    }

    /// Refuses `-`. The message says that `printed` goes to standard output instead.
    ///
    /// # Errors
    /// When it is standard output.
    pub fn not_stdout(&self, printed: &str) -> Result<(), Failure> {
        match self.is_stdout() {
            true => Err(Failure::Bad(format!("-: {printed} goes to standard output: name a file"))),
            false => Ok(()),
        }
    }
}

/// The most links that are followed, as many as Linux itself follows (path_resolution(7)).
const MOST_LINKS: u32 = 40;

/// The file, device or pipe that is at an output path before the output is written.
pub(super) enum Place {
    /// Nothing is there: a new file gets this path.
    New(PathBuf),
    /// A file that will be replaced.
    Old(PathBuf, Metadata),
    /// A device, a pipe, or a file that this process has open: it is written into.
    Stream(File),
    /// The file that standard output goes into: the output is printed.
    Stdout,
}

impl Place {
    /// Follows links, except those in /proc to the files that this process has open. Opens an existing file for
    /// writing, so that a write-protected file is refused, not replaced.
    ///
    /// # Errors
    /// When it is a folder or write-protected, when its links lead to no end, and when it is an input file, unless
    /// `may_be_given`.
    pub(super) fn find(typed: &Path, may_be_given: bool) -> Result<Place, Failure> {
        let fail = |e: io::Error| typed.bad(e);
        let mut path = typed.to_owned();
        // One path more than links, because the target of the last link is looked at, too.
        for _ in 0..=MOST_LINKS {
            let about = match fs::symlink_metadata(&path) {
                Ok(about) => about,
                Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Place::New(path)),
                Err(e) => return Err(fail(e)),
            };
            if about.is_dir() {
                return Err(typed.bad("it is a folder: name a file"));
            }
            let link = about.file_type().is_symlink();
            if !link || is_open_file(&path) {
                if !may_be_given {
                    refuse(&path, typed)?;
                }
                if Identity::of_stdout().is_some_and(|out| Identity::of(&path) == Some(out)) {
                    return Ok(Place::Stdout);
                }
                // Append: a file that the process has open may already contain output.
                let file = OpenOptions::new().append(true).open(&path).map_err(fail)?;
                return Ok(if about.is_file() { Place::Old(path, about) } else { Place::Stream(file) });
            }
            let to = fs::read_link(&path).map_err(fail)?;
            path = folder_of(&path).join(to);
        }
        Err(typed.bad("it is a link that leads to no end"))
    }
}

/// Whether the path is in /proc, where Linux has links to the process's open files: `/dev/stdout` leads to one.
fn is_open_file(path: &Path) -> bool {
    cfg!(target_os = "linux") && folder_of(path).canonicalize().is_ok_and(|folder| folder.starts_with("/proc"))
}

/// The folder that a path is in.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

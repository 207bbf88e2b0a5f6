//! What the page tells of files that are not (yet) open: problems, modules without their kernel, links without their file.

use desk::FileInput;
use desk::Sort;
use model::address::{Address, Source};

/// A module whose kernel is not open.
#[derive(Clone, Debug)]
pub struct Waiting {
    /// The module.
    pub input: FileInput,
    /// Why each of the open kernels does not fit, when there are any.
    pub misfit: Option<String>,
}

/// A link whose file is not open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// What to show.
    pub address: Address,
    /// The file that was opened for it is another one: its name.
    pub other: Option<String>,
    /// The browser has the file, and it is being read: nothing is asked.
    pub reading: bool,
}

impl Wanted {
    /// The file is in the link, or the browser has it: nothing has to be asked.
    pub fn is_coming(&self) -> bool {
        self.reading || matches!(self.address.main_file(), Some(Source::Data { .. } | Source::Pad { .. }))
    }
}

/// A file that is being read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Its name.
    pub name: String,
    /// What is done: `unpacking xz`.
    pub what: String,
    /// Bytes that were read.
    pub done: u64,
    /// Bytes in all; 0 when that is not known.
    pub total: u64,
    /// It is the desk that works; none when a file is opened.
    pub job: Option<Sort>,
}

/// A file whose bytes this browser keeps, because the person asked for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remembered {
    /// Its digest: what links know it by.
    pub sha256: String,
    /// Its name.
    pub name: String,
}

//! What can be asked of the desk.

use super::print::{Print, Printed};
use super::search::{Found, Search};
use super::wire::wire;
use super::{Desk, print, search};
use crate::file::FileId;
use crate::session::Problem;

/// A request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Job {
    /// Search the types of a file.
    Search(Search),
    /// Print a whole file.
    Print(Print),
    /// Compute the digest of a file.
    Digest(FileId),
}
wire!(
    enum Job {
        Search(request),
        Print(request),
        Digest(id),
    }
);

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// What was found.
    Found(Found),
    /// What was printed.
    Printed(Printed),
    /// A file's digest: SHA-256 in hex.
    Digest(FileId, String),
}
wire!(
    enum Answer {
        Found(found),
        Printed(printed),
        Digest(id, sha256),
    }
);

/// Which requests stand for one another: a newer one of the same sort supersedes an older one, whose answer nobody waits for any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// Searches of a file.
    Search(FileId),
    /// Printing; only one file at a time.
    Print,
    /// A file's digest.
    Digest(FileId),
}

impl Sort {
    /// Whether it takes seconds, or memory that is worth to be given back. Such work is broken off when it is superseded, and the
    /// worker ends after it: a new one gets the files when there is something to do again.
    pub fn is_long(self) -> bool {
        matches!(self, Sort::Print)
    }
}

impl Job {
    /// Its sort.
    pub fn sort(&self) -> Sort {
        match self {
            Job::Search(request) => Sort::Search(request.file),
            Job::Print(_) => Sort::Print,
            Job::Digest(id) => Sort::Digest(*id),
        }
    }

    /// The files that it is about. They are on the desk when it runs, with their bases.
    pub fn files(&self) -> Vec<FileId> {
        match self {
            Job::Search(request) => vec![request.file],
            Job::Print(request) => vec![request.file],
            Job::Digest(id) => vec![*id],
        }
    }

    /// Does the work. Only the worker calls it: what it can reach is in the worker's module, not in the page's.
    pub(super) fn run(&self, desk: &Desk) -> Result<Answer, Box<Problem>> {
        match self {
            Job::Search(request) => search::search(desk, request),
            Job::Print(request) => print::print(desk, request),
            Job::Digest(id) => digest(desk, *id),
        }
    }
}

/// For pages whose browser does not compute digests itself.
fn digest(desk: &Desk, id: FileId) -> Result<Answer, Box<Problem>> {
    let file = desk.file(id)?;
    let bytes = file.object.as_deref().unwrap_or(file.btf.bytes());
    Ok(Answer::Digest(id, crate::digest::sha256_hex(bytes)))
}

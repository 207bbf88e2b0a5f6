//! The desk: long or rare work on open files, away from the page.
//!
//! [`Desk`] holds the files that it was given and answers one [`Job`] after the other. In the page it sits in a worker, which has a
//! wasm module of its own; [`Book`] is the page's side of it, over a [`Line`] that carries the messages. [`SameThread`] is a line
//! without a worker, for tests.
//!
//! A new sort of job takes: a variant of [`Job`], of [`Answer`] and of [`Sort`] with a line each in `job.rs`, and a function
//! `fn(&Desk, &Request) -> Result<Answer, Box<Problem>>` in a file of its own, like `search.rs`. Whatever travels has a `wire!` line. The
//! session asks with `Effect::Ask(job)` and gets `Session::answered`. docs/architecture.md has an example.

mod book;
mod compare;
mod core;
mod fields;
mod graph;
mod job;
mod lesson;
mod lists;
mod message;
mod pad;
mod paths;
mod picture;
mod print;
mod program;
mod same;
mod search;
mod share;
mod users;

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use btf::{Btf, Ext};

pub use self::core::{AskCore, AskLog, AskProbe, AskRelocation};
pub use book::{Book, Line, Outcome};
pub use compare::{AskSides, SaveChanges};
pub use fields::AskFields;
pub use graph::{AskGraph, GraphDrawn};
pub use job::{Answer, Job, Sort};
pub use lesson::AskStep;
pub use lists::{AskLists, MoveBase};
pub use message::{FromDesk, Keep, ToDesk};
pub use pad::{CompilePad, CompiledPad, PadSource};
pub use paths::AskPaths;
pub use picture::Picture;
pub use print::{Print, Printed};
pub use program::ReadFunction;
pub use same::SameThread;
pub use search::{Found, Search};
pub use share::{Carried, Pack};
pub use users::{FindUsers, FoundUsers};

use crate::file::{Extras, FileId, FileKind};
use crate::program::Program;
use crate::search::Columns;
use crate::session::Problem;

/// A file on the desk.
#[derive(Debug)]
pub struct Held {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: FileKind,
    /// Its types, on those of its base.
    pub btf: Arc<Btf>,
    /// Its functions, lines and relocations.
    pub ext: Option<Arc<Ext>>,
    /// The whole program object, of programs.
    pub object: Option<Arc<[u8]>>,
    /// What it has beside its types.
    pub extras: Extras,
    /// It stands on the distilled base that it brought.
    pub distilled: bool,
    /// What is kept for searching.
    pub columns: Columns,
    /// The program, once it was asked for; none when it cannot be read.
    pub program: OnceCell<Option<Program>>,
    /// Who uses each type; made when it is first asked.
    pub users: OnceCell<relate::Users>,
    /// The types with the index of candidates, once programs were resolved on them.
    pub target: OnceCell<relo::Target>,
}

/// Tells how far a job is: what is done, how much of it is done and how much there is (0: not known).
pub type Tell = dyn Fn(&str, u64, u64);

/// The files, and who is told how far a job is.
pub struct Desk {
    files: BTreeMap<FileId, Held>,
    tell: Box<Tell>,
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").field("files", &self.files).finish_non_exhaustive()
    }
}

impl Desk {
    /// An empty desk.
    pub fn new(tell: Box<Tell>) -> Desk {
        Desk { files: BTreeMap::new(), tell }
    }

    /// A file that was given.
    ///
    /// # Errors
    /// When it was not, or was taken away since.
    pub fn file(&self, id: FileId) -> Result<&Held, Box<Problem>> {
        self.files.get(&id).ok_or_else(|| Box::new(problem("", "The file is not open any more.")))
    }

    /// Says how far the job is. To be called often enough for the eye; the worker passes on what is worth it.
    pub fn progress(&self, what: &str, done: u64, total: u64) {
        (self.tell)(what, done, total);
    }

    /// Takes a message; what is to be said to it.
    pub fn take(&mut self, message: ToDesk) -> Option<FromDesk> {
        match message {
            ToDesk::Keep(keep) => {
                // It was open on the page, so it opens here; if not, jobs say that it is not open.
                if let Some((id, held)) = self.open(keep) {
                    self.files.insert(id, held);
                }
                None
            }
            ToDesk::Forget(id) => {
                self.files.remove(&id);
                None
            }
            ToDesk::Ask(ask, job) => Some(FromDesk::Answered(ask, job.run(self))),
            // Files are opened by the worker itself: they have to be read.
            ToDesk::Open(..) => None,
        }
    }

    fn open(&self, keep: Keep) -> Option<(FileId, Held)> {
        let mut base = match keep.base {
            Some(id) => Some(Arc::clone(&self.files.get(&id)?.btf)),
            None => None,
        };
        for blob in keep.blobs {
            let mut btf = Btf::parse(blob, base.take()).ok()?;
            btf.set_pointer_size(keep.pointer_size);
            base = Some(Arc::new(btf));
        }
        let btf = base?;
        let columns = Columns::new(Arc::clone(&btf));
        let ext = keep.ext.and_then(|bytes| Ext::parse(bytes).ok()).map(Arc::new);
        Some((
            keep.id,
            Held {
                name: keep.name,
                kind: keep.kind,
                btf,
                ext,
                object: keep.object,
                columns,
                extras: keep.extras,
                distilled: keep.distilled,
                program: OnceCell::new(),
                users: OnceCell::new(),
                target: OnceCell::new(),
            },
        ))
    }
}

/// A problem in one sentence.
pub fn problem(file: &str, message: &str) -> Problem {
    Problem { file: file.into(), message: message.into(), expected: None, found: None, at: None, go: None }
}

//! The worker's side of the desk: the files that it holds, and the work for each question.
//!
//! [`Desk`] takes messages of crate `desk` and answers them. [`SameThread`] is a line to a desk without a worker, for
//! tests.
//!
//! A new question ([`desk::Question`]) needs an implementation of [`Work`], in a file of its own, like `search.rs`.
#![forbid(unsafe_code)]

mod atlas;
mod compare;
mod digest;
mod fields;
mod fits;
mod from_dwarf;
mod graph;
mod header;
mod held;
mod kernel_lists;
mod lesson;
mod pad;
mod pad_bytes;
mod pad_order;
mod paths_between;
mod picture;
mod print;
mod program;
mod relocations;
mod same;
mod search;
mod share;
mod slide;
mod users;
mod values;
mod verdict;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use self::atlas::Atlases;
use desk::{Amount, Answer, FileId, FromDesk, Job, Keep, KeptAtlas, Problem, Question, ToDesk, each_question};

pub use atlas::PageAtlas;
pub use from_dwarf::from_dwarf;
pub use header::of_header;
pub use held::Held;
pub use same::SameThread;

/// The work for a question.
pub trait Work: Question {
    /// Answers the question.
    ///
    /// # Errors
    /// Why there is no answer, in words for the person who asked.
    fn answer(&self, desk: &Desk) -> Result<Self::Answer, Box<Problem>>;
}

macro_rules! run {
    ($($question:ident)*) => {
        impl Desk {
            /// Answers any question.
            fn run(&self, job: &Job) -> Result<Answer, Box<Problem>> {
                match job { $(Job::$question(question) => question.answer(self).map(Answer::$question),)* }
            }
        }
    };
}

each_question!(run);

/// Reports the progress of a job: the current step, and how much of it is done.
pub type Report = dyn Fn(&str, Amount);

/// Access to an atlas at an address; none where nothing can be fetched.
pub type Serve = dyn Fn(String) -> Option<Box<dyn PageAtlas>>;

/// The worker's state: files, atlases, and the receiver of progress.
pub struct Desk {
    files: BTreeMap<FileId, Held>,
    atlases: Atlases,
    report: Box<Report>,
    serve: Box<Serve>,
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").field("files", &self.files).finish_non_exhaustive()
    }
}

impl Desk {
    /// An empty desk.
    pub fn new(report: Box<Report>) -> Desk {
        Desk { files: BTreeMap::new(), atlases: Atlases::default(), report, serve: Box::new(|_| None) }
    }

    /// Sets the access to the page's atlas. Nothing is read before a question needs it.
    pub fn set_atlas(&mut self, atlas: Box<dyn PageAtlas>) {
        self.atlases.own = Some(atlas);
    }

    /// Sets how other atlases on the page's server are read.
    pub fn set_server(&mut self, serve: Box<Serve>) {
        self.serve = serve;
    }

    /// A file that the page sent.
    ///
    /// # Errors
    /// The page did not send it, or closed it.
    pub fn file(&self, id: FileId) -> Result<&Held, Box<Problem>> {
        self.files.get(&id).ok_or_else(|| Box::new(Problem::new("", "The file is not open any more.")))
    }

    /// Reports progress. Call it often; the worker limits how many reports reach the page.
    pub fn progress(&self, what: &str, amount: Amount) {
        (self.report)(what, amount);
    }

    /// Takes a message. Returns the reply, if it has one.
    pub fn take(&mut self, message: ToDesk) -> Option<FromDesk> {
        match message {
            ToDesk::Keep(Keep { id, name, atlas: Some(atlas), .. }) => match atlas {
                KeptAtlas::Bytes(bytes) => drop(self.atlases.dropped.insert(id, (name, bytes))),
                KeptAtlas::Served(address) => {
                    self.atlases.served.insert(id, (name, (self.serve)(address)));
                }
            },
            ToDesk::Keep(keep) => {
                // The page has opened this file, so it opens in the desk, too. If it does not, later questions fail
                // with "not open".
                if let Some((id, held)) = self.open(keep) {
                    self.files.insert(id, held);
                }
            }
            ToDesk::Forget(id) => {
                self.files.remove(&id);
                self.atlases.remove(id);
            }
            ToDesk::Ask(ask, job) => return Some(FromDesk::Answered(ask, self.run(&job))),
            // The worker program itself opens files and fetches the atlas: only it can.
            ToDesk::Open(..) | ToDesk::Dwarf(..) | ToDesk::Header(..) | ToDesk::Atlas(_) => {}
        }
        None
    }

    fn open(&self, keep: Keep) -> Option<(FileId, Held)> {
        let base = match keep.base {
            Some(id) => Some(Arc::clone(&self.files.get(&id)?.btf)),
            None => None,
        };
        Some((keep.id, Held::new(keep, base)?))
    }
}

//! The worker's side of the desk: the files that it holds, and a function for each job.
//!
//! [`Desk`] takes the messages of crate `desk` and answers them. [`SameThread`] is a line to a desk without a worker, for tests.
//!
//! A new question ([`desk::Question`]) is answered by its [`Work`], in a file of its own, like `search.rs`.
#![forbid(unsafe_code)]

mod atlas;
mod compare;
mod digest;
mod fields;
mod fits;
mod from_dwarf;
mod graph;
mod held;
mod kernel_lists;
mod lesson;
mod pad;
mod paths_between;
mod picture;
mod print;
mod program;
mod relocations;
mod same;
mod search;
mod share;
mod users;
mod values;
mod verdict;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use self::atlas::Shelves;
use desk::{Amount, Answer, FileId, FromDesk, Job, Keep, Problem, Question, ToDesk, each_question};

pub use atlas::Shelf;
pub use from_dwarf::from_dwarf;
pub use held::Held;
pub use same::SameThread;

/// The work for a question.
pub trait Work: Question {
    /// Does it.
    ///
    /// # Errors
    /// Why there is no answer, in words for the person who asked.
    fn answer(&self, desk: &Desk) -> Result<Self::Answer, Box<Problem>>;
}

macro_rules! run {
    ($($question:ident)*) => {
        impl Desk {
            /// Answers a question, whichever it is.
            fn run(&self, job: &Job) -> Result<Answer, Box<Problem>> {
                match job { $(Job::$question(question) => question.answer(self).map(Answer::$question),)* }
            }
        }
    };
}

each_question!(run);

/// Reports how far a job is: what is done, and how much of it.
pub type Report = dyn Fn(&str, Amount);

/// The files, and who hears how far a job is.
pub struct Desk {
    files: BTreeMap<FileId, Held>,
    shelves: Shelves,
    report: Box<Report>,
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").field("files", &self.files).finish_non_exhaustive()
    }
}

impl Desk {
    /// An empty desk.
    pub fn new(report: Box<Report>) -> Desk {
        Desk { files: BTreeMap::new(), shelves: Shelves::default(), report }
    }

    /// The atlas that the page comes with can be reached by this. Nothing of it is read before something is asked.
    pub fn set_atlas(&mut self, shelf: Box<dyn Shelf>) {
        self.shelves.set_own(shelf);
    }

    /// A file that was given.
    ///
    /// # Errors
    /// When it was not, or was taken away since.
    pub fn file(&self, id: FileId) -> Result<&Held, Box<Problem>> {
        self.files.get(&id).ok_or_else(|| Box::new(Problem::new("", "The file is not open any more.")))
    }

    /// Says how far the job is. To be called often enough for the eye; the worker passes on what is worth it.
    pub fn progress(&self, what: &str, amount: Amount) {
        (self.report)(what, amount);
    }

    /// Takes a message; what is to be said to it.
    pub fn take(&mut self, message: ToDesk) -> Option<FromDesk> {
        match message {
            ToDesk::Keep(Keep { id, name, atlas: Some(bytes), .. }) => {
                self.shelves.drop_in(id, name, bytes);
                None
            }
            ToDesk::Keep(keep) => {
                // It was open on the page, so it opens here; if not, jobs say that it is not open.
                if let Some((id, held)) = self.open(keep) {
                    self.files.insert(id, held);
                }
                None
            }
            ToDesk::Forget(id) => {
                self.files.remove(&id);
                self.shelves.remove(id);
                None
            }
            ToDesk::Ask(ask, job) => Some(FromDesk::Answered(ask, self.run(&job))),
            // Files are opened by the worker itself: they have to be read.
            ToDesk::Open(..) | ToDesk::Dwarf(..) => None,
            // The worker itself knows how to fetch.
            ToDesk::Atlas(_) => None,
        }
    }

    fn open(&self, keep: Keep) -> Option<(FileId, Held)> {
        let base = match keep.base {
            Some(id) => Some(Arc::clone(&self.files.get(&id)?.btf)),
            None => None,
        };
        Some((keep.id, Held::new(keep, base)?))
    }
}

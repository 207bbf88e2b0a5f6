//! Questions to the desk: the one list of them, and what each has to say of itself.

use std::fmt::Debug;

use wire::Wire;

use crate::*;

/// A question to the desk, with its answer.
///
/// A new one takes a type with this trait, its name in [`each_question`], the work (`work::Work`) and who hears the answer
/// (`session`'s `Hears`).
pub trait Question: Wire + Clone + Eq + Debug {
    /// What comes back. The page keeps the question: it need not come back, too.
    type Answer: Wire + Clone + Eq + Debug;

    /// What is done, as the bar has it that is shown while it is waited for: `searching`.
    const DOING: &'static str;

    /// It takes long enough to be broken off when nobody waits for it any more: the worker ends then, and a new one gets the files when
    /// there is something to do again.
    const LONG: bool = false;

    /// It takes memory that is worth giving back: the worker ends after it, too.
    const LARGE: bool = false;

    /// It does not wait behind what was asked before: a person is typing it.
    const FIRST: bool = false;

    /// The files that it is about. They are on the desk when it runs, with their bases.
    fn files(&self) -> Vec<FileId>;

    /// The questions that it supersedes; without more, all of its type.
    fn lane(&self, topic: Topic) -> Lane {
        topic.into()
    }
}

/// Which questions stand for one another: a newer one supersedes an older one in the same lane, whose answer nobody waits for any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lane {
    /// What is asked.
    pub topic: Topic,
    /// About which file, where each has a lane of its own.
    pub file: Option<FileId>,
    /// Of a question with several forms: which.
    pub part: u8,
}

impl From<Topic> for Lane {
    fn from(topic: Topic) -> Lane {
        Lane { topic, file: None, part: 0 }
    }
}

impl Topic {
    /// The lane of a file.
    pub fn of(self, file: impl Into<Option<FileId>>) -> Lane {
        Lane { file: file.into(), ..self.into() }
    }
}

/// Calls a macro with the names of all questions.
#[macro_export]
macro_rules! each_question {
    ($then:ident) => {
        $then! {
            Search
            Print
            Digest
            Pack
            CompilePad
            Unpack
            ReadProgram
            ReadFunction
            ReadSymbols
            FindUsers
            AskLists
            MoveBase
            AskCore
            AskRelocation
            AskProbe
            AskLog
            CarryRelocation
            PackFits
            AskSides
            AskGraph
            PictureOf
            AskChanges
            SaveChanges
            AskFields
            AskFits
            AskPaths
            AskVerdict
            AskOwn
            ReadLesson
            AskStep
            AskPage
            AskAtlas
            TakeKernel
        }
    };
}

macro_rules! jobs {
    ($($question:ident)*) => {
        /// A question, whichever it is.
        #[derive(Clone, PartialEq, Eq, Debug, Wire)]
        pub enum Job {
            $(#[allow(missing_docs, reason = "each question says what it is")] $question($question),)*
        }

        /// An answer, by its question.
        #[derive(Clone, PartialEq, Eq, Debug, Wire)]
        pub enum Answer {
            $(#[allow(missing_docs, reason = "each question says what its answer is")] $question(<$question as Question>::Answer),)*
        }

        /// The names of the questions.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Topic {
            $(#[allow(missing_docs, reason = "each question says what it is")] $question,)*
        }

        impl Job {
            /// Which questions it supersedes.
            pub fn lane(&self) -> Lane {
                match self { $(Job::$question(question) => question.lane(Topic::$question),)* }
            }

            /// The files that it is about.
            pub fn files(&self) -> Vec<FileId> {
                match self { $(Job::$question(question) => question.files(),)* }
            }

            /// It does not wait behind what was asked before.
            pub fn is_first(&self) -> bool {
                match self { $(Job::$question(_) => $question::FIRST,)* }
            }
        }

        impl Topic {
            /// What is done, as the bar has it that is shown while it is waited for.
            pub fn doing(self) -> &'static str {
                match self { $(Topic::$question => $question::DOING,)* }
            }

            /// It is broken off when nobody waits for it any more.
            pub fn is_long(self) -> bool {
                match self { $(Topic::$question => $question::LONG,)* }
            }

            /// The worker ends after it.
            pub fn is_large(self) -> bool {
                match self { $(Topic::$question => $question::LARGE,)* }
            }
        }

        $(
            impl From<$question> for Job {
                fn from(question: $question) -> Job {
                    Job::$question(question)
                }
            }
        )*
    };
}

each_question!(jobs);

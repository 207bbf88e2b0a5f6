//! Questions to the desk: the trait, and the one list of all of them.

use std::fmt::Debug;
use std::mem::Discriminant;

use wire::Wire;

use crate::*;

/// A question to the desk, with its answer.
///
/// A new question needs a type with this trait, its name in [`each_question`], its work (`work::Work`), and a receiver
/// of its answer (`session::receive::Receives`).
pub trait Question: Wire + Clone + Eq + Debug {
    /// The answer. It need not repeat the question, which the page keeps.
    type Answer: Wire + Clone + Eq + Debug;

    /// The work in words, for the bar that is shown meanwhile: `searching`.
    const DOING: &'static str;

    /// Whether the question's work takes so long that the worker is ended as soon as the answer is no longer wanted.
    /// The next question then starts a new worker, which gets the files again.
    const LONG: bool = false;

    /// Whether the worker is ended after the answer, to give its memory back.
    const LARGE: bool = false;

    /// Whether the question overtakes the waiting questions, because a person types and waits for its answer.
    const FIRST: bool = false;

    /// Whether questions about different files are in different lanes; the first of [`Question::files`] counts. By
    /// default, all questions of the type are in one lane.
    const BY_FILE: bool = false;

    /// The files that the question is about. The desk has them and their bases when the question's work runs.
    fn files(&self) -> Vec<FileId>;

    /// The lane whose older questions it supersedes.
    fn lane(&self, topic: Topic) -> Lane {
        let file = if Self::BY_FILE { self.files().first().copied() } else { None };
        Lane { file, ..topic.into() }
    }
}

/// A lane of questions. A newer question supersedes an older one in the same lane; the answer of the older one is
/// dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lane {
    /// The kind of question.
    pub topic: Topic,
    /// The file, if each file has a lane of its own.
    pub file: Option<FileId>,
    /// The variant of a question to an atlas: each variant has a lane of its own.
    pub part: Option<Discriminant<AtlasQuestion>>,
}

impl From<Topic> for Lane {
    fn from(topic: Topic) -> Lane {
        Lane { topic, file: None, part: None }
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
            OrderPad
            Unpack
            ReadProgram
            ReadFunction
            ReadSymbols
            FindUsers
            AskLists
            MoveBase
            AskCore
            AskRelocation
            AskSlide
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
        /// Any question.
        #[derive(Clone, PartialEq, Eq, Debug, Wire)]
        pub enum Job {
            $(#[allow(missing_docs, reason = "each question says what it is")] $question($question),)*
        }

        /// Any answer, by the name of its question.
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
            /// The name of the question.
            pub fn topic(&self) -> Topic {
                match self { $(Job::$question(_) => Topic::$question,)* }
            }

            /// The lane whose older questions it supersedes.
            pub fn lane(&self) -> Lane {
                match self { $(Job::$question(question) => question.lane(Topic::$question),)* }
            }

            /// The files that it is about.
            pub fn files(&self) -> Vec<FileId> {
                match self { $(Job::$question(question) => question.files(),)* }
            }

            /// [`Question::FIRST`].
            pub fn is_first(&self) -> bool {
                match self { $(Job::$question(_) => $question::FIRST,)* }
            }
        }

        impl Topic {
            /// All questions, in the order of the list.
            pub const ALL: &[Topic] = &[$(Topic::$question),*];

            /// [`Question::DOING`].
            pub fn doing(self) -> &'static str {
                match self { $(Topic::$question => $question::DOING,)* }
            }

            /// [`Question::LONG`].
            pub fn is_long(self) -> bool {
                match self { $(Topic::$question => $question::LONG,)* }
            }

            /// [`Question::LARGE`].
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

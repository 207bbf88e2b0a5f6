//! The protocol between the page and its worker: questions, answers, problems, and the page's record of its
//! questions.
//!
//! The desk is a worker that keeps running. It holds the files that it was given and answers one [`Question`] after
//! the other (crate `work`). [`Book`] is the page's side; it sends messages over a [`Line`]. Everything that is sent
//! derives `Wire`.
#![forbid(unsafe_code)]

pub mod archive;
pub mod atlas;
mod book;
pub mod carried;
mod compare;
mod digest;
mod fields;
mod fits;
mod graph;
mod ids;
mod input;
pub mod kept;
mod kernel_lists;
mod lesson;
mod message;
pub mod open;
mod origin;
mod pad;
mod pad_order;
mod paths_between;
mod picture;
mod print;
mod problem;
mod program;
mod question;
mod relocations;
mod search;
mod share;
mod slide;
mod users;
mod values;
mod verdict;

pub use atlas::{AskAtlas, AtlasQuestion, AtlasSays, NO_ATLAS, TakeKernel, TakenOut, WhichFile, WhichKernel};
pub use book::{Book, CANCELLED, ENDED, Files, Line, NotOpen, Outcome, SILENT_TICKS, SLOW_TICKS, TICK_MS, UNREADABLE};
pub use compare::{AskChanges, AskSides, SaveChanges};
pub use digest::Digest;
pub use fields::AskFields;
pub use fits::{AskFits, AtlasPart, PackFits, PackedFits};
pub use graph::{AskGraph, GraphDrawn};
pub use ids::{FileId, Pair};
pub use input::{FileInput, FromC};
pub use kernel_lists::{AskLists, MoveBase};
pub use lesson::{AskPage, AskStep, ReadLesson};
pub use message::{Amount, FromDesk, Keep, KeptAtlas, ToDesk};
pub use origin::Origin;
pub use pad::{CompilePad, CompiledPad, PadSource};
pub use pad_order::{OrderPad, OrderedPad};
pub use paths_between::AskPaths;
pub use picture::{Picture, PictureOf, What};
pub use print::{Print, Printed};
pub use problem::{Problem, THIS_LINK};
pub use program::{ReadFunction, ReadProgram, ReadSymbols};
pub use question::{Answer, Job, Lane, Question, Topic};
pub use relocations::{AskCore, AskLog, AskProbe, AskRelocation, CarryRelocation};
pub use search::{FoundTypes, Search};
pub use share::{Carried, Object, Pack, Unpack};
pub use slide::AskSlide;
pub use users::{FindUsers, FoundUsers};
pub use values::AskOwn;
pub use verdict::AskVerdict;

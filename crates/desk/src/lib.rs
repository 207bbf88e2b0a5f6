//! The line between the page and its worker: requests and answers, the page's book of them, and what goes wrong.
//!
//! The desk is a worker that stays. It holds the files that it was given and answers one [`Job`] after the other (crate `work`);
//! [`Book`] is the page's side of it, over a [`Line`] that carries the messages. Whatever travels has a `wire!` line beside it.
#![forbid(unsafe_code)]

pub mod archive;
mod book;
pub mod carried;
mod compare;
mod fields;
mod graph;
mod ids;
mod input;
mod job;
mod lesson;
mod lists;
mod message;
pub mod open;
mod pad;
mod paths;
mod picture;
mod print;
mod problem;
mod program;
mod relocations;
mod search;
mod share;
mod users;

pub use book::{Book, Files, Line, NotOpen, Outcome};
pub use compare::{AskSides, SaveChanges};
pub use fields::AskFields;
pub use graph::{AskGraph, GraphDrawn};
pub use ids::{FileId, Pair};
pub use input::FileInput;
pub use job::{Answer, Job, Sort};
pub use lesson::AskStep;
pub use lists::{AskLists, MoveBase};
pub use message::{FromDesk, Keep, ToDesk};
pub use pad::{CompilePad, CompiledPad, PadSource};
pub use paths::AskPaths;
pub use picture::{Picture, PictureOf, What};
pub use print::{Print, Printed};
pub use problem::{Problem, THIS_LINK};
pub use program::ReadFunction;
pub use relocations::{AskCore, AskLog, AskProbe, AskRelocation};
pub use search::{Found, Search};
pub use share::{Carried, Object, Pack};
pub use users::{FindUsers, FoundUsers};

//! The state of the page, without a page.
//!
//! [`Session`] is the state and [`Session::update`] its only way to change: a message in, effects out. It asks the desk by effects,
//! and keeps what a person looks at in each open file ([`file`], [`look`]), the list of types ([`list`]), what is scrolled ([`scroll`]).
//! [`commands`] has the keys, the help and the command box.
//!
//! Nothing here knows a browser, and nothing here does the worker's work.
#![forbid(unsafe_code)]

mod age;
pub mod commands;
pub mod file;
pub mod graph;
pub mod list;
pub mod look;
pub mod pad;
pub mod recent;
pub mod scroll;
pub mod shot;
mod state;
pub mod status;

pub use state::*;

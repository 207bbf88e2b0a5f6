//! The commands. Each is a module of its name, a file or, if it has parts, a folder: `Args` has the command's
//! arguments, and `run` does its work.
//!
//! A new command needs a line here and a line in the list in `command.rs`; the compiler warns of a `run` that is
//! missing in that list.

pub mod at;
pub mod atlas;
pub mod base;
pub mod bytes;
pub mod calls;
pub mod check;
pub mod completions;
pub mod diff;
pub mod disasm;
pub mod dump;
pub mod encode;
pub mod extract;
pub mod field;
pub mod find;
pub mod graph;
pub mod help;
pub mod history;
pub mod hooks;
pub mod ids;
pub mod info;
pub mod inlined;
pub mod kfuncs;
pub mod layout;
pub mod lesson;
pub mod link;
pub mod log;
pub mod man;
pub mod open;
pub mod path;
pub mod picture;
pub mod read;
pub mod relocs;
pub mod scratch;
pub mod symbols;
pub mod tailor;
pub mod users;
pub mod value;
pub mod verify;
pub mod view;
pub mod which;

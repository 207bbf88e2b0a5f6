//! Models of panes: the contents of each pane for one or two files, without a screen, a session or a worker.
//!
//! The main modules, with their panes: [`overview`] (the list of types, with crate [`search`]), [`at`] (members at
//! an offset), [`heading`], [`map`], [`alternatives`], [`strip`], [`table`] (Layout), [`tree`] and [`access`] (Tree),
//! [`bytes`] and [`inspect`] (right side), [`program`] (Programs), [`relocations`] (CO-RE), [`compare`],
//! [`kernel_lists`], [`elf`] (relocations and symbols of an object), [`picture`], [`address`] and [`share`] (links),
//! [`c_text`] (source in colour), [`variants`] (a program written in several ways). Models that the worker makes for
//! the page derive `Wire`.
//!
//! Nothing here knows which files are open: a model is made of types that the caller passes, with a name if it needs
//! one.
#![forbid(unsafe_code)]

pub use search::{at, path, words};

pub mod access;
pub mod address;
pub mod alternatives;
pub mod atlas;
pub mod bitread;
pub mod bytes;
pub mod c_text;
pub mod chain;
pub mod code_format;
pub mod compare;
pub mod digest;
mod elements;
pub mod elf;
pub mod extras;
pub mod fields;
pub mod fits;
pub mod focus;
pub mod from_dwarf;
pub mod heading;
pub mod hooks;
pub mod inspect;
mod json_file;
pub mod kernel_lists;
pub mod kind;
pub mod listing;
pub mod load;
mod made;
pub mod map;
pub mod overview;
pub mod pad;
pub mod paths_between;
pub mod picture;
pub mod print;
pub mod program;
pub mod records;
pub mod relocations;
pub mod selected;
pub mod share;
pub mod strip;
pub mod table;
pub mod tags;
pub mod tone;
pub mod tree;
pub mod used_by;
pub mod values;
pub mod variants;
pub mod verdict;
pub mod views;

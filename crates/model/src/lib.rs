//! What a pane shows of a file or two, without a screen, a session or a worker.
//!
//! [`search`] and [`overview`] (the list of types), [`heading`], [`map`], [`strip`], [`table`] (Layout), [`tree`] and [`access`] (Tree),
//! [`bytes`] and [`inspect`] (right side), [`program`] (Programs), [`relocations`] (CO-RE), [`compare`], [`lists`], [`picture`],
//! [`address`] and [`share`] (links), [`lesson`]. Whatever the desk makes of these for the page has a `wire!` line beside it.
//!
//! Nothing here knows which files are open: models are made of types, and named by whoever asks.
#![forbid(unsafe_code)]

pub mod access;
pub mod address;
pub mod base;
pub mod bitread;
pub mod bytes;
pub mod compare;
pub mod digest;
pub mod extras;
pub mod fields;
pub mod focus;
pub mod heading;
pub mod inspect;
pub mod json;
pub mod kind;
pub mod lesson;
pub mod lists;
pub mod load;
pub mod map;
pub mod overview;
pub mod pad;
pub mod path;
pub mod paths;
pub mod picture;
pub mod print;
pub mod program;
pub mod relocations;
pub mod search;
pub mod share;
pub mod strip;
pub mod table;
pub mod tree;
pub mod used_by;
pub mod views;
pub mod words;

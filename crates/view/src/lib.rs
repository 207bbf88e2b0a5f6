//! What the screen shows, without a screen.
//!
//! [`session::Session`] is the state and [`session::Session::update`] its only way to change: a message in, effects out. The rest
//! are models that the panes draw: [`list`] and [`search`] (types), [`overview`], [`heading`], [`map`], [`strip`], [`table`] (Layout), [`tree`]
//! and [`access`] (Tree), [`bytes`] and [`inspect`] (right side), [`program`] (Programs), [`compare`] (Compare), [`commands`] (keys, help, command box), [`address`] (links).
//!
//! Nothing here knows a browser: no web-sys, no JavaScript. Everything is made for the rows that are on the screen only.
#![forbid(unsafe_code)]

pub mod access;
pub mod address;
pub mod archive;
pub mod base;
pub mod bitread;
pub mod bytes;
pub mod commands;
pub mod compare;
pub mod core;
pub mod desk;
pub mod digest;
pub mod fields;
pub mod file;
pub mod graph;
pub mod heading;
pub mod inspect;
pub mod json;
pub mod lesson;
pub mod list;
pub mod lists;
pub mod load;
pub mod map;
pub mod open;
pub mod overview;
pub mod pad;
pub mod path;
pub mod paths;
pub mod picture;
pub mod program;
pub mod recent;
pub mod scroll;
pub mod search;
pub mod session;
pub mod share;
pub mod strip;
pub mod table;
pub mod tree;
pub mod used_by;
pub mod views;
pub mod words;

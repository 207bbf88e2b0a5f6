//! The built site in a real Chromium.
#![allow(clippy::unwrap_used, reason = "a test may panic anywhere")]

mod barriers;
mod bit_read;
mod bytes;
mod changes;
mod compare;
mod core;
mod damage;
mod from_address;
mod goto;
mod graph;
mod harness;
mod history;
mod kernels;
mod keyboard;
mod large;
mod layout;
mod learn;
mod links;
mod lists;
mod offline;
mod open;
mod package;
mod packed;
mod pad;
mod panics;
mod policy;
mod printed;
mod programs;
mod search;
mod start;
mod steps;
mod themes;
mod tree;
mod used_by;

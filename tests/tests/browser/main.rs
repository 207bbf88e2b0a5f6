//! The built site in a real browser: Chromium, and what [`engines`] names in the others, too.
#![allow(clippy::unwrap_used, reason = "a test may panic anywhere")]

mod atlas;
mod barriers;
mod bit_read;
mod bytes;
mod changes;
mod compare;
mod core;
mod damage;
mod elf;
#[cfg(feature = "engines")]
mod engines;
mod fits;
mod from_address;
mod goto;
mod graph;
mod harness;
mod history;
mod kernel_lists;
mod kernels;
mod keyboard;
mod large;
mod later;
mod layout;
mod learn;
mod links;
mod offline;
mod open;
mod package;
mod packed;
mod pad;
mod panics;
mod phone;
mod policy;
mod printed;
mod programs;
mod search;
mod start;
mod steps;
mod store;
mod themes;
mod tree;
mod used_by;
mod values;
mod verdict;
mod workers;

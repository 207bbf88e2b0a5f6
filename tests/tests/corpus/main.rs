//! Compares our results for the files of the corpus with the answers of reference tools.
#![allow(clippy::unwrap_used, reason = "a test may panic anywhere")]

mod decode;
mod layout;
mod open;
mod raw_tests;
mod search;

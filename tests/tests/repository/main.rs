//! Rules for the files of this repository.
#![allow(clippy::unwrap_used, reason = "a test may panic anywhere")]

mod architecture;
mod pinned;
mod styles;

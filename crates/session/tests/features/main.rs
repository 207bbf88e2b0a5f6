//! The tests send messages to a session with files of the repository, and check its state, effects and texts.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic anywhere")]

mod alerts;
mod elf;
mod graph;
mod intake;
mod kernel_lists;
mod one_name;
mod origin;
mod pad;
mod page;
mod recent;
mod reload;
mod scrub;
mod session;
mod settled;
mod several;
mod share;
mod value_files;
mod values;
mod verdict;

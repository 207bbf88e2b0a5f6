//! The parts of xtask that tests use.

pub mod programs;
pub mod tools;

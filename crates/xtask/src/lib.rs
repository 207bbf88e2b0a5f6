//! The parts of xtask that tests and its tools use.

pub mod files;
pub mod programs;
pub mod tools;

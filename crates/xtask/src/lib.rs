//! The parts of xtask that the browser tests use.

pub mod programs;
pub mod site;
pub mod tools;

//! The parts of xtask that the browser tests need too.

pub mod programs;
pub mod site;
pub mod tools;

//! Where a line of a log leads.

use wire::Wire;

use super::btf::LogType;

/// A line of a log that leads somewhere.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct LogLink {
    /// The line, from 0.
    pub line: usize,
    /// What it is about, in words.
    pub about: String,
    /// The relocation, by its place among all of the object.
    pub relocation: Option<usize>,
    /// The function, by its place, and the instruction's slot in it.
    pub function: Option<usize>,
    /// The instruction's slot in the function.
    pub slot: Option<u32>,
    /// Of a line about the program's types: which, and the bytes.
    pub at: Option<LogType>,
    /// The line is about the relocation rather than the instruction.
    pub is_relocation: bool,
    /// The line says what went wrong.
    pub wrong: bool,
    /// What it means, where that can be said; else empty.
    pub why: String,
}

impl LogLink {
    /// Of a line, with nothing said yet.
    pub(super) fn at(line: usize) -> LogLink {
        LogLink {
            line,
            about: String::new(),
            relocation: None,
            function: None,
            slot: None,
            at: None,
            is_relocation: false,
            wrong: false,
            why: String::new(),
        }
    }
}

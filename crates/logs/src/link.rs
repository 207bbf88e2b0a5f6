//! The target of a line of a log.

use wire::Wire;

use crate::btf::LogType;

/// The subject of a line of a log.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Wire)]
pub enum LinkOf {
    /// The program's types.
    #[default]
    Types,
    /// An instruction.
    Instruction,
    /// A line of the source.
    Source,
    /// A relocation, rather than its instruction.
    Relocation,
}

/// A line of a log that leads to a part of the program.
#[derive(Clone, PartialEq, Eq, Default, Debug, Wire)]
pub struct LogLink {
    /// The line, from 0.
    pub line: usize,
    /// The subject, in words.
    pub about: String,
    /// The CO-RE relocation, by its index among all of the object's.
    pub relocation: Option<usize>,
    /// The function, by its index.
    pub function: Option<usize>,
    /// The instruction's slot in the function.
    pub slot: Option<u32>,
    /// For a line about the program's types: the type, and the bytes.
    pub at: Option<LogType>,
    /// The kind of the subject.
    pub of: LinkOf,
    /// Whether the line reports a fault.
    pub wrong: bool,
    /// The reason for the fault, if known; else empty.
    pub why: String,
}

impl LogLink {
    /// Whether the line is about a relocation, rather than about the relocation's instruction.
    pub fn is_relocation(&self) -> bool {
        self.of == LinkOf::Relocation
    }

    /// A link of this line, with all else empty.
    pub(crate) fn at(line: usize) -> LogLink {
        LogLink { line, ..LogLink::default() }
    }
}

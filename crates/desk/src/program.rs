//! Programs: lists, and functions to read.

use wire::Wire;

use crate::FileId;
use crate::question::{Lane, Question, Topic};
use model::listing::Symbols;
use model::program::{FunctionModel, Overview};

/// Read a function of a program.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct ReadFunction {
    /// Which program.
    pub file: FileId,
    /// Its place among the functions.
    pub index: usize,
}

impl Question for ReadFunction {
    type Answer = Box<FunctionModel>;
    const DOING: &'static str = "reading the function";

    fn files(&self) -> Vec<FileId> {
        vec![self.file]
    }

    fn lane(&self, topic: Topic) -> Lane {
        topic.of(self.file)
    }
}

/// List what is in a program.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct ReadProgram {
    /// Which program.
    pub file: FileId,
}

impl Question for ReadProgram {
    type Answer = Box<Overview>;
    const DOING: &'static str = "reading the program";

    fn files(&self) -> Vec<FileId> {
        vec![self.file]
    }

    fn lane(&self, topic: Topic) -> Lane {
        topic.of(self.file)
    }
}

/// Find the symbols of a program's assembler listing.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct ReadSymbols {
    /// Which program.
    pub file: FileId,
}

impl Question for ReadSymbols {
    type Answer = Symbols;
    const DOING: &'static str = "reading the symbols";

    fn files(&self) -> Vec<FileId> {
        vec![self.file]
    }

    fn lane(&self, topic: Topic) -> Lane {
        topic.of(self.file)
    }
}

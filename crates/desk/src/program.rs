//! Questions about a program: its lists, a function, its symbols.

use wire::Wire;

use crate::FileId;
use crate::question::{Lane, Question, Topic};
use model::listing::Symbols;
use model::program::{FunctionModel, Overview};

/// Read a function of a program.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct ReadFunction {
    /// The program.
    pub file: FileId,
    /// The index of the function.
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

/// List the functions, maps and globals of a program.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct ReadProgram {
    /// The program.
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

/// Read the symbols for a program's assembler listing.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct ReadSymbols {
    /// The program.
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

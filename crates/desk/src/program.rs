//! Questions about a program: its lists, a function, its symbols.

use wire::Wire;

use crate::FileId;
use crate::question::Question;
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
    const BY_FILE: bool = true;

    fn files(&self) -> Vec<FileId> {
        vec![self.file]
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
    const BY_FILE: bool = true;

    fn files(&self) -> Vec<FileId> {
        vec![self.file]
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
    const BY_FILE: bool = true;

    fn files(&self) -> Vec<FileId> {
        vec![self.file]
    }
}

//! Programs: lists, and functions to read.

use wire::Wire;

use crate::FileId;

/// Read a function of a program.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct ReadFunction {
    /// Which program.
    pub file: FileId,
    /// Its place among the functions.
    pub index: usize,
}

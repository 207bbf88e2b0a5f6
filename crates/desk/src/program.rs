//! Programs: lists, and functions to read.

use wire::wire;

use crate::FileId;

/// Read a function of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadFunction {
    /// Which program.
    pub file: FileId,
    /// Its place among the functions.
    pub index: usize,
}
wire!(struct ReadFunction { file, index });

//! Printing a whole file.

use std::sync::Arc;

use model::print::DumpFormat;
use wire::Wire;

use crate::FileId;
use crate::question::Question;

/// Print all types of a file.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Print {
    /// Which file.
    pub file: FileId,
    /// How.
    pub format: DumpFormat,
    /// The name of the file to save.
    pub save_as: String,
}

/// What was printed.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Printed {
    /// The name of the file to save.
    pub save_as: String,
    /// All of it, in UTF-8.
    pub text: Arc<[u8]>,
}

impl Question for Print {
    type Answer = Printed;
    const DOING: &'static str = "printing";
    const LONG: bool = true;
    const LARGE: bool = true;

    fn files(&self) -> Vec<FileId> {
        vec![self.file]
    }
}

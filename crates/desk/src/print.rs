//! The question to print a whole file.

use std::sync::Arc;

use model::print::DumpFormat;
use wire::Wire;

use crate::FileId;
use crate::question::Question;

/// Print all types of a file.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Print {
    /// The file.
    pub file: FileId,
    /// The format.
    pub format: DumpFormat,
    /// The name of the file to save.
    pub save_as: String,
}

/// A printed text.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Printed {
    /// The name of the file to save.
    pub save_as: String,
    /// The text, in UTF-8.
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

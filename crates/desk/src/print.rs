//! Printing a whole file.

use std::sync::Arc;

use model::print::DumpFormat;
use wire::wire;

use crate::FileId;

/// Print all types of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Print {
    /// Which file.
    pub file: FileId,
    /// How.
    pub format: DumpFormat,
    /// The name of the file to save.
    pub save_as: String,
}
wire!(struct Print { file, format, save_as });

/// What was printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Printed {
    /// The name of the file to save.
    pub save_as: String,
    /// All of it, in UTF-8.
    pub text: Arc<[u8]>,
}
wire!(struct Printed { save_as, text });

//! Fields in all open files.

use wire::Wire;

use crate::FileId;

/// Look for fields in files.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskFields {
    /// The fields, one a line or with commas between.
    pub text: String,
    /// The files.
    pub files: Vec<FileId>,
}

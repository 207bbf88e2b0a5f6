//! Fields in all open files.

use wire::wire;

use crate::FileId;

/// Look for fields in files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskFields {
    /// The fields, one a line or with commas between.
    pub text: String,
    /// The files.
    pub files: Vec<FileId>,
}
wire!(struct AskFields { text, files });

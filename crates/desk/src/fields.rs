//! The question of where fields lie in all open files.

use wire::Wire;

use crate::FileId;
use crate::question::Question;
use model::fields::FieldRow;

/// Find fields in files.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskFields {
    /// The fields, separated by newlines, commas or semicolons.
    pub text: String,
    /// The files.
    pub files: Vec<FileId>,
}

impl Question for AskFields {
    type Answer = Vec<FieldRow>;
    const DOING: &'static str = "looking for the fields";

    fn files(&self) -> Vec<FileId> {
        self.files.clone()
    }
}

//! Fields in all open files.

use btf::Btf;
use wire::wire;

use super::{Answer, Desk};
use crate::fields::find;
use crate::file::FileId;
use crate::session::Problem;

/// Look for fields in files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskFields {
    /// The fields, one a line or with commas between.
    pub text: String,
    /// The files.
    pub files: Vec<FileId>,
}
wire!(struct AskFields { text, files });

pub(super) fn fields(desk: &Desk, ask: &AskFields) -> Result<Answer, Box<Problem>> {
    let mut files: Vec<(&str, &Btf)> = Vec::new();
    for &id in &ask.files {
        let file = desk.file(id)?;
        files.push((&file.name, &file.btf));
    }
    Ok(Answer::Fields(ask.clone(), find(&ask.text, &files)))
}

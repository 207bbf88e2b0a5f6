//! Printing a whole file.

use std::sync::Arc;

use wire::wire;

use super::{Answer, Desk};
use crate::file::FileId;
use crate::session::{DumpFormat, Problem};

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

pub(super) fn print(desk: &Desk, request: &Print) -> Result<Answer, Box<Problem>> {
    let file = desk.file(request.file)?;
    let text = Arc::from(request.format.print(&file.btf).into_bytes());
    Ok(Answer::Printed(Printed { save_as: request.save_as.clone(), text }))
}

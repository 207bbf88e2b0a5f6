//! Fields in all open files.

use btf::Btf;
use desk::Answer;
use desk::AskFields;
use desk::Problem;
use model::fields::find;

use crate::Desk;

pub(crate) fn fields(desk: &Desk, ask: &AskFields) -> Result<Answer, Box<Problem>> {
    let mut files: Vec<(&str, &Btf)> = Vec::new();
    for &id in &ask.files {
        let file = desk.file(id)?;
        files.push((&file.name, &file.btf));
    }
    Ok(Answer::Fields(ask.clone(), find(&ask.text, &files)))
}

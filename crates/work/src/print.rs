//! Printing a whole file.

use std::sync::Arc;

use desk::Answer;
use desk::Print;
use desk::Printed;
use desk::Problem;

use crate::Desk;

pub(crate) fn print(desk: &Desk, request: &Print) -> Result<Answer, Box<Problem>> {
    let file = desk.file(request.file)?;
    let object = file.program().ok().map(|program| program.object());
    let text = Arc::from(request.format.print(&file.btf, object).into_bytes());
    Ok(Answer::Printed(Printed { save_as: request.save_as.clone(), text }))
}

//! Programs: lists, and functions to read.

use desk::Answer;
use desk::FileId;
use desk::Problem;
use desk::ReadFunction;
use model::listing::Symbols;
use model::program::{FunctionModel, Overview};

use crate::Desk;

/// The lists.
pub(crate) fn overview(desk: &Desk, id: FileId) -> Result<Answer, Box<Problem>> {
    let program = desk.file(id)?.program()?;
    let problems = program.object().problems().iter().map(ToString::to_string).collect();
    Ok(Answer::Program(id, Box::new(Overview { functions: program.functions(), data: program.data(), problems })))
}

/// A function.
pub(crate) fn function(desk: &Desk, request: &ReadFunction) -> Result<Answer, Box<Problem>> {
    let file = desk.file(request.file)?;
    let (program, index) = (file.program()?, request.index);
    let (listing, load) = (program.listing(index), program.load(index));
    let calls = program.loader_calls(index, &file.name);
    Ok(Answer::Function(request.file, Box::new(FunctionModel { index, listing, load, calls })))
}

/// The symbols of its assembler listing.
pub(crate) fn symbols(desk: &Desk, id: FileId) -> Result<Answer, Box<Problem>> {
    Ok(Answer::Symbols(id, Symbols::of(desk.file(id)?.program()?.object())))
}

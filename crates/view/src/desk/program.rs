//! Programs: lists, and functions to read.

use wire::wire;

use super::{Answer, Desk, Held, problem};
use crate::file::FileId;
use crate::program::{FunctionModel, Overview, Program};
use crate::session::Problem;

/// Read a function of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadFunction {
    /// Which program.
    pub file: FileId,
    /// Its place among the functions.
    pub index: usize,
}
wire!(struct ReadFunction { file, index });

pub(super) fn program(file: &Held) -> Result<&Program, Box<Problem>> {
    let made = file.program.get_or_init(|| {
        let bytes = file.object.clone()?;
        Program::open(bytes, Some(file.btf.clone()), file.ext.clone()).ok()
    });
    made.as_ref().ok_or_else(|| Box::new(problem(&file.name, "The program in this file cannot be read.")))
}

/// The lists.
pub(super) fn overview(desk: &Desk, id: FileId) -> Result<Answer, Box<Problem>> {
    let program = program(desk.file(id)?)?;
    let problems = program.object().problems().iter().map(ToString::to_string).collect();
    Ok(Answer::Program(id, Box::new(Overview { functions: program.functions(), data: program.data(), problems })))
}

/// A function.
pub(super) fn function(desk: &Desk, request: &ReadFunction) -> Result<Answer, Box<Problem>> {
    let program = program(desk.file(request.file)?)?;
    let (index, listing, load) = (request.index, program.listing(request.index), program.load(request.index));
    Ok(Answer::Function(request.file, Box::new(FunctionModel { index, listing, load })))
}

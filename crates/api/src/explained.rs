//! Logs of verifiers and loaders. This code is in the second part of the module ([`crate::later`]).

use json::options::LogOptions;
use json::{ErrorCode, logs};
use model::program::Program;
use model::relocations::Core;
use wasm_bindgen::JsValue;

use crate::answer::answer;
use crate::argument;
use crate::failure::Failure;
use crate::file::{BtfFile, Outcome};

/// The places in a program that the lines of a log refer to, and explanations of its errors.
///
/// # Errors
/// When the log is not a string, an option is wrong, the file is not a program, or it has no program of the wanted
/// name.
pub fn log(file: &BtfFile, text: JsValue, options: JsValue) -> Outcome {
    let text = argument::text(&text, "a log")?;
    let options: LogOptions = argument::options(options)?;
    let Some(object) = file.parsed() else {
        return Err(Failure::new(ErrorCode::NotFound, format!("{}: no program", file.opened.name)).into());
    };
    let program = Program::new(object);
    let place = |wanted: String| {
        let found = program.all().iter().position(|f| f.name == wanted);
        let missing = || Failure::new(ErrorCode::NotFound, format!("{}: no program “{wanted}”", file.opened.name));
        found.ok_or_else(missing)
    };
    let selected = options.program.map(place).transpose()?;
    let reading = ::logs::read(&Core { program: &program, kernels: &[] }, &text, selected);
    Ok(answer(&logs::log(Some(&file.opened.name), program.all(), reading))?)
}

/// Explanations of a log's errors, without its program.
///
/// # Errors
/// When it is not a string.
pub fn explain_log(text: JsValue) -> Outcome {
    Ok(answer(&logs::log(None, &[], ::logs::explain(&argument::text(&text, "a log")?)))?)
}

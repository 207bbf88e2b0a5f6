//! Makes types from debug information (DWARF).

use std::ops::ControlFlow;

use container::{OpenError, Source};
use desk::{Amount, FileInput, Problem, open};
use dwarf::{ErrorKind, Input, Options, Progress, convert};
use model::from_dwarf::{FromDwarf, open_made};

/// Makes a file's types from its debug information, parts of which may be in the files `beside` it. `said`: the error
/// when the file was opened for its BTF.
///
/// # Errors
/// Says why no types can be made.
pub fn from_dwarf(
    name: &str,
    source: &mut dyn Source,
    beside: &mut [(String, Box<dyn Source>)],
    said: Option<&OpenError>,
    report: &mut dyn FnMut(&str, Amount),
) -> Result<FileInput, Box<Problem>> {
    let size = source.len();
    let mut on_progress = |Progress { done, total }| {
        report("making types from DWARF", Amount::of("units", done.into(), total.into()));
        ControlFlow::Continue(())
    };
    let others = beside.iter_mut().map(|(name, source)| Input { name, source: source.as_mut() }).collect();
    let made = convert(Input { name, source }, others, &Options::default(), &mut on_progress);
    let made = made.map_err(|e| Box::new(problem(name, e, said)))?;
    let opened = open_made(name, &made.blob, source).map_err(|e| Box::new(open::problem(name, &e)))?;
    let about = FromDwarf::new(opened.what(), &made.report, &made.tags);
    let mut input = FileInput { size, btf_at: None, ..open::input(opened) };
    input.set_from_dwarf(about);
    Ok(input)
}

/// The problem of a file without types.
fn problem(name: &str, e: dwarf::Error, said: Option<&OpenError>) -> Problem {
    match (e.kind, said) {
        (ErrorKind::NoDwarf, Some(said)) => {
            let without = "There is neither BTF nor debug information (DWARF) in it.";
            Problem { message: without.to_owned(), ..open::problem(name, &e.beside(said.clone())) }
        }
        (ErrorKind::BadElf, Some(said)) => open::problem(name, said),
        _ => {
            let message = match e.missing_files.is_empty() {
                true => "No types can be made from its debug information.",
                false => "Its types are in other files: drop them beside it.",
            };
            Problem { found: Some(e.message), wants: e.missing_files, ..Problem::new(name, message) }
        }
    }
}

//! Files without BTF whose types are made of their debug information.

use std::ops::ControlFlow;

use container::{OpenError, Source};
use desk::{FileInput, Problem, open};
use dwarf::{ErrorKind, Input, Options, Progress, convert};
use model::from_dwarf::FromDwarf;
use model::kind::FileKind;

/// A file, ready to be opened, whose types are made of its debug information, some of which may be in the files `beside` it. `said` is
/// what opening it by its BTF came to.
///
/// # Errors
/// Why it has no types either, to be read.
pub fn from_dwarf(
    name: &str,
    source: &mut dyn Source,
    beside: &mut [(String, Box<dyn Source>)],
    said: Option<&OpenError>,
    report: &mut dyn FnMut(&str, u64, u64),
) -> Result<FileInput, Box<Problem>> {
    let (size, elf) = (source.len(), container::read_elf(source, name).ok());
    let mut on_progress = |Progress { done, total }| {
        report("making types from DWARF", done.into(), total.into());
        ControlFlow::Continue(())
    };
    let others = beside.iter_mut().map(|(name, source)| Input { name, source: source.as_mut() }).collect();
    let made = convert(Input { name, source }, others, &Options::default(), &mut on_progress);
    let made = made.map_err(|e| Box::new(problem(name, e, said)))?;
    let about = FromDwarf::new(&made.report, &made.tags);
    let opened = container::open(name, &made.blob).map_err(|e| Box::new(open::problem(name, &e)))?;
    let mut input = FileInput { size, btf_at: None, from_dwarf: Some(Box::new(about)), ..open::input(opened) };
    if let Some(elf) = elf {
        // A module that stands alone has many of its kernel's types, and is no kernel.
        if elf.sections.iter().any(|section| section.name == ".gnu.linkonce.this_module") {
            input.kind = FileKind::Raw;
        }
        input.arch = Some(elf.machine_name);
        input.pointer_size = Some(elf.pointer_size);
    }
    Ok(input)
}

/// Why there are no types, to be read.
fn problem(name: &str, e: dwarf::Error, said: Option<&OpenError>) -> Problem {
    match (e.kind, said) {
        (ErrorKind::NoDwarf, Some(said)) => {
            let without = "There is neither BTF nor debug information (DWARF) in it.";
            Problem { message: without.to_owned(), ..open::problem(name, said) }
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

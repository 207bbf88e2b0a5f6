//! Opens kernel headers.

use container::{OpenError, Source};
use desk::{Amount, FileInput, FromC, Problem, open};
use header::{HeaderError, Machine};

/// Opens a kernel header (`vmlinux.h`). `machine`: the name of the machine that the person chose. `said`: the error
/// when the file was opened for its BTF; it is returned if the text is not C.
///
/// # Errors
/// Says why no types can be made.
pub fn of_header(
    name: &str,
    source: &mut dyn Source,
    machine: Option<&str>,
    said: &OpenError,
    report: &mut dyn FnMut(&str, Amount),
) -> Result<FileInput, Box<Problem>> {
    let text = header::text(source).map_err(|why| Box::new(Problem::new(name, &why)))?;
    let Some(text) = text else { return Err(Box::new(open::problem(name, said))) };
    report("reading C", Amount::bytes(0, text.len() as u64));
    let found = header::open(name, &text, machine.and_then(Machine::named)).map_err(|e| Box::new(problem(name, &e)))?;
    let left_out = found.left_out_words().map(|words| {
        Box::new(Problem {
            found: Some(words),
            ..Problem::new(name, "Some declarations were not taken; the others are shown.")
        })
    });
    let named = |machine: Machine| machine.name().map(str::to_owned);
    let from_c =
        FromC { machine: named(found.machine), machines: Machine::ALL.into_iter().filter_map(named).collect() };
    let input = open::input(found.opened);
    Ok(FileInput { btf_at: None, from_c: Some(Box::new(from_c)), damage: left_out, ..input })
}

fn problem(name: &str, e: &HeaderError) -> Problem {
    let at = match e {
        HeaderError::Unreadable { at, .. } => Some(u64::from(*at)),
        HeaderError::Empty | HeaderError::Made(_) => None,
    };
    Problem { found: Some(e.to_string()), at, ..Problem::new(name, "This text cannot be read as a kernel header.") }
}

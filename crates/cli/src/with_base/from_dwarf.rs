//! Makes BTF from the debug information of files that have no BTF.

use std::ops::ControlFlow;

use container::{OpenError, Opened, Source};
use dwarf::{ErrorKind, Input, Options, Progress, convert};
use model::from_dwarf::open_made;
use text::counted;

use crate::fail::{Failure, say};
use crate::progress::Shown;

/// Makes the types of a file without BTF from its debug information.
///
/// # Errors
/// `no_btf`, when the file has no debug information either, or its ELF is damaged; else the reason why the debug
/// information cannot be converted.
pub fn made_of(name: &str, source: &mut dyn Source, no_btf: OpenError) -> Result<Box<Opened>, Failure> {
    let mut shown = Shown::new();
    let made = convert(Input { name, source }, Vec::new(), &Options::default(), &mut |progress| {
        converting(&mut shown, progress)
    });
    shown.clear();
    let made = match made {
        Err(e) if matches!(e.kind, ErrorKind::NoDwarf | ErrorKind::BadElf) => return Err(e.beside(no_btf).into()),
        Err(e) if e.kind == ErrorKind::Elsewhere => {
            return Err(Failure::Bad(format!("{e}; btfscope encode takes them by --with")));
        }
        made => made.map_err(|e| Failure::Bad(e.to_string()))?,
    };
    let (types, units) = (made.report.types, units(made.report.units));
    say(&format!("{name}: it has no BTF: its {types} types are made from DWARF, of {units}"));
    let mut opened = open_made(name, &made.blob, source)?;
    opened.notes.push(format!("made from DWARF, of {units}: size and bytes are those of the BTF that was made"));
    Ok(Box::new(opened))
}

/// A number of units, with the noun.
pub fn units(count: u32) -> String {
    counted(count, "unit")
}

/// Shows how far a conversion is.
pub fn converting(shown: &mut Shown, progress: Progress) -> ControlFlow<()> {
    shown.update("converting units", progress.done.into(), progress.total.into());
    ControlFlow::Continue(())
}

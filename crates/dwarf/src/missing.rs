//! Messages for types that are not in the file, and where they may be.

use container::{FileRange, OpenError};
use text::counted;

use crate::elf::Elf;
use crate::error::{Error, ErrorKind};
use crate::files::DebugFile;
use crate::maker::Maker;
use crate::unit::Tree;

/// The most missing files that are named.
const NAMED: usize = 1000;

/// The start of the message for a file without debug information. Hints at the place of the debug information follow.
const NO_DWARF: &str = "it has no debug information (no section .debug_info)";

/// The error for a file without debug information.
pub(crate) fn no_dwarf(elf: &mut Elf<'_>) -> Error {
    let mut message = NO_DWARF.to_owned();
    if elf.sections.iter().any(|s| s.name.starts_with(".gnu.lto_")) {
        message.push_str(": compiled for link-time optimisation, so that it has no DWARF yet");
    }
    if let Some(index) = elf.find(".gnu_debuglink")
        && let Ok(bytes) = elf.section_bytes(index)
    {
        let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
        let name = btf::visible(bytes.get(..end).unwrap_or_default()).into_owned();
        message.push_str(&format!("; .gnu_debuglink says that it is in the file {name}"));
    }
    if let Some(id) = build_id(elf) {
        message.push_str(&format!("; its build id is {id}"));
    }
    Error::new(ErrorKind::NoDwarf, &elf.name, FileRange::default(), message)
}

impl Error {
    /// The error for a file that has no BTF either: `no_btf`, with a hint at the place of its debug information.
    pub fn beside(&self, no_btf: OpenError) -> OpenError {
        match self.message.strip_prefix(NO_DWARF) {
            Some(hints) if !hints.is_empty() => {
                let expected = format!("{}, or debug information (.debug_info){hints}", no_btf.expected);
                OpenError { expected, ..no_btf }
            }
            _ => no_btf,
        }
    }
}

/// The build id in hex digits (`NT_GNU_BUILD_ID`): the bytes behind the note's header of 12 bytes and its name `GNU`.
fn build_id(elf: &mut Elf<'_>) -> Option<String> {
    let index = elf.find(".note.gnu.build-id")?;
    let bytes = elf.section_bytes(index).ok()?;
    let id = bytes.get(16..).filter(|id| !id.is_empty() && id.len() <= 64)?;
    Some(id.iter().map(|b| format!("{b:02x}")).collect())
}

/// Checks that the given file `other`, if it is not a .dwo or .dwp file, is the supplementary file that `main` names.
pub(crate) fn check_supplement(main: &DebugFile<'_>, other: &mut DebugFile<'_>) -> Result<(), Error> {
    if other.sections.split {
        return Ok(());
    }
    let name = &other.elf.name.clone();
    let Some((wanted, id)) = &main.sections.altlink else {
        let message = format!("{} refers to no other file (it has no .gnu_debugaltlink)", main.elf.name);
        return Err(Error::new(ErrorKind::Elsewhere, name, FileRange::default(), message));
    };
    match build_id(&mut other.elf) {
        Some(found) if found != *id => {
            let message = format!("its build id is {found}; {} wants {wanted} with {id}", main.elf.name);
            Err(Error::new(ErrorKind::Elsewhere, name, FileRange::default(), message))
        }
        _ => Ok(()),
    }
}

/// The name of the supplementary file, if there should be one and it was not given.
pub(crate) fn supplement(files: &[DebugFile<'_>]) -> Option<String> {
    let (wanted, _) = files.first()?.sections.altlink.as_ref()?;
    let given = files.iter().skip(1).any(|f| !f.sections.split);
    (!given).then(|| wanted.clone())
}

/// Records a unit whose .dwo file is missing.
pub(crate) fn dwo(maker: &mut Maker<'_>, tree: &Tree) {
    maker.tally.units += 1;
    maker.tally.units_elsewhere += 1;
    let name = tree.root.dwo_name.map(|name| btf::visible(maker.units.strings.get(name)).into_owned());
    let names = &mut maker.tally.missing_files;
    if names.len() < NAMED {
        names.push(name.unwrap_or_else(|| "a .dwo file without a name".to_owned()));
    }
}

/// The error for debug information without types.
pub(crate) fn no_types(maker: &Maker<'_>, name: &str) -> Error {
    let tally = &maker.tally;
    let error = |kind, message: String| Error::new(kind, name, FileRange::default(), message);
    if tally.units_elsewhere > 0 {
        let some: Vec<&str> = tally.missing_files.iter().take(8).map(String::as_str).collect();
        let more = if tally.missing_files.len() > some.len() { ", ..." } else { "" };
        let (of, all) = (tally.units_elsewhere, tally.units);
        let files = some.join(", ");
        let message =
            format!("the types of {of} of {all} units are in .dwo files: give these, or the .dwp, too ({files}{more})");
        let missing_files = tally.missing_files.clone();
        return Error { missing_files, ..error(ErrorKind::Elsewhere, message) };
    }
    if tally.units == 0 {
        let place = tally.diagnostics.first_place().map_or(String::new(), |place| format!(" ({place})"));
        return error(ErrorKind::NoTypes, format!("no unit of its debug information can be read{place}"));
    }
    let units = counted(tally.units, "unit");
    let message = format!("{units} of debug information, but no types: line tables only (-gline-tables-only, -g1)?");
    error(ErrorKind::NoTypes, message)
}

#[cfg(test)]
mod tests {
    use container::{FileRange, OpenError, OpenErrorKind};

    use super::NO_DWARF;
    use crate::{Error, ErrorKind};

    #[test]
    fn a_file_without_btf_and_dwarf_says_where_dwarf_may_be() {
        let no_btf = OpenError {
            kind: OpenErrorKind::NoBtf,
            name: "prog".into(),
            inside: None,
            at: FileRange::default(),
            expected: "a section .BTF".into(),
            found: "the sections .text".into(),
        };
        let no_dwarf = |hints: &str| {
            let message = format!("{NO_DWARF}{hints}");
            Error::new(ErrorKind::NoDwarf, "prog", FileRange::default(), message).beside(no_btf.clone())
        };
        let expected = "a section .BTF, or debug information (.debug_info); its build id is e9fa";
        assert_eq!(no_dwarf("; its build id is e9fa").expected, expected);
        assert_eq!(no_dwarf(""), no_btf);
    }
}

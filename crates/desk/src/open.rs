//! Converts what `container` found in a file to the input that the session opens.

use container::{Archive, ElfFacts, OpenError, OpenErrorKind, Opened, Role};
use model::elf::section_table;
use model::extras::Extras;
use model::kind::FileKind;

use crate::FileInput;
use crate::Problem;
use crate::archive::{ArchiveView, EntryView};

/// The input to open a file.
pub fn input(opened: Opened) -> FileInput {
    let kind = match opened.role {
        Role::Kernel => FileKind::Kernel,
        Role::Module => FileKind::Module,
        Role::Program => FileKind::Program,
        Role::Base => FileKind::Base,
        Role::Other => FileKind::Raw,
    };
    let sections = section_table(&opened);
    FileInput {
        what: opened.what().unwrap_or_default().to_owned(),
        size: size(&opened),
        // Offsets in unpacked data are not offsets in the file, so they are left out.
        btf_at: (opened.layers.is_empty() && !opened.btf.file_range.is_empty()).then_some(opened.btf.file_range.start),
        no_btf: !opened.has_btf(),
        has_dwarf: opened.elf().is_some_and(ElfFacts::has_dwarf),
        needs_base: opened.needs_base.is_some(),
        arch: opened.machine().map(str::to_string),
        version: opened.kernel_release.clone(),
        compiler: opened.elf().and_then(|elf| elf.compiler.clone()),
        pointer_size: opened.pointer_size(),
        ext: opened.btf_ext.map(|p| p.bytes),
        base: opened.btf_base.map(|p| p.bytes),
        digest_of: opened.program.map(|p| p.bytes),
        damage: opened.damage.map(|e| damage(&opened.name, &e)),
        extras: Extras {
            ids: opened.btf_ids.map(|p| p.bytes),
            symbols: opened.id_symbols,
            inline: opened.btf_inline.map(|p| p.bytes),
            sections,
        },
        ..FileInput::new(opened.name, kind, opened.btf.bytes)
    }
}

/// The size of the file in bytes; for an entry of a package, its size in the package.
fn size(opened: &Opened) -> u64 {
    let entry = opened.layers.iter().find(|layer| layer.what.ends_with(&opened.name));
    entry.map_or(opened.file_len, |layer| layer.len)
}

/// The problem of a file that could not be opened.
pub fn problem(name: &str, e: &OpenError) -> Problem {
    let message = match e.kind {
        OpenErrorKind::Empty => "The file is empty.",
        OpenErrorKind::NotBtf => "No BTF was found in this file.",
        OpenErrorKind::BadHeader => "It starts like BTF, but its header cannot be read.",
        OpenErrorKind::BadElf => "It starts like an ELF file, but it cannot be read as one.",
        OpenErrorKind::NoBtf => "It was read, but there is no BTF in it.",
        OpenErrorKind::NoData => "It has a .BTF section, but not its bytes.",
        OpenErrorKind::TooLarge => "It is larger than this page reads.",
        OpenErrorKind::Damaged => "The archive, dump or compressed data around the BTF is damaged or cut off.",
        OpenErrorKind::NoEntry => "The archive has no such file.",
        OpenErrorKind::Unreadable => "The file cannot be read any more.",
        OpenErrorKind::Cancelled => "It was not opened: the work was cancelled.",
        OpenErrorKind::Changed => "The file was changed while it was read: open it again.",
    };
    let (found, at) = match &e.inside {
        // An offset in unpacked data is not an offset in the file. So it is part of the text, which names the data.
        Some(inside) => (format!("{} at byte {:#x} in {inside}", e.found, e.at.start), None),
        None => (e.found.clone(), Some(e.at.start)),
    };
    Problem { expected: Some(e.expected.clone()), found: Some(found), at, ..Problem::new(name, message) }
}

/// The problem of damage around a file or in an archive, of which the part before the damage is shown.
pub fn damage(name: &str, e: &OpenError) -> Box<Problem> {
    let problem = problem(name, e);
    Box::new(Problem { message: format!("{} The part before the damage is shown.", problem.message), ..problem })
}

/// The archive as the page shows it.
pub fn archive(archive: Archive) -> ArchiveView {
    let entries = archive.entries.into_iter().map(|e| EntryView { index: e.index, path: e.path, size: e.size });
    let damage = archive.damage.map(|e| damage(&archive.name, &e));
    ArchiveView { name: archive.name, entries: entries.collect(), others: archive.others, damage }
}

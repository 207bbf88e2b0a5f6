//! From what the container found in a file to what the session opens.

use container::{OpenError, OpenErrorKind, Opened, Role};

use crate::file::{FileInput, FileKind};
use crate::session::Problem;

/// What the session needs of an opened file.
pub fn input(opened: Opened) -> FileInput {
    let kind = match opened.role {
        Role::Kernel => FileKind::Kernel,
        Role::Module => FileKind::Module,
        Role::Program => FileKind::Program,
        Role::Base => FileKind::Base,
        Role::Other => FileKind::Raw,
    };
    FileInput {
        size: opened.file_len,
        kind,
        btf_at: Some(opened.btf.file_range.start),
        needs_base: opened.needs_base.is_some(),
        arch: opened.machine().map(str::to_string),
        version: opened.kernel_release.clone(),
        pointer_size: opened.pointer_size(),
        ext: opened.btf_ext.map(|p| p.bytes),
        base: opened.btf_base.map(|p| p.bytes),
        digest_of: opened.program.map(|p| p.bytes),
        btf: opened.btf.bytes,
        sample: None,
        start: None,
        name: opened.name,
    }
}

/// What to say of a file that could not be opened.
pub fn problem(name: &str, e: &OpenError) -> Problem {
    let message = match e.kind {
        OpenErrorKind::Empty => "The file is empty.",
        OpenErrorKind::NotBtf => "No BTF was found in this file.",
        OpenErrorKind::BadHeader => "It starts like BTF, but its header cannot be read.",
        OpenErrorKind::BadElf => "It starts like an ELF file, but it cannot be read as one.",
        OpenErrorKind::NoBtf => "A sound ELF file, but without a .BTF section.",
        OpenErrorKind::NoData => "It has a .BTF section, but not its bytes.",
        OpenErrorKind::TooLarge => "It is larger than this page reads.",
        OpenErrorKind::Changed => "The file was changed while it was read: open it again.",
    };
    Problem {
        file: name.to_string(),
        message: message.to_string(),
        expected: Some(e.expected.clone()),
        found: Some(e.found.clone()),
        at: Some(e.at.start),
        go: None,
    }
}

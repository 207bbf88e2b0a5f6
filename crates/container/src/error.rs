//! Why a file could not be opened: what was found, what was expected, at which byte.

use std::fmt;

use crate::FileRange;

/// Why a file could not be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenError {
    /// The kind of trouble.
    pub kind: OpenErrorKind,
    /// The name of the file.
    pub name: String,
    /// The layer with the fault (`xz`, `boot/vmlinuz`): [`OpenError::at`] counts bytes of that layer. None if the fault
    /// is in the file itself.
    pub inside: Option<String>,
    /// The bytes with the fault, in the layer or file.
    pub at: FileRange,
    /// The words behind "expected" in the message.
    pub expected: String,
    /// The words behind "found" in the message.
    pub found: String,
}

/// The kind of trouble.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OpenErrorKind {
    /// The file has no bytes.
    Empty,
    /// The file holds no BTF: it is text, a picture, or anything else.
    NotBtf,
    /// The file starts like BTF, but its header cannot be read.
    BadHeader,
    /// The file starts like an ELF file, but its header or section table cannot be read.
    BadElf,
    /// A sound ELF file or a kernel without BTF.
    NoBtf,
    /// The file has a section `.BTF`, but the section's bytes are not in the file, or not in a form that can be read.
    NoData,
    /// More bytes, or more layers, than the limit.
    TooLarge,
    /// Compressed data, an archive or a dump that is damaged or cut off.
    Damaged,
    /// An archive has no such entry.
    NoEntry,
    /// The file cannot be read.
    Unreadable,
    /// The caller cancelled the work.
    Cancelled,
    /// The file has changed since it was chosen: the bytes given are not those asked for.
    Changed,
}

impl OpenError {
    pub(crate) fn new(
        kind: OpenErrorKind,
        name: &str,
        at: FileRange,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> OpenError {
        OpenError { kind, name: name.to_owned(), inside: None, at, expected: expected.into(), found: found.into() }
    }

    /// The error for a blob that begins at byte `start` with a damaged header.
    pub(crate) fn bad_header(name: &str, start: u64, error: &btf::Error) -> OpenError {
        let at = FileRange::at(start.saturating_add(error.range.start.into()), error.range.len().into());
        OpenError::new(OpenErrorKind::BadHeader, name, at, "a BTF header", format!("a damaged header: {}", error.kind))
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, expected, found) = (&self.name, &self.expected, &self.found);
        match &self.inside {
            None => write!(f, "{name}: found {found}; expected {expected} ({})", self.at),
            Some(inside) => {
                let range = self.at.bytes();
                write!(f, "{name}: in {inside}, found {found}; expected {expected} ({range} of {inside})")
            }
        }
    }
}

impl std::error::Error for OpenError {}

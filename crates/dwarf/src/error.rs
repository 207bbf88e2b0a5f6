//! [`Error`]: why a file could not be converted at all.

use std::fmt;

use container::FileRange;

/// Why a file could not be converted at all. Faults of a part of it are in [`crate::Report`] instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// The kind of trouble.
    pub kind: ErrorKind,
    /// The name of the file.
    pub name: String,
    /// The bytes of the file with the fault; empty if the whole file has it.
    pub at: FileRange,
    /// The fault as a sentence: found and expected values.
    pub message: String,
    /// For [`ErrorKind::Elsewhere`], the files that have the types, as this file names them. Empty if the fault is a
    /// given file that does not belong to the main file.
    pub missing_files: Vec<String>,
}

/// The kind of trouble.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ErrorKind {
    /// Not an ELF file, or an ELF file whose header or section table cannot be read.
    BadElf,
    /// An ELF file without debug information.
    NoDwarf,
    /// Debug information without types: line tables only, or no unit that can be read.
    NoTypes,
    /// A section that is cut off, cannot be unpacked, overlaps others, or exceeds a limit. Also if the types take more
    /// than 4 GB.
    BadSection,
    /// The types are in other files that were not given, or a given file does not belong to the main file.
    Elsewhere,
    /// The base is in the other byte order.
    WrongBase,
    /// The file cannot be read.
    Unreadable,
    /// The caller cancelled.
    Cancelled,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, name: &str, at: FileRange, message: impl Into<String>) -> Error {
        Error { kind, name: name.to_owned(), at, message: message.into(), missing_files: Vec::new() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.message)?;
        if self.at.is_empty() { Ok(()) } else { write!(f, " ({})", self.at) }
    }
}

impl std::error::Error for Error {}

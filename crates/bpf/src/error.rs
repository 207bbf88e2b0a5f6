//! Why an object, or a part of it, cannot be read.

use std::fmt;

use btf::FileRange;

/// Why an object, or a part of it, cannot be read: what was expected and found, at which bytes of the object file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// The bytes that it is about.
    pub at: FileRange,
    /// What was expected there, as the rest of "expected ...".
    pub expected: String,
    /// What was found instead, as the rest of "found ...".
    pub found: String,
}

impl Error {
    pub(crate) fn new(at: FileRange, expected: impl Into<String>, found: impl Into<String>) -> Error {
        Error { at, expected: expected.into(), found: found.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found {} ({})", self.expected, self.found, self.at)
    }
}

impl std::error::Error for Error {}

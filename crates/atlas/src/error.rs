//! Faults of an atlas, or of a BTF that is to be added to one.

use std::fmt;

use container::FileRange;
use text::counted;

use crate::content::{Content, FORWARDS, VERSION};

/// A fault, and the bytes of the atlas that it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// The fault.
    pub kind: ErrorKind,
    /// The bytes of the atlas file that it is about.
    pub range: FileRange,
}

/// The kind of a fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// The bytes at [`Error::range`] were not fetched yet: fetch them and ask again.
    Missing,
    /// The file cannot be read; the text says why.
    Unreadable(String),
    /// The file does not begin like an atlas; these are its first bytes.
    NotAtlas(Vec<u8>),
    /// A version of the format that is not known.
    Version(u16),
    /// A kind of content that is not known.
    Content(u16),
    /// The atlas has another kind of content than was requested.
    Other {
        /// The requested kind of content.
        expected: Content,
        /// The kind of content that the atlas has.
        found: Content,
    },
    /// A length that cannot be: of the file, of its header or of its directory.
    Length {
        /// The thing with that length.
        of: &'static str,
        /// The length in bytes.
        found: u64,
        /// The possible lengths.
        expected: String,
    },
    /// The checksum of this part is wrong.
    Checksum(&'static str),
    /// A part of the atlas that cannot be unpacked or read.
    Damaged {
        /// The part.
        part: &'static str,
        /// The offset in the unpacked part, in bytes.
        at: u64,
        /// The thing expected there, in words that follow "expected".
        expected: String,
    },
    /// The atlas has no such kernel, or several; the text is the whole message.
    Kernel(String),
    /// More than an atlas can hold, or more than can be compared; the text is the whole message.
    TooMuch(String),
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, range: FileRange) -> Error {
        Error { kind, range }
    }

    /// The bytes to fetch before asking the question again; none if that would not help.
    pub fn missing(&self) -> Option<FileRange> {
        (self.kind == ErrorKind::Missing).then_some(self.range)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.range;
        match &self.kind {
            ErrorKind::Missing => write!(f, "{at} of the atlas were not fetched"),
            ErrorKind::Unreadable(message) => write!(f, "{at} of the atlas cannot be read: {message}"),
            ErrorKind::NotAtlas(found) if found.is_empty() => {
                write!(f, "found an empty file, expected an atlas (89 41 54 4c 41 53 0d 0a)")
            }
            ErrorKind::NotAtlas(found) => {
                let found: Vec<String> = found.iter().map(|byte| format!("{byte:02x}")).collect();
                write!(f, "found {}, expected an atlas (89 41 54 4c 41 53 0d 0a) ({at})", found.join(" "))
            }
            ErrorKind::Version(version) => {
                write!(f, "found an atlas of version {version}, expected a version from {VERSION} to {FORWARDS} ({at})")
            }
            ErrorKind::Content(number) => {
                write!(
                    f,
                    "found content {number}, expected an atlas of types (0) or of the names of modules (1) ({at})"
                )
            }
            ErrorKind::Other { expected, found } => {
                write!(f, "found an atlas of {}, expected one of {} ({at})", found.words(), expected.words())
            }
            ErrorKind::Length { of, found, expected } => {
                write!(f, "found {} of {of}, expected {expected} ({at})", counted(*found, "byte"))
            }
            ErrorKind::Checksum(part) => write!(f, "{part} of the atlas is damaged: its checksum differs ({at})"),
            ErrorKind::Damaged { part, at: byte, expected } => {
                write!(
                    f,
                    "{part} of the atlas is damaged: expected {expected} at byte {byte:#x} of the unpacked part ({at})"
                )
            }
            ErrorKind::Kernel(message) | ErrorKind::TooMuch(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for Error {}

/// Why a BTF cannot go into an atlas.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unfit {
    /// The BTF has a fault; this is the first one.
    #[error("an atlas holds sound BTF only: {0}")]
    Damaged(btf::Error),
    /// The BTF is split: it continues another BTF.
    #[error("an atlas holds whole kernels, and this BTF continues another")]
    Split,
    /// A type of a kind that an atlas cannot hold: an unknown kind, or a kind of inlined calls (`LocParam`, `LocProto`,
    /// `LocSec`).
    #[error("type [{0}] is of kind {1}, which an atlas does not hold")]
    Kind(btf::TypeId, u8),
    /// An unnamed type that refers to itself through unnamed types only, or is nested more than [`crate::MAX_NESTING`]
    /// deep.
    #[error("type [{}] has no name and is nested over {} deep, or refers to itself", .0, crate::MAX_NESTING)]
    Nested(btf::TypeId),
    /// Something refers to a declaration tag, or the target of a tag cannot have one.
    #[error("declaration tag [{0}] is on a type that cannot have a tag, or another type refers to it")]
    Tag(btf::TypeId),
    /// A record with a `vlen` that its kind cannot have.
    #[error("type [{0}] has a vlen that its kind cannot have")]
    Vlen(btf::TypeId),
    /// A limit of an atlas would be exceeded, for example the number of kernels or of notes, or a text is not valid.
    /// The words follow "an atlas holds no".
    #[error("an atlas holds no {0}")]
    TooMuch(&'static str),
}

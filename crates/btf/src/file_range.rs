//! [`FileRange`]: bytes of a file, not of a BTF blob.

use std::fmt;

/// A range of bytes of a file, counted from the file's first byte. A [`crate::BlobRange`] counts from the blob's first
/// byte instead; `container::Piece` says where the blob lies in the file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FileRange {
    /// The first byte.
    pub start: u64,
    /// One past the last byte.
    pub end: u64,
}

impl FileRange {
    /// The range from `start` up to `end`; an `end` before `start` gives an empty range.
    pub fn new(start: u64, end: u64) -> FileRange {
        FileRange { start, end: end.max(start) }
    }

    /// The range of `len` bytes from `start`, cut at the largest offset there can be.
    pub fn at(start: u64, len: u64) -> FileRange {
        FileRange { start, end: start.saturating_add(len) }
    }

    /// How many bytes.
    pub fn len(self) -> u64 {
        self.end - self.start
    }

    /// Whether it holds no byte.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether byte `at` is inside.
    pub fn contains(self, at: u64) -> bool {
        (self.start..self.end).contains(&at)
    }

    /// `byte 0x10` or `bytes 0x10..0x20`.
    pub fn bytes(self) -> String {
        match self.len() {
            0 | 1 => format!("byte {:#x}", self.start),
            _ => format!("bytes {:#x}..{:#x}", self.start, self.end),
        }
    }

    /// Whether all of `other` is inside.
    pub fn covers(self, other: FileRange) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

impl fmt::Debug for FileRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}..{:#x}", self.start, self.end)
    }
}

impl fmt::Display for FileRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "file {}", self.bytes())
    }
}

//! Numbers that must not be mixed up.

use std::fmt;

/// A type id: 0 is `void`, 1 is the first record. A split BTF counts on after the last record of its base.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct TypeId(pub u32);

impl TypeId {
    /// The id of `void`, which has no record.
    pub const VOID: TypeId = TypeId(0);

    /// Whether this is [`TypeId::VOID`].
    pub fn is_void(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Debug for TypeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", self.0)
    }
}

impl fmt::Display for TypeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// An offset in bytes into the strings: the base's string section first, then that of the split BTF.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct StringOffset(pub u32);

/// The index of a member, enumerator, parameter or variable in its type, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct MemberIndex(pub u32);

/// An offset in bits from the start of a struct or union, in the numbering of the BTF's byte order:
/// in little-endian BTF bit 0 is the least significant bit of byte 0, in big-endian BTF the most
/// significant one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct BitOffset(pub u64);

/// An offset in bytes into an ELF section of instructions, as `.BTF.ext` in a file has it (the kernel's
/// API counts 8-byte instructions instead).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct InsnOffset(pub u32);

/// A range of bytes of one BTF blob, counted from its first byte (not from the file it came in).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct BlobRange {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl BlobRange {
    /// The range from `start` up to `end`; an `end` before `start` gives an empty range.
    pub fn new(start: u32, end: u32) -> Self {
        Self { start, end: end.max(start) }
    }

    /// The range of `len` bytes from `start`, cut at the largest offset there can be.
    pub fn at(start: u32, len: u32) -> Self {
        Self { start, end: start.saturating_add(len) }
    }

    /// How many bytes.
    pub fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether it holds no byte.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether byte `at` is inside.
    pub fn contains(self, at: u32) -> bool {
        (self.start..self.end).contains(&at)
    }

    /// Whether all of `other` is inside.
    pub fn covers(self, other: BlobRange) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The bytes that are in both ranges; an empty range if there are none.
    pub fn intersect(self, other: BlobRange) -> BlobRange {
        BlobRange::new(self.start.max(other.start), self.end.min(other.end))
    }

    /// The range as `usize`, to cut a slice with it.
    pub fn as_usize(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl fmt::Debug for BlobRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}..{:#x}", self.start, self.end)
    }
}

impl fmt::Display for BlobRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.len() <= 1 {
            write!(f, "byte {:#x}", self.start)
        } else {
            write!(f, "bytes {:#x}..{:#x}", self.start, self.end)
        }
    }
}

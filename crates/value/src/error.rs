//! Faults of a type, or of the bytes that it reads.

use std::fmt;

use btf::{Kind, ResolveError, TypeId, counted};

/// Why a type cannot read bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueError {
    /// The type has no size.
    Size(ResolveError),
    /// A kind without values, although it has a size: a declaration tag.
    Kind(TypeId, Kind),
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueError::Size(e) => write!(f, "{e}, so it reads no bytes"),
            ValueError::Kind(id, kind) => write!(f, "[{id}] is a {}, which has no value", kind.as_str()),
        }
    }
}

impl std::error::Error for ValueError {}

/// Why one value cannot be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The bytes end before its end.
    Short {
        /// Bytes that are needed, from the first byte of the record.
        need: u64,
        /// Bytes that there are.
        have: u64,
    },
    /// Its type has no size.
    Size(ResolveError),
    /// A size that no value of the kind has, in bits.
    Width {
        /// The kind.
        kind: Kind,
        /// Bits.
        bits: u64,
    },
    /// Nested deeper than types of real programs: a struct that contains itself.
    Deep,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Short { need, have } => write!(f, "the bytes end here: {need} are needed, {have} are there"),
            Trouble::Size(e) => e.fmt(f),
            Trouble::Width { kind, bits } => write!(f, "no {} has {}", kind.as_str(), counted(*bits, "bit")),
            Trouble::Deep => f.write_str("nested too deeply to be read"),
        }
    }
}

impl std::error::Error for Trouble {}

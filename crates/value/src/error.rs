//! Faults of a type, or of the bytes that it reads.

use btf::{Kind, ResolveError, TypeId};
use text::counted;

/// Why a type cannot read bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ValueError {
    /// The type has no size.
    #[error("{0}, so it reads no bytes")]
    Size(ResolveError),
    /// The type is a declaration tag. It has the size of its target, but no values.
    #[error("[{}] is {} {}, which has no value", .0, .1.article(), .1.as_str())]
    Kind(TypeId, Kind),
}

/// Why one value cannot be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Trouble {
    /// The bytes end before the value does.
    #[error("the bytes end here: {need} are needed, {have} are there")]
    Short {
        /// Bytes that are needed, counted from the first byte of the [`crate::Record`].
        need: u64,
        /// Bytes that there are.
        have: u64,
    },
    /// The value's type has no size.
    #[error(transparent)]
    Size(ResolveError),
    /// A size that no value of the kind has, in bits.
    #[error("no {} has {}", .kind.as_str(), counted(*.bits, "bit"))]
    Width {
        /// The kind.
        kind: Kind,
        /// Bits.
        bits: u64,
    },
    /// The value is nested deeper than values of real programs: its type may be a struct that contains itself. Also
    /// the fault when printed JSON becomes longer than its limit.
    #[error("nested too deeply to be read")]
    Deep,
}

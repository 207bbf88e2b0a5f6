//! Why a type has no layout, or a member no valid place in it.

use std::fmt;

use btf::{Kind, ResolveError, TypeId};

/// Why a type has no layout or no alignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LayoutError {
    /// The chain of typedefs, qualifiers and arrays has no end or no size.
    Resolve(ResolveError),
    /// Not a struct or union.
    NotComposite {
        /// The type that was found behind typedefs and qualifiers.
        id: TypeId,
        /// Its kind.
        kind: Kind,
    },
    /// A type that has no alignment: a function, a forward declaration, `void`.
    NoAlign(TypeId),
    /// A struct or union that holds itself by value.
    Cycle(TypeId),
}

impl From<ResolveError> for LayoutError {
    fn from(e: ResolveError) -> Self {
        LayoutError::Resolve(e)
    }
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LayoutError::Resolve(e) => e.fmt(f),
            LayoutError::NotComposite { id, kind } => write!(f, "[{id}] is a {}, not a struct or union", kind.as_str()),
            LayoutError::NoAlign(id) => write!(f, "[{id}] has no alignment"),
            LayoutError::Cycle(id) => write!(f, "[{id}] holds itself by value"),
        }
    }
}

impl std::error::Error for LayoutError {}

/// A fault of a member. It is listed all the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemberError {
    /// Its size is not known; it counts 0 bits.
    Size(ResolveError),
    /// Its type holds the struct itself by value.
    Cycle(TypeId),
    /// It ends beyond its struct or union.
    Outside {
        /// Where it ends, in bits from the start of the struct or union.
        end: u64,
        /// How many bits the struct or union has.
        size: u64,
    },
    /// It starts before an earlier member of the struct ends.
    Overlap {
        /// Where the members before it end, in bits from the start of the struct.
        taken: u64,
    },
}

impl fmt::Display for MemberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MemberError::Size(e) => e.fmt(f),
            MemberError::Cycle(id) => write!(f, "[{id}] holds itself by value"),
            MemberError::Outside { end, size } => write!(f, "ends at bit {end}, beyond the type's {size} bits"),
            MemberError::Overlap { taken } => write!(f, "starts before bit {taken}, where the members before it end"),
        }
    }
}

impl std::error::Error for MemberError {}

//! Why a type has no layout, or a member no valid place in it.

use btf::{Kind, ResolveError, TypeId};

/// Why a type has no layout or no alignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// The chain of typedefs, qualifiers and arrays is too long, or leads to no type or to a type without a size.
    #[error(transparent)]
    Resolve(#[from] ResolveError),
    /// Not a struct or union.
    #[error("[{id}] is {} {}, not a struct or union", .kind.article(), .kind.as_str())]
    NotComposite {
        /// The type that was found behind typedefs and qualifiers.
        id: TypeId,
        /// Its kind.
        kind: Kind,
    },
    /// A type that has no alignment, for example a function, a forward declaration or `void`.
    #[error("[{0}] has no alignment")]
    NoAlign(TypeId),
    /// A struct or union that holds itself by value.
    #[error("[{0}] holds itself by value")]
    Cycle(TypeId),
}

/// A fault of a member. The member is listed all the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MemberError {
    /// Its size is not known; it counts 0 bits.
    #[error(transparent)]
    Size(ResolveError),
    /// Its type, or a type inside of that, holds itself by value.
    #[error("[{0}] holds itself by value")]
    Cycle(TypeId),
    /// It ends beyond its struct or union.
    #[error("ends at bit {end}, beyond the type's {size} bits")]
    Outside {
        /// Where it ends, in bits from the start of the struct or union.
        end: u64,
        /// How many bits the struct or union has.
        size: u64,
    },
    /// It starts before an earlier member of the struct ends.
    #[error("starts before bit {taken}, where the members before it end")]
    Overlap {
        /// Where the members before it end, in bits from the start of the struct.
        taken: u64,
    },
}

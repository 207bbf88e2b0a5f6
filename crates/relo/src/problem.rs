//! Why a relocation fails: libbpf's errno, and the reason.

use btf::{ResolveError, TypeId};
use text::counted;

btf::named! {
    /// The errno that libbpf gives.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Errno {
        /// E2BIG.
        TooBig = -7, "Argument list too long", "E2BIG";
        /// EINVAL.
        Invalid = -22, "Invalid argument", "EINVAL";
        /// ERANGE.
        Range = -34, "Numerical result out of range", "ERANGE";
        /// EOPNOTSUPP.
        NotSupported = -95, "Operation not supported", "EOPNOTSUPP";
    }
    /// The number, negative, as libbpf returns it on Linux.
    pub fn number -> i32;
    /// The C library's text for this error (`strerror`).
    pub fn as_str;
    /// Its name: `"EINVAL"`.
    pub fn name;
}

/// The reason, with the values that show it. Ids are of the object's types or of the target's, whichever the sentence
/// is about.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// The record's kind has an unknown number.
    #[error("{0} is no kind of CO-RE relocation")]
    UnknownKind(u32),
    /// The access string is empty or outside the strings.
    #[error("there is no access string")]
    NoAccess,
    /// The access string is not numbers joined by colons.
    #[error("the access string “{0}” is not numbers joined by colons")]
    BadAccess(String),
    /// The access string has over 64 numbers.
    #[error("the access path has more than 64 steps")]
    LongAccess,
    /// A relocation of a type whose access string is not `0`.
    #[error("the access string of a relocation of a type is “0”, and this one is “{0}”")]
    AccessOfType(String),
    /// A relocation of an enumerator whose access string is not one number.
    #[error("the access string of an enumerator is one number, and this one is “{0}”")]
    AccessOfEnum(String),
    /// The root of an enumerator's relocation is not an enum.
    #[error("[{0}] is no enum")]
    NotEnum(TypeId),
    /// The enum has no enumerator with the index.
    #[error("there is no enumerator {index} in [{id}], which has {count}")]
    NoEnumerator {
        /// The enum.
        id: TypeId,
        /// The index asked for.
        index: i64,
        /// How many enumerators the enum has.
        count: u32,
    },
    /// The struct or union has no member with the index.
    #[error("there is no member {index} in [{id}], which has {count}")]
    NoMember {
        /// The struct or union.
        id: TypeId,
        /// The index asked for.
        index: i64,
        /// How many members the struct or union has.
        count: u32,
    },
    /// A member's name offset is not 0, but the name is empty.
    #[error("a member of [{0}] has a name of no letters")]
    EmptyName(TypeId),
    /// An array has no such element.
    #[error("element {index} is beyond an array of {nelems}")]
    BeyondArray {
        /// The element asked for.
        index: i64,
        /// How many elements the array has.
        nelems: u32,
    },
    /// The path goes on into a type that has no members or elements.
    #[error("the path goes on inside [{0}], which is neither struct, union nor array")]
    NothingInside(TypeId),
    /// An id has no type, or its chain of qualifiers and typedefs never ends.
    #[error("[{0}] leads to no type")]
    Broken(TypeId),
    /// A type has no size.
    #[error(transparent)]
    NoSize(ResolveError),
    /// The root has no name to look for.
    #[error("the root type has no name, and candidates are found by name")]
    Anonymous,
    /// Signedness and shifts are not defined for an array element, nor for the root alone.
    #[error("signedness and shifts are not defined for an element of an array or for the root itself")]
    ElementKind,
    /// A bitfield does not fit a load of 64 bits.
    #[error("the bitfield of {} at bit {bit_offset} does not fit a load of 64 bits", counted(*.bits, "bit"))]
    WideBitfield {
        /// Where the bitfield starts, in bits from the root.
        bit_offset: u32,
        /// How many bits the bitfield has.
        bits: u32,
    },
    /// A bitfield's type has no size.
    #[error("the bitfield's type [{0}] has no size")]
    BitfieldOfNothing(TypeId),
    /// Types are nested deeper than the limit.
    #[error("the types are nested over 32 levels deep")]
    TooDeep,
    /// One candidate needs more steps than the limit. Only a file that was made to waste time needs so many.
    #[error("comparing the types takes too many steps")]
    TooManySteps,
    /// Two candidates match at different places.
    #[error("several candidates match, at different places: bit {found} and bit {first}")]
    OffsetAmbiguity {
        /// The bit offset in the later candidate.
        found: u32,
        /// The bit offset in the first candidate that matches.
        first: u32,
        /// The index of the later candidate.
        candidate: usize,
    },
    /// Two candidates match with different values.
    #[error("several candidates match, with different values: {found} and {first}")]
    ValueAmbiguity {
        /// The value from the later candidate.
        found: u64,
        /// The value from the first candidate that matches.
        first: u64,
        /// The index of the later candidate.
        candidate: usize,
    },
}

/// Why a relocation fails.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reason} ({})", .errno.name())]
#[non_exhaustive]
pub struct Problem {
    /// libbpf's errno.
    pub errno: Errno,
    /// The reason.
    pub reason: Reason,
}

impl Problem {
    pub(crate) fn new(errno: Errno, reason: Reason) -> Problem {
        Problem { errno, reason }
    }

    pub(crate) fn invalid(reason: Reason) -> Problem {
        Problem::new(Errno::Invalid, reason)
    }
}

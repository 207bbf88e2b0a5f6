//! Why a relocation fails: libbpf's errno, and the reason.

use std::fmt;

use btf::{ResolveError, TypeId, counted};

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
    /// The C library's text for it (`strerror`).
    pub fn as_str;
    /// Its name: `"EINVAL"`.
    pub fn name;
}

/// The reason, with the values that show it. Ids are those of the side that the sentence is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The record's kind has an unknown number.
    UnknownKind(u32),
    /// The access string is empty or outside the strings.
    NoAccess,
    /// The access string is not numbers joined by colons.
    BadAccess(String),
    /// The access string has over 64 numbers.
    LongAccess,
    /// A relocation of a type whose access string is not `0`.
    AccessOfType(String),
    /// A relocation of an enumerator whose access string is not one number.
    AccessOfEnum(String),
    /// The root of an enumerator's relocation is not an enum.
    NotEnum(TypeId),
    /// There is no such enumerator.
    NoEnumerator {
        /// The enum.
        id: TypeId,
        /// The index asked for.
        index: i64,
        /// How many there are.
        count: u32,
    },
    /// There is no such member.
    NoMember {
        /// The struct or union.
        id: TypeId,
        /// The index asked for.
        index: i64,
        /// How many there are.
        count: u32,
    },
    /// A member's name offset is not 0, but the name is empty.
    EmptyName(TypeId),
    /// An array has no such element.
    BeyondArray {
        /// The element asked for.
        index: i64,
        /// How many there are.
        nelems: u32,
    },
    /// The path goes on into a type that has no members or elements.
    NothingInside(TypeId),
    /// An id has no type, or its chain of qualifiers and typedefs never ends.
    Broken(TypeId),
    /// A type has no size.
    NoSize(ResolveError),
    /// The root has no name to look for.
    Anonymous,
    /// Signedness and shifts are not defined for an array element, nor for the root alone.
    ElementKind,
    /// A bitfield does not fit a load of 64 bits.
    WideBitfield {
        /// Where it starts, in bits.
        bit_offset: u32,
        /// How many bits it has.
        bits: u32,
    },
    /// A bitfield's type has no size.
    BitfieldOfNothing(TypeId),
    /// Types are nested deeper than the limit.
    TooDeep,
    /// One candidate needs more steps than the limit: only a file made for it does.
    TooManySteps,
    /// Two candidates match at different places.
    OffsetAmbiguity {
        /// The later one's bit offset.
        found: u32,
        /// The first one's bit offset.
        first: u32,
        /// The later one's index among the candidates.
        candidate: usize,
    },
    /// Two candidates match with different values.
    ValueAmbiguity {
        /// The later one's value.
        found: u64,
        /// The first one's value.
        first: u64,
        /// The later one's index among the candidates.
        candidate: usize,
    },
}

/// Why a relocation fails.
#[derive(Clone, PartialEq, Eq, Debug)]
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

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.reason, self.errno.name())
    }
}

impl fmt::Display for Reason {
    /// A sentence without its full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::UnknownKind(n) => write!(f, "{n} is no kind of CO-RE relocation"),
            Reason::NoAccess => f.write_str("there is no access string"),
            Reason::BadAccess(s) => write!(f, "the access string “{s}” is not numbers joined by colons"),
            Reason::LongAccess => f.write_str("the access path has more than 64 steps"),
            Reason::AccessOfType(s) => {
                write!(f, "the access string of a relocation of a type is “0”, and this one is “{s}”")
            }
            Reason::AccessOfEnum(s) => {
                write!(f, "the access string of an enumerator is one number, and this one is “{s}”")
            }
            Reason::NotEnum(id) => write!(f, "[{id}] is no enum"),
            Reason::NoEnumerator { id, index, count } => {
                write!(f, "there is no enumerator {index} in [{id}], which has {count}")
            }
            Reason::NoMember { id, index, count } => {
                write!(f, "there is no member {index} in [{id}], which has {count}")
            }
            Reason::EmptyName(id) => write!(f, "a member of [{id}] has a name of no letters"),
            Reason::BeyondArray { index, nelems } => {
                write!(f, "element {index} is beyond an array of {nelems}")
            }
            Reason::NothingInside(id) => {
                write!(f, "the path goes on inside [{id}], which is neither struct, union nor array")
            }
            Reason::Broken(id) => write!(f, "[{id}] leads to no type"),
            Reason::NoSize(e) => e.fmt(f),
            Reason::Anonymous => f.write_str("the root type has no name, and candidates are found by name"),
            Reason::ElementKind => {
                f.write_str("signedness and shifts are not defined for an element of an array or for the root itself")
            }
            Reason::WideBitfield { bit_offset, bits } => {
                write!(
                    f,
                    "the bitfield of {} at bit {bit_offset} does not fit a load of 64 bits",
                    counted(*bits, "bit")
                )
            }
            Reason::BitfieldOfNothing(id) => write!(f, "the bitfield's type [{id}] has no size"),
            Reason::TooDeep => f.write_str("the types are nested over 32 levels deep"),
            Reason::TooManySteps => f.write_str("comparing the types takes too many steps"),
            Reason::OffsetAmbiguity { found, first, .. } => {
                write!(f, "several candidates match, at different places: bit {found} and bit {first}")
            }
            Reason::ValueAmbiguity { found, first, .. } => {
                write!(f, "several candidates match, with different values: {found} and {first}")
            }
        }
    }
}

impl std::error::Error for Problem {}

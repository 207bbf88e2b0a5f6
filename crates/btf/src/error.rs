//! Faults of a BTF: which rule is broken, in which part, at which bytes.

use std::fmt;

use crate::bytes::LONGEST_STRING;
use crate::ids::{BlobRange, MemberIndex, TypeId};
use crate::rules;

/// Something wrong in a blob or in `.BTF.ext`. An error that a function returns is fatal; an error in
/// [`crate::Btf::diagnostics`] or [`crate::Ext::diagnostics`] is a diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// The fault, with the values that show it.
    pub kind: ErrorKind,
    /// The bytes that have the fault.
    pub range: BlobRange,
    /// The part of the blob that has the fault.
    pub place: Place,
}

/// The part of a blob that an [`Error`] is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The header.
    Header,
    /// The layout section.
    Layout,
    /// The string section.
    Strings,
    /// The type section as a whole.
    Types,
    /// A type's record.
    Type(TypeId),
    /// A member, enumerator, parameter or variable of a type.
    Item(TypeId, MemberIndex),
    /// The `.BTF.ext` section.
    Ext,
}

/// The faults of a BTF. Offsets and lengths are in bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// There are no bytes at all.
    Empty,
    /// More bytes than a 32-bit offset can address.
    TooLarge {
        /// How many there are.
        len: u64,
    },
    /// Fewer bytes than the header needs.
    TruncatedHeader {
        /// How many are needed.
        need: u32,
        /// How many there are.
        have: u32,
    },
    /// The first two bytes are not the magic in either byte order.
    BadMagic {
        /// The first two bytes.
        found: [u8; 2],
    },
    /// A version other than 1.
    BadVersion(u8),
    /// The header has flags, but the format defines none.
    UnknownFlags(u8),
    /// `hdr_len` is less than the shortest header: 24 bytes for BTF, 8 for `.BTF.ext`.
    HeaderTooShort {
        /// `hdr_len` as the header has it.
        len: u32,
        /// The least it can be.
        min: u32,
    },
    /// A header is longer than the known fields, and the bytes behind them are not zero.
    HeaderExtra,
    /// The header puts a section's end beyond the blob; the part in the blob was read.
    SectionBeyondEnd {
        /// The section's name.
        section: &'static str,
        /// Where the section ends, as the header has it.
        end: u64,
        /// How long the blob is.
        len: u32,
    },
    /// A section's offset or length is not a multiple of 4.
    Misaligned {
        /// The section's name.
        section: &'static str,
    },
    /// Two sections share bytes.
    Overlap {
        /// The name of one section.
        first: &'static str,
        /// The name of the other section.
        second: &'static str,
    },
    /// The string section does not start with a NUL byte.
    StringsStart,
    /// The string section does not end with a NUL byte.
    StringsEnd,
    /// The string section is not UTF-8. The text of a name shows each bad byte as an escape.
    NotUtf8,
    /// A string has more bytes than are read ([`crate::LONGEST_STRING`]).
    LongString {
        /// How many bytes it has.
        len: u32,
    },
    /// A record is cut off by the end of the type section, or of its subsection of `.BTF.ext`.
    TruncatedRecord {
        /// Bytes the record needs.
        need: u64,
        /// Bytes that are left.
        have: u32,
    },
    /// A kind that is not known, and whose size no layout entry gives. The records from there on cannot be read.
    UnknownKind(u8),
    /// More types than there are ids.
    TooManyTypes,
    /// A type id with no type.
    BadTypeId {
        /// The id.
        id: u32,
        /// The largest id there is.
        max: u32,
    },
    /// A string offset outside the string section.
    BadStringOffset {
        /// The offset.
        offset: u32,
        /// Where the strings end.
        end: u32,
    },
    /// vlen is not 0, although the kind has no items.
    UnexpectedVlen(u32),
    /// kind_flag is set, although the kind does not use it.
    UnexpectedKindFlag,
    /// A size that a type of this kind cannot have.
    BadSize(u32),
    /// An integer's encoding word breaks a rule of btf.rst.
    BadIntEncoding {
        /// The word.
        raw: u32,
        /// The size of the integer in bytes.
        size: u32,
    },
    /// A member does not lie within its struct or union.
    MemberOutside {
        /// The bit at which a bitfield ends, or any other member starts, from the start of the struct.
        end: u64,
        /// The size of the struct in bits.
        size: u64,
    },
    /// A variable does not lie within its DATASEC.
    VariableOutside {
        /// The byte at which the variable ends, from the start of the section.
        end: u64,
        /// The size of the section in bytes.
        size: u64,
    },
    /// A linkage other than static, global or extern.
    BadLinkage(u32),
    /// The component of a declaration tag is below -1.
    BadComponent(i32),
    /// A chain of types that comes back to itself.
    Cycle,
    /// A `.BTF.ext` record size below the known part, or not a multiple of 4.
    BadRecordSize {
        /// The record size as the section has it.
        size: u32,
        /// The least it can be.
        min: u32,
    },
    /// A subsection of `.BTF.ext` without blocks, or a block without records.
    NoRecords,
    /// The byte orders of a split BTF and its base differ.
    EndianMismatch,
    /// There were more problems than are listed.
    More {
        /// How many were left out.
        count: u64,
    },
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ErrorKind::*;
        match self {
            Empty => write!(f, "the file is empty"),
            TooLarge { len } => write!(f, "{len} bytes are more than BTF's 32-bit offsets can address"),
            TruncatedHeader { need, have } => {
                write!(f, "found {}, but the header needs {need}", counted(*have, "byte"))
            }
            BadMagic { found } => {
                write!(f, "the magic is {:02x} {:02x}, but that of BTF is 9f eb or eb 9f", found[0], found[1])
            }
            BadVersion(v) => write!(f, "version {v}, but only version 1 is known"),
            UnknownFlags(v) => write!(f, "the flags are {v:#x}, but none is known"),
            HeaderTooShort { len, min } => write!(f, "hdr_len is {len}, but at least {min} is needed"),
            HeaderExtra => write!(f, "the header has bytes behind those that are known, and they are not zero"),
            SectionBeyondEnd { section, end, len } => {
                write!(f, "the {section} section ends at byte {end:#x}, but the blob ends at {len:#x}: it is cut off")
            }
            Misaligned { section } => write!(f, "the {section} section is not aligned to 4 bytes"),
            Overlap { first, second } => write!(f, "the {first} and {second} sections overlap"),
            StringsStart => write!(f, "the string section does not start with a NUL byte"),
            StringsEnd => write!(f, "the string section does not end with a NUL byte"),
            NotUtf8 => write!(f, "the string is not UTF-8"),
            LongString { len } => write!(f, "the string has {len} bytes, of which only {LONGEST_STRING} are read"),
            TruncatedRecord { need, have } => write!(f, "{} left, but the record needs {need}", counted(*have, "byte")),
            UnknownKind(k) => {
                write!(f, "kind {k} is not known and no layout gives its size; the types after it cannot be read")
            }
            TooManyTypes => write!(f, "there are more types than ids"),
            BadTypeId { id, max } => write!(f, "type id {id}, but the largest is {max}"),
            BadStringOffset { offset, end } => write!(f, "string offset {offset:#x}, but the strings end at {end:#x}"),
            UnexpectedVlen(n) => write!(f, "vlen is {n}, but must be 0"),
            UnexpectedKindFlag => write!(f, "kind_flag is set, but this kind has none"),
            BadSize(n) => write!(f, "size {n} is not possible for this kind"),
            BadIntEncoding { raw, size } => match rules::int_fault(*raw, *size) {
                Some(rules::IntFault::Unused(bits)) => {
                    write!(f, "integer encoding {raw:#010x} has bits set that mean nothing: {bits:#010x}")
                }
                Some(rules::IntFault::Wide(bits)) => {
                    write!(
                        f,
                        "integer encoding {raw:#010x} says {bits} bits, but the most are {}",
                        rules::MOST_INT_BITS
                    )
                }
                _ => write!(
                    f,
                    "integer encoding {raw:#010x} says {} from bit {}, but the size of {} is {}",
                    counted(raw & 0xff, "bit"),
                    raw >> 16 & 0xff,
                    counted(*size, "byte"),
                    counted(u64::from(*size) * 8, "bit")
                ),
            },
            MemberOutside { end, size } => write!(f, "it reaches bit {end}, but the type ends at bit {size}"),
            VariableOutside { end, size } => write!(f, "it ends at byte {end}, but the section ends at byte {size}"),
            BadLinkage(n) => write!(f, "linkage {n} is not static, global or extern"),
            BadComponent(n) => write!(f, "component {n} is below -1"),
            Cycle => write!(f, "the chain of types comes back to itself"),
            BadRecordSize { size, min } => {
                write!(f, "record size {size}, but it must be a multiple of 4 and at least {min}")
            }
            NoRecords => write!(f, "there are no records"),
            EndianMismatch => write!(f, "the byte order differs from that of the base"),
            More { count } => write!(f, "{count} more problems are not listed"),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Header => write!(f, "header"),
            Place::Layout => write!(f, "layout section"),
            Place::Strings => write!(f, "string section"),
            Place::Types => write!(f, "type section"),
            Place::Type(id) => write!(f, "type [{id}]"),
            Place::Item(id, i) => write!(f, "type [{id}], item {}", i.0),
            Place::Ext => write!(f, ".BTF.ext"),
        }
    }
}

/// A number with its noun: `1 byte`, `2 bytes`. Other crates use the crate `text` for this; `btf` has no dependencies.
fn counted<N: fmt::Display + PartialEq + From<u8>>(n: N, what: &str) -> String {
    let s = if n == N::from(1) { "" } else { "s" };
    format!("{n} {what}{s}")
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({})", self.place, self.kind, self.range)
    }
}

impl std::error::Error for Error {}

/// Diagnostics up to a bound, so that a hostile blob cannot fill the memory with them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Diagnostics {
    list: Vec<Error>,
    left_out: u64,
}

impl Diagnostics {
    const MAX: usize = 500;

    pub(crate) fn push(&mut self, kind: ErrorKind, range: BlobRange, place: Place) {
        if self.list.len() < Self::MAX {
            self.list.push(Error { kind, range, place });
        } else {
            self.left_out += 1;
        }
    }

    /// All diagnostics. If some were left out, a last entry counts them, with `place` as its place.
    pub(crate) fn finish(mut self, place: Place) -> Vec<Error> {
        if self.left_out > 0 {
            let kind = ErrorKind::More { count: self.left_out };
            self.list.push(Error { kind, range: BlobRange::default(), place });
        }
        self.list
    }
}

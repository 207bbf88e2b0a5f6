//! Why an object, or a part of it, cannot be read.

use std::fmt;

use btf::FileRange;
use text::counted;

/// A fault of an object. An error that a function returns is fatal. An error in [`crate::Object::problems`] is about
/// one part; the other parts are readable.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {kind} ({range})")]
pub struct Error {
    /// The fault, with its values.
    pub kind: ErrorKind,
    /// The bytes of the object file with the fault.
    pub range: FileRange,
    /// The part of the file.
    pub place: Place,
}

/// The part of an object that an [`Error`] is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// The ELF header.
    Header,
    /// A section, by its name, or by its index in brackets if it has no name.
    Section(String),
    /// A place within the section `.BTF` or `.BTF.ext`.
    Btf(btf::Place),
}

/// The kind of a fault. Offsets, lengths and ends are in bytes.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// It is not a 64-bit ELF file, or its header or section table is damaged.
    #[error("this is not a sound 64-bit ELF file: {reason}")]
    Elf {
        /// The message of the crate `object`.
        reason: String,
    },
    /// `e_machine` is not 247, the number of BPF.
    #[error("e_machine is {0}, but that of BPF is 247")]
    OtherMachine(u16),
    /// More sections than the limit.
    #[error("there are {count} sections, of which only the first {read} are read")]
    TooManySections {
        /// How many sections the file has, the null section included.
        count: usize,
        /// How many of them were read, the null section included.
        read: usize,
    },
    /// `e_shstrndx` is no section's index, so the sections have no names.
    #[error("e_shstrndx is {index}, but there {} only {}", if *.count == 1 { "is" } else { "are" }, counted(*.count, "section"))]
    NoNames {
        /// The index.
        index: usize,
        /// How many sections there are, the null section included.
        count: usize,
    },
    /// The section is compressed (`SHF_COMPRESSED`), so loaders cannot read it.
    #[error("it is compressed (SHF_COMPRESSED), which loaders do not read")]
    Compressed,
    /// The section ends behind the file's end; the part in the file was read.
    #[error("it ends at byte {end:#x}, but the file ends at {len:#x}")]
    SectionBeyondEnd {
        /// Where the section ends.
        end: u64,
        /// How long the file is.
        len: u64,
    },
    /// A table of symbols or relocations cannot be read.
    #[error("its records cannot be read: {reason}")]
    Table {
        /// The message of the crate `object`.
        reason: String,
    },
    /// A function ends behind its section, so loaders refuse it.
    #[error("the function {name} ends at {end:#x}, but the section ends at {size:#x}")]
    FunctionBeyondEnd {
        /// The function's name.
        name: String,
        /// Where it ends, from the section's start.
        end: u64,
        /// How long the section is.
        size: u64,
    },
    /// Tables of relocations overlap: together they have more records than fit the file.
    #[error("{count} relocations, but the file only has room for {read}")]
    TooManyRelocations {
        /// How many records this table has.
        count: usize,
        /// How many of them were read.
        read: usize,
    },
    /// The section `.BTF` or `.BTF.ext` cannot be read.
    #[error("{0}")]
    Btf(btf::ErrorKind),
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, range: FileRange, place: Place) -> Error {
        Error { kind, range, place }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Header => write!(f, "ELF header"),
            Place::Section(name) => write!(f, "section {name}"),
            Place::Btf(place) => place.fmt(f),
        }
    }
}

//! DWARF into BTF: the types of any object with debug information, as pahole makes them.
//!
//! [`convert`] takes an ELF file through these layers, bottom up:
//!
//! 1. `elf`, `files`: sections (compressed ones unpacked, relocatable ones relocated) and symbols.
//! 2. `unit`: units, one after the other, read by gimli; references from one entry to another, of any unit and file.
//! 3. `lower`: a unit's entries into records; `funcs`: its functions, kept until the end.
//! 4. `dedup`: records into fewer records. It knows nothing of DWARF.
//! 5. `emit`: the records as a blob.
//!
//! Rules and order are those of pahole 1.32 with libbpf 1.7, so that the blob's types and ids are the same, with three
//! exceptions. Some types that pahole leaves out are written as far as BTF has kinds for them: references and base
//! classes of C++, `_Complex`, `_Atomic`. Some variables that it leaves out are written: those of namespaces, and those
//! at the start of a section, if the symbol there has the variable's linkage name instead of its name. And an enum of
//! C++ that is defined without values is a definition; libbpf takes it for a forward declaration.
//!
//! Invariants: no input makes it panic; memory is bounded by the result, a batch of records, a few units and the
//! unpacked sections; time is linear except for the comparison of types, which has a bound. Where a few bytes can stand
//! for much (attributes without bytes, lists and chains that many entries share, tables and strings that overlap), a
//! limit in proportion to the file keeps both true; real files stay far below it, and the report says if one is reached.
//! A damaged unit is left out, and the others are converted. The same files give the same bytes.
#![forbid(unsafe_code)]

mod base;
mod convert;
mod dedup;
mod describe;
mod elf;
mod emit;
mod error;
mod expression;
mod files;
mod funcs;
mod hash;
mod kfuncs;
mod language;
mod lower;
mod maker;
mod missing;
mod records;
mod report;
mod strings;
mod unit;

pub use convert::{Converted, EntryPlace, Input, OnProgress, Options, Progress, TagOrigin, convert};
pub use error::{Error, ErrorKind};
pub use report::{Counted, PLACES, Report};

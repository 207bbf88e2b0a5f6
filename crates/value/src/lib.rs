//! Reads bytes by a type: gives their values as a tree, as rows of a view, as the kernel's or libbpf's text, and as
//! bpftool's JSON. Also changes single values in the bytes.
//!
//! The layers, bottom up:
//!
//! 1. [`read_bits`], [`write_bits`], [`flip_bit`]: bits of a record in either byte order. [`Scalar`]: one number,
//!    character, pointer, enumerator or floating-point number, and its text. [`flag_names`]: enumerators or'ed together.
//! 2. [`Record`]: a type and bytes. [`Node`]: one value in it with its bits, its path and its type. Parts are read only
//!    on request: [`Record::children`] takes a window of indices.
//! 3. [`Record::set`]: sets one value from a text. It returns the record's bytes with only the value's bits changed.
//! 4. [`View`]: the rows in a window of a view, with repeated elements folded.
//! 5. [`text`]: the text of the kernel, or of libbpf's `btf_dump__dump_type_data` ([`Printer`]). [`json`],
//!    [`map_dump`]: the text of bpftool's `map dump`.
//! 6. [`recognise`]: reads pasted bytes in the forms in which tools print them.
//!
//! Invariants:
//! - Bit offsets are from the first byte of the record, in the byte order's own numbering: bit 0 is the least
//!   significant bit of byte 0 in little-endian order, its most significant bit in big-endian order.
//! - A damaged blob is safe, and so are bytes that are too few: a value whose bytes are missing has a [`Trouble`].
//!   Nesting, rows and the length of what is printed are bounded, whatever the types say.
//! - Setting a value to its present text changes nothing.
//!
//! # Where the reference tools err
//!
//! | tool | what it does | here |
//! |---|---|---|
//! | kernel, text | shows the first element again for each element of an array of pointers or of arrays | each element |
//! | kernel, text | reads four bytes of an enum of one or two bytes | only the enum's bytes |
//! | kernel, text | cuts `.member = (type)` after 79 characters | whole |
//! | kernel, text | has no floating-point numbers (`<unsupported kind:16>`) | the number, as libbpf prints it |
//! | kernel, text | shows a section as values without names and without a closing brace, and a variable as its value | declarations, as libbpf has them, with the kernel's values |
//! | kernel, text | hashes addresses unless `BTF_F_PTR_RAW` says not to | unhashed, as with that flag |
//! | kernel, text | writes `()` for the type of a `const` or `volatile` member | the same; for a variable, its type |
//! | kernel, text | leaves out zeros, also of arrays; an element of an array has no opening brace, and its members have no names, except those that follow an array | the same; [`TextOptions::emit_zeroes`] prints the zeros, and the rows of a [`View`] show all values |
//! | libbpf, text | takes the byte order of the machine it runs on, whatever the BTF's is | the order that is asked for, the BTF's by default; in the machine's order, [`text`] gives libbpf's text |
//! | libbpf, text | reads an old-style bitfield (an INT with an offset, or of fewer bits than its bytes) as a whole number | the same with [`Printer::Libbpf`]; only its own bits with [`Printer::Kernel`] and everywhere else |
//! | libbpf, text | leaves out a struct whose first member is zero; remembers that it saw an array of bytes, and then prints all bytes as characters, or as nothing after a `'\0'` | the same with [`Printer::Libbpf`] |
//! | libbpf, text | reads a bitfield from a storage unit that starts at the byte of its first bit; high bits that do not fit in it are lost | the same with [`Printer::Libbpf`] |
//! | libbpf, text | an enumerator of 2^31 or more of an unsigned enum has no name | the same with [`Printer::Libbpf`] |
//! | libbpf, text | no comma and no line break behind a value of a signed enum that has no name | the same with [`Printer::Libbpf`] |
//! | libbpf, text | on big-endian machines, reads an enum in a bitfield as 0 | its value |
//! | bpftool, JSON | reads four bytes of a `bool` | one byte |
//! | bpftool, JSON | stops at a floating-point number and at a type tag, with text that is not JSON | prints the number, looks behind the tag |
//! | bpftool, JSON | writes `\n` for a backslash, `\'` for an apostrophe, and `"""` for the character `"` | `\\`, `'`, `"\""` |
#![forbid(unsafe_code)]

mod bits;
mod edit;
mod error;
mod flags;
mod float;
mod input;
mod json;
mod scalar;
mod text;
mod tree;
mod view;

pub use bits::{flip_bit, read_bits, write_bits};
pub use edit::EditError;
pub use error::{Trouble, ValueError};
pub use flags::flag_names;
pub use float::LongDouble;
pub use input::{Form, Input, InputError, InputErrorKind, MapEntry, MapValue, is_map_dump, read_as, recognise};
pub use json::{JsonOptions, MapOptions, MapStyle, MapTypes, json, json_within, map_bytes, map_dump, map_dump_within};
pub use scalar::{Scalar, ScalarKind};
pub use text::{Printer, Text, TextError, TextOptions, text, text_within};
pub use tree::{Group, Node, Record, Run, Shape, ValueStep};
pub use view::{Open, Rows, ValueRow, View};

/// The usual limit for reading bytes by a type: the limit of a question about the BTF, plus room for a row, text and
/// JSON for each byte of the values.
pub fn usual_budget(btf: &btf::Btf, bytes: u64) -> btf::Budget {
    btf::Budget::new(btf::Budget::of([btf]).most().saturating_add(bytes.saturating_mul(2048)))
}

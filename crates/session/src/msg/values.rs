//! Messages of the Values view.

use std::sync::Arc;

use btf::Endian;
use model::values::{Output, PrintOptions};

/// Messages of the Values view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ValuesMsg {
    /// Bytes were typed.
    Typed(String),
    /// Bytes were pasted.
    Pasted(String),
    /// A file was chosen or dropped: name, bytes.
    File(String, Arc<[u8]>),
    /// A chosen or dropped file has so many bytes, more than [`MAX_FILE`](crate::look::values::MAX_FILE).
    LargeFile(u64),
    /// A chosen or dropped file could not be read; the text says why.
    NoFile(String),
    /// Begin with bytes that are all zero.
    Zeros,
    /// Show the bytes that the file itself has for the selected variable or section.
    Own,
    /// Open or close the field for other bytes.
    Asking(bool),
    /// Read the bytes in this form: an index of [`FORMS`](crate::look::values::FORMS).
    Form(usize),
    /// Read the bytes in this byte order.
    Order(Endian),
    /// Read the entries as entries of this map of the file; none: of no map.
    Map(Option<String>),
    /// Read the keys of the entries as the type with this name.
    Key(String),
    /// Move by this many rows.
    Step(i64),
    /// Choose a row.
    Pick(usize),
    /// Expand or collapse a row.
    Toggle(usize),
    /// The right arrow: expand the row, or go to its first part.
    Enter,
    /// The left arrow: collapse the row, or go to the row that contains it.
    Leave,
    /// Choose a byte.
    Byte(u64),
    /// Move the chosen byte by this many bytes.
    ByteStep(i64),
    /// Set the chosen value, given as text.
    Set(String),
    /// Flip this bit, counted from the first bit of all bytes.
    Flip(u64),
    /// Undo the last change.
    Undo,
    /// Show the values as rows, text or JSON.
    Show(Output),
    /// Print the text with these options.
    Print(PrintOptions),
}

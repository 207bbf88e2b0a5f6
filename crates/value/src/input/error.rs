//! Errors in a text, with their place.

use std::fmt;
use std::ops::Range;

/// A text that could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputError {
    /// The kind of error.
    pub kind: InputErrorKind,
    /// The range of the fault, in bytes of the text.
    pub range: Range<usize>,
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

/// The kind of error.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InputErrorKind {
    /// The text has no bytes to read.
    #[error("there is nothing to read")]
    Empty,
    /// Bytes that are not UTF-8, in a form that is text.
    #[error("this is not text")]
    NotText,
    /// A character that no form allows.
    #[error(
        "neither hexadecimal, base64, an array or string, a hex dump, output of gdb, nor a dump of a map by bpftool"
    )]
    NoForm,
    /// Not a hexadecimal digit.
    #[error("not a hexadecimal digit")]
    NotHex,
    /// A word with an odd number of digits, at least three.
    #[error("an odd number of hexadecimal digits")]
    OddDigits,
    /// A character that base64 does not use, or does not allow at this place.
    #[error("not base64")]
    Base64,
    /// Base64 that ends too early.
    #[error("base64 ends too early")]
    Base64End,
    /// Neither a number nor a character.
    #[error("neither a number nor a character")]
    NotANumber,
    /// A number that does not fit a byte.
    #[error("not a byte: 0 to 255, or -128 to -1")]
    NotAByte,
    /// A bracket, quote or comment that does not close; in words.
    #[error("the {0} that begins here is not closed")]
    Unclosed(&'static str),
    /// JSON that is not as bpftool writes it.
    #[error("not the JSON that bpftool writes")]
    Json,
    /// A map dump without bytes, because bpftool formatted the values. `bpftool -j map dump` has the bytes, too.
    #[error("a dump of values, not of bytes: `bpftool -j map dump` has the bytes, too")]
    Formatted,
    /// Text that belongs neither to a key nor to a value, where a dump of a map has one of them.
    #[error("not what bpftool writes here: key or value expected")]
    MapDump,
    /// One of gdb's numbers has another number of digits than the numbers before it, or is too large for its length.
    #[error("a number of another length than those before it")]
    GdbUnit,
    /// gdb's numbers are not 1, 2, 4 or 8 bytes long, or their length is not known.
    #[error("the size of this value is not clear: print numbers with x/…xb, xh, xw or xg")]
    GdbDigits,
    /// A number in a dump whose notation does not determine the bytes.
    #[error("the bytes of this value are not clear: print them with xxd, hexdump -C or od -t x1")]
    DumpDigits,
    /// Groups that may be bytes in order, or numbers with the lowest byte last.
    #[error("the byte order of these groups is not clear: print them with xxd, without -e and -g")]
    GroupOrder,
    /// A line of a dump without an offset, or with an offset that is not the number of bytes before it or is more than
    /// 64 MB behind the first.
    #[error("an offset that does not go on from what is before it")]
    Offset,
}

impl InputError {
    /// An error about a range of a text.
    pub(crate) fn at(text: &str, range: Range<usize>, kind: InputErrorKind) -> InputError {
        let before = (0..=range.start.min(text.len())).rev().find_map(|end| text.get(..end)).unwrap_or_default();
        let line = before.bytes().filter(|&b| b == b'\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        InputError { kind, range, line, column }
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            InputErrorKind::Empty => self.kind.fmt(f),
            kind => write!(f, "line {}, column {}: {kind}", self.line, self.column),
        }
    }
}

impl std::error::Error for InputError {}

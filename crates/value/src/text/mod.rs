//! Values as libbpf's `btf_dump__dump_type_data` prints them, to the letter.

mod cast;
mod data;
mod zero;

use std::fmt;

use btf::TypeId;

use crate::text::cast::Names;
use crate::text::data::Dumper;
use crate::tree::Record;

/// How long the text may grow, in bytes. A struct of a kernel has below 100 KB, and some megabytes where its bytes are cut off: libbpf's
/// indents then grow with each element of an array that is missing. A hostile one has no end.
const LONGEST: usize = 16 << 20;

/// How long the text may grow with this indent: with a wider one than a tab, more.
fn longest(indent: &str) -> usize {
    LONGEST * indent.len().clamp(1, 8)
}

/// What libbpf keeps of an indent (`BTF_DATA_INDENT_STR_SIZE` is 32, with the NUL).
fn cut_indent(indent: &str) -> &str {
    (0..=indent.len().min(31)).rev().find_map(|end| indent.get(..end)).unwrap_or_default()
}

/// How the text is printed: the fields of libbpf's `btf_dump_type_data_opts`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextOptions {
    /// What a line is indented by for each level; libbpf cuts it after 31 bytes.
    pub indent: String,
    /// The level to start at.
    pub indent_level: u32,
    /// No line breaks and no indents.
    pub compact: bool,
    /// No names of members and no types.
    pub skip_names: bool,
    /// Print members that are zero, too.
    pub emit_zeroes: bool,
    /// Print arrays of characters as strings (libbpf 1.7).
    pub emit_strings: bool,
}

impl Default for TextOptions {
    fn default() -> Self {
        TextOptions {
            indent: "\t".to_owned(),
            indent_level: 0,
            compact: false,
            skip_names: false,
            emit_zeroes: false,
            emit_strings: false,
        }
    }
}

/// What libbpf's function returns when it fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextError {
    /// The bytes end before a value does (E2BIG).
    TooShort,
    /// A type without a size, or of a size that its kind does not have (EINVAL).
    Invalid,
    /// A kind that has no values (ENOTSUP; Linux prints it as EOPNOTSUPP).
    Unsupported,
    /// Nested deeper, or longer, than is printed here; libbpf goes on until its stack or the memory is full.
    NoEnd,
}

impl TextError {
    /// The number, positive, as Linux has it. libbpf has no [`TextError::NoEnd`]: 0.
    pub fn errno(self) -> i32 {
        match self {
            TextError::TooShort => 7,
            TextError::Invalid => 22,
            TextError::Unsupported => 95,
            TextError::NoEnd => 0,
        }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TextError::TooShort => "the bytes end before the value does (E2BIG)",
            TextError::Invalid => "a type without a size, or of a size that its kind does not have (EINVAL)",
            TextError::Unsupported => "a kind that has no values (ENOTSUP)",
            TextError::NoEnd => "nested too deeply, or too long, to be printed",
        })
    }
}

impl std::error::Error for TextError {}

/// What was printed, and what libbpf's function returns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// The text, up to where it went wrong.
    pub text: String,
    /// The size of the type in bytes, or the error.
    pub result: Result<u32, TextError>,
}

/// Prints the first record as libbpf's `btf_dump__dump_type_data` does, in the record's byte order. It never has more than a record: bytes behind
/// it are not looked at, except by an array of characters without an end.
///
/// libbpf reads in the order of the machine that it runs on. What it reads behind the bytes' end, without a check, is zero here.
pub fn text(record: &Record<'_>, options: &TextOptions) -> Text {
    let mut dumper = Dumper::new(record, options, Names::new(record.btf));
    let result = dumper.value(None, record.id, 0, (0, 0), 0).map(|size| size as u32);
    Text { text: dumper.out, result }
}

/// What a dump of values fails with; the same as [`TextError`].
pub(crate) type Fail = TextError;

/// A member's own place within its byte, and its bits: 0 when it is no bitfield.
pub(crate) type Bits = (u8, u8);

/// The type of what is printed.
pub(crate) type Id = TypeId;

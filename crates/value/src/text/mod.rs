//! Values as text, by the rules of the kernel's printer or of libbpf's ([`Printer`]).

mod cast;
mod data;
mod kernel;
mod zero;

use std::fmt;

use btf::{Budget, TypeId};

use crate::text::cast::Names;
use crate::text::data::Dumper;
use crate::text::kernel::Show;
use crate::tree::Record;

/// How long the text may grow, in bytes. A struct of a kernel has below 100 KB, and some megabytes where its bytes are cut off: libbpf's
/// indents then grow with each element of an array that is missing. A hostile one has no end.
const LONGEST: usize = 16 << 20;

/// How long the text may grow with this indent where nothing else is said: with a wider one than a tab, more.
fn longest(indent: &str) -> usize {
    LONGEST * indent.len().clamp(1, 8)
}

/// How many values are looked at for each byte: as often as it is nested.
const STEPS_PER_BYTE: u64 = 16;

/// What of a text was counted, and what is left for it.
pub(crate) struct Meter<'o> {
    budget: &'o Budget,
    counted: usize,
}

impl<'o> Meter<'o> {
    pub(crate) fn new(budget: &'o Budget, len: usize) -> Meter<'o> {
        Meter { budget, counted: len }
    }

    /// Counts a value that is looked at, and the bytes that a text of now `len` has more than at the last call. Whether there is more room.
    pub(crate) fn has_room(&mut self, len: usize) -> bool {
        let grown = len.saturating_sub(std::mem::replace(&mut self.counted, len));
        self.budget.step().and_then(|()| self.budget.bytes(grown as u64)).is_ok()
    }

    /// Whether nothing is left.
    pub(crate) fn is_spent(&self) -> bool {
        self.budget.check().is_err()
    }
}

/// What libbpf keeps of an indent (`BTF_DATA_INDENT_STR_SIZE` is 32, with the NUL).
fn cut_indent(indent: &str) -> &str {
    (0..=indent.len().min(31)).rev().find_map(|end| indent.get(..end)).unwrap_or_default()
}

/// Whose rules a text follows. They differ in what is left out, in how bitfields and characters are read, and in how types are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Printer {
    /// The kernel's (`bpf_snprintf_btf`, `cat` of a pinned map; kernel/bpf/btf.c), addresses as they are.
    #[default]
    Kernel,
    /// libbpf's (`btf_dump__dump_type_data`), to the letter.
    Libbpf,
}

/// How the text is printed: the fields of libbpf's `btf_dump_type_data_opts`. The kernel's flags are `compact` (`BTF_F_COMPACT`), `skip_names`
/// (`BTF_F_NONAME`) and `emit_zeroes` (`BTF_F_ZERO`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextOptions {
    /// Whose rules it follows.
    pub printer: Printer,
    /// What a line is indented by for each level; libbpf cuts it after 31 bytes. The kernel's is a space, whatever is here.
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
            printer: Printer::Kernel,
            indent: "\t".to_owned(),
            indent_level: 0,
            compact: false,
            skip_names: false,
            emit_zeroes: false,
            emit_strings: false,
        }
    }
}

/// Why a text ends before the value does: with libbpf's function, what that returns.
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

/// What was printed, and whether that is all: what libbpf's function returns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// The text, up to where it went wrong.
    pub text: String,
    /// The size of the type in bytes, or the error.
    pub result: Result<u32, TextError>,
}

/// Prints the first record, in the record's byte order, as the printer of the options does. It never has more than a record: bytes behind it are
/// not looked at, except by libbpf's array of characters without an end.
///
/// The text ends where it is longer than 16 MB ([`TextError::NoEnd`]): see [`text_within`] for another limit.
///
/// libbpf reads in the order of the machine that it runs on. What it reads behind the bytes' end, without a check, is zero here. The kernel always
/// has all bytes; where they end here, its text does.
pub fn text(record: &Record<'_>, options: &TextOptions) -> Text {
    let most = match options.printer {
        Printer::Kernel => longest(" "),
        Printer::Libbpf => longest(cut_indent(&options.indent)),
    };
    let steps = (record.bytes.len() as u64).saturating_mul(STEPS_PER_BYTE).saturating_add(most as u64);
    text_within(record, options, &Budget::new(steps))
}

/// [`text`] with a budget: each value that is looked at is a step, each byte of text a byte. Where it is spent the text ends with
/// [`TextError::NoEnd`].
pub fn text_within(record: &Record<'_>, options: &TextOptions, budget: &Budget) -> Text {
    match options.printer {
        Printer::Kernel => {
            let mut show = Show::new(record, options, budget);
            let result = show.record(record);
            Text { text: show.out, result }
        }
        Printer::Libbpf => {
            let mut dumper = Dumper::new(record, options, Names::new(record.btf, budget), budget);
            let result = dumper.value(None, record.id, 0, (0, 0), 0).map(|size| size as u32);
            Text { text: dumper.out, result }
        }
    }
}

/// What a dump of values fails with; the same as [`TextError`].
pub(crate) type Fail = TextError;

/// A member's own place within its byte, and its bits: 0 when it is no bitfield.
pub(crate) type Bits = (u8, u8);

/// The type of what is printed.
pub(crate) type Id = TypeId;

//! Values as text, by the rules of the kernel's printer or of libbpf's ([`Printer`]).

mod cast;
mod data;
mod kernel;
mod zero;

use btf::{Budget, Linkage, Type};

use crate::text::cast::Names;
use crate::text::data::Dumper;
use crate::text::kernel::Show;
use crate::tree::Record;

/// The most bytes of a text. The text of a kernel's struct has less than 100 KB, and some megabytes if its bytes are
/// cut off: libbpf's indents then grow with each missing element of an array. The text of a hostile type could be
/// endless.
const LONGEST: usize = 16 << 20;

/// The default limit of a text in bytes: [`LONGEST`] times the length of the indent, which counts as 1 to 8 bytes.
fn longest(indent: &str) -> usize {
    LONGEST * indent.len().clamp(1, 8)
}

/// How many values may be read for each byte: a byte is read again on each level of nesting.
const STEPS_PER_BYTE: u64 = 16;

/// Counts steps and bytes of a text against a budget.
pub(crate) struct Meter<'o> {
    budget: &'o Budget,
    counted: usize,
}

impl<'o> Meter<'o> {
    pub(crate) fn new(budget: &'o Budget, len: usize) -> Meter<'o> {
        Meter { budget, counted: len }
    }

    /// Counts a value, and the growth of the text, whose length is now `len`. Returns whether there is more room.
    pub(crate) fn has_room(&mut self, len: usize) -> bool {
        let grown = len.saturating_sub(std::mem::replace(&mut self.counted, len));
        self.budget.step().and_then(|()| self.budget.bytes(grown as u64)).is_ok()
    }

    /// True if the budget is spent.
    pub(crate) fn is_spent(&self) -> bool {
        self.budget.check().is_err()
    }
}

/// The part of an indent that libbpf keeps (`BTF_DATA_INDENT_STR_SIZE` is 32, with the NUL).
fn cut_indent(indent: &str) -> &str {
    (0..=indent.len().min(31)).rev().find_map(|end| indent.get(..end)).unwrap_or_default()
}

/// The printer whose rules a text follows. The rules differ in which values are left out, in how bitfields and
/// characters are read, and in how types are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Printer {
    /// The kernel's (`bpf_snprintf_btf`, `cat` of a pinned map; kernel/bpf/btf.c), with addresses not hashed.
    #[default]
    Kernel,
    /// libbpf's (`btf_dump__dump_type_data`).
    Libbpf,
}

/// The options for the text, as in libbpf's `btf_dump_type_data_opts`. The kernel's flags are `compact`
/// (`BTF_F_COMPACT`), `skip_names` (`BTF_F_NONAME`) and `emit_zeroes` (`BTF_F_ZERO`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextOptions {
    /// The printer whose rules the text follows.
    pub printer: Printer,
    /// The indent for each level; libbpf cuts it after 31 bytes. The kernel always uses a space.
    pub indent: String,
    /// The level of indents at which the text starts.
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

btf::named! {
    /// Why a text ends before the value does, with the error that libbpf's function returns.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
    pub enum TextError {
        /// The bytes end before a value does (E2BIG).
        #[error("the bytes end before the value does (E2BIG)")]
        TooShort = 7;
        /// A type without a size, or with a size that its kind cannot have (EINVAL).
        #[error("a type without a size, or of a size that its kind does not have (EINVAL)")]
        Invalid = 22;
        /// A kind that has no values (ENOTSUP; Linux prints it as EOPNOTSUPP).
        #[error("a kind that has no values (ENOTSUP)")]
        Unsupported = 95;
        /// Nested deeper, or longer, than the limits here; libbpf goes on until its stack or the memory is full.
        #[error("nested too deeply, or too long, to be printed")]
        NoEnd = 0;
    }
    /// The number, positive, as on Linux. 0 for [`TextError::NoEnd`], which libbpf does not have.
    pub fn errno -> i32;
}

/// The text, and the result of printing it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// The text, up to the error.
    pub text: String,
    /// The size of the type in bytes, or the error.
    pub result: Result<u32, TextError>,
}

/// Prints the first record, in the record's byte order, by the rules in the options. Bytes behind the first record are
/// not read, unless damaged BTF places a value there.
///
/// The text ends with [`TextError::NoEnd`] if it is longer than 16 MB plus 16 bytes for each byte of the record. With
/// an indent of several bytes, the 16 MB become up to eight times as much. See [`text_within`] for another limit.
///
/// libbpf reads in the order of the machine that it runs on. Bytes that libbpf reads behind the end, without a check,
/// are zero here. The kernel always has all bytes of a value; with [`Printer::Kernel`], the text ends with
/// [`TextError::TooShort`] where bytes are missing.
pub fn text(record: &Record<'_>, options: &TextOptions) -> Text {
    let most = match options.printer {
        Printer::Kernel => longest(" "),
        Printer::Libbpf => longest(cut_indent(&options.indent)),
    };
    let steps = (record.bytes.len() as u64).saturating_mul(STEPS_PER_BYTE).saturating_add(most as u64);
    text_within(record, options, &Budget::new(steps))
}

/// [`text()`] with a budget: each value is a step, each byte of text a byte. When the budget is spent, the text ends
/// with [`TextError::NoEnd`].
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

/// The error of a dump of values; the same as [`TextError`].
pub(crate) type Fail = TextError;

/// A member's bit offset within its byte, and its width: 0 if it is not a bitfield.
pub(crate) type Bits = (u8, u8);

/// The word before the declaration of a variable, with a blank behind it; empty for a global variable.
fn linkage_word(variable: &Type<'_>) -> &'static str {
    match variable.linkage() {
        Some(Linkage::Static) => "static ",
        Some(Linkage::Extern) => "extern ",
        _ => "",
    }
}

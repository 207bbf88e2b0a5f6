//! Values as bpftool's `map dump` prints them (its `btf_dumper.c` and `map.c`): JSON, or its plain output, which is not
//! always valid JSON.

mod data;
mod map;
mod writer;

use btf::Budget;

use crate::error::Trouble;
use crate::tree::Record;

use data::Dumper;
use writer::Writer;

pub use map::{MapOptions, MapStyle, MapTypes, map_bytes, map_dump, map_dump_within};

/// The options for printing one value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct JsonOptions {
    /// Line breaks and indents, as with `bpftool -p`.
    pub pretty: bool,
    /// As in bpftool's plain output: bitfields and 128-bit numbers as bare hexadecimal, pointers as `%p`. This is not
    /// valid JSON.
    pub plain: bool,
}

/// Prints the first record as bpftool's `btf_dumper_type` does, in the record's byte order, without a line break at the
/// end.
///
/// # Errors
/// The first value that could not be printed; the text has `null` in its place. Also [`Trouble::Deep`] when the text is
/// longer than 16 MB: see [`json_within`] for another limit.
pub fn json(record: &Record<'_>, options: &JsonOptions) -> (String, Result<(), Trouble>) {
    json_within(record, options, &Budget::new(LONGEST))
}

/// The default limit of a text, in bytes.
const LONGEST: u64 = 16 << 20;

/// [`json`] with a budget: each value is a step, each byte of text a byte. When the budget is spent, the text ends with
/// [`Trouble::Deep`].
///
/// # Errors
/// As [`json`].
pub fn json_within(record: &Record<'_>, options: &JsonOptions, budget: &Budget) -> (String, Result<(), Trouble>) {
    let mut writer = Writer::new(options.pretty);
    let result = Dumper::new(record, options.plain, &mut writer, budget).record();
    (writer.finish(), result)
}

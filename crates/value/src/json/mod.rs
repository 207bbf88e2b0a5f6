//! Values as bpftool's `map dump` prints them (its `btf_dumper.c` and `map.c`): JSON, or the almost-JSON of its plain output.

mod data;
mod map;
mod writer;

use btf::Budget;

use crate::error::Trouble;
use crate::tree::Record;

use data::Dumper;
use writer::Writer;

pub use map::{MapOptions, MapStyle, MapTypes, map_bytes, map_dump, map_dump_within};

/// How one value is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct JsonOptions {
    /// Line breaks and indents, as with `bpftool -p`.
    pub pretty: bool,
    /// As in bpftool's plain output: bitfields and 128-bit numbers as bare hexadecimal, pointers as `%p`. This is no JSON.
    pub plain: bool,
}

/// Prints the first record as bpftool's `btf_dumper_type` does, in the record's byte order, without a line break at the end.
///
/// # Errors
/// The first thing that could not be printed; in the text stands `null` in its place. [`Trouble::Deep`], too, where the text is longer than
/// 16 MB: see [`json_within`] for another limit.
pub fn json(record: &Record<'_>, options: &JsonOptions) -> (String, Result<(), Trouble>) {
    json_within(record, options, &Budget::new(LONGEST))
}

/// How long a text may grow where nothing else is said, in bytes.
const LONGEST: u64 = 16 << 20;

/// [`json`] with a budget: each value is a step, each byte of text a byte. Where it is spent the text ends with [`Trouble::Deep`].
///
/// # Errors
/// As [`json`].
pub fn json_within(record: &Record<'_>, options: &JsonOptions, budget: &Budget) -> (String, Result<(), Trouble>) {
    let mut writer = Writer::new(options.pretty);
    let result = Dumper::new(record, options.plain, &mut writer, budget).record(record);
    (writer.finish(), result)
}

//! Values as bpftool's `map dump` prints them (its `btf_dumper.c` and `map.c`): JSON, or the almost-JSON of its plain output.

mod data;
mod map;
mod writer;

use crate::error::Trouble;
use crate::tree::Record;

use data::Dumper;
use writer::Writer;

pub use map::{MapOptions, MapStyle, MapTypes, map_bytes, map_dump};

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
/// The first thing that could not be printed; in the text stands `null` in its place.
pub fn json(record: &Record<'_>, options: &JsonOptions) -> (String, Result<(), Trouble>) {
    let mut writer = Writer::new(options.pretty);
    let result = Dumper::new(record, options.plain, &mut writer).record(record);
    (writer.finish(), result)
}

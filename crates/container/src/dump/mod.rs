//! Text that spells bytes, as people paste and drop it: the output of `xxd`, `hexdump`, `od`, `readelf -x`, `objdump
//! -s` and `base64`, arrays and strings of programming languages, skeletons of bpftool. Each form has a file with its
//! grammar.
//!
//! Offsets must go on from line to line in one base; they also give the number of omitted lines (`*`) and of bytes that
//! fill up the last number. Of several readings, one that begins like a known file, or the usual one, is taken. If
//! readings with different bytes are still left, or if the text does not have all bytes, it is refused with advice.

mod base64;
mod canonical;
mod colon;
mod comment;
mod expected;
mod lines;
mod list;
mod literal;
mod notation;
mod numbers;
mod plain;
mod progress;
mod section;
mod source_code;

use std::borrow::Cow;

use btf::Endian;

use crate::formats::{self, Reader};

pub(crate) use expected::may_spell;

/// The most bytes that a text may spell; limited, because a line `*` repeats the line before any number of times.
const MAX: usize = 256 << 20;

/// The bytes that a text spells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Spelled {
    /// The bytes.
    pub(crate) bytes: Vec<u8>,
    /// The name of the text's form: `a hex dump`.
    pub(crate) what: &'static str,
    /// Notes for a person on how it was read. Sentences without their full stop.
    pub(crate) notes: Vec<String>,
}

impl Spelled {
    fn new(bytes: Vec<u8>, what: &'static str) -> Spelled {
        Spelled { bytes, what, notes: Vec::new() }
    }
}

/// Why a text that looks like a dump is not one, or cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Wrong {
    /// The byte of the text where the fault is; 0 for the refusal of a whole text.
    pub(crate) at: usize,
    /// The characters that were expected there, or advice.
    pub(crate) expected: Cow<'static, str>,
    /// The form that is refused; none when the form can be read, and the text has a fault.
    pub(crate) form: Option<&'static str>,
}

impl Wrong {
    /// A fault in a form that can be read.
    fn at(at: usize, expected: impl Into<Cow<'static, str>>) -> Wrong {
        Wrong { at, expected: expected.into(), form: None }
    }

    /// The refusal of a form that does not have all bytes, or is ambiguous.
    fn refused(form: &'static str, what_to_do: impl Into<Cow<'static, str>>) -> Wrong {
        Wrong { at: 0, expected: what_to_do.into(), form: Some(form) }
    }
}

/// The result of trying a form: none when the text is not in it.
type Result = Option<std::result::Result<Spelled, Wrong>>;

/// The forms. A form whose texts could be taken for texts of another form comes before that other form.
const FORMS: [fn(&[u8]) -> Result; 7] =
    [section::read, colon::read, canonical::read, numbers::read, source_code::read, plain::read, base64::read];

/// The bytes that a text spells; none when it is not in any of the forms.
pub(crate) fn decode(text: &[u8]) -> Result {
    let text = lines::without_prompts(text);
    if colon::is_coloured(text.bytes) {
        let plain = "a dump without colours: print it with `xxd -R never`";
        return Some(Err(Wrong::refused("a hex dump with colour escapes", plain)));
    }
    let shift = |wrong: Wrong| Wrong { at: wrong.at + text.start, ..wrong };
    FORMS.iter().find_map(|form| form(text.bytes)).map(|read| read.map_err(shift))
}

/// Whether bytes begin like a file that can be opened. Stricter than the magic, because two bytes may match by chance.
fn is_known(bytes: &[u8]) -> bool {
    match formats::detect(bytes).map(|format| format.reader) {
        // Checks the header's length, too, beside version and flags.
        Some(Reader::Btf) => Endian::of_magic(bytes).is_some_and(|order| {
            bytes.get(2..4) == Some(&[1, 0]) && order.u32_at(bytes, 4).is_some_and(|len| (24..=256).contains(&len))
        }),
        // Class, byte order, version.
        Some(Reader::Elf) => matches!(bytes.get(4..7), Some([1 | 2, 1 | 2, 1])),
        Some(Reader::Search | Reader::Nothing) | None => false,
        Some(_) => true,
    }
}

/// Chooses one of several readings. Readings with the same bytes count as one, and readings that begin like a known
/// format win over others. The error is the number of readings left.
fn only(mut readings: Vec<Vec<u8>>) -> std::result::Result<Vec<u8>, usize> {
    readings.dedup();
    readings.sort();
    readings.dedup();
    if readings.len() > 1 && readings.iter().any(|bytes| is_known(bytes)) {
        readings.retain(|bytes| is_known(bytes));
    }
    match readings.len() {
        1 => Ok(readings.swap_remove(0)),
        count => Err(count),
    }
}

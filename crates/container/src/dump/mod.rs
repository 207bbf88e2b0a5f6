//! Text that spells bytes, as people paste and drop it: what `xxd`, `hexdump`, `od`, `readelf -x`, `objdump -s` and `base64` print, arrays
//! and strings of programming languages, skeletons of bpftool. Each form has a file with its grammar.
//!
//! A text is read only when one reading of it fits: offsets go on from line to line in one base, and lines that were left out (`*`) and
//! numbers that were filled up are counted by them. Where two readings fit and give other bytes, or the text does not have all bytes, it is
//! refused, with what to do.

mod base64;
mod canonical;
mod colon;
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

/// The most bytes that a text may spell; a line `*` repeats the one before for as long as it likes.
const MAX: usize = 256 << 20;

/// What a text spells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Spelled {
    /// The bytes.
    pub(crate) bytes: Vec<u8>,
    /// What the form of the text is called: `a hex dump`.
    pub(crate) what: &'static str,
    /// What a person should know of how it was read. Sentences without their full stop.
    pub(crate) notes: Vec<String>,
}

impl Spelled {
    fn new(bytes: Vec<u8>, what: &'static str) -> Spelled {
        Spelled { bytes, what, notes: Vec::new() }
    }
}

/// Where a text that looks like a dump is not one, or cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Wrong {
    /// The byte of the text.
    pub(crate) at: usize,
    /// What was expected there, or what to do.
    pub(crate) expected: Cow<'static, str>,
    /// What the text is; none when it is in a form that is read, and something in it is wrong.
    pub(crate) form: Option<&'static str>,
}

impl Wrong {
    /// Something in a form that is read.
    fn at(at: usize, expected: impl Into<Cow<'static, str>>) -> Wrong {
        Wrong { at, expected: expected.into(), form: None }
    }

    /// A form that does not have the bytes, or does not say which they are.
    fn refused(form: &'static str, what_to_do: impl Into<Cow<'static, str>>) -> Wrong {
        Wrong { at: 0, expected: what_to_do.into(), form: Some(form) }
    }
}

/// What comes of a form: none when the text is not in it.
type Result = Option<std::result::Result<Spelled, Wrong>>;

/// The forms. A form that another one may be taken for comes before that.
const FORMS: [fn(&[u8]) -> Result; 7] =
    [section::read, colon::read, canonical::read, numbers::read, source_code::read, plain::read, base64::read];

/// The bytes that a text spells; none when it spells none.
pub(crate) fn decode(text: &[u8]) -> Result {
    let text = lines::without_prompts(text);
    if colon::is_coloured(text.bytes) {
        let plain = "a dump without colours: print it with `xxd -R never`";
        return Some(Err(Wrong::refused("a hex dump with colour escapes", plain)));
    }
    let shift = |wrong: Wrong| Wrong { at: wrong.at + text.start, ..wrong };
    FORMS.iter().find_map(|form| form(text.bytes)).map(|read| read.map_err(shift))
}

/// Whether bytes begin as something does that can be opened. Two bytes of a magic may be anything: more is asked for.
fn is_known(bytes: &[u8]) -> bool {
    match formats::detect(bytes).map(|format| format.reader) {
        // The length of the header, beside its version and flags.
        Some(Reader::Btf) => Endian::of_magic(bytes).is_some_and(|order| {
            bytes.get(2..4) == Some(&[1, 0]) && order.u32_at(bytes, 4).is_some_and(|len| (24..=256).contains(&len))
        }),
        // Class, byte order, version.
        Some(Reader::Elf) => matches!(bytes.get(4..7), Some([1 | 2, 1 | 2, 1])),
        Some(Reader::Search | Reader::Nothing) | None => false,
        Some(_) => true,
    }
}

/// The one reading of several: those that give the same bytes are one, and those that begin as a known format come before others. An error
/// when two are left.
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

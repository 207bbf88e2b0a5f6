//! Bytes in the forms that people have: pasted from a tool, typed, or a raw file.

mod c;
mod dump;
mod error;
mod gdb;
mod hex;
mod lines;
mod map_json;
mod map_plain;

use std::fmt;

use base64::Engine;
use base64::alphabet::{STANDARD, URL_SAFE};
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use btf::Endian;
use text::counted;

pub use error::{InputError, InputErrorKind};

/// The form of a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// Hexadecimal digits, with or without `0x`, spaces, commas and colons: the bytes in the order of the text.
    Hex,
    /// Base64, of either alphabet.
    Base64,
    /// An initialiser of C, Python, Rust, Go or JavaScript: numbers and characters in braces or brackets, or a string.
    /// Each number or character is one byte.
    CArray,
    /// `bpftool map dump` of a map without a BTF: keys and values as bytes.
    MapDumpPlain,
    /// `bpftool -j map dump` or `-p`.
    MapDumpJson,
    /// `xxd`, `hexdump`, `od` and the like: an offset, bytes, maybe the text.
    HexDump {
        /// Bytes of a number: 1, or 2, 4 or 8 if the dump has numbers in a machine's order (`od -x`, `hexdump`, `xxd
        /// -e`).
        unit: u8,
    },
    /// gdb's `x/NNxb`, `xh`, `xw`, `xg` and letters other than `x`: numbers of this many bytes, in the machine's byte
    /// order.
    Gdb {
        /// Bytes of a number: 1, 2, 4 or 8.
        unit: u8,
    },
    /// The bytes themselves.
    Raw,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Form::Hex => f.write_str("hexadecimal"),
            Form::Base64 => f.write_str("base64"),
            Form::CArray => f.write_str("an array or string"),
            Form::MapDumpPlain => f.write_str("bpftool map dump"),
            Form::MapDumpJson => f.write_str("bpftool map dump, JSON"),
            Form::HexDump { unit: 0 | 1 } => f.write_str("a hex dump"),
            Form::HexDump { unit } => write!(f, "a hex dump, numbers of {unit} bytes"),
            Form::Gdb { unit } => write!(f, "gdb, numbers of {}", counted(*unit, "byte")),
            Form::Raw => f.write_str("raw bytes"),
        }
    }
}

impl Form {
    /// True if the bytes of a text in this form may depend on the byte order of the machine where it was printed.
    pub fn has_order(self) -> bool {
        matches!(self, Form::Gdb { .. } | Form::HexDump { unit: 2.. })
    }
}

/// An entry of a map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapEntry {
    /// The key's bytes; empty for maps without keys.
    pub key: Vec<u8>,
    /// The value; none if the dump has none (`<no entry>`).
    pub value: Option<MapValue>,
}

impl MapEntry {
    /// The bytes of its value, or of its value for each processor.
    pub fn values(&self) -> Vec<&[u8]> {
        match &self.value {
            Some(MapValue::One(value)) => vec![value],
            Some(MapValue::PerCpu(each)) => each.iter().map(|(_, value)| value.as_slice()).collect(),
            None => Vec::new(),
        }
    }
}

/// The value of an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MapValue {
    /// One value, for all processors.
    One(Vec<u8>),
    /// A value for each processor: its number, and the bytes.
    PerCpu(Vec<(u32, Vec<u8>)>),
}

/// The result of reading a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// Its form.
    pub form: Form,
    /// The bytes; for a map dump, the bytes of all values, one after the other.
    pub bytes: Vec<u8>,
    /// The entries of a map dump; empty for all other forms.
    pub entries: Vec<MapEntry>,
}

impl Input {
    fn plain(form: Form, bytes: Vec<u8>) -> Input {
        Input { form, bytes, entries: Vec::new() }
    }

    fn map(form: Form, entries: Vec<MapEntry>) -> Input {
        let bytes = entries.iter().flat_map(MapEntry::values).collect::<Vec<_>>().concat();
        Input { form, bytes, entries }
    }
}

/// Finds the form of a text, and reads it. `order` is the byte order of the machine that gdb, od or hexdump looked at;
/// other forms do not need it.
///
/// Input that is not text is raw bytes. A text that fits several forms is taken for the first of these: a map dump,
/// gdb's output, a hex dump, an array or string, hexadecimal, base64. So `deadbeef` is hexadecimal; [`read_as`] can
/// read it as base64.
///
/// # Errors
/// The fault, and its place in the text.
pub fn recognise(input: &[u8], order: Endian) -> Result<Input, InputError> {
    let form = form_of(input)?;
    match read_as(form, input, order) {
        // Base64 was only a guess, and a text this short is more likely hexadecimal with a wrong digit.
        Err(_) if form == Form::Base64 && input.trim_ascii().len() < SHORT && !input.contains(&b'=') => {
            Err(no_form(text_of(input)?))
        }
        read => read,
    }
}

/// True if a text is a dump of a map, as `bpftool map dump` prints it, with at least one entry.
pub fn is_map_dump(text: &str) -> bool {
    let map = |form: &Form| matches!(form, Form::MapDumpPlain | Form::MapDumpJson);
    form_of(text.as_bytes())
        .ok()
        .filter(map)
        .and_then(|form| read_as(form, text.as_bytes(), Endian::Little).ok())
        .is_some_and(|input| !input.entries.is_empty())
}

/// Below this number of bytes, a text that could only be base64, but is not valid base64 and has no `=`, is reported
/// as [`InputErrorKind::NoForm`].
const SHORT: usize = 24;

/// The error for a text that is neither hexadecimal nor base64, at the first character that is not a hexadecimal digit.
fn no_form(text: &str) -> InputError {
    let strange = |(_, c): &(usize, char)| !c.is_ascii_hexdigit() && !c.is_whitespace();
    let (at, c) = text.char_indices().find(strange).unwrap_or((0, ' '));
    InputError::at(text, at..at + c.len_utf8(), InputErrorKind::NoForm)
}

/// Reads a text in a given form. The unit of [`Form::Gdb`] may be 0 to take it from the text. The unit of
/// [`Form::HexDump`] is always taken from the text.
///
/// # Errors
/// The fault, and its place in the text.
pub fn read_as(form: Form, input: &[u8], order: Endian) -> Result<Input, InputError> {
    let text = || text_of(input);
    Ok(match form {
        Form::Hex => Input::plain(form, hex::read(text()?)?),
        Form::Base64 => Input::plain(form, base64(text()?)?),
        Form::CArray => Input::plain(form, c::read(text()?)?),
        Form::HexDump { .. } => {
            let (unit, bytes) = dump::read(text()?, order)?;
            Input::plain(Form::HexDump { unit }, bytes)
        }
        Form::Gdb { unit } => {
            let (unit, bytes) = gdb::read(text()?, unit, order)?;
            Input::plain(Form::Gdb { unit }, bytes)
        }
        Form::MapDumpPlain => Input::map(form, map_plain::read(text()?)?),
        Form::MapDumpJson => Input::map(form, map_json::read(text()?)?),
        Form::Raw => Input::plain(form, input.to_vec()),
    })
}

fn text_of(input: &[u8]) -> Result<&str, InputError> {
    std::str::from_utf8(input).map_err(|e| {
        let at = e.valid_up_to();
        let before = input.get(..at).and_then(|b| std::str::from_utf8(b).ok()).unwrap_or_default();
        InputError::at(before, at..at + 1, InputErrorKind::NotText)
    })
}

fn form_of(input: &[u8]) -> Result<Form, InputError> {
    let is_text = |b: &u8| matches!(b, b'\t' | b'\n' | b'\r' | b'\x0c' | b' '..=b'~' | 0x80..);
    if !input.iter().all(is_text) || std::str::from_utf8(input).is_err() {
        return Ok(Form::Raw);
    }
    let text = text_of(input)?;
    let trimmed = text.trim();
    // The typed command may precede gdb's output.
    let first = trimmed.lines().find(|line| !line.starts_with(gdb::PROMPT)).unwrap_or_default();
    if trimmed.is_empty() {
        return Err(InputError::at(text, 0..text.len(), InputErrorKind::Empty));
    }
    // An array with a string also begins with a brace and a quote, but no colon follows the string.
    let named = trimmed
        .strip_prefix('{')
        .map(str::trim_start)
        .and_then(|t| t.strip_prefix('"'))
        .and_then(|t| t.split_once('"'));
    // bpftool's JSON is a list of objects; other lists are of numbers.
    let objects = trimmed
        .strip_prefix('[')
        .is_some_and(|rest| rest.trim_start().starts_with(['{', ']']) && !rest.starts_with("]byte"));
    let is_json = objects || named.is_some_and(|(_, behind)| behind.trim_start().starts_with(':'));
    Ok(match () {
        () if is_json => Form::MapDumpJson,
        () if map_plain::looks_like(trimmed) => Form::MapDumpPlain,
        () if gdb::looks_like(first) => Form::Gdb { unit: 0 },
        () if dump::looks_like(trimmed) => Form::HexDump { unit: 0 },
        () if c::looks_like(trimmed) => Form::CArray,
        () if hex::looks_like(trimmed) => Form::Hex,
        () if trimmed.bytes().all(|b| is_base64(b) || b.is_ascii_whitespace()) => Form::Base64,
        () => {
            let start = text.len() - text.trim_start().len();
            let strange = |(_, c): &(usize, char)| !(c.is_ascii() && is_base64(*c as u8) || c.is_whitespace());
            let (at, c) = trimmed.char_indices().find(strange).unwrap_or((0, ' '));
            return Err(InputError::at(text, start + at..start + at + c.len_utf8(), InputErrorKind::NoForm));
        }
    })
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_' | b'=')
}

fn base64(text: &str) -> Result<Vec<u8>, InputError> {
    let (mut chars, mut places) = (Vec::new(), Vec::new());
    for (at, byte) in text.bytes().enumerate().filter(|(_, b)| !b.is_ascii_whitespace()) {
        chars.push(byte);
        places.push(at);
    }
    let config = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let url = chars.iter().any(|b| matches!(b, b'-' | b'_'));
    let engine = GeneralPurpose::new(if url { &URL_SAFE } else { &STANDARD }, config);
    engine.decode(&chars).map_err(|e| {
        use base64::DecodeError::{InvalidByte, InvalidLastSymbol, InvalidLength, InvalidPadding};
        let at = match e {
            InvalidByte(at, _) | InvalidLastSymbol(at, _) => places.get(at).copied(),
            InvalidLength(_) | InvalidPadding => None,
        };
        match at {
            Some(at) => InputError::at(text, at..at + 1, InputErrorKind::Base64),
            None => InputError::at(text, text.len()..text.len(), InputErrorKind::Base64End),
        }
    })
}

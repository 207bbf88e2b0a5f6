//! Hexadecimal digits.

use super::error::{InputError, InputErrorKind};
use super::lines::words_between;

/// True if a character may separate bytes.
fn is_separator(c: char) -> bool {
    c.is_ascii_whitespace() || matches!(c, ',' | ':' | ';' | '-' | '_')
}

/// The part of the text that has the digits, with its offset: the whole text, or what Node.js writes between `<Buffer `
/// and `>`.
fn inner(text: &str) -> (usize, &str) {
    const BUFFER: &str = "<Buffer ";
    let start = text.len() - text.trim_start().len();
    let inner = text.trim().strip_prefix(BUFFER).and_then(|rest| rest.strip_suffix('>'));
    inner.map_or((0, text), |inner| (start + BUFFER.len(), inner))
}

/// True if a text has at least one hexadecimal digit, and otherwise only such digits, their prefixes (`0x`, `\x`) and
/// separators.
pub(super) fn looks_like(text: &str) -> bool {
    let (_, text) = inner(text);
    let is_hex = |part: &str| {
        let digits = part.strip_prefix("0x").or(part.strip_prefix("0X")).unwrap_or(part);
        digits.bytes().all(|b| b.is_ascii_hexdigit())
    };
    text.contains(|c: char| c.is_ascii_hexdigit())
        && words_between(text, is_separator).all(|(_, word)| word.split("\\x").all(is_hex))
}

/// The bytes, in the order of the text. A word of one digit is a byte; longer words have two digits for each byte.
pub(super) fn read(text: &str) -> Result<Vec<u8>, InputError> {
    let mut bytes = Vec::with_capacity(text.len() / 2);
    let (from, digits) = inner(text);
    for (start, word) in words_between(digits, is_separator).map(|(at, word)| (from + at, word)) {
        // `\x01\x02` has a prefix for each byte, `0x0102` one prefix for all bytes.
        for (at, part) in escaped(word) {
            let skip = if part.starts_with("0x") || part.starts_with("0X") { 2 } else { 0 };
            push(text, start + at + skip, &part[skip..], &mut bytes)?;
        }
    }
    if bytes.is_empty() {
        return Err(InputError::at(text, 0..text.len(), InputErrorKind::Empty));
    }
    Ok(bytes)
}

/// The parts of a word between `\x`, with their offsets in the word.
fn escaped(word: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    word.split("\\x").filter_map(move |part| {
        let start = at;
        at += part.len() + 2;
        (!part.is_empty()).then_some((start, part))
    })
}

/// Appends the bytes of some digits.
pub(super) fn push(text: &str, start: usize, digits: &str, bytes: &mut Vec<u8>) -> Result<(), InputError> {
    if let Some((at, c)) = digits.char_indices().find(|(_, c)| !c.is_ascii_hexdigit()) {
        return Err(InputError::at(text, start + at..start + at + c.len_utf8(), InputErrorKind::NotHex));
    }
    let value = |b: u8| (b as char).to_digit(16).unwrap_or_default() as u8;
    match digits.as_bytes() {
        [] => Err(InputError::at(text, start..start, InputErrorKind::NotHex)),
        [one] => {
            bytes.push(value(*one));
            Ok(())
        }
        odd if odd.len() % 2 == 1 => Err(InputError::at(text, start..start + digits.len(), InputErrorKind::OddDigits)),
        even => {
            bytes.extend(even.chunks_exact(2).map(|pair| pair.iter().fold(0, |sum, &b| sum << 4 | value(b))));
            Ok(())
        }
    }
}

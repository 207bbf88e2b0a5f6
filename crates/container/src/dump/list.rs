//! Lists of numbers, one for each byte: between braces or brackets, with commas or blanks.

use super::comment::comment;
use super::{MAX, Wrong, is_known};

/// How many of the first numbers are kept, to recognise a list of words that are larger than a byte.
const WORDS: usize = 64;

/// A list, read up to the end of its numbers.
pub(super) struct List {
    pub(super) bytes: Vec<u8>,
    /// The first fault: an item that is not a byte, or a missing end.
    pub(super) wrong: Option<Wrong>,
    /// Where to go on in the text.
    pub(super) end: usize,
    /// The first numbers, from which a list of words or the size of an array is recognised.
    numbers: Vec<u64>,
    closed: bool,
}

impl List {
    /// The size of an array, if the list is such a size: one number in brackets, as in `[37]`.
    pub(super) fn size(&self, open: u8) -> Option<usize> {
        match &*self.numbers {
            [size] if open == b'[' && self.closed => usize::try_from(*size).ok(),
            _ => None,
        }
    }

    /// Refuses a list with numbers larger than a byte, if the bytes of these numbers begin like a known file.
    pub(super) fn of_words(&self, at: usize) -> Option<Wrong> {
        let largest = self.numbers.iter().max().filter(|&&n| n > 0xff)?;
        let units = [2, 4, 8].into_iter().filter(|unit| *unit == 8 || largest >> (8 * unit) == 0);
        let of_unit = |unit: usize| -> Vec<u8> {
            let bytes = self.numbers.iter().flat_map(|n| n.to_le_bytes().into_iter().take(unit));
            bytes.collect()
        };
        let found = units.map(of_unit).any(|bytes| is_known(&bytes));
        let form = "an array of numbers that are larger than a byte";
        found.then(|| Wrong { at, ..Wrong::refused(form, "an array of bytes, as `xxd -i` prints it") })
    }
}

/// Reads from a byte of the text up to the bracket `close`, or to the end of the text if `close` is none. An item that
/// is no number ends the list.
pub(super) fn read(text: &[u8], from: usize, close: Option<u8>) -> List {
    let mut list = List { bytes: Vec::new(), wrong: None, end: from, numbers: Vec::new(), closed: false };
    let mut at = from;
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let skip = rest.iter().take_while(|b| b.is_ascii_whitespace() || **b == b',').count();
        at += skip;
        let rest = rest.get(skip..).unwrap_or_default();
        list.end = at;
        if let Some(len) = comment(rest) {
            at += len;
            continue;
        }
        let Some(&first) = rest.first() else {
            if close.is_some() {
                list.wrong.get_or_insert(Wrong::at(at, "the end of the array"));
            }
            return list;
        };
        if Some(first) == close {
            list.end = at + 1;
            list.closed = true;
            return list;
        }
        let word = word(rest);
        let number = number(word);
        if let Some(number) = number
            && list.numbers.len() < WORDS
        {
            list.numbers.push(number as u64);
        }
        let byte = number.and_then(|n| u8::try_from(n).ok().or_else(|| i8::try_from(n).ok().map(|n| n as u8)));
        match (number, byte) {
            (_, Some(byte)) if list.wrong.is_none() && list.bytes.len() < MAX => list.bytes.push(byte),
            // Numbers after a fault are read only to recognise a list of words.
            (Some(_), _) => {
                list.wrong.get_or_insert(Wrong::at(at, "a byte: a number from 0 to 255"));
            }
            (None, _) => {
                let expected = "a byte as a number, for each byte of the array";
                list.wrong.get_or_insert(Wrong::at(at, expected));
                return list;
            }
        }
        at += word.len();
    }
}

/// The next word: a character in quotes, or the text before a blank, comma, brace, bracket, slash or semicolon.
fn word(rest: &[u8]) -> &[u8] {
    let len = match rest {
        [b'\'', b'\\', ..] => rest.iter().skip(3).position(|&b| b == b'\'').filter(|&at| at < 4).map_or(1, |at| at + 4),
        [b'\'', _, b'\'', ..] => 3,
        _ => {
            let is_end =
                |b: &u8| b.is_ascii_whitespace() || matches!(b, b',' | b'}' | b']' | b'{' | b'[' | b'/' | b';');
            rest.iter().position(is_end).unwrap_or(rest.len())
        }
    };
    rest.get(..len).unwrap_or_default()
}

/// A number in the notation of C, Python, Rust or Go; a character counts as its byte.
fn number(word: &[u8]) -> Option<i128> {
    let text = std::str::from_utf8(word).ok()?;
    if let Some(inner) = text.strip_prefix('\'') {
        let inner = inner.strip_suffix('\'')?;
        return match inner.as_bytes() {
            [byte] => Some(i128::from(*byte)),
            [b'\\', ..] => match &*super::literal::unescape(inner.as_bytes(), false)? {
                [byte] => Some(i128::from(*byte)),
                _ => None,
            },
            _ => None,
        };
    }
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let lower = digits.to_ascii_lowercase();
    let value = |digits: &str, radix| {
        // Digits are checked first, because from_str_radix would accept a sign.
        let fine = !digits.is_empty() && digits.bytes().all(|b| char::from(b).is_digit(radix));
        fine.then(|| u64::from_str_radix(digits, radix).ok()).flatten().map(i128::from)
    };
    let plain = |digits: &str| digits.trim_end_matches(['u', 'l']).to_owned();
    let number = if let Some(hex) = lower.strip_prefix("0x") {
        value(&plain(hex), 16)
    } else if let Some(bits) = lower.strip_prefix("0b") {
        value(bits, 2)
    } else if let Some(octal) = lower.strip_prefix("0o") {
        value(octal, 8)
    } else {
        let digits = lower.strip_suffix("u8").map_or_else(|| plain(&lower), |d| d.trim_end_matches('_').to_owned());
        let radix = if digits.len() > 1 && digits.starts_with('0') { 8 } else { 10 };
        value(&digits, radix)
    };
    number.map(|number| sign * number)
}

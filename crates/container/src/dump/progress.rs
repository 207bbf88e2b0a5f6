//! Lines that begin with offsets: each line must go on where the line before ends. This shows the offsets' base, how
//! many lines were left out, and where the bytes end.

use std::str;

use super::lines::{Line, is_hex, words};
use super::notation::Notation;
use super::{MAX, Wrong};

/// A line of such a dump.
#[derive(Clone, Copy, Debug)]
pub(super) enum Row<'a> {
    /// `*`, at this byte of the text: lines equal to the line before were left out.
    Repeats(usize),
    /// Something else, at this byte of the text.
    Other(usize),
    /// An offset and numbers.
    Numbers {
        /// The byte of the text where the line begins.
        at: usize,
        /// The digits of the offset.
        offset: &'a [u8],
        /// The part of the line with the numbers.
        numbers: &'a [u8],
        /// The byte of the text where `numbers` begins.
        numbers_at: usize,
    },
}

/// Reads a line as a row. Its numbers end before the byte `end`, behind which the characters are; if the line has no
/// such byte, they end with the line.
pub(super) fn row<'a>(line: &Line<'a>, end: u8) -> Row<'a> {
    if line.text.trim_ascii() == b"*" {
        return Row::Repeats(line.at);
    }
    let Some((start, offset)) = words(line.text).next().filter(|(_, offset)| is_hex(offset)) else {
        return Row::Other(line.at);
    };
    let start = start + offset.len();
    let end = line.text.iter().position(|&b| b == end).unwrap_or(line.text.len()).max(start);
    let numbers = line.text.get(start..end).unwrap_or_default();
    Row::Numbers { at: line.at, offset, numbers, numbers_at: line.at + start }
}

/// How offsets are written: their base, and the number of digits to which leading zeros fill them up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Base {
    pub(super) radix: u32,
    pub(super) digits: usize,
    /// The bytes of a whole line, if the tool has a fixed number.
    pub(super) line: Option<usize>,
}

impl Base {
    pub(super) fn value(self, text: &[u8]) -> Option<u64> {
        let text = str::from_utf8(text).ok()?;
        // Exactly the tool's number of digits, or more without a leading zero.
        let right = text.len() == self.digits || (text.len() > self.digits && !text.starts_with('0'));
        let value = u64::from_str_radix(text, self.radix).ok()?;
        (right && text.bytes().all(|b| b.is_ascii_alphanumeric())).then_some(value)
    }
}

/// The result of reading the lines.
pub(super) struct Walked {
    pub(super) bytes: Vec<u8>,
    /// Whether a last line, with only an offset, marked the end of the bytes.
    pub(super) ended: bool,
    /// The number of rows with numbers.
    pub(super) rows: usize,
}

/// Reads rows in a base and a notation.
///
/// # Errors
/// At the first row that cannot be read or does not continue the row before.
pub(super) fn walk<'a>(rows: impl Iterator<Item = Row<'a>>, notation: Notation, base: Base) -> Result<Walked, Wrong> {
    let mut walked = Walked { bytes: Vec::new(), ended: false, rows: 0 };
    let bytes = &mut walked.bytes;
    let mut first: Option<u64> = None;
    // How many bytes the line before has, and how many a whole line.
    let (mut last, mut whole) = (0usize, 0usize);
    let mut repeats: Option<usize> = None;
    for row in rows {
        let (at, offset, numbers, numbers_at) = match row {
            Row::Repeats(at) if repeats.is_some() || last == 0 || last != whole || walked.ended => {
                return Err(Wrong::at(at, "a line before the * that it repeats"));
            }
            Row::Repeats(at) => {
                repeats = Some(at);
                continue;
            }
            Row::Other(at) => return Err(Wrong::at(at, base.expected())),
            Row::Numbers { at, offset, numbers, numbers_at } => (at, offset, numbers, numbers_at),
        };
        if walked.ended {
            return Err(Wrong::at(at, "the end, since the line before is an offset alone"));
        }
        let value = base.value(offset).ok_or_else(|| Wrong::at(at, base.expected()))?;
        let wrong = || Wrong::at(at, "an offset that goes on from the line before");
        let here = value.checked_sub(*first.get_or_insert(value)).ok_or_else(wrong)?;
        let here = usize::try_from(here).ok().filter(|&here| here <= MAX).ok_or_else(wrong)?;
        let is_end = numbers.trim_ascii().is_empty();
        if repeats.take().is_some() {
            let missing = here.checked_sub(bytes.len()).filter(|&missing| missing > 0).ok_or_else(wrong)?;
            if !missing.is_multiple_of(last) {
                return Err(wrong());
            }
            let line = bytes.get(bytes.len() - last..).unwrap_or_default().to_vec();
            bytes.extend(line.iter().copied().cycle().take(missing));
        } else if is_end && here < bytes.len() && bytes.len() - here < notation.unit {
            // The last number was filled up with zeros.
            if bytes.get(here..).unwrap_or_default().iter().any(|&b| b != 0) {
                return Err(wrong());
            }
            bytes.truncate(here);
        } else if here != bytes.len() {
            return Err(wrong());
        }
        if is_end {
            walked.ended = true;
            continue;
        }
        let before = bytes.len();
        for (word_at, word) in words(numbers) {
            if bytes.len() > MAX || !notation.push(word, bytes) {
                return Err(Wrong::at(numbers_at + word_at, notation.expected()));
            }
        }
        let count = bytes.len() - before;
        if walked.rows == 0 {
            whole = count;
        } else if count > whole || last < whole {
            return Err(Wrong::at(at, "lines of one length, but for the last"));
        }
        if base.line.is_some_and(|line| count > line || (walked.rows > 0 && whole != line)) {
            return Err(Wrong::at(at, "lines as long as the tool prints them"));
        }
        last = count;
        walked.rows += 1;
    }
    match repeats {
        Some(at) => Err(Wrong::at(at, "a line after the *, whose offset says how many lines it stands for")),
        None => Ok(walked),
    }
}

impl Base {
    fn expected(self) -> &'static str {
        match self.radix {
            8 => "a line that begins with an offset in octal",
            10 => "a line that begins with an offset in decimal",
            _ => "a line that begins with an offset in hex",
        }
    }
}

impl Notation {
    fn expected(self) -> &'static str {
        use super::notation::Digits;
        match self.digits {
            Digits::Bytes | Digits::Hex | Digits::WholeHex => "hex digits",
            Digits::Binary => "eight binary digits",
            Digits::Octal => "octal digits",
            Digits::Decimal | Digits::Signed => "decimal digits",
        }
    }
}

/// The error of the reading that got furthest.
pub(super) fn furthest(errors: Vec<Wrong>) -> Option<Wrong> {
    // Among readings that got equally far, the first counts: more usual notations are tried before others.
    errors.into_iter().reduce(|best, next| if next.at > best.at { next } else { best })
}

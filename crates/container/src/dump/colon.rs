//! `xxd`: an offset in hex or (`-d`) decimal, a colon, bytes in groups (`-g`, `-c`, `-u`), two blanks, the characters.
//! `xxd -e` writes each group as a number, lowest byte last, and moves an incomplete group to the right; `xxd -b`
//! writes bits. The characters show which option was used, because they are always in the order of the bytes.

use super::lines::{Line, is_hex, lines, words};
use super::notation::{Digits, Notation};
use super::progress::{Base, Row, Walked, furthest, walk};
use super::{Spelled, Wrong, is_known};

const NOTATIONS: [Notation; 5] = [
    Notation::BYTES,
    Notation::new(Digits::Hex, 2),
    Notation::new(Digits::Hex, 4),
    Notation::new(Digits::Hex, 8),
    Notation::new(Digits::Binary, 1),
];

/// A line's offset, and the text behind the colon. `rest_at` is the byte of the whole text where `rest` begins.
struct Split<'a> {
    offset: &'a [u8],
    rest: &'a [u8],
    rest_at: usize,
}

fn split<'a>(line: &Line<'a>) -> Option<Split<'a>> {
    let lead = line.text.len() - line.text.trim_ascii_start().len();
    let colon = line.text.iter().position(|&b| b == b':')?;
    let offset = line.text.get(lead..colon).filter(|offset| is_hex(offset))?;
    Some(Split { offset, rest: line.text.get(colon + 1..)?, rest_at: line.at + colon + 1 })
}

/// The column, in the rest of each line, where the characters begin; none if there are no characters.
///
/// The first line shows the column: the characters begin behind a gap of two blanks or more. There may be several gaps,
/// because `xxd -e` puts one before an incomplete group. The right gap has as many characters behind it as there are
/// bytes before it. If no gap fits, the characters begin behind the first gap.
fn column(rest: &[u8]) -> Option<usize> {
    let mut first = None;
    // Of all words before the gap: how many digits they have, and whether they are bytes in bits.
    let (mut digits, mut is_bits) = (0, true);
    let mut at = rest.iter().position(|&b| b != b' ')?;
    while let Some(gap) = rest.get(at..).and_then(|rest| rest.windows(2).position(|pair| pair == b"  ")) {
        let start = at + gap;
        let end = start + rest.get(start..)?.iter().take_while(|&&b| b == b' ').count();
        first = first.or(Some(start + 2));
        for (_, word) in words(rest.get(at..start)?) {
            digits += word.len();
            is_bits &= word.len() == 8 && word.iter().all(|b| matches!(b, b'0' | b'1'));
        }
        for count in [digits / 2, if is_bits { digits / 8 } else { 0 }] {
            let from = rest.len().checked_sub(count).filter(|from| count > 0 && (start + 2..=end).contains(from));
            if from.is_some() {
                return from;
            }
        }
        at = end;
    }
    first
}

fn row<'a>(line: &Line<'a>, column: Option<usize>) -> Row<'a> {
    if line.text.trim_ascii() == b"*" {
        return Row::Repeats(line.at);
    }
    let Some(Split { offset, rest, rest_at }) = split(line) else { return Row::Other(line.at) };
    let numbers = column.and_then(|column| rest.get(..column)).unwrap_or(rest);
    match numbers.trim_ascii().is_empty() {
        true => Row::Other(line.at),
        false => Row::Numbers { at: line.at, offset, numbers, numbers_at: rest_at },
    }
}

/// Whether the characters are those of the bytes, on all lines.
fn agrees(text: &[u8], column: usize, notation: Notation) -> bool {
    let mut bytes = Vec::new();
    lines(text).filter_map(|line| split(&line)).all(|split| {
        bytes.clear();
        let numbers = split.rest.get(..column).unwrap_or(split.rest);
        let said = String::from_utf8_lossy(split.rest.get(column..).unwrap_or_default());
        words(numbers).all(|(_, word)| notation.push(word, &mut bytes))
            && said.chars().count() <= bytes.len()
            && said.chars().zip(&bytes).all(|(c, &byte)| match byte {
                b' '..=b'~' => c == char::from(byte),
                _ => c == '.' || !c.is_ascii(),
            })
    })
}

pub(super) fn read(text: &[u8]) -> super::Result {
    let first = lines(text).next()?;
    let Split { offset, rest, .. } = split(&first)?;
    let column = column(rest);
    let numbers = column.and_then(|column| rest.get(..column)).unwrap_or(rest);
    if !words(numbers).all(|(_, word)| is_hex(word)) || words(numbers).next().is_none() {
        return runs_together(text, offset, rest).map(Err);
    }
    let bases = [16, 10].map(|radix| Base { radix, digits: offset.len(), line: None });
    let rows = || lines(text).map(|line| row(&line, column));
    let (mut read, mut errors): (Vec<(Notation, Walked)>, Vec<Wrong>) = (Vec::new(), Vec::new());
    let mut sure = false;
    for notation in NOTATIONS {
        for base in bases {
            sure |= walk(rows().take(1), notation, base).is_ok_and(|start| is_known(&start.bytes));
            sure |= walk(rows().take(2), notation, base).is_ok_and(|start| start.rows == 2);
            match walk(rows(), notation, base) {
                Ok(walked) => read.push((notation, walked)),
                Err(wrong) => errors.push(wrong),
            }
        }
    }
    if read.is_empty() {
        let wrong = furthest(errors).filter(|_| sure);
        return wrong.or_else(|| runs_together(text, offset, rest)).map(Err);
    }
    // If a person changed bytes of the dump, the characters agree with no reading; then all readings stay.
    let agree = |notation| column.is_none_or(|column| agrees(text, column, notation));
    let agreed: Vec<bool> = read.iter().map(|(notation, _)| agree(*notation)).collect();
    if agreed.contains(&true) {
        let mut agreed = agreed.into_iter();
        read.retain(|_| agreed.next().unwrap_or(true));
    }
    let groups_of_two = words(numbers).all(|(_, word)| word.len() <= 4);
    let plain = read.iter().position(|(notation, _)| notation.digits == Digits::Bytes).filter(|_| groups_of_two);
    let readings: Vec<Vec<u8>> = read.iter().map(|(_, walked)| walked.bytes.clone()).collect();
    let bytes = match (super::only(readings), plain) {
        (Ok(bytes), _) => bytes,
        // xxd's default is groups of two bytes; numbers of two bytes are rare.
        (Err(_), Some(plain)) => read.swap_remove(plain).1.bytes,
        (Err(_), None) => {
            let form = "a hex dump in groups whose byte order cannot be told";
            return Some(Err(Wrong::refused(form, "bytes in their order: print it with `xxd` without -e and -g")));
        }
    };
    (sure || is_known(&bytes)).then(|| Ok(Spelled::new(bytes, "a hex dump")))
}

/// The fault of a dump whose lines do not separate numbers from characters: `xxd -e -c 6` has no blank between them.
fn runs_together(text: &[u8], offset: &[u8], rest: &[u8]) -> Option<Wrong> {
    let first = words(rest).next().filter(|(_, word)| word.len() % 2 == 0 && is_hex(word));
    let value = |offset: &[u8]| u64::from_str_radix(std::str::from_utf8(offset).ok()?, 16).ok();
    let second = split(&lines(text).nth(1)?).and_then(|split| value(split.offset))?;
    let goes_on = first.is_some() && offset.len() >= 7 && (1..=256).contains(&second.checked_sub(value(offset)?)?);
    let form = "a hex dump whose groups and characters run together";
    goes_on.then(|| Wrong::refused(form, "bytes in their order: print it with `xxd` without -e and -c"))
}

/// Whether the first line has escapes that colour it, and would be a line of a dump without them.
pub(super) fn is_coloured(text: &[u8]) -> bool {
    let Some(Line { at, text }) = lines(text).next().filter(|line| line.text.contains(&b'\x1b')) else { return false };
    let mut plain = Vec::new();
    let mut in_escape = false;
    for &byte in text {
        match byte {
            b'\x1b' => in_escape = true,
            _ if in_escape => in_escape = !byte.is_ascii_alphabetic(),
            _ => plain.push(byte),
        }
    }
    let line = Line { at, text: &plain };
    split(&line).is_some_and(|split| words(split.rest).next().is_some_and(|(_, word)| is_hex(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_column_behind_the_gap_that_fits() {
        assert_eq!(column(b" 7f45 4c46  .ELF"), Some(12));
        // `xxd -e`: an incomplete group stands behind a gap of its own.
        assert_eq!(column(b" 464c457f     0102  .ELF.."), Some(20));
        assert_eq!(column(b" 01111111 01000101  .E"), Some(20));
        assert_eq!(column(b" 7f45 4c46  .ELF and more"), Some(12), "none fits: behind the first gap");
        assert_eq!(column(b" 7f45 4c46"), None);
    }

    /// Each gap needs the words before it. If they were read again for each gap, this would take hours.
    #[test]
    fn a_line_of_many_gaps() {
        let line = b"a  ".repeat(1 << 20);
        assert_eq!(column(&line), Some(3));
    }
}

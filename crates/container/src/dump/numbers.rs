//! `od` and `hexdump`: an offset, then numbers of 1, 2, 4 or 8 bytes in one of many notations, in the byte order of the
//! machine. Repeated lines are left out. A last line with only an offset marks the end of the bytes.
//!
//! od writes offsets in octal or in the base that `-A` gives, hexdump in hex. The base, the size and the notation are
//! found by trying: each offset must go on from the line before.

use btf::Endian;

use super::lines::{Line, lines, words};
use super::notation::{Digits, Notation};
use super::progress::{Base, Row, Walked, furthest, row, walk};
use super::{Spelled, Wrong, is_known};

/// The note for a dump that has no last line with an offset alone.
pub(super) const CUT: &str =
    "the dump has no last line with an offset alone: it was read as far as it goes, and may have been cut off";

/// The advice for a dump that cannot be read.
pub(super) const AGAIN: &str = "bytes in hex, with offsets: print it with `xxd`, or with `od -A x -t x1 -v`";

const BASES: [Base; 5] = [
    Base { radix: 8, digits: 7, line: None },
    Base { radix: 10, digits: 7, line: None },
    Base { radix: 16, digits: 6, line: None },
    // hexdump, also when it runs as od: its lines have 16 bytes.
    Base { radix: 16, digits: 7, line: Some(16) },
    Base { radix: 16, digits: 8, line: None },
];

/// The notations, the most usual first.
fn notations() -> impl Iterator<Item = Notation> {
    [Digits::WholeHex, Digits::Octal, Digits::Decimal, Digits::Signed]
        .into_iter()
        .flat_map(|digits| [1, 2, 4, 8].map(|unit| Notation::new(digits, unit)))
        .flat_map(|little| {
            let big = Notation { order: Endian::Big, ..little };
            [Some(little), Some(big).filter(|big| big.unit > 1)].into_iter().flatten()
        })
}

/// The byte before the characters of a line: od -t x1z has them between > and <.
const BEFORE_CHARACTERS: u8 = b'>';

/// How many characters a number takes together with the blanks before it. None if this differs within the first 64
/// lines, or if these lines have no numbers.
fn columns(text: &[u8]) -> Option<usize> {
    const LINES: usize = 64;
    let mut common = None;
    for line in lines(text).take(LINES) {
        let Row::Numbers { numbers, .. } = row(&line, BEFORE_CHARACTERS) else { continue };
        let mut end = 0;
        for (at, word) in words(numbers) {
            let columns = at + word.len() - end;
            end = at + word.len();
            if *common.get_or_insert(columns) != columns {
                return None;
            }
        }
    }
    common
}

pub(super) fn read(text: &[u8]) -> super::Result {
    let mut start = lines(text);
    let (first, second) = (start.next()?, start.next());
    let Row::Numbers { offset, numbers, .. } = row(&first, BEFORE_CHARACTERS) else { return None };
    if offset.len() < 6 || numbers.trim_ascii().is_empty() {
        return None;
    }
    let columns = columns(text);
    let has_columns = |notation: &Notation| columns.is_none_or(|columns| notation.has_columns(columns));
    let mut wanted: Vec<Notation> = notations().filter(has_columns).collect();
    if wanted.is_empty() {
        wanted = notations().collect();
    }
    let rows = || lines(text).map(|line| row(&line, BEFORE_CHARACTERS));
    let (mut read, mut errors): (Vec<(Notation, Walked)>, Vec<Wrong>) = (Vec::new(), Vec::new());
    let mut sure = false;
    for notation in wanted {
        for base in BASES {
            let starts = |count| walk(rows().take(count), notation, base);
            sure |= starts(2).is_ok_and(|start| start.rows == 2 || start.ended);
            sure |= starts(1).is_ok_and(|start| is_known(&start.bytes));
            match walk(rows(), notation, base) {
                // The last number may be filled up with zeros. Without the last line it is not known with how many, so
                // this reading is refused.
                Ok(walked) if !walked.ended && notation.unit > 1 => {
                    let last = "the last line, an offset alone, which says where the bytes end";
                    errors.push(Wrong::at(text.trim_ascii_end().len(), last));
                }
                Ok(walked) => read.push((notation, walked)),
                Err(wrong) => errors.push(wrong),
            }
        }
    }
    if read.is_empty() {
        let wrong = furthest(errors)?;
        return refused(text, &wrong, &first, second).or(Some(wrong).filter(|_| sure)).map(Err);
    }
    if !sure {
        return None;
    }
    let mut notes = Vec::new();
    if read.iter().all(|(_, walked)| !walked.ended) {
        notes.push(CUT.to_owned());
    }
    // Most machines have the low byte first. The other order is taken if the bytes begin like a file in that order
    // only, or if the dump can be read in that order only.
    let has = |order, known: bool| {
        read.iter().any(|(notation, walked)| notation.order == order && (!known || is_known(&walked.bytes)))
    };
    let is_big = !has(Endian::Little, true) && (has(Endian::Big, true) || !has(Endian::Little, false));
    read.retain(|(notation, _)| (notation.order == Endian::Big) == is_big);
    if is_big && let Some((notation, _)) = read.first() {
        notes.push(format!(
            "numbers of {} bytes were read in big-endian order: in little-endian order, that of most machines, they begin like no known file",
            notation.unit
        ));
    }
    Some(match super::only(read.into_iter().map(|(_, walked)| walked.bytes).collect()) {
        Ok(bytes) => Ok(Spelled { notes, ..Spelled::new(bytes, "a hex dump") }),
        Err(_) => Err(Wrong::refused("a dump whose lines can be read in more than one way", AGAIN)),
    })
}

/// The refusal of forms that are recognised but not read: `od -c`, `-a`, `-f`, more than one `-t`.
fn refused(text: &[u8], wrong: &Wrong, first: &Line<'_>, second: Option<Line<'_>>) -> Option<Wrong> {
    let second = second?;
    // The offset of the second line is 1 to 64 above that of the first, in some base.
    let offset = |line: &Line<'_>, radix| {
        let word = words(line.text).next()?.1;
        i64::from_str_radix(std::str::from_utf8(word).ok()?, radix).ok()
    };
    let lead = second.text.len() - second.text.trim_ascii_start().len();
    let goes_on = [8, 10, 16].iter().any(|&radix| match (offset(first, radix), offset(&second, radix)) {
        (Some(first), Some(second)) => second.checked_sub(first).is_some_and(|away| (1..=64).contains(&away)),
        _ => false,
    });
    let is_start = offset(first, 16) == Some(0) && matches!(words(first.text).next()?.1.len(), 6..=8);
    if lead >= 6 && is_start {
        let form = "a dump with more than one kind of numbers";
        return Some(Wrong { at: second.at, ..Wrong::refused(form, AGAIN) });
    }
    let rest = text.get(wrong.at..).unwrap_or_default();
    let word = rest.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    let is_number = !word.is_empty() && word.iter().all(|b| b.is_ascii_hexdigit() || *b == b'-');
    if !(goes_on || second.text.trim_ascii() == b"*") || !is_start {
        return None;
    }
    let is_float = word.contains(&b'.') || word.windows(2).any(|pair| matches!(pair, b"e-" | b"e+"));
    let form = match () {
        () if is_float => "a dump of floating-point numbers (od -f)",
        () if !is_number => "a dump of characters (od -c, od -a or hexdump -c)",
        () => return None,
    };
    Some(Wrong { at: wrong.at, ..Wrong::refused(form, AGAIN) })
}

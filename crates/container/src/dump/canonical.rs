//! `hexdump -C` and `hd`: an offset of eight hex digits, bytes of two hex digits, the characters between bars, and at
//! the end a line with only an offset.

use super::lines::{Line, is_hex, lines, words};
use super::notation::{Digits, Notation};
use super::progress::{Base, Row, walk};
use super::{Spelled, is_known};

const NOTATION: Notation = Notation::new(Digits::WholeHex, 1);
const BASE: Base = Base { radix: 16, digits: 8, line: None };

fn row<'a>(line: &Line<'a>) -> Row<'a> {
    if line.text.trim_ascii() == b"*" {
        return Row::Repeats(line.at);
    }
    let Some((start, offset)) = words(line.text).next().filter(|(_, offset)| is_hex(offset)) else {
        return Row::Other(line.at);
    };
    let start = start + offset.len();
    let end = line.text.iter().position(|&b| b == b'|').unwrap_or(line.text.len()).max(start);
    let numbers = line.text.get(start..end).unwrap_or_default();
    Row::Numbers { at: line.at, offset, numbers, numbers_at: line.at + start }
}

pub(super) fn read(text: &[u8]) -> super::Result {
    let rows = || lines(text).map(|line| row(&line));
    let Row::Numbers { offset, numbers, .. } = rows().next()? else { return None };
    let mut numbers = words(numbers);
    let first = numbers.next()?.1;
    if offset.len() < 8 || first.len() != 2 || !is_hex(first) {
        return None;
    }
    let start = walk(rows().take(2), NOTATION, BASE).ok();
    let first = walk(rows().take(1), NOTATION, BASE).ok();
    let sure =
        start.is_some_and(|start| start.rows == 2 || start.ended) || first.is_some_and(|first| is_known(&first.bytes));
    if !sure {
        return None;
    }
    Some(walk(rows(), NOTATION, BASE).map(|walked| {
        let mut spelled = Spelled::new(walked.bytes, "a hex dump");
        if !walked.ended {
            spelled.notes.push(super::numbers::CUT.to_owned());
        }
        spelled
    }))
}

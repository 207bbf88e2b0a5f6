//! `hexdump -C` and `hd`: an offset of eight hex digits, bytes of two hex digits, the characters between bars, and at
//! the end a line with only an offset.

use super::lines::{is_hex, lines, words};
use super::notation::{Digits, Notation};
use super::progress::{Base, Row, row, walk};
use super::{Spelled, is_known};

const NOTATION: Notation = Notation::new(Digits::WholeHex, 1);
const BASE: Base = Base { radix: 16, digits: 8, line: None };

pub(super) fn read(text: &[u8]) -> super::Result {
    let rows = || lines(text).map(|line| row(&line, b'|'));
    let Row::Numbers { offset, numbers, .. } = rows().next()? else { return None };
    let mut numbers = words(numbers);
    let first = numbers.next()?.1;
    if offset.len() < 8 || first.len() != 2 || !is_hex(first) {
        return None;
    }
    let starts = |count| walk(rows().take(count), NOTATION, BASE);
    let sure = starts(2).is_ok_and(|start| start.rows == 2 || start.ended)
        || starts(1).is_ok_and(|start| is_known(&start.bytes));
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

//! Turns records into lines, the inverse of [`crate::lines::unlisted`].

use crate::lines::{Line, LineForm, Listed};
use crate::node::{self, FIXED};

/// How many words a member, enumerator or variable has.
fn item_words(form: LineForm) -> usize {
    match form {
        LineForm::Enum => 2,
        LineForm::Struct | LineForm::Union | LineForm::Enum64 | LineForm::Section => 3,
    }
}

/// The lines of a record's words; no lines for a record that is not written as lines.
pub(crate) fn listed(words: &[u32]) -> Listed {
    let Some(form) = node::kind(words).and_then(LineForm::of) else { return Listed::default() };
    let flag = node::flag(words);
    let size = words.get(2).copied().unwrap_or(0);
    let items = words.get(FIXED..).unwrap_or_default().chunks_exact(item_words(form));
    let mut out = Listed { first: 0, size, lines: Vec::with_capacity(items.len()) };
    let mut before = match form {
        LineForm::Enum | LineForm::Enum64 => -1,
        LineForm::Struct | LineForm::Union | LineForm::Section => 0i64,
    };
    for item in items {
        let line = match form {
            LineForm::Struct => {
                let &[a, b, raw] = item else { continue };
                let (at, bits) = node::place(raw, flag);
                let at = i64::from(at);
                match out.lines.last_mut() {
                    Some(last) => last.step = at - before,
                    None => out.first = at,
                }
                before = at;
                Line { a, b, bits, step: i64::from(size) * 8 - at }
            }
            LineForm::Union => {
                let &[a, b, raw] = item else { continue };
                let (at, bits) = node::place(raw, flag);
                Line { a, b, bits, step: at.into() }
            }
            LineForm::Enum => {
                let &[a, value] = item else { continue };
                let step = value.wrapping_sub(before as u32).wrapping_sub(1).cast_signed();
                before = value.into();
                Line { a, step: step.into(), ..Line::default() }
            }
            LineForm::Enum64 => {
                let &[a, low, high] = item else { continue };
                let value = (u64::from(high) << 32 | u64::from(low)).cast_signed();
                let step = value.wrapping_sub(before).wrapping_sub(1);
                before = value;
                Line { a, step, ..Line::default() }
            }
            LineForm::Section => {
                let &[b, at, bytes] = item else { continue };
                let step = i64::from(at) - before;
                before = i64::from(at) + i64::from(bytes);
                Line { a: bytes, b, bits: 0, step }
            }
        };
        out.lines.push(line);
    }
    out
}

//! Turns records into lines, the inverse of [`crate::lines::unlisted`].

use btf::Kind;

use crate::lines::{Line, Listed};
use crate::node::{self, FIXED};

/// Words of an item.
fn item_words(kind: Kind) -> usize {
    if kind == Kind::Enum { 2 } else { 3 }
}

fn split(raw: u32, flag: bool) -> (i64, u8) {
    if flag { (i64::from(raw & 0x00ff_ffff), (raw >> 24) as u8) } else { (raw.into(), 0) }
}

/// The lines of a record's words.
pub(crate) fn listed(words: &[u32]) -> Listed {
    let (Some(kind), flag) = (node::kind(words), node::flag(words)) else { return Listed::default() };
    let size = words.get(2).copied().unwrap_or(0);
    let items = words.get(FIXED..).unwrap_or_default().chunks_exact(item_words(kind));
    let mut out = Listed { first: 0, size, lines: Vec::with_capacity(items.len()) };
    let mut before = match kind {
        Kind::Enum | Kind::Enum64 => -1,
        _ => 0i64,
    };
    for item in items {
        let line = match (kind, item) {
            (Kind::Struct, &[a, b, raw]) => {
                let (at, bits) = split(raw, flag);
                match out.lines.last_mut() {
                    Some(last) => last.step = at - before,
                    None => out.first = at,
                }
                before = at;
                Line { a, b, bits, step: i64::from(size) * 8 - at }
            }
            (Kind::Union, &[a, b, raw]) => {
                let (step, bits) = split(raw, flag);
                Line { a, b, bits, step }
            }
            (Kind::Enum, &[a, value]) => {
                let step = value.wrapping_sub(before as u32).wrapping_sub(1).cast_signed();
                before = value.into();
                Line { a, step: step.into(), ..Line::default() }
            }
            (Kind::Enum64, &[a, low, high]) => {
                let value = (u64::from(high) << 32 | u64::from(low)).cast_signed();
                let step = value.wrapping_sub(before).wrapping_sub(1);
                before = value;
                Line { a, step, ..Line::default() }
            }
            (_, &[b, at, bytes]) => {
                let step = i64::from(at) - before;
                before = i64::from(at) + i64::from(bytes);
                Line { a: bytes, b, bits: 0, step }
            }
            _ => Line::default(),
        };
        out.lines.push(line);
    }
    out
}

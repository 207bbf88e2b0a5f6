//! Makes a blob from any bytes. Each byte is a choice, for example of a kind or of a size. So when a fuzzer changes a
//! byte, it changes a type, and the lengths in the blob stay right.

use crate::blob::{Blob, LAYOUT, Order, bits, kind};
use crate::choices::Choices;

/// At most this many types.
const MAX_TYPES: u32 = 400;

impl Choices<'_> {
    fn word(&mut self) -> u32 {
        u32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()])
    }

    /// Usually a small id; sometimes any.
    fn id(&mut self) -> u32 {
        match self.byte() {
            255 => self.word(),
            254 => 254 + self.below(160),
            n => n.into(),
        }
    }

    /// Usually a small number, a power of two, or a number just below 2 to the 32nd; sometimes any.
    fn size(&mut self) -> u32 {
        match self.byte() {
            n @ 0..=127 => n.into(),
            n @ 128..=223 => 1 << (n % 32),
            n @ 224..=250 => u32::MAX - u32::from(n - 224),
            _ => self.word(),
        }
    }

    /// Usually a multiple of 8 below 1600; sometimes a number up to 50, or any.
    fn offset(&mut self) -> u32 {
        match self.byte() {
            n @ 0..=199 => u32::from(n) * 8,
            n @ 200..=250 => u32::from(n - 200),
            _ => self.word(),
        }
    }
}

const NAMES: [&str; 16] = [
    "",
    "a",
    "b",
    "next",
    "long",
    "unsigned int",
    "int",
    "a\"\\b",
    "über",
    "x\ty",
    "struct",
    "a.b",
    "#3",
    "-",
    "data",
    "é",
];

/// Makes a blob from `choices`. It need not be sound.
pub fn blob(choices: &[u8]) -> Vec<u8> {
    let mut c = Choices(choices);
    let control = c.byte();
    let mut b = Blob::new(if control & 1 == 0 { Order::Little } else { Order::Big });
    if control & 2 != 0 {
        b.layout(&LAYOUT);
    }
    if control & 4 != 0 {
        b.layout(&[(4, 4), (0, 4), (0, 12), (c.byte(), c.byte())]);
    }
    let names: Vec<u32> = NAMES.iter().map(|name| b.string(name)).collect();
    while !c.0.is_empty() && b.next_id() < MAX_TYPES {
        record(&mut b, &mut c, &names);
    }
    b.build()
}

fn name(c: &mut Choices<'_>, names: &[u32]) -> u32 {
    match c.byte() {
        255 => c.word(),
        n => names[usize::from(n) % names.len()],
    }
}

fn record(b: &mut Blob, c: &mut Choices<'_>, names: &[u32]) {
    let choice = c.byte();
    let flag = choice & 0x80 != 0;
    let own = name(c, names);
    match choice & 0x1f {
        n @ (0 | 1) => {
            let size = if n == 0 { 1 << c.below(5) } else { c.size() };
            let data = if n == 0 { (u32::from(c.byte()) << 24) | (size * 8) } else { c.word() };
            b.record(own, kind::INT, 0, flag, size, &[data]);
        }
        2 | 3 => {
            b.record(0, kind::PTR, 0, false, c.id(), &[]);
        }
        4 => {
            let words = [c.id(), c.id(), c.size()];
            b.record(0, kind::ARRAY, 0, flag, 0, &words);
        }
        n @ 5..=9 => composite(b, c, names, own, flag, if n == 9 { kind::UNION } else { kind::STRUCT }, 9),
        n @ (10 | 11) => {
            let (count, size) = (c.below(5), 1 << c.below(5));
            let mut words = Vec::new();
            for _ in 0..count {
                words.extend([name(c, names), c.size()]);
                if n == 11 {
                    words.push(c.size());
                }
            }
            b.record(own, if n == 11 { kind::ENUM64 } else { kind::ENUM }, count, flag, size, &words);
        }
        12 => {
            b.record(own, kind::FWD, 0, flag, 0, &[]);
        }
        n @ 13..=17 => {
            let kinds = [kind::TYPEDEF, kind::VOLATILE, kind::CONST, kind::RESTRICT, kind::TYPE_TAG];
            b.record(own, kinds[usize::from(n) - 13], 0, flag, c.id(), &[]);
        }
        18 => {
            b.record(own, kind::FUNC, c.below(4), flag, c.id(), &[]);
        }
        19 => {
            let (count, returns) = (c.below(5), c.id());
            let words: Vec<u32> = (0..count * 2).map(|i| if i % 2 == 0 { name(c, names) } else { c.id() }).collect();
            b.record(own, kind::FUNC_PROTO, count, flag, returns, &words);
        }
        20 => {
            let words = [c.below(4)];
            b.record(own, kind::VAR, 0, flag, c.id(), &words);
        }
        21 => {
            let (count, size) = (c.below(4), c.size());
            let words: Vec<u32> = (0..count).flat_map(|_| [c.id(), c.size(), c.size()]).collect();
            b.record(own, kind::DATASEC, count, flag, size, &words);
        }
        22 => {
            b.record(own, kind::FLOAT, 0, flag, c.size(), &[]);
        }
        23 => {
            let words = [u32::from(c.byte()).wrapping_sub(1)];
            b.record(own, kind::DECL_TAG, 0, flag, c.id(), &words);
        }
        // Rarely, a record of any kind up to 30, with a number of words that need not fit the kind. It is rare because
        // nothing after a wrong number of words is sound.
        n if c.byte() >= 250 => {
            let (number, vlen, third) = (n - 24 + c.byte() % 24, c.below(8), c.size());
            let words: Vec<u32> = (0..c.below(20)).map(|_| c.word()).collect();
            b.record(own, number, vlen, flag, third, &words);
        }
        n => composite(b, c, names, own, flag, if n % 2 == 0 { kind::UNION } else { kind::STRUCT }, 40),
    }
}

/// A struct or union of fewer than `most` members.
fn composite(b: &mut Blob, c: &mut Choices<'_>, names: &[u32], own: u32, flag: bool, kind: u8, most: u32) {
    let (count, size) = (c.below(most), c.size());
    let mut words = Vec::new();
    for _ in 0..count {
        let (name, id, offset) = (name(c, names), c.id(), c.offset());
        let offset = if flag { bits(offset & 0x00ff_ffff, c.below(40)) } else { offset };
        words.extend([name, id, offset]);
    }
    b.record(own, kind, count, flag, size, &words);
}

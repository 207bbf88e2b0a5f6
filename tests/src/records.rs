//! Blobs whose records are mostly sound each by itself, so that what is wrong with them is how they go together: for checks that
//! [`crate::generate`]'s blobs do not get to. Each byte of the choices decides something.

use crate::blob::{Blob, Order, bits, kind};

/// At most this many types.
const MAX_TYPES: u32 = 120;

/// Names that may be names, and a few that some rule looks at.
const NAMES: [&str; 16] = [
    "a", "b1", "_c", "d.e", "long_name", "x", "y", "z", "kptr", "rcu", "user", "percpu", "node", "head", "lock", "f",
];

struct Choices<'a>(&'a [u8]);

impl Choices<'_> {
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    fn below(&mut self, n: u32) -> u32 {
        u32::from(self.byte()) % n.max(1)
    }

    /// Seldom.
    fn rarely(&mut self) -> bool {
        self.byte() >= 248
    }

    /// A type's id: mostly one that is there or will be, not far from `near`.
    fn id(&mut self, near: u32, most: u32) -> u32 {
        match self.byte() {
            0..=7 => 0,
            n @ 8..=150 => (near.saturating_sub(u32::from(n) % 12)).max(1),
            n @ 151..=200 => 1 + u32::from(n) % near.max(1),
            n @ 201..=250 => (near + u32::from(n) % 6).min(most),
            _ => most + 1,
        }
    }
}

/// A blob that `choices` decide on.
pub fn blob(choices: &[u8]) -> Vec<u8> {
    let mut c = Choices(choices);
    let order = if c.byte() == 255 { Order::Big } else { Order::Little };
    let most = 1 + c.below(MAX_TYPES.min(choices.len() as u32 / 6 + 1));
    let mut b = Blob::new(order);
    let names: Vec<u32> = NAMES.iter().map(|name| b.string(name)).collect();
    for _ in 0..most {
        record(&mut b, &mut c, &names, most);
    }
    b.build()
}

fn name(c: &mut Choices<'_>, names: &[u32]) -> u32 {
    names[c.below(names.len() as u32) as usize]
}

/// A name, or none.
fn any_name(c: &mut Choices<'_>, names: &[u32]) -> u32 {
    if c.byte() % 4 == 0 { 0 } else { name(c, names) }
}

fn record(b: &mut Blob, c: &mut Choices<'_>, names: &[u32], most: u32) {
    let near = b.next_id();
    let choice = c.byte();
    // Attributes of tags, signed enums, bitfields.
    let flag = choice & 0x80 != 0;
    match choice & 0x1f {
        0..=2 => {
            let size = 1u32 << c.below(5);
            let (offset, width) = match c.byte() {
                0..=200 => (0, size * 8),
                n => (u32::from(n % 9), (1 + u32::from(n)).min((size * 8).saturating_sub(8)).max(1)),
            };
            let own = any_name(c, names);
            let encoding = [0, 1, 2, 4][c.below(4) as usize];
            b.record(own, kind::INT, 0, false, size, &[encoding << 24 | offset << 16 | width]);
        }
        3..=6 => {
            b.record(0, kind::PTR, 0, false, c.id(near, most), &[]);
        }
        7 | 8 => {
            let count = [1, 2, 7, 300, 0, 1 << 30][c.below(6) as usize];
            let words = [c.id(near, most).max(1), if c.rarely() { c.id(near, most).max(1) } else { 1 }, count];
            b.record(0, kind::ARRAY, 0, false, 0, &words);
        }
        9..=13 => composite(b, c, names, most, flag, kind::STRUCT),
        14 => composite(b, c, names, most, flag, kind::UNION),
        15 => {
            let (count, size) = (c.below(3), 1u32 << c.below(4));
            let words: Vec<u32> = (0..count).flat_map(|_| [name(c, names), c.byte().into()]).collect();
            b.record(any_name(c, names), kind::ENUM, count, flag, size, &words);
        }
        16 => {
            let (count, size) = (c.below(3), 1u32 << c.below(4));
            let words: Vec<u32> =
                (0..count).flat_map(|_| [name(c, names), c.byte().into(), (c.byte() as i8 as i32) as u32]).collect();
            b.record(any_name(c, names), kind::ENUM64, count, flag, size, &words);
        }
        17 => {
            b.record(name(c, names), kind::FWD, 0, flag, 0, &[]);
        }
        18 | 19 => {
            b.record(name(c, names), kind::TYPEDEF, 0, false, c.id(near, most), &[]);
        }
        n @ 20..=22 => {
            let of = [kind::VOLATILE, kind::CONST, kind::RESTRICT][usize::from(n) - 20];
            b.record(0, of, 0, false, c.id(near, most), &[]);
        }
        23 => {
            b.record(name(c, names), kind::TYPE_TAG, 0, flag, c.id(near, most), &[]);
        }
        24 | 25 => {
            b.record(name(c, names), kind::FUNC, c.below(2), false, c.id(near, most), &[]);
        }
        26 | 27 => {
            let count = c.below(4);
            let words: Vec<u32> = (0..count).flat_map(|_| [any_name(c, names), c.id(near, most)]).collect();
            b.record(0, kind::FUNC_PROTO, count, false, c.id(near, most), &words);
        }
        28 => {
            b.record(name(c, names), kind::VAR, 0, false, c.id(near, most).max(1), &[c.below(2)]);
        }
        29 => {
            let count = c.below(4);
            let mut at = 0;
            let mut words = Vec::new();
            for _ in 0..count {
                let size = 1 + c.below(24);
                words.extend([c.id(near, most).max(1), at, size]);
                at += size + c.below(3);
            }
            b.record(name(c, names), kind::DATASEC, count, false, at + 1 + c.below(3), &words);
        }
        30 => {
            b.record(any_name(c, names), kind::FLOAT, 0, false, [2, 4, 8, 12, 16][c.below(5) as usize], &[]);
        }
        _ => {
            let component = c.below(5).wrapping_sub(1);
            b.record(name(c, names), kind::DECL_TAG, 0, flag, c.id(near, most), &[component]);
        }
    }
}

fn composite(b: &mut Blob, c: &mut Choices<'_>, names: &[u32], most: u32, flag: bool, of: u8) {
    let near = b.next_id();
    let count = c.below(5);
    let (mut words, mut at) = (Vec::new(), 0u32);
    for _ in 0..count {
        let (own, id) = (any_name(c, names), c.id(near, most).max(1));
        let width = if flag && c.byte() % 2 == 0 { c.below(40) } else { 0 };
        let start = if of == kind::UNION { 0 } else { at };
        words.extend([own, id, if flag { bits(start, width) } else { start }]);
        at += match c.byte() {
            0..=40 => width,
            n => u32::from(n % 5) * 32,
        };
        if !flag && !c.rarely() {
            at = at.next_multiple_of(8);
        }
    }
    let size = match of {
        kind::UNION => 4 * c.below(9),
        _ => at.div_ceil(8) + 4 * c.below(6),
    };
    b.record(any_name(c, names), of, count, flag, size, &words);
}

//! Blobs of records that are sound by themselves, and mostly together, so that the faults are in how a few of them fit
//! together. They reach checks that blobs of [`crate::generate`] do not reach. Each byte of the choices decides
//! something.

use crate::blob::{Blob, Order, bits, kind};
use crate::choices::Choices;

/// At most this many types.
const MAX_TYPES: u32 = 120;

/// Valid names, and a few that some rule treats specially.
const NAMES: [&str; 16] =
    ["a", "b1", "_c", "d.e", "long_name", "x", "y", "z", "kptr", "rcu", "user", "percpu", "node", "head", "lock", "f"];

/// A record that was written, or void.
#[derive(Clone, Copy)]
struct Made {
    kind: u8,
    /// The size in bytes, if there is one; else 0.
    size: u32,
    /// Of a prototype: whether its parameters have names.
    named: bool,
    /// Of an INT: whether it starts at bit 0 and has 8, 16, 32, 64 or 128 bits. Of a VAR: whether its type has less
    /// than 64 bytes. Of a qualifier, typedef or type tag: the same as of its target. Of other types with a size:
    /// `true`, except of a PTR.
    regular: bool,
}

struct Maker<'a> {
    choices: Choices<'a>,
    blob: Blob,
    names: Vec<u32>,
    /// The record of each id.
    made: Vec<Made>,
    most: u32,
    /// How many of 256 references ignore whether the target fits.
    wild: u8,
}

/// Makes a blob from `choices`.
pub fn blob(choices: &[u8]) -> Vec<u8> {
    let void = Made { kind: 0, size: 0, named: false, regular: false };
    let (control, wild) = (choices.first().copied().unwrap_or(0), choices.get(1).copied().unwrap_or(0) % 12);
    let mut blob = Blob::new(if control == 255 { Order::Big } else { Order::Little });
    let names = NAMES.iter().map(|name| blob.string(name)).collect();
    let most = 1 + u32::from(control) % MAX_TYPES.min(choices.len() as u32 / 6 + 1);
    let choices = Choices(choices.get(2..).unwrap_or_default());
    let mut maker = Maker { choices, blob, names, made: vec![void], most, wild };
    maker.begin();
    for _ in 0..most {
        let made = maker.record();
        maker.made.push(made);
    }
    maker.blob.build()
}

impl Maker<'_> {
    /// Writes one record of each kind that others need, so that a fitting target always exists.
    fn begin(&mut self) {
        let names = [self.names[0], self.names[1]];
        let b = &mut self.blob;
        let int = b.record(names[0], kind::INT, 0, false, 4, &[32]);
        b.record(0, kind::FUNC_PROTO, 0, false, 0, &[]);
        b.record(names[1], kind::VAR, 0, false, int, &[0]);
        self.most += 3;
        self.made.extend([
            Made { kind: kind::INT, size: 4, named: false, regular: true },
            Made { kind: kind::FUNC_PROTO, size: 0, named: true, regular: false },
            Made { kind: kind::VAR, size: 0, named: false, regular: true },
        ]);
    }

    fn byte(&mut self) -> u8 {
        self.choices.byte()
    }

    fn below(&mut self, n: u32) -> u32 {
        self.choices.below(n)
    }

    fn name(&mut self) -> u32 {
        let index = self.below(self.names.len() as u32);
        self.names.get(index as usize).copied().unwrap_or_default()
    }

    /// A name, or none.
    fn any_name(&mut self) -> u32 {
        if self.byte().is_multiple_of(4) { 0 } else { self.name() }
    }

    /// The id of a type that `fits`, or the last id if there is none; rarely any id.
    fn id(&mut self, fits: impl Fn(&Made) -> bool) -> u32 {
        let near = self.made.len() as u32;
        if self.byte() < self.wild {
            // Usually an id that exists, before or after this one.
            return match self.byte() {
                0..=15 => 0,
                16..=31 => self.most + 1,
                n => 1 + u32::from(n) % self.most,
            };
        }
        let from = near - 1 - self.below(near.min(40));
        let mut ids = (0..=from).rev().chain((from..near).rev());
        ids.find(|&id| self.made.get(id as usize).is_some_and(&fits)).unwrap_or(near - 1)
    }

    fn sized(&mut self) -> u32 {
        self.id(|made| made.size > 0)
    }

    fn any(&mut self) -> u32 {
        self.id(|made| !matches!(made.kind, kind::VAR | kind::DATASEC | kind::DECL_TAG))
    }

    fn of(&self, id: u32) -> Made {
        self.made.get(id as usize).copied().unwrap_or(Made { kind: 0, size: 0, named: false, regular: false })
    }

    fn record(&mut self) -> Made {
        let choice = self.byte();
        let plain = Made { kind: 0, size: 0, named: false, regular: false };
        // kind_flag: a tag is a whole attribute, an ENUM has signed values, a FWD is of a union, a struct has
        // bitfields.
        let flag = choice & 0x80 != 0;
        match choice & 0x1f {
            0..=3 => self.int(),
            4..=7 => {
                let target = self.any();
                self.blob.record(0, kind::PTR, 0, false, target, &[]);
                Made { kind: kind::PTR, size: 8, ..plain }
            }
            8 | 9 => {
                let count = [1, 2, 7, 300, 0, 1 << 30][self.below(6) as usize];
                let count = if count > 300 && self.byte() < 220 { 3 } else { count };
                let (element, index) = (
                    self.id(|made| made.size > 0 && made.regular),
                    self.id(|made| made.regular && made.kind == kind::INT),
                );
                self.blob.record(0, kind::ARRAY, 0, false, 0, &[element, index, count]);
                Made { kind: kind::ARRAY, size: self.of(element).size.saturating_mul(count), regular: true, ..plain }
            }
            10..=13 => self.composite(flag, kind::STRUCT),
            14 => self.composite(flag, kind::UNION),
            n @ (15 | 16) => {
                let (count, size) = (self.below(3), 1u32 << self.below(4));
                let mut words = Vec::new();
                for _ in 0..count {
                    words.extend([self.name(), self.byte().into()]);
                    if n == 16 {
                        words.push(i32::from(self.byte() as i8) as u32);
                    }
                }
                let (own, of) = (self.any_name(), if n == 16 { kind::ENUM64 } else { kind::ENUM });
                self.blob.record(own, of, count, flag, size, &words);
                Made { kind: of, size, regular: true, ..plain }
            }
            17 => {
                let own = self.name();
                self.blob.record(own, kind::FWD, 0, flag, 0, &[]);
                Made { kind: kind::FWD, ..plain }
            }
            n @ 18..=23 => {
                let of = [kind::TYPEDEF, kind::VOLATILE, kind::CONST, kind::RESTRICT, kind::TYPE_TAG, kind::TYPEDEF];
                let of = of[usize::from(n) - 18];
                let name = if matches!(of, kind::TYPEDEF | kind::TYPE_TAG) { self.name() } else { 0 };
                // Kernels before 7.2 accept type tags only before qualifiers.
                let wild = self.byte() < self.wild;
                let tag = of == kind::TYPE_TAG;
                let target = self.id(|made| {
                    !matches!(made.kind, kind::VAR | kind::DATASEC | kind::DECL_TAG)
                        && (tag || wild || made.kind != kind::TYPE_TAG)
                });
                self.blob.record(name, of, 0, flag && tag, target, &[]);
                Made { kind: of, ..self.of(target) }
            }
            24 => {
                let (own, linkage, proto) =
                    (self.name(), self.below(2), self.id(|made| made.kind == kind::FUNC_PROTO && made.named));
                self.blob.record(own, kind::FUNC, linkage, false, proto, &[]);
                Made { kind: kind::FUNC, ..plain }
            }
            25 | 26 => {
                let (count, returns) = (self.below(4), self.sized());
                let named = self.byte().is_multiple_of(2);
                let mut words = Vec::new();
                for _ in 0..count {
                    words.extend([if named { self.name() } else { self.any_name() }, self.sized()]);
                }
                if self.byte() > 220 {
                    words.extend([0, 0]);
                }
                self.blob.record(0, kind::FUNC_PROTO, words.len() as u32 / 2, false, returns, &words);
                Made { kind: kind::FUNC_PROTO, named, ..plain }
            }
            27 | 28 => {
                let (own, id, linkage) = (self.name(), self.sized(), self.below(2));
                self.blob.record(own, kind::VAR, 0, false, id, &[linkage]);
                // Of a VAR, `regular` says that a DATASEC may take it: its type has less than 64 bytes.
                Made { kind: kind::VAR, size: 0, regular: self.of(id).size < 64, ..plain }
            }
            29 => {
                let (count, mut at, mut words) = (self.below(4), 0, Vec::new());
                for _ in 0..count {
                    let size = 60 + self.below(12);
                    words.extend([self.id(|made| made.kind == kind::VAR && made.regular), at, size]);
                    at += size + self.below(3);
                }
                let (own, more) = (self.name(), self.below(4));
                self.blob.record(own, kind::DATASEC, count, false, at + 1 + more, &words);
                Made { kind: kind::DATASEC, ..plain }
            }
            30 => {
                let (own, size) = (self.any_name(), [2, 4, 8, 12, 16][self.below(5) as usize]);
                self.blob.record(own, kind::FLOAT, 0, false, size, &[]);
                Made { kind: kind::FLOAT, size, regular: true, ..plain }
            }
            _ => {
                let target = self.id(|made| {
                    matches!(made.kind, kind::STRUCT | kind::UNION | kind::FUNC | kind::VAR | kind::TYPEDEF)
                });
                let component = if self.byte() < 200 { u32::MAX } else { self.below(5).wrapping_sub(1) };
                let own = self.name();
                self.blob.record(own, kind::DECL_TAG, 0, flag, target, &[component]);
                Made { kind: kind::DECL_TAG, ..plain }
            }
        }
    }

    fn int(&mut self) -> Made {
        let size = 1u32 << self.below(5);
        let (offset, width) = match self.byte() {
            0..=200 => (0, size * 8),
            n => (u32::from(n % 9), (1 + u32::from(n)).min((size * 8).saturating_sub(8)).max(1)),
        };
        let (own, encoding) = (self.any_name(), [0, 1, 2, 4][self.below(4) as usize]);
        self.blob.record(own, kind::INT, 0, false, size, &[encoding << 24 | offset << 16 | width]);
        let regular = offset == 0 && matches!(width, 8 | 16 | 32 | 64 | 128);
        Made { kind: kind::INT, size, named: false, regular }
    }

    fn composite(&mut self, flag: bool, of: u8) -> Made {
        let (mut words, mut at, mut largest) = (Vec::new(), 0u32, 0u32);
        for _ in 0..self.below(5) {
            let own = self.any_name();
            let id = self.id(|made| made.size > 0 && (made.regular || !flag));
            let made = self.of(id);
            let field = flag && matches!(made.kind, kind::INT | kind::ENUM) && self.byte() < 100;
            let width = if field { 1 + self.below(made.size.saturating_mul(8)) } else { 0 };
            if !field || self.byte() < 40 {
                at = at.next_multiple_of(if made.kind == kind::FLOAT { made.size.min(8) * 8 } else { 8 });
            }
            if self.byte() < self.wild {
                at += self.below(40);
            }
            let start = if of == kind::UNION { 0 } else { at };
            words.extend([own, id, if flag { bits(start & 0x00ff_ffff, width) } else { start }]);
            at = at.saturating_add(if field { width } else { made.size.saturating_mul(8) }).min(1 << 24);
            largest = largest.max(made.size);
        }
        let size = if of == kind::UNION { largest } else { at.div_ceil(8) };
        // Usually 3 to 11 bytes are added, since the kernel counts an ENUM member as 32 bits,
        // whatever its size.
        let size =
            if self.byte() < self.wild { size.saturating_sub(1) } else { size.saturating_add(4 * self.below(3) + 3) };
        let own = self.any_name();
        self.blob.record(own, of, words.len() as u32 / 3, flag, size, &words);
        Made { kind: of, size, named: false, regular: true }
    }
}

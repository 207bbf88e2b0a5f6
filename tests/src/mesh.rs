//! Blobs of records that are sound by themselves but refer to each other far more, and more deeply, than those of
//! [`crate::records`]: long chains in both directions, loops, nested structs, huge arrays. Which fault a kernel finds
//! first depends on the order in which it visits them. Each byte of the choices decides something.

use crate::blob::{Blob, Order, bits, kind};
use crate::choices::Choices;

/// The first ids: an INT of 4 bytes, then a prototype, then a VAR.
const INT: u32 = 1;
const VARIABLE: u32 = 3;

/// How a type usually chooses the type that it refers to.
#[derive(Clone, Copy)]
enum Way {
    /// The next one: rising chains.
    Next,
    /// The previous one: falling chains.
    Previous,
    /// One at most a few ids away.
    Near,
    /// Any type.
    Any,
}

struct Mesh<'a> {
    choices: Choices<'a>,
    blob: Blob,
    name: u32,
    way: Way,
    /// Each kind of deviation from the usual way happens in about one of `stray` choices.
    stray: u32,
    /// The last id.
    most: u32,
    /// The kind of each id that was written.
    kinds: Vec<u8>,
}

/// Kinds that dominate a blob, so that a walk stays in one mode (by pointers, by sizes) for long.
const SETS: [&[u8]; 5] = [
    &[kind::PTR, kind::CONST, kind::TYPEDEF, kind::VOLATILE, kind::RESTRICT],
    &[kind::STRUCT, kind::STRUCT, kind::ARRAY, kind::CONST, kind::TYPEDEF, kind::UNION],
    &[kind::PTR, kind::STRUCT, kind::TYPEDEF, kind::CONST, kind::ARRAY, kind::TYPE_TAG],
    &[kind::CONST, kind::TYPEDEF, kind::VOLATILE],
    &[kind::FUNC_PROTO, kind::PTR, kind::FUNC, kind::VAR, kind::DATASEC, kind::DECL_TAG, kind::TYPEDEF, kind::STRUCT],
];

/// Every kind whose records refer to types, and FWD.
const KINDS: [u8; 15] = [
    kind::PTR,
    kind::CONST,
    kind::TYPEDEF,
    kind::VOLATILE,
    kind::RESTRICT,
    kind::TYPE_TAG,
    kind::ARRAY,
    kind::STRUCT,
    kind::UNION,
    kind::FUNC_PROTO,
    kind::FUNC,
    kind::VAR,
    kind::DATASEC,
    kind::DECL_TAG,
    kind::FWD,
];

/// Makes a blob from `choices`.
pub fn blob(choices: &[u8]) -> Vec<u8> {
    let mut blob = Blob::new(Order::Little);
    let name = blob.string("a");
    let kinds = vec![0, kind::INT, kind::FUNC_PROTO, kind::VAR];
    let mut mesh = Mesh { choices: Choices(choices), blob, name, way: Way::Next, stray: 0, most: VARIABLE, kinds };
    mesh.blob.record(name, kind::INT, 0, false, 4, &[32]);
    mesh.blob.record(0, kind::FUNC_PROTO, 0, false, 0, &[]);
    mesh.blob.record(name, kind::VAR, 0, false, INT, &[0]);
    mesh.most += 2 + [4, 12, 40, 150][mesh.below(4) as usize] / (1 + mesh.below(3));
    mesh.way = [Way::Next, Way::Previous, Way::Previous, Way::Near, Way::Any][mesh.below(5) as usize];
    mesh.stray = [8, 40, 250][mesh.below(3) as usize];
    let set = SETS[mesh.below(5) as usize];
    while mesh.blob.next_id() <= mesh.most {
        let from = if mesh.below(mesh.stray) == 0 { &KINDS } else { set };
        let of = from[mesh.below(from.len() as u32) as usize];
        mesh.record(of);
        mesh.kinds.push(of);
    }
    mesh.blob.build()
}

impl Mesh<'_> {
    fn below(&mut self, n: u32) -> u32 {
        self.choices.below(n)
    }

    /// The target of the next type.
    fn target(&mut self) -> u32 {
        let own = self.blob.next_id();
        let id = match (self.below(self.stray), self.way) {
            (0, _) => return 1 + self.below(self.most),
            (1, _) => INT,
            (_, Way::Next) => own + 1,
            (_, Way::Previous) => own - 1,
            (_, Way::Near) => (own + self.below(9)).saturating_sub(4),
            (_, Way::Any) => 1 + self.below(self.most),
        };
        // A chain usually ends, and rarely returns to its start.
        let end = if self.below(self.stray) == 0 { VARIABLE + 1 } else { INT };
        // A member or an element cannot have a type of these kinds: INT takes the place of such a target.
        let unfit = [kind::VAR, kind::DATASEC, kind::DECL_TAG, kind::FWD, kind::FUNC, kind::FUNC_PROTO];
        match id {
            0 => INT,
            id if id > self.most => end,
            id if self.kinds.get(id as usize).is_some_and(|kind| unfit.contains(kind)) => INT,
            id => id,
        }
    }

    /// The last type of one of these kinds; rarely any type.
    fn last(&mut self, kinds: &[u8]) -> u32 {
        let found = self.kinds.iter().rposition(|kind| kinds.contains(kind)).map(|id| id as u32);
        match found {
            Some(id) if self.below(self.stray) > 0 => id,
            _ => self.target(),
        }
    }

    fn record(&mut self, of: u8) {
        let (name, target) = (self.name, self.target());
        match of {
            kind::TYPEDEF | kind::TYPE_TAG => self.blob.record(name, of, 0, false, target, &[]),
            kind::ARRAY => {
                let index = if self.below(self.stray) == 0 { self.target() } else { INT };
                let count = match self.below(self.stray) {
                    0 => [65_536, 1 << 30, u32::MAX][self.below(3) as usize],
                    n => [1, 1, 0, 2][n as usize % 4],
                };
                self.blob.record(0, of, 0, false, 0, &[target, index, count])
            }
            kind::STRUCT | kind::UNION => {
                let flag = self.below(6) == 0;
                // Usually a size that grows with the id, so that a member whose type was written
                // before fits.
                let size = match self.below(self.stray) {
                    0 => [64, 8, u32::MAX][self.below(3) as usize],
                    _ => 1 << 20 | self.blob.next_id() << 13,
                };
                let (mut words, mut at) = (Vec::new(), 0u32);
                for index in 0..self.below(4) {
                    let id = if index == 0 { target } else { self.target() };
                    let width = if flag && self.below(self.stray) == 0 { 1 + self.below(33) } else { 0 };
                    words.extend([name, id, if flag { bits(at, width) } else { at }]);
                    let step = if self.below(self.stray) == 0 { 1 } else { [0, 8, 32, 64][self.below(4) as usize] };
                    at += step * u32::from(of == kind::STRUCT);
                }
                self.blob.record(0, of, words.len() as u32 / 3, flag, size, &words)
            }
            kind::FUNC_PROTO => {
                let words: Vec<u32> = (0..self.below(3)).flat_map(|_| [name, self.target()]).collect();
                self.blob.record(0, of, words.len() as u32 / 2, false, target, &words)
            }
            kind::FUNC => {
                let proto = self.last(&[kind::FUNC_PROTO]);
                let linkage = self.linkage();
                self.blob.record(name, of, linkage, false, proto, &[])
            }
            kind::VAR => {
                let linkage = self.linkage();
                self.blob.record(name, of, 0, false, target, &[linkage])
            }
            kind::DATASEC => {
                let (mut words, mut at) = (Vec::new(), 0);
                for _ in 0..self.below(4) {
                    let size = [4, 8, 1 << 22][self.below(3) as usize];
                    words.extend([if self.below(2) == 0 { VARIABLE } else { self.last(&[kind::VAR]) }, at, size]);
                    at += size;
                }
                self.blob.record(name, of, words.len() as u32 / 3, false, at + 1, &words)
            }
            kind::DECL_TAG => {
                let target = self.last(&[kind::STRUCT, kind::UNION, kind::FUNC, kind::VAR, kind::TYPEDEF]);
                let component = if self.below(3) > 0 { u32::MAX } else { self.below(4) };
                self.blob.record(name, of, 0, false, target, &[component])
            }
            kind::FWD => self.blob.record(name, of, 0, false, 0, &[]),
            _ => self.blob.record(0, of, 0, false, target, &[]),
        };
    }

    /// Static or global.
    fn linkage(&mut self) -> u32 {
        self.below(2)
    }
}

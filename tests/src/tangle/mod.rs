//! Blobs of about 2 KB with types that contain each other many times: by value, by pointers, in arrays, in prototypes,
//! in cycles. A walk that visits or prints every occurrence would never end.
//!
//! The shapes are those that once made something hang, and similar ones. [`random`] mixes them.

mod by_name;

pub use by_name::by_name;

use crate::blob::kind;
use crate::choices::Choices;
use crate::shared::Shared;

/// The size at which blobs stop growing, in bytes. The last record may exceed it by up to 400.
const MOST: usize = 2048;

/// A blob and its description.
#[derive(Clone, Debug)]
pub struct Tangle {
    /// A description, such as `anonymous union of 3, names of 2, Array(2), 4 bytes`: nested unions without names, of 4
    /// bytes each. Each has 3 members, whose names have 2 characters and whose types are arrays of 2 unions.
    pub name: String,
    /// The blob.
    pub bytes: Vec<u8>,
}

/// The types between a member and the struct that it contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Between {
    Nothing,
    Pointer,
    Array(u32),
    PointerToArray,
    Typedef,
    Qualifiers,
}

const BETWEEN: [Between; 9] = [
    Between::Nothing,
    Between::Pointer,
    Between::Array(0),
    Between::Array(2),
    Between::Array(1000),
    Between::Array(u32::MAX),
    Between::PointerToArray,
    Between::Typedef,
    Between::Qualifiers,
];

/// A shape of nested structs.
#[derive(Clone, Copy, Debug)]
struct Nest {
    kind: u8,
    /// How many members each struct has.
    members: u32,
    /// The length of a member's name; 0 for anonymous members.
    member_name: usize,
    /// Whether the types have names.
    named: bool,
    between: Between,
    /// The size of each struct, in bytes.
    size: u32,
}

impl Nest {
    fn name(&self) -> String {
        let Nest { kind, members, member_name, named, between, size } = self;
        let kind = if *kind == kind::UNION { "union" } else { "struct" };
        let named = if *named { "named" } else { "anonymous" };
        format!("{named} {kind} of {members}, names of {member_name}, {between:?}, {size} bytes")
    }

    /// A blob of as many nested structs as fit. The outermost is named `top`.
    fn build(&self) -> Vec<u8> {
        let mut blob = Shared::new();
        let int = blob.int("int", 4, 1);
        let long = "n".repeat(self.member_name.saturating_sub(1));
        let names: Vec<String> =
            (0..self.members).map(|i| if long.is_empty() { String::new() } else { format!("{long}{i}") }).collect();
        let mut at = int;
        for level in 0.. {
            // The bytes for the next struct, the types between, and the last struct, with their names.
            let strings: usize = if level == 0 { names.iter().map(|name| name.len() + 1).sum() } else { 0 };
            if blob.len() + 12 * self.members as usize + strings + 160 > MOST {
                break;
            }
            at = between(&mut blob, at, int, self.between, level);
            let step = if self.kind == kind::UNION { 0 } else { self.size.saturating_mul(8) };
            let members: Vec<(&str, u32, u32)> =
                (0..).zip(&names).map(|(i, name)| (name.as_str(), at, step.wrapping_mul(i))).collect();
            let own = if self.named { format!("t{level}") } else { String::new() };
            at = blob.composite(self.kind, &own, self.size, &members);
        }
        blob.composite(self.kind, "top", self.size, &[("x", at, 0)]);
        blob.build()
    }
}

fn between(blob: &mut Shared, at: u32, int: u32, between: Between, level: u32) -> u32 {
    match between {
        Between::Nothing => at,
        Between::Pointer => blob.pointer(at),
        Between::Array(count) => blob.array(at, int, count),
        Between::PointerToArray => {
            let array = blob.array(at, int, 3);
            blob.pointer(array)
        }
        Between::Typedef => blob.named(kind::TYPEDEF, &format!("d{level}"), at),
        Between::Qualifiers => {
            let constant = blob.reference(kind::CONST, at);
            blob.reference(kind::VOLATILE, constant)
        }
    }
}

/// All shapes: some hundreds.
#[must_use]
pub fn all() -> Vec<Tangle> {
    let mut all = Vec::new();
    for kind in [kind::STRUCT, kind::UNION] {
        for between in BETWEEN {
            for (members, member_name) in [(1, 0), (2, 0), (2, 2), (3, 2), (8, 0), (40, 2), (2, 300), (2, 700)] {
                for (named, size) in [(true, 4), (false, 4), (false, 0), (true, u32::MAX)] {
                    let nest = Nest { kind, members, member_name, named, between, size };
                    // With one member and no array, the type is reached only once.
                    if members > 1 || matches!(between, Between::Array(_)) {
                        all.push(Tangle { name: nest.name(), bytes: nest.build() });
                    }
                }
            }
        }
    }
    for count in [0, 1, 2, 1000, u32::MAX] {
        all.push(Tangle { name: format!("arrays of {count} in arrays"), bytes: arrays(count) });
        all.push(Tangle { name: format!("arrays of {count} of empty and wide types"), bytes: wide(count) });
    }
    for params in [1, 2, 4, 12] {
        for name in [2, 400] {
            for ret in [false, true] {
                let of = format!("prototypes of {params} in prototypes, names of {name}, {ret}");
                all.push(Tangle { name: of, bytes: prototypes(params, name, ret) });
            }
        }
    }
    let links: [&[u8]; 6] = [
        &[kind::TYPEDEF],
        &[kind::CONST],
        &[kind::PTR],
        &[kind::TYPE_TAG],
        &[kind::PTR, kind::CONST, kind::PTR, kind::VOLATILE],
        &[kind::TYPEDEF, kind::PTR],
    ];
    for links in links {
        for circle in [false, true] {
            all.push(Tangle { name: format!("a chain of {links:?}, circle {circle}"), bytes: chain(links, circle) });
        }
    }
    for via in [None, Some(kind::PTR), Some(kind::TYPEDEF)] {
        for named in [false, true] {
            all.push(Tangle { name: format!("each in each, {via:?}, named {named}"), bytes: each_in_each(via, named) });
            all.push(Tangle { name: format!("each in all later, {via:?}, named {named}"), bytes: dag(via, named) });
        }
    }
    all.push(Tangle { name: "sections".to_owned(), bytes: sections() });
    all.push(Tangle { name: "long names".to_owned(), bytes: long_names() });
    all
}

fn arrays(count: u32) -> Vec<u8> {
    let mut blob = Shared::new();
    let int = blob.int("int", 4, 1);
    let mut at = int;
    while blob.len() < MOST - 120 {
        at = blob.array(at, int, count);
    }
    blob.structure("top", 4, &[("a", at, 0), ("b", at, 32)]);
    blob.build()
}

fn wide(count: u32) -> Vec<u8> {
    let mut blob = Shared::new();
    let int = blob.int("int", 4, 1);
    let letter = blob.int("char", 1, 1);
    let empty = blob.structure("empty", 0, &[]);
    let fields: Vec<String> = (0..50).map(|i| format!("f{i}")).collect();
    let members: Vec<(&str, u32, u32)> = fields.iter().map(|name| (name.as_str(), int, 0)).collect();
    let wide = blob.composite(kind::UNION, "wide", 4, &members);
    let of = [empty, wide, letter].map(|element| {
        let inner = blob.array(element, int, count);
        blob.array(inner, int, count)
    });
    let members: Vec<(&str, u32, u32)> =
        fields.iter().zip(of.into_iter().cycle()).take(30).map(|(name, id)| (name.as_str(), id, 0)).collect();
    blob.structure("top", count, &members);
    blob.build()
}

fn prototypes(params: usize, name: usize, ret: bool) -> Vec<u8> {
    let mut blob = Shared::new();
    let int = blob.int("int", 4, 1);
    let name = "p".repeat(name);
    let mut at = int;
    loop {
        let takes: Vec<(&str, u32)> = (0..params).map(|_| (name.as_str(), at)).collect();
        let prototype = blob.prototype(if ret { at } else { int }, &takes);
        at = blob.pointer(prototype);
        if blob.len() + 8 * params + 160 > MOST {
            break;
        }
    }
    blob.function("call", at - 1, 1);
    blob.named(kind::TYPEDEF, "called", at);
    blob.structure("top", 8, &[("x", at, 0)]);
    blob.build()
}

fn chain(links: &[u8], circle: bool) -> Vec<u8> {
    let mut blob = Shared::new();
    let int = blob.int("int", 4, 1);
    let first = blob.next_id();
    let count = if circle { links.len() } else { 130 };
    for (i, kind) in (0..).zip(links.iter().cycle().take(count)) {
        let to = match i {
            0 if circle => first + count as u32 - 1,
            0 => int,
            i => first + i - 1,
        };
        match *kind {
            kind::TYPEDEF => blob.named(kind::TYPEDEF, &format!("d{i}"), to),
            kind::TYPE_TAG => blob.type_tag("tag", false, to),
            other => blob.reference(other, to),
        };
    }
    let last = blob.next_id() - 1;
    blob.variable("v", last, 1);
    blob.structure("top", 16, &[("x", last, 0), ("y", first, 64)]);
    blob.build()
}

/// Eleven structs. The members of each are all eleven structs, itself included.
fn each_in_each(via: Option<u8>, named: bool) -> Vec<u8> {
    const COUNT: u32 = 11;
    let mut blob = Shared::new();
    blob.int("int", 4, 1);
    let first = blob.next_id() + if via.is_some() { COUNT } else { 0 };
    let mut to: Vec<u32> = (0..COUNT).map(|i| first + i).collect();
    if let Some(kind) = via {
        to = to.iter().map(|&id| blob.named(kind, if kind == kind::PTR { "" } else { "d" }, id)).collect();
    }
    let names: Vec<String> = (0..COUNT).map(|i| if named { format!("m{i}") } else { String::new() }).collect();
    for own in 0..COUNT {
        let members: Vec<(&str, u32, u32)> =
            (0..).zip(names.iter().zip(&to)).map(|(i, (name, id))| (name.as_str(), *id, 64 * i)).collect();
        blob.structure(if own == 0 { "top" } else { "other" }, 8 * COUNT, &members);
    }
    blob.build()
}

/// Unions. The members of each are an int and all earlier unions.
fn dag(via: Option<u8>, named: bool) -> Vec<u8> {
    let mut blob = Shared::new();
    let mut ids = vec![blob.int("int", 4, 1)];
    while blob.len() + 12 * ids.len() + 80 < MOST {
        let names: Vec<String> = (0..ids.len()).map(|i| if named { format!("m{i}") } else { String::new() }).collect();
        let members: Vec<(&str, u32, u32)> = names.iter().zip(&ids).map(|(name, id)| (name.as_str(), *id, 0)).collect();
        let own = if named { format!("u{}", ids.len()) } else { String::new() };
        let union = blob.composite(kind::UNION, &own, 8, &members);
        ids.push(via.map_or(union, |kind| blob.named(kind, if kind == kind::PTR { "" } else { "d" }, union)));
    }
    blob.composite(kind::UNION, "top", 8, &[("x", ids[ids.len() - 1], 0)]);
    blob.build()
}

fn sections() -> Vec<u8> {
    let mut blob = Shared::new();
    let mut at = blob.int("int", 4, 1);
    for _ in 0..18 {
        at = blob.composite(kind::UNION, "", 4, &[("a", at, 0), ("b", at, 0)]);
    }
    blob.composite(kind::UNION, "top", 4, &[("x", at, 0)]);
    let variable = blob.variable("v", at, 1);
    for name in [".data", ".maps", ".rodata"] {
        blob.data_section(name, u32::MAX, &[[variable, 0, u32::MAX]; 24]);
    }
    blob.build()
}

fn long_names() -> Vec<u8> {
    let mut blob = Shared::new();
    let mut at = blob.int("int", 4, 1);
    let name = "L".repeat(900);
    let name = blob.string(&name);
    for _ in 0..5 {
        let words: Vec<u32> = (0..9).flat_map(|_| [name, at, 0]).collect();
        at = blob.record(name, kind::STRUCT, 9, false, 4, &words);
        let words: Vec<u32> = (0..6).flat_map(|_| [name, at]).collect();
        let prototype = blob.record(0, kind::FUNC_PROTO, 6, false, at, &words);
        blob.record(name, kind::FUNC, 1, false, prototype, &[]);
    }
    blob.structure("top", 4, &[("x", at, 0), ("y", at, 0)]);
    blob.build()
}

/// Types that refer to random earlier types, mostly to those just before; `top` is the last type.
#[must_use]
pub fn random(seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let bytes: Vec<u8> = std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 24) as u8
    })
    .take(4000)
    .collect();
    let mut c = Choices(&bytes);
    let mut blob = Shared::new();
    let int = blob.int("int", 4, 1);
    let counts = [0, 1, 2, 3, 1 << 16, u32::MAX];
    let (count, long) = (counts[c.below(6) as usize], "L".repeat(c.below(2) as usize * 200 + 1));
    while blob.len() + 260 < MOST {
        let next = blob.next_id();
        // One reference in twenty leads to the type itself or a later one, which makes cycles.
        let pick = |c: &mut Choices<'_>| match c.below(20) {
            0 => next + c.below(6),
            1 | 2 => 1 + c.below(next - 1),
            _ => next - 1 - c.below(3).min(next - 2),
        };
        let name = ["", "", "a", "b", "top", long.as_str()][c.below(6) as usize];
        match c.below(14) {
            0..=6 => {
                let of = if c.below(2) == 0 { kind::STRUCT } else { kind::UNION };
                let members: Vec<(&str, u32, u32)> = (0..=c.below(7))
                    .map(|i| {
                        (["", "", "m", "n", "x", long.as_str()][c.below(6) as usize], pick(&mut c), 32 * i * c.below(2))
                    })
                    .collect();
                blob.composite(of, name, [0, 4, 8, 64, u32::MAX][c.below(5) as usize], &members);
            }
            7 => {
                let of = pick(&mut c);
                blob.array(of, int, if c.below(2) == 0 { count } else { 2 });
            }
            8 => {
                let of = pick(&mut c);
                blob.pointer(of);
            }
            9 => {
                let of = pick(&mut c);
                blob.named(kind::TYPEDEF, if name.is_empty() { "d" } else { name }, of);
            }
            10 => {
                let params: Vec<(&str, u32)> = (0..c.below(5)).map(|_| (name, pick(&mut c))).collect();
                let ret = pick(&mut c);
                blob.prototype(ret, &params);
            }
            11 => {
                let of = pick(&mut c);
                blob.variable("v", of, 1);
            }
            12 => {
                let of = pick(&mut c);
                blob.reference(kind::CONST, of);
            }
            _ => {
                blob.enumeration("e", 4, false, &[("A", 0), (long.as_str(), 1)]);
            }
        }
    }
    let last = blob.next_id() - 1;
    blob.composite(kind::UNION, "top", 8, &[("x", last, 0), ("y", last - 1, 0), ("", last - 2, 0)]);
    blob.build()
}

/// A copy of a blob whose first type, `int`, has 8 bytes, so that all types made of it differ.
#[must_use]
pub fn twin(blob: &[u8]) -> Vec<u8> {
    let mut twin = blob.to_vec();
    // After the header, the first record: name, info, size, data.
    twin[24 + 8] = 8;
    twin[24 + 12] = 64;
    twin
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_small_and_can_be_read() {
        let random = (0..50).map(|seed| Tangle { name: format!("random {seed}"), bytes: random(seed) });
        let all: Vec<Tangle> = all().into_iter().chain(random).collect();
        assert!(all.len() > 400, "{}", all.len());
        for tangle in &all {
            assert!(tangle.bytes.len() <= MOST + 400, "{}: {}", tangle.name, tangle.bytes.len());
            let btf = btf::Btf::parse(tangle.bytes.as_slice(), None).expect("BTF");
            assert!(btf.types().any(|t| t.name() == "top"), "{}", tangle.name);
            let twin = btf::Btf::parse(twin(&tangle.bytes), None).expect("BTF");
            assert_eq!(twin.types().next().map(|t| t.size_or_type()), Some(8), "{}", tangle.name);
        }
    }
}

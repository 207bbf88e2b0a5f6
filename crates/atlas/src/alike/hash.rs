//! Hashes of forms. They are equal for equal declarations in C. The types of a file are found among the forms of
//! kernels by comparing hashes.
//!
//! A hash leaves out properties that C and programs do not keep: tags, the spelling of base types (`unsigned long`,
//! `long unsigned int`), flavours (`___v6`), linkage, the sign of an enum and the index type of an array. For a type
//! that is referred to by name it also leaves out whether that type is a struct, a union or a forward declaration, and
//! whether it is an ENUM or an ENUM64.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use btf::Kind;
use btf::Kind::*;

use crate::decode::Forms;
use crate::node::{self, FIXED, VOID};

/// The most members of a form, including those of nested unnamed types, that are compared one by one.
const MOST_LEAVES: usize = 1 << 14;

/// Texts and nodes by number; a node refers only to nodes with lower numbers.
pub(super) trait Nodes {
    fn text(&self, number: u32) -> &[u8];
    fn node(&self, number: u32) -> &[u32];
    fn count(&self) -> u32;
}

impl Nodes for Forms {
    fn text(&self, number: u32) -> &[u8] {
        self.texts.get(number)
    }

    fn node(&self, number: u32) -> &[u32] {
        self.nodes.get(number)
    }

    fn count(&self) -> u32 {
        self.nodes.len()
    }
}

impl Nodes for crate::collect::Pool {
    fn text(&self, number: u32) -> &[u8] {
        self.texts.get(number)
    }

    fn node(&self, number: u32) -> &[u32] {
        self.nodes.get(number)
    }

    fn count(&self) -> u32 {
        self.nodes.len()
    }
}

/// The hashes of all nodes.
pub(super) struct Hashes<'a, N> {
    of: &'a N,
    nodes: Vec<u64>,
}

/// The size of a struct or union, and a sorted list with a hash for each member. Two such lists tell whether one type
/// has all members of the other. The hash of a pointer leaves out its target, because a BTF that was cut down may
/// lack the target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Leaves {
    size: u32,
    members: Vec<u64>,
}

impl Leaves {
    /// Whether `self` has members, all of them are in `whole`, and both have the same size.
    pub(super) fn are_part_of(&self, whole: &Leaves) -> bool {
        self.size == whole.size
            && !self.members.is_empty()
            && self.members.iter().all(|member| whole.members.binary_search(member).is_ok())
    }
}

/// A name without its flavour, as libbpf's `bpf_core_essential_name_len` cuts it.
pub(super) fn essential(name: &[u8]) -> &[u8] {
    let flavour = |at: &usize| {
        let (before, rest) = (name.get(at.wrapping_sub(1)), name.get(at + 3));
        *at > 0 && before != Some(&b'_') && rest.is_some_and(|c| *c != b'_')
    };
    let at = name.windows(3).enumerate().filter(|(_, w)| *w == b"___").map(|(at, _)| at).rfind(flavour);
    at.and_then(|at| name.get(..at)).unwrap_or(name)
}

/// The words of a base type's name, sorted and brought to one spelling: `unsigned` gives the words of `unsigned int`.
fn base_type(name: &[u8]) -> Vec<&[u8]> {
    let mut words: Vec<&[u8]> = name.split(|c| *c == b' ').filter(|word| !word.is_empty()).collect();
    let has = |words: &[&[u8]], word: &[u8]| words.contains(&word);
    if words.len() > 1 && !has(&words, b"char") {
        words.retain(|word| *word != b"signed");
    }
    if has(&words, b"long") || has(&words, b"short") {
        words.retain(|word| *word != b"int");
    }
    if words == [b"unsigned"] {
        words.push(b"int");
    }
    words.sort_unstable();
    words
}

/// The number that stands for a kind in a hash: the same for `Fwd`, `Struct` and `Union`, and for both kinds of enum.
fn class(kind: Kind) -> u8 {
    match kind {
        Fwd | Struct | Union => Kind::Struct.number(),
        Enum64 => Kind::Enum.number(),
        kind => kind.number(),
    }
}

fn hash(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

fn items<const N: usize>(words: &[u32]) -> &[[u32; N]] {
    words.get(FIXED..).unwrap_or_default().as_chunks().0
}

impl<'a, N: Nodes> Hashes<'a, N> {
    pub(super) fn new(of: &'a N) -> Hashes<'a, N> {
        let mut hashes = Hashes { of, nodes: Vec::with_capacity(of.count() as usize) };
        for number in 0..of.count() {
            let words = of.node(number);
            let hash = if number == VOID { 0 } else { hashes.record(words) };
            hashes.nodes.push(hash);
        }
        hashes
    }

    fn node(&self, number: u32) -> u64 {
        self.nodes.get(number as usize).copied().unwrap_or(0)
    }

    /// The hash of a record without its name, of a reference, or of a node with tags.
    pub(super) fn record(&self, words: &[u32]) -> u64 {
        let word = |i: usize| words.get(i).copied().unwrap_or(0);
        if let Some((kind, name, _)) = node::reference(words) {
            let name = self.of.text(name);
            return match kind {
                Int => hash((class(kind), base_type(name))),
                kind => hash((class(kind), essential(name))),
            };
        }
        if node::is_tagged(words) {
            return self.node(word(1));
        }
        let Some(kind) = node::kind(words) else { return 0 };
        let flag = node::flag(words);
        let mut hasher = DefaultHasher::new();
        class(kind).hash(&mut hasher);
        match kind {
            TypeTag => return self.node(word(2)),
            Struct | Union => {
                (kind == Kind::Union, word(2)).hash(&mut hasher);
                for &[name, of, raw] in items(words) {
                    (self.of.text(name), self.node(of), node::place(raw, flag)).hash(&mut hasher);
                }
            }
            Enum => {
                word(2).hash(&mut hasher);
                for &[name, value] in items(words) {
                    (self.of.text(name), value).hash(&mut hasher);
                }
            }
            Enum64 => {
                word(2).hash(&mut hasher);
                for &[name, low, high] in items(words) {
                    (self.of.text(name), low, high).hash(&mut hasher);
                }
            }
            FuncProto => {
                self.node(word(2)).hash(&mut hasher);
                for &[name, of] in items(words) {
                    (self.of.text(name), self.node(of)).hash(&mut hasher);
                }
            }
            Array => (self.node(word(3)), word(5)).hash(&mut hasher),
            Func | Ptr | Const | Volatile | Restrict | Typedef | Var => {
                self.node(word(2)).hash(&mut hasher);
            }
            Int | Fwd | DataSec | Float | DeclTag | LocParam | LocProto | LocSec | Unknown(_) => {
                words.get(2..).unwrap_or_default().hash(&mut hasher)
            }
        }
        hasher.finish()
    }

    /// The members of a struct or union one by one; none for other kinds and for more than [`MOST_LEAVES`] members.
    pub(super) fn leaves(&self, words: &[u32]) -> Option<Leaves> {
        let mut leaves = Leaves { size: words.get(2).copied()?, members: Vec::new() };
        let mut waiting = vec![(words, 0u64, 0u32)];
        if !matches!(node::kind(words), Some(Kind::Struct | Kind::Union)) {
            return None;
        }
        // An unnamed struct counts once for each member that has its type, so there may be far more members than words.
        let mut steps = 0;
        while let Some((words, path, start)) = waiting.pop() {
            for &[name, of, raw] in items(words) {
                steps += 1;
                if steps > MOST_LEAVES {
                    return None;
                }
                let (at, bits) = node::place(raw, node::flag(words));
                let (name, at) = (self.of.text(name), at.wrapping_add(start));
                let path = if name.is_empty() { path } else { hash((path, name)) };
                let inner = self.bare(of);
                match node::kind(inner) {
                    Some(Struct | Union) if node::reference(inner).is_none() => {
                        waiting.push((inner, path, at));
                    }
                    Some(Ptr) => leaves.members.push(hash((path, at, "pointer"))),
                    _ => leaves.members.push(hash((path, at, bits, self.node(of)))),
                }
            }
        }
        leaves.members.sort_unstable();
        Some(leaves)
    }

    /// The words of a node without its declaration tags and type tags.
    fn bare(&self, number: u32) -> &'a [u32] {
        let mut number = number;
        loop {
            let words = self.of.node(number);
            let inner = match node::is_tagged(words) {
                true => words.get(1).copied(),
                false => (node::kind(words) == Some(Kind::TypeTag)).then(|| words.get(2).copied()).flatten(),
            };
            match inner {
                // A sound node refers only to nodes with lower numbers.
                Some(inner) if inner < number => number = inner,
                _ => return words,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{base_type, essential};

    #[test]
    fn names_are_alike_as_c_and_libbpf_have_them() {
        assert_eq!(base_type(b"long unsigned int"), base_type(b"unsigned long"));
        assert_eq!(base_type(b"unsigned"), base_type(b"unsigned int"));
        assert_eq!(base_type(b"signed long long"), base_type(b"long long int"));
        assert_ne!(base_type(b"signed char"), base_type(b"char"));
        assert_ne!(base_type(b"long"), base_type(b"long long"));
        for (name, wanted) in
            [("a___b", "a"), ("a____b", "a____b"), ("___a", "___a"), ("a___", "a___"), ("a___b___c", "a___b")]
        {
            assert_eq!(essential(name.as_bytes()), wanted.as_bytes(), "{name}");
        }
    }
}

//! [`Target`]: what relocations are resolved against, with an index from essential names to types.

use std::sync::Arc;

use btf::{Btf, Endian, Kind, TypeId};

use crate::types::{essential_name, kinds_fit};

/// A type that a local root type may stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Which of the target's BTFs has it: 0 is the kernel, others are modules in the order they were given.
    pub part: usize,
    /// Its id there.
    pub id: TypeId,
}

/// What relocations are resolved against: a kernel, and modules over it.
#[derive(Debug)]
pub struct Target {
    parts: Vec<Part>,
}

#[derive(Debug)]
struct Part {
    btf: Arc<Btf>,
    index: Index,
}

impl Target {
    /// A whole BTF: a kernel's, or another object's. Of a split BTF, its base is searched first, and its own types where the base
    /// has no candidate.
    pub fn new(btf: Arc<Btf>) -> Target {
        match btf.base().cloned() {
            Some(base) => Target::with_modules(base, [btf]),
            None => Target::with_modules(btf, []),
        }
    }

    /// A kernel with modules over it: their own types are candidates where the kernel has none (libbpf `bpf_core_find_cands`).
    pub fn with_modules(kernel: Arc<Btf>, modules: impl IntoIterator<Item = Arc<Btf>>) -> Target {
        let parts = std::iter::once(kernel).chain(modules);
        // A base that is split itself is searched whole.
        let part = |(i, btf): (usize, Arc<Btf>)| {
            let first = if i == 0 { TypeId(1) } else { btf.first_id() };
            Part { index: Index::new(&btf, first), btf }
        };
        Target { parts: parts.enumerate().map(part).collect() }
    }

    /// The BTF that a candidate is of.
    pub fn btf(&self, part: usize) -> Option<&Arc<Btf>> {
        self.parts.get(part).map(|p| &p.btf)
    }

    /// How many BTFs it is made of.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// The byte order of the kernel.
    pub fn endian(&self) -> Endian {
        self.parts.first().map_or(Endian::Little, |p| p.btf.endian())
    }

    /// The types with this essential name and a kind that goes with `kind`, in id order: the kernel's, or else all modules' own.
    pub fn candidates(&self, name: &[u8], kind: Option<Kind>) -> Vec<Candidate> {
        let name = essential_name(name);
        let mut found = Vec::new();
        for (part, p) in self.parts.iter().enumerate() {
            if part == 1 && !found.is_empty() {
                break;
            }
            let fit = |id: &TypeId| kinds_fit(p.btf.kind(*id), kind);
            found.extend(p.index.find(&p.btf, name).filter(fit).map(|id| Candidate { part, id }));
        }
        found
    }

    /// The types with this essential name, of any kind, of the kernel and all modules: to tell why there is no candidate.
    pub fn named(&self, name: &[u8]) -> Vec<Candidate> {
        let name = essential_name(name);
        let of = |(part, p): (usize, &'_ Part)| {
            let ids: Vec<Candidate> = p.index.find(&p.btf, name).map(|id| Candidate { part, id }).collect();
            ids
        };
        self.parts.iter().enumerate().flat_map(of).collect()
    }
}

/// From an essential name to types, as [`btf::NameIndex`] does for whole names.
#[derive(Debug)]
struct Index {
    /// By hash: the first id with it, 0 for none.
    heads: Vec<u32>,
    /// By id less the first: the next larger id with the same hash, 0 for none.
    next: Vec<u32>,
    first: u32,
}

/// Longer names are not indexed: no compiler makes them, and in a hostile file hashing them all would take forever.
const MAX_NAME: u32 = 2048;

fn hash(name: &[u8]) -> u32 {
    let h = name.iter().fold(0x811c_9dc5u32, |h, &b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193));
    h ^ h >> 15
}

impl Index {
    fn new(btf: &Btf, first: TypeId) -> Index {
        let first = first.0;
        let count = btf.type_cnt().saturating_sub(first) as usize;
        let buckets = count.next_power_of_two();
        let (mut heads, mut next) = (vec![0; buckets], vec![0; count]);
        for (id, link) in (first..btf.type_cnt()).zip(&mut next).rev() {
            let Some(t) = btf.get(TypeId(id)) else { continue };
            let Some(name) = t.btf().string_bytes_up_to(t.name_offset(), MAX_NAME).filter(|n| !n.is_empty()) else {
                continue;
            };
            if let Some(head) = heads.get_mut(hash(essential_name(name)) as usize & (buckets - 1)) {
                *link = *head;
                *head = id;
            }
        }
        Index { heads, next, first }
    }

    fn find<'a>(&'a self, btf: &'a Btf, name: &'a [u8]) -> impl Iterator<Item = TypeId> + 'a {
        let at = hash(name) as usize & self.heads.len().wrapping_sub(1);
        let head = self.heads.get(at).copied().filter(|&id| id != 0 && !name.is_empty());
        std::iter::successors(head, |&id| {
            self.next.get(id.checked_sub(self.first)? as usize).copied().filter(|&next| next > id)
        })
        .map(TypeId)
        .filter(move |&id| {
            let found = btf.get(id).and_then(|t| t.btf().string_bytes_up_to(t.name_offset(), MAX_NAME));
            found.is_some_and(|found| essential_name(found) == name)
        })
    }
}

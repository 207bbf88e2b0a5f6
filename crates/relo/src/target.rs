//! [`Target`]: the kernel that relocations are resolved on, with an index from essential names to types.

use std::sync::Arc;

use btf::{Btf, Endian, Kind, NameIndex, TypeId};

use crate::types::{essential_name, kinds_fit};

/// A type that may be the counterpart of a local root type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The index of the type's BTF in the target: 0 is the kernel; modules follow in the order given.
    pub part: usize,
    /// The type's id in that BTF.
    pub id: TypeId,
}

/// The kernel that relocations are resolved on, and its modules.
#[derive(Debug)]
pub struct Target {
    parts: Vec<Part>,
}

#[derive(Debug)]
struct Part {
    btf: Arc<Btf>,
    /// Types by essential name.
    index: NameIndex,
}

impl Target {
    /// A target of one BTF: a kernel's, or another object's. If it is split, its base counts as the kernel and the
    /// split BTF as a module: the split BTF's own types are candidates only where the base has none.
    pub fn new(btf: Arc<Btf>) -> Target {
        match btf.base().cloned() {
            Some(base) => Target::with_modules(base, [btf]),
            None => Target::with_modules(btf, []),
        }
    }

    /// A kernel with modules: their own types are candidates where the kernel has none (libbpf `bpf_core_find_cands`).
    pub fn with_modules(kernel: Arc<Btf>, modules: impl IntoIterator<Item = Arc<Btf>>) -> Target {
        let parts = std::iter::once(kernel).chain(modules);
        // If the kernel's BTF is split itself, it is searched together with its base.
        let part = |(i, btf): (usize, Arc<Btf>)| {
            let first = if i == 0 { TypeId(1) } else { btf.first_id() };
            Part { index: NameIndex::by(&btf, first, essential_name), btf }
        };
        Target { parts: parts.enumerate().map(part).collect() }
    }

    /// The BTF of a candidate, by [`Candidate::part`].
    pub fn btf(&self, part: usize) -> Option<&Arc<Btf>> {
        self.parts.get(part).map(|p| &p.btf)
    }

    /// How many BTFs the target has: the kernel and its modules.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// The byte order of the kernel.
    pub fn endian(&self) -> Endian {
        self.parts.first().map_or(Endian::Little, |p| p.btf.endian())
    }

    /// The types with this essential name and a compatible `kind`, in id order: the kernel's, or if it has none, those
    /// of all modules.
    pub fn candidates(&self, name: &[u8], kind: Option<Kind>) -> Vec<Candidate> {
        let name = essential_name(name);
        let mut found = Vec::new();
        for (part, p) in self.parts.iter().enumerate() {
            if part == 1 && !found.is_empty() {
                break;
            }
            let fitting = p.index.find(&p.btf, name).filter(|t| kinds_fit(Some(t.kind()), kind));
            found.extend(fitting.map(|t| Candidate { part, id: t.id() }));
        }
        found
    }

    /// The types with this essential name, of any kind, of the kernel and all modules: used to explain why there is no
    /// candidate.
    pub fn named(&self, name: &[u8]) -> Vec<Candidate> {
        let name = essential_name(name);
        let of = |(part, p): (usize, &'_ Part)| {
            let ids: Vec<Candidate> = p.index.find(&p.btf, name).map(|t| Candidate { part, id: t.id() }).collect();
            ids
        };
        self.parts.iter().enumerate().flat_map(of).collect()
    }
}

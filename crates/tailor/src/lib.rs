//! A kernel's BTF cut down to the types that programs' CO-RE relocations read, as `bpftool gen min_core_btf` does
//! (bpftool's `gen.c`, `minimize_btf`). The result is shipped with a program for kernels without BTF.
//!
//! The layers, bottom up:
//!
//! 1. `keep`: which types and members stay.
//! 2. [`Tailor`]: resolves the relocations of objects and marks the types they read.
//! 3. `write`: the blob of the types that stay.
//!
//! Two differences from bpftool: a TYPE_TAG is kept like any other modifier (bpftool 7.8 gives up: "unsupported kind"),
//! and the blob is in the kernel's byte order (bpftool uses the byte order of the machine that it runs on).
#![forbid(unsafe_code)]

mod keep;
mod write;

use std::sync::Arc;

use btf::{Btf, Ext};
use relo::{Options, Outcome, Problem, Record, Resolver, Target};

use keep::Keep;

/// Cuts one kernel's BTF down, for any number of objects.
#[derive(Debug)]
pub struct Tailor {
    target: Target,
    btf: Arc<Btf>,
    keep: Keep,
}

/// A relocation that libbpf refuses: no BTF can be made for its object.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("relocation {} of section {} cannot be resolved: {problem}", .record.index, .record.section)]
pub struct Refused {
    /// The relocation.
    pub record: Record,
    /// libbpf's reason.
    pub problem: Problem,
}

/// A BTF that was cut down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tailored {
    /// The blob, with a header of 24 bytes, in the kernel's byte order, without a base.
    pub bytes: Vec<u8>,
    /// How many types it has.
    pub types: u32,
}

impl Tailor {
    /// Begins with a kernel's BTF, of which no type is kept yet. Modules are not supported, as in bpftool.
    pub fn new(kernel: Arc<Btf>) -> Tailor {
        Tailor { target: Target::new(kernel.clone()), btf: kernel, keep: Keep::default() }
    }

    /// Keeps the types that an object's relocations read, also those of programs that are not loaded by default. A
    /// relocation without a match keeps nothing; of several matches the first is kept. Byte orders are not compared.
    ///
    /// # Errors
    /// The first relocation that libbpf refuses. Types that were kept for earlier relocations stay kept.
    pub fn add(&mut self, local: &Btf, ext: &Ext) -> Result<(), Box<Refused>> {
        let mut resolver = Resolver::new(local, &self.target, Options::default());
        for record in relo::records(local, ext) {
            let Outcome { local, tried, error, .. } = resolver.resolve(&record);
            if let Some(problem) = error {
                return Err(Box::new(Refused { record, problem }));
            }
            let found = tried.iter().find(|t| t.fate == relo::Fate::Match && t.candidate.part == 0);
            if let (Ok(local), Some(found)) = (local, found) {
                self.keep.found(&self.btf, local.kind, &found.spec);
            }
        }
        Ok(())
    }

    /// The blob of the types kept so far, in the kernel's order, with ids from 1.
    pub fn finish(&self) -> Tailored {
        write::blob(&self.btf, &self.keep)
    }
}

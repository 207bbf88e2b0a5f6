//! Tells whether libbpf opens a BPF object, and which messages it prints. Each check of `bpf_object__open_mem` of
//! libbpf 1.8 is a rule with an error number and the bytes at fault; the rules apply in libbpf's order. The checks that
//! libbpf itself makes at load follow.
//!
//! The layers, bottom up:
//!
//! 1. [`Errno`], [`Rule`]: the error numbers and the list of all rules ([`RULES`]).
//! 2. `elf`: sections, symbols and strings, as strictly as libelf reads them. `blob`: libbpf's checks of a BTF blob.
//!    `btf`: the types in memory, as libbpf changes them.
//! 3. The phases, one file each, in libbpf's order: `header`, `walk` (with `programs`), `load_btf` (with `load_ext`),
//!    `externs`, `datasec`, `maps` (with `map_def` and `struct_ops`), `relos` (with `spans`); then `load` (with
//!    `load_rules` and `callbacks`).
//! 4. [`open`]: all phases, up to the first refusal.
//!
//! The crates `btf` and `bpf` read as much as they can of a damaged file; libbpf stops at the first fault. So this
//! crate reads the file by itself. It answers as libbpf does on a little-endian machine of 64 bits with pages of 4096
//! bytes, for an application that sets no options. No input makes it panic.
#![forbid(unsafe_code)]

mod blob;
mod btf;
mod callbacks;
mod datasec;
mod elf;
mod errno;
mod externs;
mod header;
mod load;
mod load_btf;
mod load_ext;
mod load_rules;
mod map_def;
mod maps;
mod names;
mod programs;
mod relos;
mod rule;
mod sort;
mod spans;
mod state;
mod struct_ops;
mod walk;

pub use blob::{Complaint, Parts, parts};
pub use errno::Errno;
pub use externs::type_of_ksyms;
pub use load::LoadRefusal;
pub use rule::{RULES, Rule};
pub use state::{FileBytes, Opened, Refusal};

/// Opens an object as libbpf does: returns the refusal, if there is one, and libbpf's warnings.
///
/// `name` is the object's name in libbpf's messages: the path with `bpf_object__open_file`, the name with
/// `bpf_object__open_mem`.
#[must_use]
pub fn open(bytes: &[u8], name: &str) -> Opened {
    let bytes = elf::in_memory(bytes);
    let mut state = state::State::new(&bytes, name);
    let refusal = state.run().err().map(|refusal| *refusal);
    Opened::new(&state, refusal)
}

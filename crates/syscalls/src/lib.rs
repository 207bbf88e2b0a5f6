//! The `bpf()` calls in a BPF object's life: those by which libbpf loads it, in order, with their attributes filled in
//! from the object; and those by which a tool such as bpftool later asks the kernel for it (btf.rst, "BTF Kernel API").
//!
//! The layers, bottom up: [`Call`] and [`Value`] (`call`), a call of each command (`maps`, `program`, `ask`), their
//! order (`order`), and the text (`text`). Values that only the running kernel knows are given in words
//! ([`Value::Kernel`]). libbpf's probes of the kernel's features (small programs, maps and blobs that it closes at
//! once) are left out.
#![forbid(unsafe_code)]

mod ask;
mod call;
mod maps;
mod order;
mod program;
mod text;

pub use call::{Attribute, Call, Command, Records, Value};
pub use maps::{DataMap, data_maps};
pub use order::{Calls, calls};
pub use text::{Ink, print};

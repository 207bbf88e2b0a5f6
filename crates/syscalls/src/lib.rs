//! The `bpf()` calls of a BPF object's life: those that libbpf makes to load it, in order, with their attributes filled from the
//! object, and those by which a tool asks the kernel for it later (btf.rst, "BTF Kernel API").
//!
//! The layers, bottom up: [`Call`] and [`Value`] (`call`), a call of each command (`maps`, `program`, `ask`), their order
//! (`order`), and the text (`text`). What only the kernel at hand knows is said in words ([`Value::Kernel`]). What libbpf asks beforehand to learn what the
//! kernel can do (small programs, maps and blobs that it closes at once) is left out.
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

//! CO-RE: the result of each relocation of a BPF object on a kernel, and the reasons for it.
//!
//! ```
//! use std::sync::Arc;
//!
//! use btf::{Btf, NameIndex};
//! use relo::{Options, CoreKind, Resolver, Status, Target};
//!
//! // The types that a program was compiled with, and the types of a kernel, where `id` comes later. Usually the
//! // program's types are `bpf::Object::btf`, and the kernel's types are read from /sys/kernel/btf/vmlinux.
//! # let blob = |source| scratch::compile(source, scratch::Target::default()).blob.expect("a blob");
//! # let (program, kernel) = (blob("struct job { int id; };"), blob("struct job { long flags; int id; };"));
//! let program = Btf::parse(program, None)?;
//! let target = Target::new(Arc::new(Btf::parse(kernel, None)?));
//! let job = NameIndex::new(&program).find(&program, "job").next().expect("there is a struct job").id();
//!
//! // The byte offset of the first member of `struct job`. The records of an object (`relo::records`) go to `Resolver::resolve`.
//! let mut resolver = Resolver::new(&program, &target, Options::default());
//! let outcome = resolver.resolve_path(CoreKind::FieldByteOffset, job, "0:0");
//! assert_eq!(outcome.status(), Status::Ok);
//! assert_eq!((outcome.values.original, outcome.values.new), (0, 8));
//!
//! // Why, in sentences.
//! let explained = relo::explain(&program, job, &target, &outcome, None);
//! println!("{}", explained.headline);
//! # Ok::<(), btf::Error>(())
//! ```
//!
//! The rules are libbpf's (`src/relo_core.c`); comments name the functions that are followed. The layers, bottom up:
//!
//! 1. [`CoreKind`], [`Record`]: the relocations in `.BTF.ext`.
//! 2. [`Spec`]: the access path, parsed against the object's types.
//! 3. [`Target`]: a kernel, and the candidates in it by essential name.
//! 4. [`Resolver`]: tries the candidates, computes the [`Values`], and records its comparisons as [`Event`]s.
//! 5. [`patch`]: the instruction with the new value; [`ReloVerdict`]: the consequence for the program.
//! 6. [`explain`]: the result in sentences, with suggestions; [`notes`]: differences of the kernel's own resolver;
//!    [`log_lines`]: libbpf's messages; [`guard`]: C that checks before it reads.
//! 7. [`reach`]: which instructions a verifier gets to, and so which poisoned ones matter.
//! 8. [`followed`]: whether a verifier surely refuses a program for its reads, writes and return values.
//!
//! Nothing panics or runs long on damaged records or types: paths have at most 64 steps, types are compared at most 32
//! levels deep, and comparing one candidate takes at most a million steps.
#![forbid(unsafe_code)]

mod compat;
mod explain;
pub mod followed;
mod guard;
mod loaders;
mod log;
mod matches;
mod patch;
mod problem;
pub mod reach;
mod record;
mod resolve;
mod search;
mod spec;
mod suggest;
mod table;
mod target;
mod trace;
mod turns;
mod types;
mod value;
mod verdict;
mod words;

pub use bpf::{CoreGroup, CoreKind};
pub use compat::types_compatible;
pub use explain::{Explanation, Lack, explain};
pub use guard::guard;
pub use loaders::notes;
pub use log::log_lines;
pub use patch::{POISON, PatchError, PatchReason, Patched, patch, patched};
pub use problem::{Errno, Problem, Reason};
pub use record::{Record, UNKNOWN_KIND, insn_of, records};
pub use resolve::{Dropped, Fate, Options, Outcome, Resolver, Status, Tried, loads_here};
pub use spec::{Accessor, MAX_SPEC_LEN, Spec};
pub use suggest::{Near, Suggestion};
pub use table::{COLUMNS, cells, slots};
pub use target::{Candidate, Target};
pub use trace::{Event, Rule};
pub use turns::{CandidateSteps, Turn};
pub use types::{essential_name, kind_word};
pub use value::{Values, original};
pub use verdict::ReloVerdict;

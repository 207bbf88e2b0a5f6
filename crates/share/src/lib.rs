//! Types to send: a type and the types that it needs as a blob of their own, and that blob as text in a link.
//!
//! ```
//! use btf::{Btf, NameIndex};
//! use share::{Options, minimal, pack, unpack};
//!
//! // A large blob: the bytes of /sys/kernel/btf/vmlinux, say.
//! # let source = "struct list { struct list *next; }; struct job { int id; struct list all; }; struct queue { struct job *first; };";
//! # let blob = scratch::compile(source, scratch::Target::default()).blob.expect("a blob");
//! let btf = Btf::parse(blob, None)?;
//! let job = NameIndex::new(&btf).find(&btf, "job").next().expect("there is a struct job").id();
//!
//! // `struct job` and the types that it needs (`struct list` and `int`), as a blob of their own.
//! let small = minimal(&btf, &[job], &Options::default());
//! assert!(small.bytes.len() < btf.bytes().len());
//!
//! // As the text of a link, and back.
//! let text = pack(&small.bytes);
//! let again = Btf::parse(unpack(&text)?, None)?;
//! assert_eq!(again.get(small.roots[0]).map(|t| t.name()), Some("job"));
//! assert!(NameIndex::new(&again).find(&again, "queue").next().is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The layers, bottom up:
//!
//! 1. [`minimal`]: the types that some roots need, renumbered, as a blob that any BTF tool reads; [`minimal_map`]: the
//!    types of a map.
//! 2. [`relocation`]: a CO-RE relocation as an object of its own; [`carved`]: the types of a kernel and its modules that
//!    the relocation is compared with.
//! 3. [`program()`]: a whole program object, without its debug information.
//! 4. [`pack`] and [`unpack`]: bytes as the text of a link and back, checked.
//!
//! Invariants: equal inputs give equal bytes, and a minimal blob made of a minimal blob (same roots, same depth) has
//! the same bytes. A link's text is unpacked to at most [`MAX_UNPACKED`] bytes, whatever the text says.
#![forbid(unsafe_code)]

mod minimal;
mod program;
mod reach;
mod relocation;
mod text;

pub use minimal::{MapTypes, Minimal, Options, Part, carved, minimal, minimal_map};
pub use program::program;
pub use relocation::{Relocation, relocation};
pub use text::{LinkError, MAX_UNPACKED, pack, unpack};

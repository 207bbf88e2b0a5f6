//! The atlas: many kernels in one small file.
//!
//! A kernel's types are mostly those of the kernel before it. An atlas keeps each content of a name once (a *form*),
//! written without ids, and says which kernels have it (a *kernel set*). A kernel's BTF can be made from the atlas
//! again, and a question over all kernels is answered by reading a few blocks. docs/atlas.md describes every byte of
//! the file.
//!
//! The layers, bottom up:
//!
//! 1. `node`: types as words without ids; `collect`: the types of a BTF in this form.
//! 2. `lines`, `diff`: records as lines, and forms as edits of others.
//! 3. `encode`, `decode`, `names`, `sets`, `directory`, `header`, `pack`: the parts of the file.
//! 4. [`Draft`], to which kernels and atlases are added and which writes the file (feature `write`); [`Atlas`], which
//!    reads it through [`Ranges`].
//! 5. Questions: [`Atlas::take_out`], [`Atlas::forms_of`], [`Atlas::members`], [`Atlas::search`], [`Partial`],
//!    [`Atlas::liken`].
//! 6. `modules`: [`ModulesFile`], a file of the same format that holds the names that kernels' modules bring.
//!
//! Invariants: reading never panics, is linear in what is unpacked, and trusts no length; each part is verified before
//! it is unpacked, and a broken block makes only the names in it unavailable. The bytes that are written depend only on
//! the kernels and notes, so merging is associative, commutative and idempotent, byte by byte.
#![forbid(unsafe_code)]

mod alike;
mod ask;
mod bytes;
mod code;
mod collect;
mod content;
mod decode;
#[cfg(feature = "write")]
mod diff;
mod directory;
#[cfg(feature = "write")]
mod draft;
#[cfg(feature = "write")]
mod encode;
mod error;
mod field;
mod header;
mod kernel;
mod lines;
#[cfg(feature = "write")]
mod listing;
#[cfg(feature = "write")]
mod members;
mod modules;
mod names;
mod node;
mod open;
mod pack;
mod pages;
#[cfg(feature = "write")]
mod paging;
mod parallel;
mod partial;
#[cfg(feature = "write")]
#[doc(hidden)]
pub mod parts;
mod ranges;
mod search;
mod select;
mod sets;
#[cfg(feature = "simulate")]
pub mod simulate;
mod slice;
#[cfg(feature = "write")]
mod table;
mod take_out;
mod taking;
#[cfg(feature = "write")]
mod write;

pub use alike::{Alike, Has, Likened, Likeness};
pub use ask::Form;
pub use content::{Content, is_atlas};
#[cfg(feature = "write")]
pub use draft::{Counts, Draft, MergeError};
pub use error::{Error, ErrorKind, Unfit};
pub use field::FieldIn;
pub use kernel::{AtlasKernel, GENERIC, LONGEST_FIELD, names as kernel_names};
pub use modules::{BroughtKind, BroughtName, ModuleNames, ModulesFile};
#[cfg(feature = "write")]
pub use modules::{ModulesBase, ModulesDraft, module_names};
pub use names::Class;
pub use open::Atlas;
pub use partial::{Part, Partial};
pub use ranges::{Fetched, NoBytes, Ranges, Seeking};
pub use release::{compare as compare_versions, debian_arch};
pub use search::{Named, Sought};
pub use select::{Select, SelectError};
pub use sets::KernelSet;
pub use slice::Slice;
#[cfg(feature = "write")]
pub use table::{KernelRow, KernelTable};
pub use taking::Stub;

/// The most levels of unnamed types: pointers, arrays, qualifiers, anonymous structs.
pub const MAX_NESTING: u8 = 64;

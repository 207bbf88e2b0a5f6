//! How structs and unions lie in memory: sizes, alignments, members, holes, padding, bitfields, cache lines.
//!
//! ```
//! use btf::{Btf, NameIndex};
//! use layout::{Options, LayoutRow, layout};
//!
//! // The blob of `struct job { char tag; int id; short kind; };`, or the bytes of /sys/kernel/btf/vmlinux.
//! # let blob = scratch::compile("struct job { char tag; int id; short kind; };", scratch::Target::default()).blob.expect("a blob");
//! let btf = Btf::parse(blob, None)?;
//! let job = NameIndex::new(&btf).find(&btf, "job").next().expect("there is a struct job").id();
//!
//! let job = layout(&btf, job, &Options::default())?;
//! assert_eq!((job.size, job.align), (12, 4));
//! for row in &job.rows {
//!     match row {
//!         LayoutRow::Member(m) => println!("member {}: bits {}..{}", m.index.0, m.offset, m.end()),
//!         LayoutRow::Hole { offset, bits, .. } => println!("hole: {bits} bits from {offset}"),
//!         LayoutRow::Padding { offset, bits, .. } => println!("padding: {bits} bits from {offset}"),
//!     }
//! }
//! // 3 bytes between `tag` and `id`, 2 behind `kind`.
//! assert!(matches!(job.rows[1], LayoutRow::Hole { offset: 8, bits: 24, .. }));
//! assert!(matches!(job.rows[4], LayoutRow::Padding { offset: 80, bits: 16, .. }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The layers, bottom up:
//!
//! 1. [`size_of`], [`align_of`], [`natural_align_of`], [`is_packed`]: size and alignment of one type, by the rules of
//!    libbpf and pahole.
//! 2. [`Bitfield`], [`LoadUnit`] and [`CoreLoad`]: the storage unit of a bitfield, and how a CO-RE program reads it.
//! 3. [`layout`]: one struct or union as rows ([`LayoutRow`]: members, holes, padding) and [`Figures`], the numbers
//!    that pahole prints below a struct. [`Layouts`] answers for many types and remembers what it found.
//! 4. [`flatten`]: the members of embedded members, with offsets from the root.
//!
//! Invariants:
//! - In a struct the rows, in order of their offset, cover its size exactly, bit by bit, unless a member has a fault
//!   ([`MemberLayout::error`]).
//! - Bits are numbered as the BTF's byte order has it: in little-endian BTF bit 0 is the least significant bit of byte
//!   0, in big-endian BTF the most significant one.
//! - A damaged blob is safe: nothing recurses, a struct that holds itself by value is reported as
//!   [`MemberError::Cycle`], the work is linear in the members of the types that are embedded.
#![forbid(unsafe_code)]

mod align;
mod bitfield;
mod build;
mod cover;
mod error;
mod facts;
mod figures;
mod flatten;
mod model;
mod packed;

pub use align::{align_of, natural_align_of, size_of};
pub use bitfield::{Bitfield, CoreLoad, LoadUnit, NoUnit};
pub use error::{LayoutError, MemberError};
pub use facts::Layouts;
pub use figures::{Figures, MemberTypes, Nested};
pub use flatten::{FlatMember, FlattenLimits, Flattened, flatten};
pub use model::{HoleKind, Layout, LayoutRow, MemberLayout, Options};
pub use packed::is_packed;

use btf::{Btf, TypeId};

/// Lays out a STRUCT or UNION; typedefs and qualifiers are followed to it. Fails for any other type, and when the chain
/// to it has no end.
///
/// For many types of one BTF, [`Layouts`] is faster: it remembers the types that are embedded again and again.
pub fn layout(btf: &Btf, id: TypeId, options: &Options) -> Result<Layout, LayoutError> {
    Layouts::new(btf, *options).layout(id)
}

/// Has the README as its documentation, so that its example is compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

//! Writes BTF blobs: records and strings, in either byte order.
//!
//! 1. [`Lists`], [`Interner`]: many short lists in one buffer; the interner stores equal lists once.
//! 2. [`Writer`]: writes records and strings into a blob, in the order of the calls.
//!
//! Invariant: what is written is deterministic. Equal calls in equal order make equal bytes.
#![forbid(unsafe_code)]

mod interner;
mod lists;
mod writer;

pub use interner::Interner;
pub use lists::Lists;
pub use writer::Writer;

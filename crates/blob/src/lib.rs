//! Writes BTF blobs: records and strings, in either byte order.
//!
//! 1. [`Lists`], [`Interner`]: many short lists in one buffer; equal ones once.
//! 2. [`Writer`]: records and strings into a blob, as the caller asks for them.
//!
//! Invariant: what is written is deterministic. Equal calls in equal order make equal bytes.
#![forbid(unsafe_code)]

mod interner;
mod lists;
mod writer;

pub use interner::Interner;
pub use lists::Lists;
pub use writer::Writer;

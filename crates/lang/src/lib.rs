//! Declarations of BTF's types in Rust, Zig and Go, with assertions by which the user's own compiler proves their
//! layout.
//!
//! [`rust`], [`zig`] and [`go`] print the given types and the types that these need, as tokens of [`dump::Sink`]: names
//! of types and members are links, as in the C output. docs/languages.md says what each language gets, and compares it
//! with bindgen's and bpf2go's output.
//!
//! The layers, bottom up:
//!
//! 1. `names`: unique names that a language accepts. `scalar`: numbers.
//! 2. `plan`: what is declared, in which order and under which name.
//! 3. `shape`: a struct as fields, padding and bytes that bitfields share. All offsets, sizes, alignments and shifts
//!    come from `layout`.
//! 4. `printer`: the walk over the declarations. `rust`, `zig`, `go`: the text.
//!
//! Rules for all three languages:
//!
//! - Types that are needed by value are declared whole; types that are only behind pointers are opaque, so that one
//!   type does not need half of the kernel's types. (Go has no use for the kernel's pointers: there they are numbers,
//!   and nothing behind them is declared.) Name a type as a root to have it whole.
//! - Padding is written out, so that offsets and sizes do not depend on how a compiler aligns.
//! - Every pattern of bytes is a value: enums are open, `_Bool` is a byte.
//! - A type's alignment is the one that libbpf's `btf__align_of` infers. BTF does not record `__aligned__`; a
//!   declaration with a higher alignment than the data has can make programs crash, one with a lower alignment cannot.
//!   Where padding hints at a higher alignment, a comment says so.
//! - Plain numbers are in the byte order of the BTF: they must be read on a machine of the same byte order. Accessors
//!   of bitfields work on any machine.
//!
//! Invariants: each function ends on every blob, and the length of its text is at most in proportion to the blob's.
#![forbid(unsafe_code)]

mod go;
mod names;
mod plan;
mod printer;
mod rust;
mod scalar;
mod shape;
mod writer;
mod zig;

pub use go::go;
pub use rust::rust;
pub use zig::zig;

/// How declarations are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Whether to add assertions of each size, alignment and offset.
    pub assertions: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { assertions: true }
    }
}

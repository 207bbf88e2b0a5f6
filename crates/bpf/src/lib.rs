//! What is in a BPF program object (`prog.bpf.o`).
//!
//! The layers, bottom up:
//!
//! 1. [`Insn`]: one 8-byte instruction, decoded from and encoded to the object's byte order.
//! 2. [`Object`]: the ELF file with its [`Section`]s, [`Symbol`]s and [`ElfRelo`]s, and its BTF beside.
//!
//! Nothing here panics on any input: what cannot be read is absent, or told as a problem beside what can
//! ([`Object::problems`]).
#![forbid(unsafe_code)]

mod elf;
mod error;
mod insn;
mod object;

pub use elf::{ElfRelo, Section, Symbol, SymbolBind, SymbolPlace, SymbolType};
pub use error::Error;
pub use insn::{Class, Insn};
pub use object::Object;

//! What is in a BPF program object (`prog.bpf.o`).
//!
//! The layers, bottom up:
//!
//! 1. [`Insn`]: one 8-byte instruction, decoded from and encoded to the object's byte order.
//! 2. [`kernel`] and [`llvm`]: an instruction as text, in the verifier's and in llvm-objdump's notation.
//! 3. [`Object`]: the ELF file with its [`Section`]s, [`Symbol`]s and [`ElfRelo`]s, and its BTF beside.
//! 4. What they mean together: [`Relo`]s with the symbol that is meant, [`Function`]s and what they are
//!    ([`program_type`]), [`SourceLine`]s, [`Map`]s, [`DataSection`]s with [`value`]s.
//! 5. [`ProgramLoad`]: what libbpf makes of them for the kernel.
//! 6. [`llvm_listing`]: a whole section as `llvm-objdump -dr` prints it.
//!
//! Nothing here panics on any input: what cannot be read is absent, or told as a problem beside what can
//! ([`Object::problems`]).
#![forbid(unsafe_code)]

mod core_kind;
mod core_text;
mod disasm;
mod elf;
mod error;
mod function;
mod globals;
mod helpers;
mod insn;
mod lines;
mod listing;
mod loader;
mod maps;
mod object;
mod program_type;
mod relo;
mod token;
mod value;

pub use core_kind::{CoreGroup, CoreKind};
pub use core_text::core_text;
pub use disasm::{Notation, kernel, ldimm64_form, llvm};
pub use elf::{ElfRelo, Section, Symbol, SymbolBind, SymbolPlace, SymbolType};
pub use error::Error;
pub use function::{Function, FunctionSource};
pub use globals::{DataSection, Variable};
pub use helpers::helper_name;
pub use insn::{Class, Insn};
pub use lines::SourceLine;
pub use listing::llvm_listing;
pub use loader::{Demand, LoadedFunction, LoadedInfo, ProgramLoad};
pub use maps::{InnerValues, Map, MapDef, map_type_name};
pub use object::Object;
pub use program_type::{ProgramType, program_type};
pub use relo::{Relo, ReloKind, ReloTarget};
pub use token::{AsmKind, AsmSink};
pub use value::{Pointed, value};

//! BPF program objects (`prog.bpf.o`): instructions, functions, maps, ELF relocations.
//!
//! ```
//! use bpf::{Insn, Notation, Object};
//! use btf::Endian;
//!
//! // An instruction by itself: its 8 bytes, and the text that the kernel's verifier writes for it.
//! let insn = Insn::decode([0xb7, 0, 0, 0, 1, 0, 0, 0], Endian::Little);
//! assert_eq!(Notation::Kernel.text(insn, None), "r0 = 1");
//! assert_eq!(insn.encode(Endian::Little), [0xb7, 0, 0, 0, 1, 0, 0, 0]);
//!
//! // The bytes of `prog.bpf.o`, as `clang -target bpf -g -c` writes it.
//! # let blob = scratch::compile("struct job { int id; };", scratch::Target::default()).blob.expect("a blob");
//! # let types = btf::Btf::parse(blob, None).expect("types");
//! # let file = share::relocation(&share::Relocation {
//! #     btf: &types, root: types.first_id(), keep: None, kind: 0, access: b"0:0", section: "kprobe/do_exit", function: "on_exit",
//! #     code: &insn.encode(Endian::Little), line: None,
//! # });
//! let object = Object::parse(file)?;
//! for function in object.functions() {
//!     let section = object.section(function.section).expect("every function has its section");
//!     println!("{} in {}: {} slots", function.name, section.name, function.slots());
//! }
//! let section = object.section_named("kprobe/do_exit").expect("there is such a section");
//! let text: Vec<String> = object.insns(section).map(|insn| Notation::Kernel.text(insn, None)).collect();
//! assert_eq!(text, ["r0 = 1", "exit"]);
//! # Ok::<(), bpf::Error>(())
//! ```
//!
//! The layers, bottom up:
//!
//! 1. [`Insn`]: one 8-byte instruction, decoded from and encoded to the object's byte order.
//! 2. [`kernel`] and [`llvm`]: an instruction as text, in the verifier's and in llvm-objdump's notation.
//! 3. [`Object`]: the ELF file with its [`Section`]s, [`Symbol`]s, [`ElfRelo`]s and BTF.
//! 4. The facts that these parts give together: [`Relo`]s with their symbols, [`Function`]s with their program types
//!    ([`program_type`]), [`SourceLine`]s, [`Map`]s, [`DataSection`]s with [`value`]s.
//! 5. [`ProgramLoad`]: a program's functions and lines as libbpf passes them to the kernel.
//! 6. [`llvm_listing`]: a whole section as `llvm-objdump -dr` prints it.
//!
//! Nothing here panics on any input: a part that cannot be read is absent, or is reported as a problem beside the
//! readable parts ([`Object::problems`]).
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
mod symbol;
mod token;
mod value;

pub use core_kind::{CoreGroup, CoreKind};
pub use core_text::core_text;
pub use disasm::{Notation, kernel, ldimm64_form, llvm};
pub use elf::{ElfRelo, ReloTable, Section};
pub use error::{Error, ErrorKind, Place};
pub use function::{Function, FunctionSource};
pub use globals::{DataSection, Variable};
pub use helpers::helper_name;
pub use insn::{Class, Insn};
pub use lines::SourceLine;
pub use listing::llvm_listing;
pub use loader::{Demand, LoadedFunction, LoadedInfo, ProgramLoad};
pub use maps::{InnerValues, Map, MapDef, map_flag_name, map_type_name};
pub use object::Object;
pub use program_type::{ProgramType, program_type};
pub use relo::{Relo, ReloForm, ReloKind, ReloTarget};
pub use symbol::{Symbol, SymbolBind, SymbolPlace, SymbolType, SymbolVisibility};
pub use token::{AsmKind, AsmSink};
pub use value::{Pointed, value};

/// Has the README as its documentation, so that its example is compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

//! The needs of a BPF object, and whether a kernel meets them, by its BTF.
//!
//! The layers, bottom up:
//!
//! 1. [`Version`], [`Release`]: facts from a kernel's name, because its BTF holds no version.
//! 2. [`Kernel`]: a BTF with indexes, and the facts about its [`Modules`].
//! 3. [`Needs`]: the needs of an object, for any kernel: each [`Need`] is one of a [`Program`] or of the object.
//! 4. [`Nowhere`]: the names that no known kernel or module has.
//! 5. [`check`]: an [`Answer`] to each need, and a [`Verdict`] on each program: whether it loads, attaches, and why.
//! 6. [`fold`]: ranges of kernels with equal verdicts. [`headline`]: the answer in a sentence.
//!
//! A program that fails ends the load of its object. A relocation that only asks whether something exists (a guard)
//! never fails: if the answer is 0, the code behind the test is dead ([`relo::reach`]). BTF proves some answers, makes
//! others likely, and leaves the rest open ([`Sure`]); an open answer is never a failure. If vmlinux lacks a name and
//! its modules are not known, that is no failure either (for a relocation, [`standing`] gives the words for this case).
//!
//! Files are read elsewhere. For a damaged object there are answers about the readable part; nothing here panics.
#![forbid(unsafe_code)]

mod answer;
mod arch;
mod args;
mod attach;
mod brought;
mod check;
mod externs;
mod fold;
mod headline;
mod index;
mod interface;
mod kernel;
mod levels;
mod license;
mod loaded;
mod lookup;
mod maps;
mod need;
mod nowhere;
mod object;
mod on_access;
mod on_code;
mod on_object;
mod on_target;
mod origin;
mod pattern;
mod program;
mod reached;
mod registers;
mod remedy;
mod since;
mod standing;
mod struct_ops;
mod tags;
mod walked;
mod witness;
mod world;

pub use answer::{Answer, Attach, Has, KernelHas, Load, Sure};
pub use arch::arch_of;
pub use attach::Lookup;
pub use brought::Brought;
pub use check::{Foreign, Reason, Report, Verdict, check, check_with};
pub use externs::{ExternKind, ExternSymbol};
pub use fold::{Range, fold, in_order};
pub use headline::{Headline, headline};
pub use index::Index;
pub use interface::{INTERFACE, INTERFACE_ENUMS, Interface};
pub use kernel::{Asked, Hit, Kernel, Modules, ModulesFacts};
pub use loaded::OfModule;
pub use need::{Need, NeedKind};
pub use nowhere::Nowhere;
pub use object::Needs;
pub use pattern::fits_pattern;
pub use program::{Program, counted};
pub use reached::{Reaching, reaching};
pub use release::{Release, Version};
pub use remedy::Remedy;
pub use standing::{Standing, other_register, standing};
pub use struct_ops::{SetMember, StructOps};

//! What a BPF object needs of a kernel, and whether the kernel's BTF has it.
//!
//! The layers, bottom up:
//!
//! 1. [`Version`], [`Release`]: what the name of a kernel says, since its BTF holds no version.
//! 2. [`Kernel`]: a BTF with what is asked of it indexed, and what is known of its [`Modules`].
//! 3. [`Needs`]: what the object needs, whatever the kernel: a [`Need`] each, of a [`Program`] or of the object.
//! 4. [`Nowhere`]: the names that no kernel and no module that is known has.
//! 5. [`check`]: an [`Answer`] to each need, and a [`Verdict`] on each program: whether it loads, whether it attaches, and why.
//! 6. [`fold`]: the verdicts on many kernels as ranges of equal ones.
//!
//! A program that fails ends the load of its object. A need that only guards never fails: what is missing behind a test that the
//! kernel answers by 0 is dead code ([`relo::reach`]). BTF proves some answers, suggests nowhere, and says nothing of the rest
//! ([`Sure`]); what it does not say is not called a failure. So is what vmlinux lacks while its modules are not known ([`standing`] of a
//! relocation).
//!
//! Files are read elsewhere. A damaged object gets answers for what could be read of it; nothing here panics.
#![forbid(unsafe_code)]

mod answer;
mod arch;
mod args;
mod attach;
mod brought;
mod check;
mod externs;
mod fold;
mod kernel;
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
mod since;
mod standing;
mod struct_ops;
mod tags;
mod witness;
mod world;

pub use answer::{Answer, Attach, Has, KernelHas, Load, Sure};
pub use arch::arch_of;
pub use attach::Lookup;
pub use brought::Brought;
pub use check::{Foreign, Reason, Report, Verdict, check, check_with, sure_of};
pub use externs::{ExternKind, ExternSymbol};
pub use fold::{Range, fold, in_order};
pub use kernel::{Asked, Hit, INTERFACE, Kernel, Modules, ModulesFacts};
pub use loaded::OfModule;
pub use need::{Kind, Need};
pub use nowhere::Nowhere;
pub use object::Needs;
pub use pattern::fits_pattern;
pub use program::Program;
pub use reached::{Reaching, reaching};
pub use release::{Release, Version};
pub use standing::{Standing, other_register, standing};
pub use struct_ops::{SetMember, StructOps};

//! What a Linux kernel says of a BTF: accepted, or which errno and which words, and what else is wrong with it.
//!
//! The layers, bottom up:
//!
//! 1. [`Version`]: which kernel, and where the rules differ. [`Rule`]: each rule with the kernel's words and its errno.
//! 2. A blob read as the kernel reads it (`blob`): every field at its place, whatever the header says of the rest.
//! 3. The log (`log`, `report`): the kernel's text, to the byte, and the faults beside it.
//! 4. The phases, in the kernel's order: `header`, `meta` (every type by itself), `resolve` (types together), `chain` (modifiers),
//!    `special` (locks, lists, trees and kptrs).
//! 5. [`libbpf`]: what libbpf says of a blob, and what it changes before it loads one. [`prog`]: func_info, line_info and
//!    core_relo, as `BPF_PROG_LOAD` checks them.
//!
//! The kernel stops at the first fault, and so does the log. The checks go on: what is found behind it is what is wrong by
//! itself, not because of an earlier fault.
//!
//! All work is linear in the blob, and nothing panics on any input.
#![forbid(unsafe_code)]

mod blob;
mod chain;
mod check;
mod errno;
mod header;
pub mod libbpf;
mod log;
mod meta;
mod name;
pub mod prog;
mod report;
mod resolve;
mod rule;
mod special;
mod version;

use btf::{Btf, Endian};

pub use errno::Errno;
pub use log::escape;
pub use report::{Fault, Verdict};
pub use rule::Rule;
pub use special::first_to_look;
pub use version::{Knowledge, NoVersion, Version};

/// The most bytes that `BPF_BTF_LOAD` takes (`BTF_MAX_SIZE`).
pub const MAX_SIZE: u32 = 16 << 20;

/// Who asks the kernel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    /// A program's loader, by `BPF_BTF_LOAD`.
    Load,
    /// The kernel itself, of its own BTF or a module's: it trusts that types fit together, and says less.
    Kernel,
}

/// How to judge.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// The kernel.
    pub version: Version,
    /// Who asks.
    pub mode: Mode,
    /// What a module's BTF continues; only [`Mode::Kernel`] takes split BTF.
    pub base: Option<&'a Btf>,
    /// The kernel's byte order; `None` for that of the blob, by its magic. A blob without a magic is taken for little-endian.
    pub endian: Option<Endian>,
    /// Whether to write the whole log, which can be much larger than the blob. Else it is the last line of a refusal.
    pub whole_log: bool,
    /// Whether names in the log are text of one line ([`btf::visible`]), so that its lines are the kernel's. Else they are as the kernel writes
    /// them, whatever is in them.
    pub visible_names: bool,
}

impl Options<'_> {
    /// `BPF_BTF_LOAD` to a kernel of the blob's byte order, and only the last line of the log.
    pub fn new(version: Version) -> Options<'static> {
        Options { version, mode: Mode::Load, base: None, endian: None, whole_log: false, visible_names: false }
    }
}

/// What a kernel of this version answers to `BPF_BTF_LOAD`.
pub fn load(bytes: &[u8], version: Version) -> Verdict {
    judge(bytes, &Options::new(version))
}

/// What a kernel answers.
pub fn judge(bytes: &[u8], options: &Options<'_>) -> Verdict {
    check::Check::new(bytes, options).run()
}

//! How a Linux kernel judges a BTF: whether the kernel accepts it, or with which errno and message the kernel refuses
//! it, and all other faults of the BTF.
//!
//! The layers, bottom up:
//!
//! 1. [`Version`]: which kernel, and where the rules differ. [`Rule`]: each rule with the kernel's message and its
//!    errno.
//! 2. A blob read as the kernel reads it (`blob`): each field where the kernel reads it, even if the rest of the blob
//!    is damaged.
//! 3. The log (`log`, `report`): the kernel's text, to the byte, and the faults beside it.
//! 4. The phases, in the kernel's order: `header`, `meta` (every type alone), `resolve` (types together), `chain`
//!    (modifiers), `special` (locks, lists, trees and kptrs).
//! 5. [`libbpf`]: libbpf's own checks, and the changes that it makes before it loads a blob. [`prog`]: func_info,
//!    line_info and core_relo, as `BPF_PROG_LOAD` checks them.
//!
//! The kernel stops at the first fault, and so does the log. The checks here go on, and report each later fault that
//! does not follow from an earlier one.
//!
//! No input makes it panic.
#![forbid(unsafe_code)]

mod blob;
mod chain;
mod check;
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

pub use log::escape;
pub use open::Errno;
pub use report::{Fault, Verdict};
pub use rule::Rule;
pub use special::first_to_look;
pub use version::{Knowledge, NoVersion, Version};

/// The most bytes that `BPF_BTF_LOAD` accepts (`BTF_MAX_SIZE`).
pub const MAX_SIZE: u32 = 16 << 20;

/// The loader of the BTF.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    /// A program's loader, by `BPF_BTF_LOAD`.
    Load,
    /// The kernel itself, for its own BTF or a module's: it trusts that types fit together, and logs less.
    Kernel,
}

/// The options of a judgement.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// The kernel.
    pub version: Version,
    /// The loader of the BTF.
    pub mode: Mode,
    /// The base that a module's BTF continues; only [`Mode::Kernel`] accepts split BTF.
    pub base: Option<&'a Btf>,
    /// The kernel's byte order; `None` for that of the blob, by its magic. A blob without a magic is taken for
    /// little-endian.
    pub endian: Option<Endian>,
    /// Whether to write the whole log, which can be much larger than the blob. If not, the log has only the last line
    /// of a refusal.
    pub whole_log: bool,
    /// Whether names in the log are text of one line ([`btf::visible`]), so that no name begins a line of its own. If
    /// not, names are written byte for byte, as the kernel does.
    pub visible_names: bool,
}

impl Options<'_> {
    /// `BPF_BTF_LOAD` on a kernel of the blob's byte order, with only the last line of the log.
    pub fn new(version: Version) -> Options<'static> {
        Options { version, mode: Mode::Load, base: None, endian: None, whole_log: false, visible_names: false }
    }
}

/// The answer of a kernel of this version to `BPF_BTF_LOAD`.
pub fn load(bytes: &[u8], version: Version) -> Verdict {
    judge(bytes, &Options::new(version))
}

/// The answer of a kernel.
pub fn judge(bytes: &[u8], options: &Options<'_>) -> Verdict {
    check::Check::new(bytes, options).run()
}

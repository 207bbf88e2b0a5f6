//! libbpf's part: what it says of a blob itself, and what it makes of one before a kernel gets it.
//!
//! A compiler's object is rarely loadable as it is: sections have no sizes, externs no place. libbpf first fills in what the ELF
//! file knows ([`fix_up`]), then replaces what the kernel at hand lacks ([`sanitize`]). The kernel judges the result.

mod edit;
mod externs;
mod fixup;
mod reader;
mod sanitize;

pub use fixup::{NoFix, fix_up};
pub use reader::{Complaint, read};
pub use sanitize::sanitize;

/// A blob as libbpf hands it on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Changed {
    /// The blob.
    pub bytes: Vec<u8>,
    /// What was changed, each a sentence without its full stop; empty where nothing was.
    pub changes: Vec<String>,
}

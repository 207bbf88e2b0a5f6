//! libbpf's part: its own checks of a blob (crate `open`), and the changes that it makes before a kernel gets it.
//!
//! A compiler's object can rarely be loaded unchanged: its sections have no sizes, and its externs no offsets. libbpf
//! first fills in values from the ELF file ([`fix_up`]), then replaces types that the kernel does not know
//! ([`sanitize`]). The kernel judges the result.

mod edit;
mod externs;
mod fixup;
mod sanitize;

pub use fixup::{NoFix, fix_up};
pub use open::Complaint;
pub use sanitize::sanitize;

/// A blob as libbpf passes it on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Changed {
    /// The blob.
    pub bytes: Vec<u8>,
    /// The changes, each a sentence without its full stop.
    pub changes: Vec<String>,
}

/// Whether libbpf opens a blob without a base.
///
/// # Errors
/// The first fault that libbpf finds.
pub fn read(bytes: &[u8]) -> Result<(), Complaint> {
    open::parts(bytes).map(|_| ())
}

//! The kinds of files.

use wire::Wire;

/// The kind of a file, as shown on its chip.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Wire)]
pub enum FileKind {
    /// A whole kernel.
    Kernel,
    /// A module, on its kernel.
    Module,
    /// A BPF program object.
    Program,
    /// A distilled base.
    Base,
    /// Any other BTF.
    Raw,
}

impl FileKind {
    /// The word on the chip.
    pub fn as_str(self) -> &'static str {
        match self {
            FileKind::Kernel => "kernel",
            FileKind::Module => "module",
            FileKind::Program => "program",
            FileKind::Base => "distilled base",
            FileKind::Raw => "raw",
        }
    }
}

//! The kinds of files.

use wire::Wire;

btf::named! {
    /// The kind of a file, as shown on its chip.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Wire)]
    pub enum FileKind {
        /// A whole kernel.
        Kernel = "kernel";
        /// A module, whose types continue those of its kernel.
        Module = "module";
        /// A BPF program object.
        Program = "program";
        /// A distilled base.
        Base = "distilled base";
        /// Any other BTF.
        Raw = "raw";
    }
    /// The word on the chip.
    pub fn as_str;
}

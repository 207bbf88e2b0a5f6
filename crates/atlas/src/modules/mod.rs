//! What modules bring that their kernel lacks: functions, kfuncs and struct_ops types, by name.
//!
//! They are a file of their own, with the parts of an atlas: a function is a FUNC whose type is a forward declaration with the name of
//! the module, a struct_ops type a TYPEDEF of one. So they are shared over kernels, merged, packed and found as forms are. A kernel
//! that is not in such a file has modules that nobody looked at: nothing can be said of them.

mod ask;
#[cfg(feature = "write")]
mod draft;
#[cfg(feature = "write")]
mod take;

use std::collections::BTreeSet;

#[cfg(feature = "write")]
use btf::Kind;

pub use ask::{Brought, Modules};
#[cfg(feature = "write")]
pub use draft::ModulesDraft;
#[cfg(feature = "write")]
pub use take::module_names;

/// The linkage by which a FUNC of these files is a kfunc; 0 by which it is not.
const KFUNC: u32 = 1;

/// What a name of a module is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BroughtKind {
    /// A function.
    Func,
    /// A function that BPF programs may call.
    Kfunc,
    /// A type of struct_ops that the module registers.
    StructOps,
}

impl BroughtKind {
    /// `"function"`, `"kfunc"`, `"struct_ops"`.
    pub fn as_str(self) -> &'static str {
        match self {
            BroughtKind::Func => "function",
            BroughtKind::Kfunc => "kfunc",
            BroughtKind::StructOps => "struct_ops",
        }
    }

    /// The kind that it is written as.
    #[cfg(feature = "write")]
    fn kind(self) -> Kind {
        match self {
            BroughtKind::Func | BroughtKind::Kfunc => Kind::Func,
            BroughtKind::StructOps => Kind::Typedef,
        }
    }
}

/// The names that a module brings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModuleNames {
    /// The module: its file's name without endings.
    pub module: Vec<u8>,
    /// Its names, each once: a kfunc is not among the functions.
    pub names: BTreeSet<(BroughtKind, Vec<u8>)>,
}

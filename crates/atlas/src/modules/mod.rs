//! What modules bring that their kernel lacks: functions, kfuncs, struct_ops types, other types with their enumerators, and
//! variables, by name.
//!
//! They are a file of their own, with the parts of an atlas: a function is a FUNC whose type is a forward declaration with the name of
//! the module, a struct_ops type a TYPEDEF of one, anything else a VAR of one, whose linkage says what it is. That the types of a
//! kernel's modules were looked at says one more VAR (`TYPES_KNOWN`), since files that were made before know functions only. So they are shared over kernels, merged, packed and found as forms are. A kernel
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
pub use take::{ModulesBase, module_names};

/// The linkage by which a FUNC of these files is a kfunc; 0 by which it is not.
const KFUNC: u32 = 1;

/// The name of the VAR that says that the types of a kernel's modules are known; no name of C.
const TYPES_KNOWN: &[u8] = b"/types";

/// The linkage of that VAR, and its module's name.
#[cfg(feature = "write")]
const MARK: u32 = 0;

/// What a name of a module is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BroughtKind {
    /// A function.
    Func,
    /// A function that BPF programs may call.
    Kfunc,
    /// A type of struct_ops that the module registers.
    StructOps,
    /// A struct.
    Struct,
    /// A union.
    Union,
    /// An enum.
    Enum,
    /// A value of an enum.
    Enumerator,
    /// A typedef: the targets of `tp_btf` are (`btf_trace_NAME`).
    Typedef,
    /// A variable: of modules, those that each CPU has its own of.
    Variable,
}

impl BroughtKind {
    /// `"function"`, `"kfunc"`, `"struct_ops"`.
    pub fn as_str(self) -> &'static str {
        match self {
            BroughtKind::Func => "function",
            BroughtKind::Kfunc => "kfunc",
            BroughtKind::StructOps => "struct_ops",
            BroughtKind::Struct => "struct",
            BroughtKind::Union => "union",
            BroughtKind::Enum => "enum",
            BroughtKind::Enumerator => "enum value",
            BroughtKind::Typedef => "typedef",
            BroughtKind::Variable => "variable",
        }
    }

    /// Of types and enumerators, the linkage of their VAR.
    fn linkage(self) -> Option<u32> {
        match self {
            BroughtKind::Func | BroughtKind::Kfunc | BroughtKind::StructOps => None,
            BroughtKind::Struct => Some(1),
            BroughtKind::Union => Some(2),
            BroughtKind::Enum => Some(3),
            BroughtKind::Enumerator => Some(4),
            BroughtKind::Typedef => Some(5),
            BroughtKind::Variable => Some(6),
        }
    }

    /// Those that are VARs of a module: files that were made before November 2026 have none of them.
    pub const TYPES: [BroughtKind; 6] = [
        BroughtKind::Struct,
        BroughtKind::Union,
        BroughtKind::Enum,
        BroughtKind::Enumerator,
        BroughtKind::Typedef,
        BroughtKind::Variable,
    ];

    /// The kind that it is written as.
    #[cfg(feature = "write")]
    fn kind(self) -> Kind {
        match self {
            BroughtKind::Func | BroughtKind::Kfunc => Kind::Func,
            BroughtKind::StructOps => Kind::Typedef,
            BroughtKind::Struct
            | BroughtKind::Union
            | BroughtKind::Enum
            | BroughtKind::Enumerator
            | BroughtKind::Typedef
            | BroughtKind::Variable => Kind::Var,
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
    /// Whether [`BroughtKind::TYPES`] are among them.
    pub has_types: bool,
}

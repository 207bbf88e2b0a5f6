//! The names that modules bring and their kernel lacks: functions, kfuncs, struct_ops types, other types with their
//! enumerators, and variables.
//!
//! They are a file of their own, with the parts of an atlas. A function is a FUNC whose type is a forward declaration
//! with the name of the module; a struct_ops type is a TYPEDEF of one; any other name is a VAR of one, whose linkage
//! tells the kind. One more VAR (`TYPES_KNOWN`) marks kernels whose modules' types were examined, because older files
//! have only functions. So names are shared over kernels, merged, packed and found as forms are. For a kernel that is
//! not in such a file, the modules are not known.

mod ask;
#[cfg(feature = "write")]
mod draft;
#[cfg(feature = "write")]
mod take;

use std::collections::BTreeSet;

use btf::Kind;

pub use ask::{Brought, Modules};
#[cfg(feature = "write")]
pub use draft::ModulesDraft;
#[cfg(feature = "write")]
pub use take::{ModulesBase, module_names};

/// The linkage of a FUNC that is a kfunc; 0 for other functions.
const KFUNC: u32 = 1;

/// The name of the VAR that marks kernels whose modules' types are known; not a possible C name.
const TYPES_KNOWN: &[u8] = b"/types";

/// The linkage of that VAR, and its module's name.
#[cfg(feature = "write")]
const MARK: u32 = 0;

/// The kind of a name that a module brings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BroughtKind {
    /// A function.
    Func,
    /// A function that BPF programs may call.
    Kfunc,
    /// A struct_ops type that the module registers.
    StructOps,
    /// A struct.
    Struct,
    /// A union.
    Union,
    /// An enum.
    Enum,
    /// A value of an enum.
    Enumerator,
    /// A typedef, such as the targets of `tp_btf` (`btf_trace_NAME`).
    Typedef,
    /// A variable; modules' BTF has only per-CPU ones.
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

    /// All of them, in the order of the columns of a list of names (`examples/pool.rs`).
    pub const ALL: [BroughtKind; 9] = [
        BroughtKind::Func,
        BroughtKind::Kfunc,
        BroughtKind::StructOps,
        BroughtKind::Struct,
        BroughtKind::Union,
        BroughtKind::Enum,
        BroughtKind::Enumerator,
        BroughtKind::Typedef,
        BroughtKind::Variable,
    ];

    /// The BTF kind that the module has it as; none of an enumerator, which is no type.
    pub fn btf_kind(self) -> Option<Kind> {
        match self {
            BroughtKind::Func | BroughtKind::Kfunc => Some(Kind::Func),
            BroughtKind::StructOps | BroughtKind::Struct => Some(Kind::Struct),
            BroughtKind::Union => Some(Kind::Union),
            BroughtKind::Enum => Some(Kind::Enum),
            BroughtKind::Enumerator => None,
            BroughtKind::Typedef => Some(Kind::Typedef),
            BroughtKind::Variable => Some(Kind::Var),
        }
    }

    /// The linkage of the VAR for a type, enumerator or variable; none for other kinds.
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

    /// The kinds that are stored as VARs; files made before November 2026 have none of them.
    pub const TYPES: [BroughtKind; 6] = [
        BroughtKind::Struct,
        BroughtKind::Union,
        BroughtKind::Enum,
        BroughtKind::Enumerator,
        BroughtKind::Typedef,
        BroughtKind::Variable,
    ];

    /// The BTF kind that it is stored as.
    #[cfg(feature = "write")]
    fn written_as(self) -> Kind {
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
    /// Its names, without duplicates; kfuncs are not among the functions.
    pub names: BTreeSet<(BroughtKind, Vec<u8>)>,
    /// Whether [`BroughtKind::TYPES`] are among them.
    pub has_types: bool,
}

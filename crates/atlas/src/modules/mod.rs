//! The names that modules bring: functions, kfuncs, struct_ops types; and the other types, enumerators and variables
//! that their kernel lacks.
//!
//! They are in a file of their own, which has the same format as an atlas. A function is a FUNC whose type is a forward
//! declaration with the name of the module; a struct_ops type is a TYPEDEF of such a declaration; any other name is a
//! VAR of such a declaration, and the linkage of the VAR tells the kind. One more VAR (`TYPES_KNOWN`) marks kernels
//! whose modules' types were examined, because older files have only functions, kfuncs and struct_ops types. As the
//! format is that of an atlas, the code that shares, merges, packs and finds the forms of an atlas also works for these
//! names. For a kernel that is not in such a file, the modules are not known.

mod ask;
#[cfg(feature = "write")]
mod draft;
#[cfg(feature = "write")]
mod take;

use std::collections::BTreeSet;

use btf::Kind;

pub use ask::{BroughtName, ModulesFile};
#[cfg(feature = "write")]
pub use draft::ModulesDraft;
#[cfg(feature = "write")]
pub use take::{ModulesBase, module_names};

/// The linkage of a FUNC that is a kfunc; 0 for other functions.
const KFUNC: u32 = 1;

/// The name of the VAR that marks kernels whose modules' types are known; not a possible C name.
const TYPES_KNOWN: &[u8] = b"/types";

/// The linkage of the VAR [`TYPES_KNOWN`], whose module has the same name as the VAR.
#[cfg(feature = "write")]
const MARK: u32 = 0;

btf::named! {
    /// The kind of a name that a module brings.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum BroughtKind {
        /// A function.
        Func = "function", Some(Kind::Func), None;
        /// A function that BPF programs may call.
        Kfunc = "kfunc", Some(Kind::Func), None;
        /// A struct_ops type that the module registers.
        StructOps = "struct_ops", Some(Kind::Struct), None;
        /// A struct.
        Struct = "struct", Some(Kind::Struct), Some(1);
        /// A union.
        Union = "union", Some(Kind::Union), Some(2);
        /// An enum.
        Enum = "enum", Some(Kind::Enum), Some(3);
        /// A value of an enum.
        Enumerator = "enum value", None, Some(4);
        /// A typedef, such as the targets of `tp_btf` (`btf_trace_NAME`).
        Typedef = "typedef", Some(Kind::Typedef), Some(5);
        /// A variable; modules' BTF has only per-CPU variables.
        Variable = "variable", Some(Kind::Var), Some(6);
    }
    /// All kinds, in the order of the columns of a list of names (`examples/pool.rs`).
    pub const ALL;
    /// The word for the kind, such as `"function"` or `"enum value"`.
    pub fn as_str;
    /// The BTF kind that names of this kind have in the module's BTF; none for an enumerator, which is not a type.
    pub fn btf_kind -> Option<Kind>;
    /// The linkage of the VAR for a type, enumerator or variable; none for other kinds.
    fn linkage -> Option<u32>;
}

impl BroughtKind {
    /// The kinds that are stored as VARs; files made before November 2026 have none of them.
    pub const TYPES: [BroughtKind; 6] = [
        BroughtKind::Struct,
        BroughtKind::Union,
        BroughtKind::Enum,
        BroughtKind::Enumerator,
        BroughtKind::Typedef,
        BroughtKind::Variable,
    ];

    /// The BTF kind under which the file stores names of this kind.
    #[cfg(feature = "write")]
    fn written_as(self) -> Kind {
        match self.linkage() {
            Some(_) => Kind::Var,
            None if self == BroughtKind::StructOps => Kind::Typedef,
            None => Kind::Func,
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
    /// Whether names of the kinds [`BroughtKind::TYPES`] were collected, too.
    pub has_types: bool,
}

//! Reads the files of a kernel's modules, for the names that these modules bring.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use btf::Btf;
use btf::Kind::*;
use container::{Opened, Role};
use relate::{id_lists, kfuncs};

use super::{BroughtKind, ModuleNames};

/// The prefix of the struct that registers a struct_ops type (kernel, `include/linux/bpf.h`,
/// `DEFINE_STRUCT_OPS_VALUE_TYPE`).
const STRUCT_OPS: &[u8] = b"bpf_struct_ops_";

/// The struct that is the first member of all such structs; it registers no struct_ops type itself.
const COMMON: &[u8] = b"bpf_struct_ops_common_value";

/// A kernel whose modules are examined.
#[derive(Debug)]
pub struct ModulesBase {
    btf: Arc<Btf>,
    names: HashSet<(BroughtKind, Vec<u8>)>,
}

impl ModulesBase {
    /// For the modules of the kernel with this BTF.
    pub fn new(btf: Arc<Btf>) -> ModulesBase {
        let names = btf.types().flat_map(|t| types_of(&t)).collect();
        ModulesBase { btf, names }
    }

    /// The kernel's BTF.
    pub fn btf(&self) -> &Arc<Btf> {
        &self.btf
    }
}

/// The names of [`BroughtKind::TYPES`] for a type: its own name, and the names of its enumerators.
fn types_of(t: &btf::Type<'_>) -> Vec<(BroughtKind, Vec<u8>)> {
    let kind = match t.kind() {
        Struct => BroughtKind::Struct,
        Union => BroughtKind::Union,
        Enum | Enum64 => BroughtKind::Enum,
        Typedef => BroughtKind::Typedef,
        Var => BroughtKind::Variable,
        Int | Ptr | Array | Fwd | Volatile | Const | Restrict | Func | FuncProto | DataSec | Float | DeclTag
        | TypeTag | LocParam | LocProto | LocSec | Unknown(_) => return Vec::new(),
    };
    let own = (!t.is_anonymous()).then(|| (kind, t.name_bytes().to_vec()));
    let values = t.enumerators().map(|value| (BroughtKind::Enumerator, value.name().as_bytes().to_vec()));
    own.into_iter().chain(values.filter(|(_, name)| !name.is_empty())).collect()
}

/// The names that a module's own BTF brings. Types, enumerators and variables count only if the kernel lacks them,
/// because libbpf searches modules only for names that the kernel lacks. `module` is the module's name. `None` when the
/// file is not a module, has a base of its own (`.BTF.base`), or its BTF cannot be read on `base`.
pub fn module_names(module: &str, opened: &Opened, base: &ModulesBase) -> Option<ModuleNames> {
    if opened.role != Role::Module || opened.btf_base.is_some() {
        return None;
    }
    let btf = Btf::parse(opened.btf.bytes.clone(), Some(Arc::clone(&base.btf))).ok()?;
    let mut names = BTreeSet::new();
    let own = |id: btf::TypeId| id.0 >= btf.first_id().0;
    for t in btf.types() {
        match t.kind() {
            Func => names.insert((BroughtKind::Func, t.name_bytes().to_vec())),
            Struct if t.name_bytes() != COMMON => t
                .name_bytes()
                .strip_prefix(STRUCT_OPS)
                .is_some_and(|name| !name.is_empty() && names.insert((BroughtKind::StructOps, name.to_vec()))),
            _ => false,
        };
        names.extend(types_of(&t).into_iter().filter(|name| !base.names.contains(name)));
    }
    let symbols: Vec<(&str, u32, u32)> =
        opened.id_symbols.iter().flatten().map(|symbol| (symbol.name.as_str(), symbol.offset, symbol.size)).collect();
    let lists = opened.btf_ids.as_ref().map(|ids| id_lists(&btf, &ids.bytes, &symbols)).unwrap_or_default();
    for kfunc in kfuncs(&btf, &lists).iter().filter(|kfunc| own(kfunc.id)) {
        if let Some(t) = btf.get(kfunc.id) {
            names.remove(&(BroughtKind::Func, t.name_bytes().to_vec()));
            names.insert((BroughtKind::Kfunc, t.name_bytes().to_vec()));
        }
    }
    Some(ModuleNames { module: module.as_bytes().to_vec(), names, has_types: true })
}

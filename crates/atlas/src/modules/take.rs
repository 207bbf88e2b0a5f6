//! What the modules of a kernel bring: read from their files.

use std::collections::BTreeSet;
use std::sync::Arc;

use btf::{Btf, Kind};
use container::{Opened, Role};
use relate::{id_lists, kfuncs};

use super::{BroughtKind, ModuleNames};

/// Begins the name of the struct by which the kernel registers a struct_ops type (kernel, `include/linux/bpf.h`,
/// `DEFINE_STRUCT_OPS_VALUE_TYPE`).
const STRUCT_OPS: &[u8] = b"bpf_struct_ops_";

/// The struct that all of them hold first; no type of its own.
const COMMON: &[u8] = b"bpf_struct_ops_common_value";

/// The names that a module's own BTF brings. `module` is what it goes by. `None` when the file is not a module of this base, or needs none.
pub fn module_names(module: &str, opened: &Opened, base: &Arc<Btf>) -> Option<ModuleNames> {
    if opened.role != Role::Module || opened.btf_base.is_some() {
        return None;
    }
    let btf = Btf::parse(opened.btf.bytes.clone(), Some(Arc::clone(base))).ok()?;
    let mut names = BTreeSet::new();
    let own = |id: btf::TypeId| id.0 >= btf.first_id().0;
    for t in btf.types() {
        match t.kind() {
            Kind::Func => names.insert((BroughtKind::Func, t.name_bytes().to_vec())),
            Kind::Struct if t.name_bytes() != COMMON => t
                .name_bytes()
                .strip_prefix(STRUCT_OPS)
                .is_some_and(|name| !name.is_empty() && names.insert((BroughtKind::StructOps, name.to_vec()))),
            _ => false,
        };
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
    Some(ModuleNames { module: module.as_bytes().to_vec(), names })
}

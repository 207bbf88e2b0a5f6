//! [`Index`]: a kernel's types with indexes for what is looked up in them.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use btf::{Btf, Kind, NameIndex, TypeId};
use relo::Target;

use crate::arch::arch_among;

/// The types of a kernel, or a part of them, with indexes. Kernels with the same types share one `Index`.
#[derive(Debug)]
pub struct Index {
    pub(crate) btf: Arc<Btf>,
    pub(crate) names: NameIndex,
    pub(crate) target: Target,
    /// The architecture that the types show.
    pub(crate) arch: Option<String>,
    pub(crate) has_functions: bool,
    pub(crate) has_variables: bool,
    kfunc_tags: OnceLock<BTreeSet<TypeId>>,
}

impl Index {
    /// Indexes these types.
    pub fn of(btf: Arc<Btf>) -> Index {
        let names = NameIndex::new(&btf);
        let arch = arch_among(&btf, names.find(&btf, "pt_regs")).map(str::to_owned);
        let has_variables = btf.all_types().any(|t| t.kind() == Kind::Var);
        Index {
            names,
            target: Target::new(btf.clone()),
            arch,
            has_functions: has_kernel_functions(&btf),
            has_variables,
            kfunc_tags: OnceLock::new(),
            btf,
        }
    }

    /// The functions with the tag `bpf_kfunc`, which programs may call.
    pub(crate) fn kfunc_tags(&self) -> &BTreeSet<TypeId> {
        self.kfunc_tags.get_or_init(|| {
            let tags = self.btf.all_types().filter(|t| t.kind() == Kind::DeclTag && t.name() == "bpf_kfunc");
            tags.filter_map(|t| t.type_ref()).collect()
        })
    }
}

/// A BTF that has functions and more types than this is a kernel's, whatever the linkage of its functions: the smallest
/// known kernel has 35,000 types, a program some hundreds.
const KERNEL_TYPES: u32 = 5_000;

/// Whether a BTF has functions of a kernel. pahole writes all functions of a kernel as static, while some functions of
/// a program are global, because loaders find them by name.
fn has_kernel_functions(btf: &Btf) -> bool {
    let mut linkages = btf.all_types().filter(|t| t.kind() == Kind::Func).map(|t| t.linkage());
    match linkages.next() {
        None => false,
        Some(_) if btf.type_cnt() > KERNEL_TYPES => true,
        Some(first) => first == Some(btf::Linkage::Static) && linkages.all(|linkage| linkage == first),
    }
}

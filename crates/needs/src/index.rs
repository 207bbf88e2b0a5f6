//! [`Index`]: a kernel's types with indexes for what is looked up in them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use btf::{Btf, Kind, NameIndex, TypeId};
use relo::Target;

use crate::arch::arch_among;

/// The prefixes of enumerators of the BPF interface.
pub const INTERFACE: [&str; 2] = ["BPF_", "BTF_KIND_"];

/// The most enumerators that are indexed by name; a kernel has far fewer with these prefixes.
const MAX_ENUMERATORS: usize = 1 << 14;

/// The types of a kernel, or a part of them, with indexes. Kernels with the same types share one `Index`.
#[derive(Debug)]
pub struct Index {
    pub(crate) btf: Arc<Btf>,
    pub(crate) names: NameIndex,
    pub(crate) target: Target,
    pub(crate) enumerators: BTreeMap<String, u64>,
    pub(crate) helpers: BTreeSet<u64>,
    pub(crate) map_types: BTreeSet<u64>,
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
        let mut index = Index {
            names,
            target: Target::new(btf.clone()),
            enumerators: BTreeMap::new(),
            helpers: BTreeSet::new(),
            map_types: BTreeSet::new(),
            arch,
            has_functions: has_kernel_functions(&btf),
            has_variables: false,
            kfunc_tags: OnceLock::new(),
            btf: btf.clone(),
        };
        for t in btf.all_types() {
            match t.kind() {
                Kind::Var => index.has_variables = true,
                Kind::Enum | Kind::Enum64 => index.note_enum(t),
                _ => {}
            }
        }
        index
    }

    fn note_enum(&mut self, t: btf::Type<'_>) {
        let name = t.name();
        for e in t.enumerators() {
            let text = e.name();
            let ours = INTERFACE.iter().any(|prefix| text.starts_with(prefix));
            if !ours || self.enumerators.len() >= MAX_ENUMERATORS {
                continue;
            }
            self.enumerators.entry(text.to_owned()).or_insert(e.raw);
            match name {
                // The enumerator that ends the list begins with underscores, so it is not among these.
                "bpf_func_id" => self.helpers.insert(e.raw),
                "bpf_map_type" => self.map_types.insert(e.raw),
                _ => continue,
            };
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

//! [`Interface`]: the enumerators by which a kernel shows which BPF it has.

use std::collections::{BTreeMap, BTreeSet};

use btf::Btf;

/// The prefixes of enumerators of the BPF interface.
pub const INTERFACE: [&str; 2] = ["BPF_", "BTF_KIND_"];
/// The prefixes of the names of enums that have such enumerators (include/uapi/linux/bpf.h). Other enums that have them
/// are unnamed.
pub const INTERFACE_ENUMS: [&str; 2] = ["bpf_", "btf_"];

/// The most enumerators that are kept; a kernel has far fewer with these prefixes.
const MAX_ENUMERATORS: usize = 1 << 14;

/// The enumerators of a kernel that begin with one of the prefixes [`INTERFACE`], in unnamed enums and in enums with
/// one of the prefixes [`INTERFACE_ENUMS`].
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Interface {
    /// The value of each enumerator, by name. If several enums have an enumerator of this name, the value in the first.
    enumerators: BTreeMap<String, u64>,
    /// The numbers of `enum bpf_func_id`.
    helpers: BTreeSet<u64>,
    /// The numbers of `enum bpf_map_type`.
    map_types: BTreeSet<u64>,
}

impl Interface {
    /// The enumerators of a BTF. The BTF needs to have only those enums of the kernel that are unnamed or have one of
    /// the prefixes [`INTERFACE_ENUMS`].
    pub fn of(btf: &Btf) -> Interface {
        let mut interface = Interface::default();
        let is_it = |name: &[u8]| INTERFACE_ENUMS.iter().any(|prefix| name.starts_with(prefix.as_bytes()));
        for t in btf.all_types().filter(|t| t.kind().is_any_enum()) {
            if t.is_anonymous() || is_it(t.name_bytes()) {
                interface.add(t);
            }
        }
        interface
    }

    fn add(&mut self, t: btf::Type<'_>) {
        let name = t.name();
        for e in t.enumerators() {
            let text = e.name();
            let ours = INTERFACE.iter().any(|prefix| text.starts_with(prefix));
            if !ours || self.enumerators.len() >= MAX_ENUMERATORS {
                continue;
            }
            self.enumerators.entry(text.to_owned()).or_insert(e.raw);
            match name {
                // The enumerator that ends the list (`__BPF_FUNC_MAX_ID`) begins with underscores, so it was skipped.
                "bpf_func_id" => self.helpers.insert(e.raw),
                "bpf_map_type" => self.map_types.insert(e.raw),
                _ => continue,
            };
        }
    }

    /// How many enumerators there are.
    pub(crate) fn len(&self) -> usize {
        self.enumerators.len()
    }

    /// Whether there is an enumerator of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.enumerators.contains_key(name)
    }

    /// The value of an enumerator.
    pub(crate) fn value(&self, name: &str) -> Option<u64> {
        self.enumerators.get(name).copied()
    }

    /// Whether any enumerator has this prefix.
    pub(crate) fn has_prefix(&self, prefix: &str) -> bool {
        self.enumerators.range(prefix.to_owned()..).next().is_some_and(|(name, _)| name.starts_with(prefix))
    }

    /// Whether `enum bpf_func_id` has this number. None if there is no such enum.
    pub(crate) fn has_helper(&self, number: u32) -> Option<bool> {
        (!self.helpers.is_empty()).then(|| self.helpers.contains(&u64::from(number)))
    }

    /// Whether `enum bpf_map_type` has this number. None if there is no such enum.
    pub(crate) fn has_map_type(&self, number: u32) -> Option<bool> {
        (!self.map_types.is_empty()).then(|| self.map_types.contains(&u64::from(number)))
    }
}

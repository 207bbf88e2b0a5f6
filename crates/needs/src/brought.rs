//! [`Brought`]: the modules that bring a name, for a kernel whose modules are known by names only.

use std::collections::BTreeMap;

use btf::Kind;

use crate::kernel::Kernel;
use crate::nowhere::Beyond;

/// For the names that an object needs, the modules of a kernel that bring them. A name that is not here is in no
/// module, if names of its kind are known.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Brought {
    /// For each name with its kind, the modules that bring it. The names are of functions, of structs
    /// `bpf_struct_ops_NAME`, and, with [`Brought::has_types`], of types and variables.
    pub names: BTreeMap<(String, Kind), Vec<String>>,
    /// Whether structs, unions, enums, typedefs and variables of modules are known, too.
    pub has_types: bool,
}

impl Brought {
    /// Whether the modules that bring a name of this kind are known.
    fn knows(&self, name: &str, kind: Kind) -> bool {
        match kind {
            Kind::Func => true,
            Kind::Struct if name.starts_with("bpf_struct_ops_") => true,
            Kind::Struct | Kind::Union | Kind::Enum | Kind::Typedef | Kind::Var => self.has_types,
            _ => false,
        }
    }
}

/// The module that a name seems to belong to, of the modules that have it. If the name begins with the names of modules
/// (`hid_device` with `hid`), the module with the longest of these; else the first module.
fn owner<'m>(name: &str, modules: &'m [String]) -> Option<&'m String> {
    let begins = |module: &&String| {
        let rest = name.strip_prefix(module.replace('-', "_").as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
    };
    modules.iter().filter(begins).max_by_key(|module| module.len()).or(modules.first())
}

impl Kernel {
    /// Whether the kernel's modules have a name that is neither in its own BTF nor in the BTF of given modules.
    pub(crate) fn modules_bring(&self, name: &str, kind: Kind) -> Beyond<'_> {
        match &self.brought {
            _ if self.modules_known || !self.has_functions => Beyond::Nothing,
            Some(brought) if brought.knows(name, kind) => {
                match brought.names.get(&(name.to_owned(), kind)).and_then(|all| owner(name, all)) {
                    Some(module) => Beyond::Module(module),
                    None => Beyond::Nothing,
                }
            }
            _ => Beyond::Unknown,
        }
    }

    /// [`Kernel::modules_bring`] for one module.
    pub(crate) fn module_brings<'a>(&'a self, module: &str, name: &str, kind: Kind) -> Beyond<'a> {
        match self.modules_bring(name, kind) {
            Beyond::Module(_) => {
                let modules = self.brought.iter().filter_map(|b| b.names.get(&(name.to_owned(), kind))).flatten();
                modules.into_iter().find(|m| *m == module).map_or(Beyond::Nothing, |m| Beyond::Module(m))
            }
            beyond => beyond,
        }
    }

    /// How many other modules have a type of this name, besides the one named in the answer, if only names are known. A
    /// type of one module is also in the BTF of modules that use it, because pahole removes only types that vmlinux
    /// has.
    pub(crate) fn other_modules(&self, name: &str, kind: Kind) -> usize {
        let all = self.brought.as_ref().and_then(|brought| brought.names.get(&(name.to_owned(), kind)));
        all.map_or(0, |all| all.len().saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::owner;

    #[test]
    fn a_name_belongs_to_the_module_that_it_begins_with() {
        let all = ["amd_sfh", "hid", "hid-sony", "xfs"].map(str::to_owned);
        assert_eq!(owner("hid_device", &all).map(String::as_str), Some("hid"));
        assert_eq!(owner("hid_sony_x", &all).map(String::as_str), Some("hid-sony"));
        assert_eq!(owner("hidden", &all).map(String::as_str), Some("amd_sfh"));
    }
}

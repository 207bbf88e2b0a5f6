//! [`Kernel`]: a kernel's BTF with indexes for what is looked up, and the facts about its modules.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use btf::{Btf, Kind, TypeId};
use relo::Target;

use crate::brought::Brought;
use crate::index::Index;
use crate::interface::Interface;
use crate::pattern::fits_pattern;
use release::{Release, Version};

/// The facts about a kernel's modules.
#[derive(Clone, Debug)]
pub enum Modules {
    /// Not known: names that the kernel lacks may be in a module.
    Unknown,
    /// There are no modules.
    Absent,
    /// These modules and no others: the name and the BTF of each; the BTF is split BTF on the kernel's.
    Given(Vec<(String, Arc<Btf>)>),
    /// Only the names that the modules bring are known, not their types.
    Named(Arc<Brought>),
}

btf::named! {
    /// How much is known of a kernel's modules.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum ModulesFacts {
        /// Nothing.
        Unknown = "unknown";
        /// The names that the modules bring.
        Names = "names";
        /// All modules are given.
        Given = "given";
        /// There are no modules.
        None = "none";
    }
    /// `"unknown"`, `"names"`, `"given"`, `"none"`.
    pub fn as_str;
}

/// A type of a kernel or of one of its modules.
#[derive(Clone, Copy, Debug)]
pub struct Hit<'a> {
    /// The BTF that has it.
    pub btf: &'a Btf,
    /// The first type of the name and kind that were asked for; libbpf takes this one.
    pub id: TypeId,
    /// How many types of the BTF have this name and kind.
    pub count: usize,
    /// The module that has it; none for the kernel itself.
    pub module: Option<&'a str>,
}

/// A kernel that needs are checked on.
#[derive(Debug)]
pub struct Kernel {
    arch: Option<String>,
    release: Release,
    index: Arc<Index>,
    interface: Arc<Interface>,
    /// The kernel with its modules; none if no modules are given.
    with_modules: Option<Target>,
    modules: Vec<Module>,
    pub(crate) modules_known: bool,
    pub(crate) brought: Option<Arc<Brought>>,
    pub(crate) has_functions: bool,
    has_variables: bool,
    /// The names looked up so far; only for a part of a kernel.
    asked: Option<Arc<Mutex<Asked>>>,
}

/// The names that were looked up in a part of a kernel. If the part lacks one of these names, answers may differ from
/// those for the whole kernel.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Asked {
    /// Names of types, of any kind.
    pub names: BTreeSet<String>,
    /// Patterns of functions, with `*` and `?`: see [`fits_pattern`].
    pub patterns: BTreeSet<String>,
}

#[derive(Debug)]
struct Module {
    name: String,
    btf: Arc<Btf>,
    /// The module's own named types, by name. Names of 512 bytes and more are left out.
    names: BTreeMap<String, Vec<TypeId>>,
}

/// Enumerators, and the version that each came with: a kernel that has the enumerator is of this version or later, and
/// a kernel that lacks it is older (`include/uapi/linux/bpf.h`).
const MILESTONES: [(Version, &str); 14] = [
    (Version::new(5, 11), "BPF_MAP_TYPE_TASK_STORAGE"),
    (Version::new(5, 13), "BPF_FUNC_for_each_map_elem"),
    (Version::new(5, 15), "BPF_FUNC_get_attach_cookie"),
    (Version::new(5, 16), "BPF_MAP_TYPE_BLOOM_FILTER"),
    (Version::new(5, 18), "BPF_TRACE_KPROBE_MULTI"),
    (Version::new(6, 0), "BPF_LSM_CGROUP"),
    (Version::new(6, 1), "BPF_MAP_TYPE_USER_RINGBUF"),
    (Version::new(6, 2), "BPF_MAP_TYPE_CGRP_STORAGE"),
    (Version::new(6, 4), "BPF_NETFILTER"),
    (Version::new(6, 6), "BPF_TRACE_UPROBE_MULTI"),
    (Version::new(6, 7), "BPF_CGROUP_UNIX_CONNECT"),
    (Version::new(6, 9), "BPF_MAP_TYPE_ARENA"),
    (Version::new(6, 10), "BPF_TRACE_KPROBE_SESSION"),
    (Version::new(6, 13), "BPF_TRACE_UPROBE_SESSION"),
];

impl Kernel {
    /// A kernel from its whole BTF.
    ///
    /// Its architecture is that of the BTF ([`crate::arch_of`]), or else that of the release. A release without an
    /// architecture gets that of the BTF.
    pub fn new(release: Release, btf: Arc<Btf>, modules: Modules) -> Kernel {
        let interface = Arc::new(Interface::of(&btf));
        Kernel::of(release, Arc::new(Index::of(btf)), interface, modules)
    }

    fn of(mut release: Release, index: Arc<Index>, interface: Arc<Interface>, modules: Modules) -> Kernel {
        if release.arch.is_none() {
            release.arch.clone_from(&index.arch);
        }
        let modules_known = matches!(modules, Modules::Absent | Modules::Given(_));
        let (given, brought) = match modules {
            Modules::Given(list) => (list, None),
            Modules::Named(names) => (Vec::new(), Some(names)),
            Modules::Unknown | Modules::Absent => (Vec::new(), None),
        };
        // With modules, the kernel is searched first.
        let modules = || given.iter().map(|(_, btf)| btf.clone());
        let with_modules = (!given.is_empty()).then(|| Target::with_modules(index.btf.clone(), modules()));
        Kernel {
            // The architecture that the BTF shows is preferred: the release may come from an arbitrary file name.
            arch: index.arch.clone().or_else(|| release.arch.clone()),
            release,
            with_modules,
            modules: given.into_iter().map(|(name, btf)| Module::new(name, btf)).collect(),
            modules_known,
            brought,
            has_functions: index.has_functions,
            has_variables: index.has_variables,
            asked: None,
            index,
            interface,
        }
    }

    /// A kernel from a part of its BTF and the enumerators of its BPF interface. The part must have the types at which
    /// an object's relocations start ([`crate::Needs::roots`]); the caller says whether the whole kernel has functions
    /// and variables. After a check, [`Kernel::asked`] tells which other types the part should have.
    pub fn part(
        release: Release,
        (index, interface): (Arc<Index>, Arc<Interface>),
        modules: Modules,
        has_functions: bool,
        has_variables: bool,
    ) -> Kernel {
        let whole = Kernel::of(release, index, interface, modules);
        Kernel { has_functions, has_variables, asked: Some(Arc::default()), ..whole }
    }

    /// The same kernel with no modules. For a part of a kernel, both kernels write the names that are looked up into
    /// one list.
    pub(crate) fn without_modules(&self) -> Kernel {
        self.with(true, None)
    }

    /// The same kernel, with the names that its modules bring; given modules are dropped.
    #[must_use]
    pub fn with_brought(&self, brought: Arc<Brought>) -> Kernel {
        self.with(false, Some(brought))
    }

    fn with(&self, modules_known: bool, brought: Option<Arc<Brought>>) -> Kernel {
        Kernel {
            arch: self.arch.clone(),
            release: self.release.clone(),
            index: self.index.clone(),
            interface: self.interface.clone(),
            with_modules: None,
            modules: Vec::new(),
            modules_known,
            brought,
            has_functions: self.has_functions,
            has_variables: self.has_variables,
            asked: self.asked.clone(),
        }
    }

    /// The names looked up so far in a part of a kernel; empty for a whole kernel.
    pub fn asked(&self) -> Asked {
        let asked = self.asked.as_ref().map(|asked| asked.lock().unwrap_or_else(PoisonError::into_inner).clone());
        asked.unwrap_or_default()
    }

    /// Whether it is a part of a kernel.
    pub fn is_part(&self) -> bool {
        self.asked.is_some()
    }

    fn note_asked(&self, note: impl FnOnce(&mut Asked)) {
        if let Some(asked) = &self.asked {
            note(&mut asked.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// The facts from the kernel's name.
    pub fn release(&self) -> &Release {
        &self.release
    }

    /// The kernel's architecture, by Debian's name: from its BTF, else from its release.
    pub fn arch(&self) -> Option<&str> {
        self.arch.as_deref()
    }

    /// The kernel's types, without those of its modules.
    pub fn btf(&self) -> &Arc<Btf> {
        &self.index.btf
    }

    /// The target for relocations: the kernel, and the given modules.
    pub fn target(&self) -> &Target {
        self.with_modules.as_ref().unwrap_or(&self.index.target)
    }

    /// Whether all its modules are known: their BTF is given, or the kernel has no modules.
    pub fn modules_known(&self) -> bool {
        self.modules_known
    }

    /// How much is known of its modules.
    pub fn modules_facts(&self) -> ModulesFacts {
        match (self.modules_known, &self.brought, self.modules.is_empty()) {
            (true, _, true) => ModulesFacts::None,
            (true, _, false) => ModulesFacts::Given,
            (false, Some(_), _) => ModulesFacts::Names,
            (false, None, _) => ModulesFacts::Unknown,
        }
    }

    /// The name of the module with this index in [`Kernel::target`]; none for the kernel itself.
    pub(crate) fn module_of(&self, part: usize) -> Option<&str> {
        self.modules.get(part.checked_sub(1)?).map(|m| m.name.as_str())
    }

    /// Whether it has functions of a kernel. A BTF that was cut down for some programs has none (functions of a
    /// program's own BTF do not count), and can only answer CO-RE needs. Names that it lacks are not looked for in
    /// unknown modules either: libbpf searches no modules when it is given a BTF
    /// (`bpf_object_open_opts.btf_custom_path`).
    pub fn has_functions(&self) -> bool {
        self.has_functions
    }

    /// Whether it has variables: BTF made by pahole up to 1.21 has none, and lacks most functions, too.
    pub fn has_variables(&self) -> bool {
        self.has_variables
    }

    /// A type of the kernel by name and kind, or else of a module.
    pub fn find(&self, name: &str, kind: Kind) -> Option<Hit<'_>> {
        self.in_kernel(name, kind).or_else(|| self.modules.iter().find_map(|m| m.find(name, kind)))
    }

    /// A type of the kernel itself.
    pub fn in_kernel(&self, name: &str, kind: Kind) -> Option<Hit<'_>> {
        self.note_asked(|asked| {
            if !asked.names.contains(name) {
                asked.names.insert(name.to_owned());
            }
        });
        let name = btf::unescaped(name);
        let mut found = self.index.names.find(&self.index.btf, &*name).filter(|t| t.kind() == kind).map(|t| t.id());
        let id = found.next()?;
        Some(Hit { btf: &self.index.btf, id, count: 1 + found.count(), module: None })
    }

    /// A type of one module, by the names of the module and the type.
    pub fn in_module(&self, module: &str, name: &str, kind: Kind) -> Option<Hit<'_>> {
        self.modules.iter().find(|m| m.name == module)?.find(name, kind)
    }

    /// Whether the kernel or a module has a function of this name.
    pub fn has_function(&self, name: &str) -> bool {
        self.find(name, Kind::Func).is_some()
    }

    /// How many functions of the kernel and its modules match a pattern with `*` and `?`.
    pub fn matching(&self, pattern: &str) -> usize {
        self.note_asked(|asked| {
            asked.patterns.insert(pattern.to_owned());
        });
        let is_it = |t: &btf::Type<'_>| t.kind() == Kind::Func && fits_pattern(pattern.as_bytes(), t.name_bytes());
        let own = self.index.btf.all_types().filter(is_it).count();
        own + self.modules.iter().map(|m| m.btf.types().filter(is_it).count()).sum::<usize>()
    }

    /// The value of an enumerator of the BPF interface (`BPF_...`, `BTF_KIND_...`).
    pub fn enumerator(&self, name: &str) -> Option<u64> {
        self.interface.value(name)
    }

    /// Whether any enumerator of the BPF interface has this prefix.
    pub fn has_enumerators(&self, prefix: &str) -> bool {
        self.interface.has_prefix(prefix)
    }

    /// Whether `enum bpf_func_id` has this number. None if the BTF has no such enum.
    pub fn has_helper(&self, number: u32) -> Option<bool> {
        self.interface.has_helper(number)
    }

    /// Whether `enum bpf_map_type` has this number. None if the BTF has no such enum.
    pub fn has_map_type(&self, number: u32) -> Option<bool> {
        self.interface.has_map_type(number)
    }

    /// Whether a function of the kernel is tagged as one that programs may call.
    pub fn is_tagged_kfunc(&self, id: TypeId) -> bool {
        self.index.kfunc_tags().contains(&id)
    }

    /// Whether a struct or union of the kernel has a member of this name, also within unnamed members.
    pub fn has_member(&self, kind: Kind, name: &str, member: &str) -> bool {
        self.in_kernel(name, kind).is_some_and(|hit| has_member(hit.btf, hit.id, member))
    }

    /// Whether its BPF is of this version or later, judged by enumerators that its BPF interface has or lacks, and by
    /// its release. None if these do not decide: a distribution that backports BPF adds only some of it, so neither its
    /// version nor a single missing feature proves anything.
    pub fn is_at_least(&self, since: Version) -> Option<bool> {
        let by_interface = self.interface.len() > 1;
        let newest = MILESTONES.iter().rev().find(|m| by_interface && self.interface.has(m.1));
        if newest.is_some_and(|m| m.0.is_at_least(since)) {
            return Some(true);
        }
        if self.release.backports_bpf() {
            return None;
        }
        if let Some(version) = self.release.version {
            return Some(version.is_at_least(since));
        }
        let lacks = |m: &(Version, &str)| by_interface && since.is_at_least(m.0) && !self.interface.has(m.1);
        MILESTONES.iter().any(lacks).then_some(false)
    }

    /// Why [`Kernel::is_at_least`] does not know.
    pub(crate) fn version_unknown(&self) -> &'static str {
        match self.release.backports_bpf() {
            true => "the distribution backports BPF of later versions, so neither the version nor the BTF tells",
            false => "the kernel's version is not known",
        }
    }
}

/// Whether a struct or union has a member of this name, also within unnamed members. Each type is searched once,
/// because types may contain each other in many ways.
pub(crate) fn has_member(btf: &Btf, id: TypeId, name: &str) -> bool {
    let (mut searched, mut todo) = (BTreeSet::new(), vec![id]);
    while let Some(id) = todo.pop() {
        let Some(t) = btf.resolved(id).filter(|t| t.kind().is_composite() && searched.insert(t.id())) else { continue };
        for m in t.members() {
            match m.name() {
                found if found == name => return true,
                "" => todo.push(m.type_id),
                _ => {}
            }
        }
    }
    false
}

impl Module {
    fn new(name: String, btf: Arc<Btf>) -> Module {
        let mut names: BTreeMap<String, Vec<TypeId>> = BTreeMap::new();
        for t in btf.types().filter(|t| !t.is_anonymous() && t.name_bytes().len() < 512) {
            names.entry(t.name().to_owned()).or_default().push(t.id());
        }
        Module { name, btf, names }
    }

    fn find(&self, name: &str, kind: Kind) -> Option<Hit<'_>> {
        let ids = self.names.get(name)?;
        let mut found = ids.iter().copied().filter(|&id| self.btf.kind(id) == Some(kind));
        let id = found.next()?;
        Some(Hit { btf: &self.btf, id, count: 1 + found.count(), module: Some(&self.name) })
    }
}

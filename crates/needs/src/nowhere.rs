//! [`Nowhere`]: names that no known kernel has, and where to look for names that vmlinux lacks.

use std::collections::BTreeSet;

use btf::Kind;

use crate::attach::Lookup;
use crate::kernel::Kernel;
use crate::need::{Ask, Need};
use crate::object::Needs;
use release::Version;
use text::counted;

/// The names that an object needs and that no known kernel or module has. If a kernel's modules are not known, its
/// vmlinux may lack a name that a module has, because code that is built into one kernel may be a module of another.
/// So the name counts as missing on that kernel only if it is one of the names here.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Nowhere {
    names: BTreeSet<(String, Kind)>,
}

/// Whether a kernel's modules have a name that its vmlinux lacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Beyond<'a> {
    /// This module has the name.
    Module(&'a str),
    /// No module has the name, or libbpf searches no module, because the BTF was cut down ([`Kernel::has_functions`]).
    Nothing,
    /// The kernel's modules are not known, but no known kernel or module has the name.
    Nowhere,
    /// The kernel is too old: its modules have no BTF in which libbpf could find the name.
    TooOld,
    /// A module may have the name.
    Unknown,
}

/// The reason of an answer when a module may have a name that vmlinux lacks.
pub(crate) fn may_be_in_module(name: &str) -> String {
    format!("vmlinux has no {name}; a module may have it")
}

/// The first version whose modules have BTF (kernel, commit 36e68442d1af, "bpf: Load and verify kernel module BTFs").
const MODULES_HAVE_BTF: Version = Version::new(5, 11);

/// The reason of an answer when a module and `others` more have the name. The consequence is in the verdict
/// ([`crate::Verdict::load_words`]).
pub(crate) fn in_module(module: &str, others: usize) -> String {
    match others {
        0 => format!("module {module} has it"),
        n => format!("module {module} has it, and {}", counted(n, "other")),
    }
}

impl Beyond<'_> {
    /// Why the name is missing; `lacks` is the text for a kernel whose modules are known.
    pub(crate) fn because(self, lacks: String) -> String {
        match self {
            Beyond::Nowhere => format!("{lacks}; no kernel and no module that is known here has it"),
            Beyond::TooOld => format!("{lacks}, and modules have BTF since {MODULES_HAVE_BTF} only"),
            _ => lacks,
        }
    }
}

impl Nowhere {
    /// The names that are in both sets, so that no kernel of either of two atlases has them.
    #[must_use]
    pub fn both(&self, other: &Nowhere) -> Nowhere {
        Nowhere { names: self.names.intersection(&other.names).cloned().collect() }
    }

    /// Whether a kernel's modules have a name that its vmlinux lacks. libbpf looks up types, functions, variables and
    /// struct_ops in vmlinux and, if that lacks them, in every module (`bpf_core_find_cands`, `find_ksym_btf_id`,
    /// `find_kernel_btf_id`).
    pub(crate) fn beyond<'a>(&self, kernel: &'a Kernel, name: &str, kind: Kind) -> Beyond<'a> {
        match kernel.modules_bring(name, kind) {
            Beyond::Unknown if self.names.contains(&(name.to_owned(), kind)) => Beyond::Nowhere,
            Beyond::Unknown if kernel.is_at_least(MODULES_HAVE_BTF) == Some(false) => Beyond::TooOld,
            beyond => beyond,
        }
    }

    /// [`Nowhere::beyond`] for a target that the kernel finds without BTF: of a kprobe, a tracepoint or a raw
    /// tracepoint.
    pub(crate) fn beyond_by_symbol<'a>(&self, kernel: &'a Kernel, name: &str, kind: Kind) -> Beyond<'a> {
        match self.beyond(kernel, name, kind) {
            Beyond::TooOld => Beyond::Unknown,
            beyond => beyond,
        }
    }
}

impl FromIterator<(String, Kind)> for Nowhere {
    fn from_iter<T: IntoIterator<Item = (String, Kind)>>(names: T) -> Nowhere {
        Nowhere { names: names.into_iter().collect() }
    }
}

impl Needs {
    /// The names of kernel types that the object looks up and that a module may have instead of vmlinux: the names of
    /// externs, struct_ops and targets, and the root types of relocations.
    pub fn names(&self) -> BTreeSet<(String, Kind)> {
        let mut names: BTreeSet<(String, Kind)> =
            self.externs.iter().filter_map(|e| Some((e.sought(), e.btf_kind()?))).collect();
        let created = self.struct_ops.iter().filter(|ops| ops.created);
        names.extend(created.map(|ops| (format!("bpf_struct_ops_{}", ops.kernel_type), Kind::Struct)));
        names.extend(self.programs.iter().filter_map(|p| p.lookup.named()));
        if let Some(btf) = self.object.btf() {
            names.extend(self.records.iter().filter_map(|record| root_of(btf, record.type_id)));
        }
        names
    }

    /// The names of its relocations' root types, without flavours.
    pub fn roots(&self) -> BTreeSet<Vec<u8>> {
        let Some(btf) = self.object.btf() else { return BTreeSet::new() };
        let root = |record: &relo::Record| Some(btf.get(record.type_id)?.name_bytes().to_vec());
        let names = self.records.iter().filter_map(root).filter(|name| !name.is_empty());
        names.map(|name| relo::essential_name(&name).to_vec()).collect()
    }

    /// The question to an atlas that shows the history of what is needed: `struct inode`, `inode.i_atime`, `func
    /// vfs_read`. None if the need is not about one type of the kernel.
    pub fn question(&self, need: &Need) -> Option<String> {
        match &need.ask {
            Ask::Core(records) => {
                let (btf, record) = (self.object.btf()?, self.records.get(*records.first()?)?);
                let spec = relo::Spec::parse(btf, record).ok()?;
                let root = btf.get(btf.resolve(spec.root)).filter(|t| !t.name_bytes().is_empty())?;
                let name = btf::visible(relo::essential_name(root.name_bytes())).into_owned();
                // The path ends before the first array index, because an element has no history of its own.
                let path = match spec.kind.group() {
                    relo::CoreGroup::Field => spec.path(btf),
                    relo::CoreGroup::Type | relo::CoreGroup::Enum => String::new(),
                };
                let path = path.split('[').next().unwrap_or_default();
                match path.is_empty() {
                    true => root.tagged(&name),
                    false => Some(format!("{name}{path}")),
                }
            }
            Ask::Extern(i) => {
                let e = self.externs.get(*i)?;
                Some(format!("{} {}", e.btf_kind()?.as_lower_str(), e.sought()))
            }
            Ask::StructOps(i, _) => Some(format!("struct {}", self.struct_ops.get(*i)?.kernel_type)),
            Ask::Attach | Ask::Args => {
                let lookup = &self.programs.get(need.program?)?.lookup;
                let (name, kind) = lookup.named().filter(|_| !matches!(lookup, Lookup::Pattern(_)))?;
                Some(format!("{} {name}", kind.as_lower_str()))
            }
            _ => None,
        }
    }
}

/// The name of a relocation's root type without its flavour, and its kind (ENUM also for ENUM64), if a module may have
/// the type: a struct, union, enum or typedef.
pub(crate) fn root_of(btf: &btf::Btf, id: btf::TypeId) -> Option<(String, Kind)> {
    let t = btf.get(id)?;
    let kind = match t.kind() {
        Kind::Enum64 => Kind::Enum,
        kind @ (Kind::Struct | Kind::Union | Kind::Enum | Kind::Typedef) => kind,
        _ => return None,
    };
    let name = relo::essential_name(t.name_bytes());
    (!name.is_empty()).then(|| (btf::visible(name).into_owned(), kind))
}

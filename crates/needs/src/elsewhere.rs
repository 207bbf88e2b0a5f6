//! [`Elsewhere`]: what other kernels show of a name that a kernel lacks.

use std::collections::BTreeSet;

use btf::Kind;

use crate::attach::Lookup;
use crate::externs::ExternKind;
use crate::kernel::Kernel;
use crate::need::{Ask, Need};
use crate::object::Needs;

/// The names that the vmlinux of some other kernel has: what is the kernel's own elsewhere is not taken to be in a module.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Elsewhere {
    names: BTreeSet<(String, Kind)>,
}

/// What modules may have of a name that vmlinux lacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Beyond<'a> {
    /// This one has it.
    Module(&'a str),
    /// None has it.
    Nothing,
    /// One may have it.
    Unknown,
}

impl Elsewhere {
    /// What these kernels have of the names that an object needs.
    pub fn of(needs: &Needs, others: &[&Kernel]) -> Elsewhere {
        if others.is_empty() {
            return Elsewhere::default();
        }
        let has = |(name, kind): &(String, Kind)| others.iter().any(|other| other.in_kernel(name, *kind).is_some());
        needs.names().into_iter().filter(has).collect()
    }

    /// Adds names of other kernels.
    pub fn extend(&mut self, others: Elsewhere) {
        self.names.extend(others.names);
    }

    /// Leaves out what a module has somewhere: it may be in one elsewhere, too.
    pub fn leave_out(&mut self, is_brought: impl Fn(&(String, Kind)) -> bool) {
        self.names.retain(|name| !is_brought(name));
    }

    /// What modules may have of a name that this kernel's vmlinux lacks.
    pub(crate) fn beyond<'a>(&self, kernel: &'a Kernel, name: &str, kind: Kind) -> Beyond<'a> {
        match kernel.modules_bring(name, kind) {
            Beyond::Unknown if self.names.contains(&(name.to_owned(), kind)) => Beyond::Nothing,
            beyond => beyond,
        }
    }
}

impl FromIterator<(String, Kind)> for Elsewhere {
    fn from_iter<T: IntoIterator<Item = (String, Kind)>>(names: T) -> Elsewhere {
        Elsewhere { names: names.into_iter().collect() }
    }
}

impl Needs {
    /// The names of types by which the object finds what it needs of kernels, and which a module may have in place of vmlinux.
    pub fn names(&self) -> BTreeSet<(String, Kind)> {
        let mut names = BTreeSet::new();
        for e in &self.externs {
            match e.kind {
                ExternKind::Function(_) => {
                    let name = relo::essential_name(e.name.as_bytes());
                    names.insert((String::from_utf8_lossy(name).into_owned(), Kind::Func));
                }
                ExternKind::Variable(_) => drop(names.insert((e.name.clone(), Kind::Var))),
                ExternKind::Address | ExternKind::Config => {}
            }
        }
        names.extend(
            self.struct_ops
                .iter()
                .filter(|ops| ops.created)
                .map(|ops| (format!("bpf_struct_ops_{}", ops.kernel_type), Kind::Struct)),
        );
        names.extend(self.programs.iter().filter_map(|p| p.lookup.named()));
        names
    }
}

impl Needs {
    /// The names of the types that its relocations begin at, without flavours.
    pub fn roots(&self) -> BTreeSet<Vec<u8>> {
        let Some(btf) = self.object.btf() else { return BTreeSet::new() };
        let root = |record: &relo::Record| Some(btf.get(record.type_id)?.name_bytes().to_vec());
        let names = self.records.iter().filter_map(root).filter(|name| !name.is_empty());
        names.map(|name| relo::essential_name(&name).to_vec()).collect()
    }
}

impl Needs {
    /// What a need is about, as an atlas is asked for its history: `struct inode`, `inode.i_atime`, `func vfs_read`. None for what is not
    /// one type of the kernel.
    pub fn question(&self, need: &Need) -> Option<String> {
        match &need.ask {
            Ask::Core(records) => {
                let (btf, record) = (self.object.btf()?, self.records.get(*records.first()?)?);
                let spec = relo::Spec::parse(btf, record).ok()?;
                let root = btf.get(btf.resolve(spec.root)).filter(|t| !t.name_bytes().is_empty())?;
                let name = String::from_utf8_lossy(relo::essential_name(root.name_bytes())).into_owned();
                // Names only: what an index selects has no history of its own.
                let path = match spec.kind.group() {
                    relo::Group::Field => spec.path(btf),
                    relo::Group::Type | relo::Group::Enum => String::new(),
                };
                let path = path.split('[').next().unwrap_or_default();
                match path.is_empty() {
                    true => root.tagged(&name),
                    false => Some(format!("{name}{path}")),
                }
            }
            Ask::Extern(i) => match self.externs.get(*i)?.kind {
                ExternKind::Function(_) => Some(format!("func {}", self.externs.get(*i)?.name)),
                ExternKind::Variable(_) => Some(format!("var {}", self.externs.get(*i)?.name)),
                ExternKind::Address | ExternKind::Config => None,
            },
            Ask::StructOps(i, _) => Some(format!("struct {}", self.struct_ops.get(*i)?.kernel_type)),
            Ask::Attach(lookup) | Ask::Args(lookup) => match lookup.named()? {
                (_, Kind::Func) if matches!(lookup, Lookup::Pattern(_)) => None,
                (name, Kind::Func) => Some(format!("func {name}")),
                (name, _) => Some(format!("typedef {name}")),
            },
            _ => None,
        }
    }
}

impl Lookup {
    /// The name and kind of the type that is looked up.
    pub(crate) fn named(&self) -> Option<(String, Kind)> {
        let name = self.symbol()?;
        let kind = if name.starts_with("btf_trace_") { Kind::Typedef } else { Kind::Func };
        Some((name, kind))
    }
}

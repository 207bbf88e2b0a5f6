//! Asks the kernels of an atlas one after another. Of each kernel, only the types that the objects need are read.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use atlas::{
    Atlas, AtlasKernel, BroughtKind, BroughtName, Class, Error, ModulesFile, Part, Partial, Ranges, Select, Sought,
};
use btf::Kind::*;
use btf::{Btf, Kind};
use needs::{Index, Interface, Kernel, Modules, Needs, Nowhere, Release, Version, fits_pattern};

/// The most names that are matched against a prefix: more than any atlas has.
const MOST_NAMES: usize = 1 << 24;

/// An atlas whose kernels are asked about the needs of objects.
#[derive(Debug)]
pub struct AtlasKernels<'a, R> {
    atlas: &'a Atlas<R>,
    partial: Partial<'a, R>,
    /// Only the enums of the BPF interface: few kernels differ in them, while most differ in other types.
    enums: Partial<'a, R>,
    functions: Vec<bool>,
    variables: Vec<bool>,
    patterns: BTreeSet<String>,
    /// The indexes of parts that were taken before, by the number of the part. They are kept because the next kernel
    /// often has the same part.
    indexes: ByPart<Index>,
    /// The same for the parts of `enums`.
    interfaces: ByPart<Interface>,
}

/// With a clone, another thread can ask kernels at the same time.
impl<R> Clone for AtlasKernels<'_, R> {
    fn clone(&self) -> Self {
        AtlasKernels {
            atlas: self.atlas,
            partial: self.partial.clone(),
            enums: self.enums.clone(),
            functions: self.functions.clone(),
            variables: self.variables.clone(),
            patterns: self.patterns.clone(),
            indexes: Arc::clone(&self.indexes),
            interfaces: Arc::clone(&self.interfaces),
        }
    }
}

/// For the numbers of parts, the result for each; shared with the clones.
type ByPart<T> = Arc<Mutex<HashMap<u32, Arc<T>>>>;

/// The most indexes that are kept, and the most interfaces.
const MOST_INDEXES: usize = 256;

impl<'a, R: Ranges> AtlasKernels<'a, R> {
    /// Prepares to ask about the needs of these objects.
    ///
    /// # Errors
    /// The atlas is damaged, or bytes of it cannot be read.
    pub fn new(atlas: &'a Atlas<R>, objects: &[&Needs]) -> Result<AtlasKernels<'a, R>, Error> {
        let (mut partial, mut enums) = (Partial::new(atlas), Partial::new(atlas));
        enums.want_enums(&needs::INTERFACE_ENUMS, &needs::INTERFACE)?;
        for root in objects.iter().flat_map(|needs| needs.roots()) {
            partial.want(&root, None, 0)?;
            // Types of the kernel whose names have a flavour are candidates, too.
            let flavours = [root.as_slice(), b"___"].concat();
            for named in atlas.search(Class::Types, Sought::Prefix(&flavours), MOST_NAMES)? {
                partial.want(&named.name, None, 0)?;
            }
        }
        for (name, kind) in objects.iter().flat_map(|needs| needs.names()) {
            partial.want(name.as_bytes(), Some(kind), 0)?;
        }
        let (functions, variables) = (atlas.kernels_with(Kind::Func)?, atlas.kernels_with(Kind::Var)?);
        Ok(AtlasKernels {
            atlas,
            partial,
            enums,
            functions,
            variables,
            patterns: BTreeSet::new(),
            indexes: Arc::default(),
            interfaces: Arc::default(),
        })
    }

    /// Asks the kernel with this index in [`Atlas::kernels`]; `name` is its name. `ask` may be called several times,
    /// until every type that it looks up has been read; its last result is returned.
    ///
    /// # Errors
    /// There is no such kernel, the atlas is damaged, or bytes of it cannot be read.
    pub fn ask<T>(
        &mut self,
        number: u32,
        name: &str,
        modules: &Modules,
        mut ask: impl FnMut(&Kernel) -> T,
    ) -> Result<T, Error> {
        let has = |list: &[bool]| list.get(number as usize) == Some(&true);
        let (functions, variables) = (has(&self.functions), has(&self.variables));
        let release = self.atlas.kernels().get(number as usize).map(|about| release(name, about)).unwrap_or_default();
        let enums = self.enums.take(number)?;
        let interface = kept(&self.interfaces, enums, |btf| Interface::of(&btf));
        loop {
            let part = self.partial.take(number)?;
            let types = (kept(&self.indexes, part, Index::of), Arc::clone(&interface));
            let kernel = Kernel::part(release.clone(), types, modules.clone(), functions, variables);
            let said = ask(&kernel);
            let asked = kernel.asked();
            let mut more = false;
            for name in asked.names {
                more |= self.partial.want(name.as_bytes(), None, number)?;
            }
            for pattern in asked.patterns {
                more |= self.want_functions(pattern, number)?;
            }
            if !more {
                return Ok(said);
            }
        }
    }

    fn want_functions(&mut self, pattern: String, number: u32) -> Result<bool, Error> {
        if !self.patterns.insert(pattern.clone()) {
            return Ok(false);
        }
        let fixed = pattern.split(['*', '?']).next().unwrap_or_default();
        let mut more = false;
        for named in self.atlas.search(Class::Functions, Sought::Prefix(fixed.as_bytes()), MOST_NAMES)? {
            if fits_pattern(pattern.as_bytes(), &named.name) {
                more |= self.partial.want(&named.name, Some(Kind::Func), number)?;
            }
        }
        Ok(more)
    }

    /// The names that an object needs, but that no kernel of the atlas, no kernel of `open` and no module has. Contains
    /// only names of kinds that the file of modules lists; empty without that file.
    ///
    /// # Errors
    /// The atlas is damaged, or bytes of it cannot be read.
    pub fn nowhere<M: Ranges>(
        &self,
        needs: &Needs,
        open: &[&Kernel],
        modules: Option<&ModulesFile<M>>,
    ) -> Result<Nowhere, Error> {
        let mut names = Vec::new();
        let Some(modules) = modules else { return Ok(Nowhere::default()) };
        let types_known = knows_types(modules)?;
        for (name, kind) in needs.names() {
            let is_known = open.iter().any(|kernel| kernel.in_kernel(&name, kind).is_some())
                || !is_of_modules(&name, kind, types_known)
                || !self.atlas.forms_of(&btf::unescaped(&name), Some(kind))?.is_empty()
                || !modules_with(modules, &name, kind)?.is_empty();
            if !is_known {
                names.push((name, kind));
            }
        }
        Ok(names.into_iter().collect())
    }
}

/// The result for a part, which is kept for the next kernel that has the part. Two threads that need it at the same
/// time may both compute it.
fn kept<T>(known: &ByPart<T>, part: Part, of: impl FnOnce(Arc<Btf>) -> T) -> Arc<T> {
    let locked = || known.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = locked().get(&part.number) {
        return Arc::clone(known);
    }
    let new = Arc::new(of(part.btf));
    let mut known = locked();
    if known.len() >= MOST_INDEXES {
        known.clear();
    }
    known.insert(part.number, Arc::clone(&new));
    new
}

/// Whether a file of modules would list this name, with this kind, if a module had it. `types`: whether the file lists
/// enough types ([`knows_types`]).
fn is_of_modules(name: &str, kind: Kind, types: bool) -> bool {
    match kind {
        Func => true,
        Struct if name.starts_with("bpf_struct_ops_") => true,
        Struct | Union | Enum | Typedef | Var => types,
        Int | Ptr | Array | Fwd | Volatile | Const | Restrict | FuncProto | DataSec | Float | DeclTag | TypeTag
        | Enum64 | LocParam | LocProto | LocSec | Unknown(_) => false,
    }
}

/// Whether a file of modules lists enough types to conclude that no module has a name. For each series of Linux in the
/// file, it must list the types of the modules of at least one kernel. The same holds for each architecture in the
/// file.
fn knows_types<M: Ranges>(modules: &ModulesFile<M>) -> Result<bool, Error> {
    let known = modules.with_types()?;
    let branch = |about: &AtlasKernel| Version::parse(&about.upstream).map(Version::series);
    let all = || modules.kernels().iter();
    let typed = || all().zip(&known).filter(|(_, known)| **known).map(|(about, _)| about);
    let branches = typed().map(branch).collect::<BTreeSet<_>>() == all().map(branch).collect();
    let architectures = typed().map(|k| &k.arch).collect::<BTreeSet<_>>() == all().map(|k| &k.arch).collect();
    Ok(!known.is_empty() && branches && architectures)
}

/// The modules that have something of this name and BTF kind. For a STRUCT `bpf_struct_ops_X`: those that register the
/// struct_ops type `X`.
fn modules_with<M: Ranges>(modules: &ModulesFile<M>, name: &str, kind: Kind) -> Result<Vec<BroughtName>, Error> {
    let registered = name.strip_prefix("bpf_struct_ops_").filter(|_| kind == Kind::Struct);
    let mut all = modules.with(registered.unwrap_or(name).as_bytes())?;
    all.retain(|brought| {
        brought.kind.btf_kind() == Some(kind) && (brought.kind == BroughtKind::StructOps) == registered.is_some()
    });
    Ok(all)
}

/// For each kernel whose modules were examined, by the kernel's digest: the names that the objects need and that the
/// kernel's modules have.
///
/// # Errors
/// The file of modules is damaged, or bytes of it cannot be read.
pub fn brought<M: Ranges>(
    modules: &ModulesFile<M>,
    objects: &[&Needs],
) -> Result<HashMap<[u8; 32], Arc<needs::Brought>>, Error> {
    let of_kernel = |has_types| needs::Brought { has_types, ..needs::Brought::default() };
    let mut all: Vec<needs::Brought> = modules.with_types()?.into_iter().map(of_kernel).collect();
    let wanted: BTreeSet<(String, Kind)> = objects.iter().flat_map(|needs| needs.names()).collect();
    for (name, kind) in wanted {
        for brought in modules_with(modules, &name, kind)? {
            let module = btf::visible(&brought.module).replace('-', "_");
            for kernel in brought.kernels.iter() {
                if let Some(of_kernel) = all.get_mut(kernel as usize) {
                    of_kernel.names.entry((name.clone(), kind)).or_default().push(module.clone());
                }
            }
        }
    }
    Ok(modules.kernels().iter().map(|k| k.sha256).zip(all.into_iter().map(Arc::new)).collect())
}

/// The most kernels of an atlas that are taken out and compared with a BTF byte by byte.
const MOST_COMPARED: usize = 4;

/// The digest of the kernel in the atlas that has the same types as a BTF; none if no kernel has them. The BTF may be
/// the kernel's own, or may have been taken out of the atlas, with other ids. In the second case, at most
/// [`MOST_COMPARED`] kernels are compared: the first ones with the same number of types and the same byte order.
///
/// # Errors
/// The atlas is damaged, or bytes of it cannot be read.
pub fn digest_in<R: Ranges>(atlas: &Atlas<R>, btf: &Btf) -> Result<Option<[u8; 32]>, Error> {
    let sha256 = crate::digest::sha256(btf.bytes());
    if atlas.kernels().iter().any(|kernel| kernel.sha256 == sha256) {
        return Ok(Some(sha256));
    }
    let alike = |about: &AtlasKernel| (about.types, about.endian) == (btf.own_type_count(), btf.endian());
    let numbered = (0..).zip(atlas.kernels()).filter(|(_, about)| !btf.is_split() && alike(about));
    for (number, about) in numbered.take(MOST_COMPARED) {
        if atlas.take_out(number)? == btf.bytes() {
            return Ok(Some(about.sha256));
        }
    }
    Ok(None)
}

/// Why conditions on kernels cannot be parsed, in words; none if they can be parsed.
pub fn select_problem(text: &str) -> Option<String> {
    Select::parse(text).err().map(|e| e.to_string())
}

/// The release of an atlas's kernel, from the facts in the atlas.
pub fn release(name: &str, about: &AtlasKernel) -> Release {
    let mut release = Release::parse(&about.release);
    release.version = about.linux();
    release.arch = Some(about.arch.clone()).filter(|arch| !arch.is_empty()).or(release.arch);
    about.special_flavour().clone_into(&mut release.flavour);
    // The atlas records the distribution, so the form of the release is not the only sign of it.
    if !about.distribution.is_empty() {
        release.distribution.clone_from(&about.distribution);
        release.by_form = false;
    }
    name.clone_into(&mut release.name);
    release
}

//! Atlases: `atlas list`, `atlas modules` and `atlas path` with `--json`, and the class `Atlas` of the npm package.

use atlas::{Atlas, AtlasKernel, BroughtName, Ranges, Select};
use serde::Serialize;

use crate::Count;
use crate::made::made;

/// The kernels of an atlas.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct AtlasOf<'a> {
    /// The size of the file, in bytes.
    pub bytes: Count,
    /// How many distinct sets of kernels the atlas has; each is the set of kernels that share a definition of a name.
    pub sets: u32,
    /// Notes on who made the atlas, and from what.
    pub notes: &'a [String],
    /// The kernels that were asked for.
    pub kernels: Vec<KernelOf<'a>>,
}

impl<'a> AtlasOf<'a> {
    /// The atlas with the kernels that `select` accepts; `names` are the names of all its kernels.
    pub fn of<R: Ranges>(atlas: &'a Atlas<R>, names: &'a [String], select: &Select) -> AtlasOf<'a> {
        let chosen = names.iter().zip(atlas.kernels()).filter(|(_, kernel)| select.fits(kernel));
        let kernels = chosen.map(|(name, kernel)| KernelOf::of(kernel, name)).collect();
        let (names_len, forms_len) = atlas.stored_len();
        let bytes = Count(atlas.directory_len() + names_len + forms_len);
        AtlasOf { bytes, sets: atlas.set_count(), notes: atlas.notes(), kernels }
    }
}

made! {
    /// A kernel of an atlas.
    pub struct KernelOf<'a>(kernel: &'a AtlasKernel, name: &'a str) {
        /// A name that no other kernel of the atlas has.
        name: &'a str = name,
        distribution: &'a str = &kernel.distribution,
        suite: &'a str = &kernel.suite,
        package_version: &'a str = &kernel.package_version,
        version: &'a str = kernel.version(),
        release: &'a str = &kernel.release,
        arch: &'a str = &kernel.arch,
        flavour: &'a str = &kernel.flavour,
        byte_order: &'static str = kernel.endian.as_str(),
        /// The size of a pointer, in bytes.
        pointer_size: u8,
        types: u32,
        /// The size of its BTF, in bytes.
        size: u32,
        /// The SHA-256 of its BTF, in hexadecimal digits.
        sha256: String = kernel.digest(),
    }
}

/// The modules that add a name to their kernels.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct ModulesOf<'a> {
    /// How many kernels were searched.
    pub kernels: Count,
    /// For how many of these kernels the types, enum values and variables of modules are known, and not only
    /// functions, kfuncs and struct_ops types.
    pub with_types: Count,
    /// The modules.
    pub modules: Vec<ModuleOf<'a>>,
}

made! {
    /// A module that adds the name.
    pub struct ModuleOf<'a>(brought: &BroughtName, kernels: &[&'a str]) {
        kind: &'static str = brought.kind.as_str(),
        module: String = btf::visible(&brought.module).into_owned(),
        kernels: Vec<&'a str> = kernels.to_vec(),
    }
}

/// The location of the atlas that commands use.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct AtlasPath {
    /// The absolute path; null for an atlas inside the program.
    pub path: Option<String>,
    /// Whether the atlas is inside the program.
    pub inside: bool,
}

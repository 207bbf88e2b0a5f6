//! Atlases: `atlas list`, `atlas modules` and `atlas path` with `--json`, and the class `Atlas` of the npm package.

use atlas::{Atlas, AtlasKernel, BroughtName, Ranges, Select};
use serde::Serialize;

use crate::Count;
use crate::made::made;

/// The kernels of an atlas.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct AtlasOf<'a> {
    /// Bytes of the file.
    pub bytes: Count,
    /// How many distinct sets of kernels have something in common.
    pub sets: u32,
    /// Who made it, and from what.
    pub notes: &'a [String],
    /// The kernels that were asked for.
    pub kernels: Vec<KernelOf<'a>>,
}

impl<'a> AtlasOf<'a> {
    /// The atlas, with the kernels that are selected; `names` are those of all kernels.
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
        /// The shortest name that no other kernel of the atlas has.
        name: &'a str = name,
        distribution: &'a str = &kernel.distribution,
        suite: &'a str = &kernel.suite,
        package_version: &'a str = &kernel.package_version,
        version: &'a str = kernel.version(),
        release: &'a str = &kernel.release,
        arch: &'a str = &kernel.arch,
        flavour: &'a str = &kernel.flavour,
        byte_order: &'static str = kernel.endian.as_str(),
        /// Bytes.
        pointer_size: u8,
        types: u32,
        /// Bytes of its BTF.
        size: u32,
        /// SHA-256 of its BTF, in hex.
        sha256: String = kernel.digest(),
    }
}

/// The modules that bring a name.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct ModulesOf<'a> {
    /// How many kernels were searched.
    pub kernels: Count,
    /// For how many of them types, enum values and variables are known, too.
    pub with_types: Count,
    /// The modules.
    pub modules: Vec<ModuleOf<'a>>,
}

made! {
    /// A module that brings a name.
    pub struct ModuleOf<'a>(brought: &BroughtName, kernels: &[&'a str]) {
        kind: &'static str = brought.kind.as_str(),
        module: String = btf::visible(&brought.module).into_owned(),
        kernels: Vec<&'a str> = kernels.to_vec(),
    }
}

/// Where the atlas is that commands ask.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct AtlasPath {
    /// The whole path; null of an atlas inside of the program.
    pub path: Option<String>,
    /// Whether it is inside of the program.
    pub inside: bool,
}

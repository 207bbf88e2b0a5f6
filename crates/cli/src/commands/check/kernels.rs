//! The kernels of a check: files, and the kernels of an atlas, which may be the one that comes with btfscope.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use atlas::{AtlasKernel, Select};
use json::fits::AskedKernel;
use model::fits::in_atlas::{self, AtlasKernels};
use needs::{Kernel, Modules, Needs, Nowhere, Release};

use super::Args;
use crate::atlases::identity;
use crate::atlases::kernels::{Chosen, say_undecided};
use crate::atlases::known_modules::KnownModules;
use crate::atlases::ours::{self, AtlasPlace};
use crate::atlases::store::{self, NamesOnDisk};
use crate::fail::Failure;
use crate::files::AsText;
use crate::in_turn::in_turn;
use crate::kernel_modules::modules;
use crate::with_base::{Input, open_all};

/// All kernels to check.
pub struct Kernels<'a> {
    args: &'a Args,
    require: Option<Select>,
    /// Whether a query selects architectures.
    names_arch: bool,
    /// The kernels given as files, and whether each is required.
    files: Vec<(Kernel, bool)>,
    chosen: Option<Chosen<'a>>,
    names: Option<NamesOnDisk>,
}

impl Kernels<'_> {
    /// Opens the given kernels. `found` gets the place of the atlas, which the result borrows.
    ///
    /// # Errors
    /// When a file or a query cannot be read, when there are no kernels, when no kernel is required, when `--where` is
    /// given without an atlas, and when `--modules` names a folder for the kernels of an atlas.
    pub fn open<'a>(args: &'a Args, found: &'a mut Option<AtlasPlace>) -> Result<Kernels<'a>, Failure> {
        let require = args.require.as_deref().map(Select::parse).transpose();
        let require = require.map_err(|e| Failure::Bad(format!("--require: {e}")))?;
        let files = files(args, require.as_ref())?;
        if args.atlas.is_none() && files.is_empty() {
            let instead = "them by --target, such as --target /sys/kernel/btf/vmlinux, or ";
            *found = Some(ours::given_or_ours(None, instead)?);
        }
        if let Some(path) = &args.atlas {
            *found = Some(AtlasPlace::File(path.clone()));
        }
        let (mut chosen, mut names) = (None, None);
        match found {
            Some(place) => {
                chosen = Some(Chosen::open(place, &args.only.select()?)?);
                names = modules_of(args, place)?;
            }
            None if args.only.is_given() => {
                return Err(Failure::Bad("--where chooses kernels of an atlas: name it by --atlas".to_owned()));
            }
            None => {}
        }
        let names_arch = require.as_ref().is_some_and(Select::names_arch) || args.only.select()?.names_arch();
        let kernels = Kernels { args, require, names_arch, files, chosen, names };
        if let Some(require) = &kernels.require {
            say_undecided("--require", require, kernels.about());
        }
        let any = kernels.files.iter().any(|(_, required)| *required)
            || kernels.about().any(|about| kernels.is_required(about));
        if kernels.require.is_some() && !any {
            return Err(Failure::Bad(
                "--require: no kernel fits the conditions, so nothing would be checked".to_owned(),
            ));
        }
        Ok(kernels)
    }

    /// Looks up in the atlas which needs are met by modules of the kernels that are given as files. Does nothing if
    /// `--modules` is given.
    ///
    /// # Errors
    /// When the atlas cannot be read.
    pub fn know_modules(&mut self, objects: &[&Needs]) -> Result<(), Failure> {
        if self.files.is_empty() || self.args.modules.is_some() {
            return Ok(());
        }
        let Some(known) = KnownModules::open(self.args.atlas.as_deref(), objects)? else { return Ok(()) };
        for (kernel, required) in std::mem::take(&mut self.files) {
            self.files.push((known.name_modules(kernel)?, required));
        }
        Ok(())
    }

    fn about(&self) -> impl Iterator<Item = &AtlasKernel> {
        self.chosen.iter().flat_map(|chosen| chosen.about().map(|(.., about)| about))
    }

    fn is_required(&self, about: &AtlasKernel) -> bool {
        self.require.as_ref().is_none_or(|select| select.fits(about))
    }

    /// Whether the architecture of the kernel with this index was asked for: the kernel was given by `--target`, or a
    /// query selects architectures. An atlas has kernels of several architectures, so choosing it asks for none.
    pub fn is_named(&self, kernel: usize) -> bool {
        kernel < self.files.len() || self.names_arch
    }

    /// Checks all kernels, those of an atlas on several processors. From an atlas only the types that `ask` looks up
    /// are read. If `ask` looks up a type that has not been read yet, it is called again for the same kernel. Only its
    /// last result goes to `each`, which is called in the order of the kernels.
    ///
    /// # Errors
    /// When an atlas is damaged.
    pub fn ask<T: Send>(
        &self,
        objects: &[&Needs],
        ask: impl Fn(&Kernel, &[Nowhere]) -> T + Sync,
        mut each: impl FnMut(T),
    ) -> Result<Vec<AskedKernel>, Failure> {
        let files: Vec<&Kernel> = self.files.iter().map(|(kernel, _)| kernel).collect();
        let atlas = self.chosen.as_ref().map(|chosen| chosen.kernels(objects)).transpose()?;
        let broken = |e: atlas::Error| match &self.chosen {
            Some(chosen) => store::failed(chosen.place(), &e),
            None => store::failed(Path::new(""), &e),
        };
        let missing = |needs: &&Needs| match &atlas {
            Some(atlas) => atlas.nowhere(needs, &files, self.names.as_ref()).map_err(broken),
            None => Ok(Nowhere::default()),
        };
        let nowhere: Vec<Nowhere> = objects.iter().map(missing).collect::<Result<_, Failure>>()?;
        let mut asked = Vec::new();
        for (kernel, required) in &self.files {
            each(ask(kernel, &nowhere));
            asked.push(AskedKernel::of(kernel, *required));
        }
        let (Some(chosen), Some(atlas)) = (&self.chosen, &atlas) else { return Ok(asked) };
        let brought = match &self.names {
            Some(names) => in_atlas::brought(names, objects).map_err(broken)?,
            None => HashMap::new(),
        };
        let about: Vec<_> = chosen.about().collect();
        let answer = |atlas: &mut AtlasKernels<'_, _>, at: usize| {
            let Some((number, name, about)) = about.get(at) else { return Ok(None) };
            let modules = match (self.args.modules.as_deref(), brought.get(&about.sha256)) {
                (Some("none"), _) => Modules::Absent,
                (_, Some(names)) => Modules::Named(names.clone()),
                (_, None) => Modules::Unknown,
            };
            let required = self.is_required(about);
            let both = |kernel: &Kernel| (ask(kernel, &nowhere), AskedKernel::of(kernel, required));
            atlas.ask(*number, name, &modules, both).map(Some)
        };
        let all = in_turn(
            about.len(),
            || atlas.clone(),
            answer,
            |_, answer| {
                if let Some((result, kernel)) = answer {
                    each(result);
                    asked.push(kernel);
                }
            },
        );
        all.map_err(broken)?;
        Ok(asked)
    }
}

/// The file beside an atlas that says what modules bring to its kernels: `debian-modules.atlas` for `debian.atlas`.
fn modules_of(args: &Args, atlas: &AtlasPlace) -> Result<Option<NamesOnDisk>, Failure> {
    match args.modules.as_deref() {
        Some("none") => return Ok(None),
        Some(folder) => {
            return Err(Failure::Bad(format!(
                "--modules {folder}: modules refer to types of their kernel by ids, and kernels of an atlas have other ids; \
                 name the kernel by --target"
            )));
        }
        None => {}
    }
    store::modules_beside(atlas)
}

/// The kernels given as files, and whether each is required.
fn files(args: &Args, require: Option<&Select>) -> Result<Vec<(Kernel, bool)>, Failure> {
    let paths = &args.target;
    // The kernels are named by their file names without folders, if the file names are distinct.
    let files: Vec<Option<&str>> = paths.iter().map(|p| p.file_name().and_then(|n| n.to_str())).collect();
    let distinct = files.iter().collect::<BTreeSet<_>>().len() == files.len() && !files.contains(&None);
    let mut kernels = Vec::new();
    for (input, path) in open_all(paths, args.base.as_deref())?.into_iter().zip(paths) {
        let mut release = release(&input, path);
        if let Some(file) = path.file_name().and_then(|n| n.to_str()).filter(|_| distinct) {
            release.name = Path::new(file).as_text();
        }
        let required = match require {
            Some(select) => {
                let about = as_in_atlas(path, &input, &release)?;
                say_undecided("--require", select, [&about]);
                select.fits(&about)
            }
            None => true,
        };
        let modules = modules(args.modules.as_deref(), &release.name, path, &input.btf)?;
        kernels.push((Kernel::new(release, input.btf, modules), required));
    }
    Ok(kernels)
}

/// The description of a target, in the form that an atlas has for its kernels.
fn as_in_atlas(path: &Path, input: &Input, release: &Release) -> Result<AtlasKernel, Failure> {
    let mut about = identity::kernel(path, &input.opened, None, &input.btf, &atlas::KernelTable::default())?;
    if let Some(version) = release.version {
        about.upstream = version.to_string();
    }
    if let Some(arch) = &release.arch {
        about.arch = atlas::debian_arch(arch).to_owned();
    }
    let flavour = if release.flavour.is_empty() { atlas::GENERIC } else { &release.flavour };
    flavour.clone_into(&mut about.flavour);
    if about.distribution.is_empty() {
        about.distribution.clone_from(&release.distribution);
    }
    Ok(about)
}

/// The release of a target: the one that its file has; for a file in /sys/kernel/btf, that of the running kernel; or
/// else the one in its name.
fn release(input: &Input, path: &Path) -> Release {
    let running = || fs::read_to_string("/proc/sys/kernel/osrelease").ok().map(|r| r.trim().to_owned());
    let known = match &input.opened.kernel_release {
        Some(release) => Some(release.clone()),
        None if path.starts_with("/sys/kernel/btf") => running(),
        None => None,
    };
    let mut release = Release::parse(known.as_deref().unwrap_or(&input.name));
    if path.starts_with("/sys/kernel/btf") && release.arch.is_none() {
        release.arch = Some(std::env::consts::ARCH.to_owned());
    }
    release.name = input.name.clone();
    release
}

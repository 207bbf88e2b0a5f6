//! Kernels chosen in an atlas, for commands that use many of them.

use std::path::PathBuf;
use std::sync::Arc;

use atlas::{AtlasKernel, Select};
use btf::Btf;
use model::fits::in_atlas::AtlasKernels;
use needs::Needs;
use text::counted;

use super::ours::{self, AtlasPlace};
use super::store::{self, Bytes, OnDisk};
use crate::fail::{Failure, say};
use crate::files::AsText;

/// `--atlas` and `--where` of commands that ask one atlas.
#[derive(clap::Args, Debug)]
pub struct InAtlas {
    /// The atlas to look in; else that in BTFSCOPE_ATLAS, or debian.atlas beside btfscope or inside of it
    #[arg(long, value_name = "ATLAS")]
    atlas: Option<PathBuf>,
    #[command(flatten)]
    pub only: Where,
}

impl InAtlas {
    /// The given atlas, or else the one that [`ours::find`] finds.
    ///
    /// # Errors
    /// When no atlas was given and none is found.
    pub fn place(&self) -> Result<AtlasPlace, Failure> {
        ours::given_or_ours(self.atlas.as_deref(), "")
    }
}

/// `--where CONDITIONS`.
#[derive(clap::Args, Debug)]
pub struct Where {
    /// Only kernels that fit, such as 'arch=amd64 version>=6.1': distribution, suite, version, release, arch or
    /// flavour, each with one of : = != < <= > >=
    #[arg(long = "where", value_name = "CONDITIONS")]
    conditions: Option<String>,
}

impl Where {
    /// Whether the option was given.
    pub fn is_given(&self) -> bool {
        self.conditions.is_some()
    }

    /// The conditions, parsed. Without the option every kernel fits.
    ///
    /// # Errors
    /// When a condition is invalid.
    pub fn select(&self) -> Result<Select, Failure> {
        Select::parse(self.conditions.as_deref().unwrap_or_default()).map_err(|e| Failure::Bad(format!("--where: {e}")))
    }
}

/// An open atlas, and the kernels that were chosen in it.
pub struct Chosen<'a> {
    place: &'a AtlasPlace,
    atlas: OnDisk,
    /// The chosen kernels: the index of each in the atlas, and its name.
    numbers: Vec<(u32, String)>,
}

impl Chosen<'_> {
    /// Opens an atlas, and chooses the kernels that fit. Kernels of which the atlas has only a header are left out,
    /// with a message.
    ///
    /// # Errors
    /// When the atlas cannot be read, and when no kernel remains (status 1).
    pub fn open<'a>(place: &'a AtlasPlace, select: &Select) -> Result<Chosen<'a>, Failure> {
        let atlas = store::open(place)?;
        let numbered = (0..).zip(atlas.kernel_names()).zip(atlas.kernels());
        say_undecided("--where", select, atlas.kernels());
        // A header may lack a type that its kernel has. A check on the header could call that type missing although the
        // kernel loads the program.
        let headers = atlas.kernels().iter().filter(|kernel| kernel.from_header && select.fits(kernel)).count();
        if headers > 0 {
            say(&format!("left out: {} of which the atlas has only a header", counted(headers, "kernel")));
        }
        let numbers: Vec<(u32, String)> = numbered
            .filter(|(_, kernel)| select.fits(kernel) && !kernel.from_header)
            .map(|((number, name), _)| (number, name.clone()))
            .collect();
        if numbers.is_empty() {
            let (path, all) = (place.as_text(), atlas.kernels().len());
            let and = if headers > 0 { " and is known by more than a header" } else { "" };
            return Err(Failure::NotFound(format!("{path}: none of its {all} kernels fits the conditions{and}")));
        }
        Ok(Chosen { place, atlas, numbers })
    }

    /// Where the atlas is.
    pub fn place(&self) -> &AtlasPlace {
        self.place
    }

    /// Each chosen kernel in the order of the atlas: its index in the atlas, its name, and its facts.
    pub fn about(&self) -> impl Iterator<Item = (u32, &str, &AtlasKernel)> {
        self.numbers
            .iter()
            .filter_map(|(number, name)| Some((*number, name.as_str(), self.atlas.kernels().get(*number as usize)?)))
    }

    /// The atlas, ready to check its kernels for the needs of objects.
    ///
    /// # Errors
    /// When the atlas is damaged.
    pub fn kernels(&self, objects: &[&Needs]) -> Result<AtlasKernels<'_, Bytes>, Failure> {
        AtlasKernels::new(&self.atlas, objects).map_err(|e| store::failed(self.place, &e))
    }

    /// The BTF of the kernel with the index `number` in the atlas. Its type ids differ from those of the kernel's own
    /// BTF. `name` is the kernel's name in messages.
    ///
    /// # Errors
    /// When the kernel cannot be read from the atlas.
    pub fn take(&self, number: u32, name: &str) -> Result<Arc<Btf>, Failure> {
        let bytes = self.atlas.take_out(number).map_err(|e| store::failed(self.place, &e))?;
        let btf = Btf::parse(bytes, None)
            .map_err(|e| Failure::Bad(format!("{}#{name}: {} ({})", self.place.as_text(), e.kind, e.range)))?;
        Ok(Arc::new(btf))
    }
}

/// Prints a warning about the kernels whose version is not known exactly enough to tell whether they fit: `select`
/// leaves them out. `option` is the option that gave the conditions.
pub fn say_undecided<'a>(option: &str, select: &Select, kernels: impl IntoIterator<Item = &'a AtlasKernel>) {
    if let Some(words) = select.undecided_words(kernels) {
        say(&format!("warning: {option}: {words}"));
    }
}

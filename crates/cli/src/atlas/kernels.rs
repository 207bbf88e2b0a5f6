//! The kernels of an atlas, for commands that ask many of them.

use std::path::Path;
use std::sync::Arc;

use atlas::{Kernel, Select};
use btf::{Btf, Kind};

use super::store::{self, OnDisk};
use crate::fail::Failure;

/// An atlas of which some kernels are asked.
pub struct Chosen<'a> {
    path: &'a Path,
    atlas: OnDisk,
    /// The kernels that fit, by their numbers, each with its name.
    numbers: Vec<(u32, String)>,
}

impl Chosen<'_> {
    /// Opens an atlas, and chooses kernels.
    ///
    /// # Errors
    /// When it cannot be read, and when none of its kernels fits (status 1).
    pub fn open<'a>(path: &'a Path, select: &Select) -> Result<Chosen<'a>, Failure> {
        let atlas = store::open(path)?;
        let numbered = (0..).zip(atlas.kernel_names()).zip(atlas.kernels());
        let numbers: Vec<(u32, String)> =
            numbered.filter(|(_, kernel)| select.fits(kernel)).map(|(numbered, _)| numbered).collect();
        if numbers.is_empty() {
            let (path, all) = (path.display(), atlas.kernels().len());
            return Err(Failure::NotFound(format!("{path}: none of its {all} kernels is meant")));
        }
        Ok(Chosen { path, atlas, numbers })
    }

    /// What the atlas knows of each chosen kernel, with its name, in the order of the atlas.
    pub fn about(&self) -> impl Iterator<Item = (&str, &Kernel)> {
        self.numbers
            .iter()
            .filter_map(|(number, name)| Some((name.as_str(), self.atlas.kernels().get(*number as usize)?)))
    }

    /// Whether any kernel of the atlas, chosen or not, has a type of this name and kind.
    ///
    /// # Errors
    /// When the atlas is damaged there.
    pub fn any_has(&self, name: &str, kind: Kind) -> Result<bool, Failure> {
        let forms = self.atlas.forms_of(name.as_bytes(), Some(kind)).map_err(|e| store::failed(self.path, &e))?;
        Ok(!forms.is_empty())
    }

    /// The BTF of a chosen kernel, by its place among them. Its ids are not those of the kernel's own BTF.
    ///
    /// # Errors
    /// When the atlas is damaged there.
    pub fn take(&self, place: usize) -> Result<Arc<Btf>, Failure> {
        let Some((number, name)) = self.numbers.get(place) else {
            return Err(Failure::NotFound(format!("{}: no kernel {place}", self.path.display())));
        };
        let bytes = self.atlas.take_out(*number).map_err(|e| store::failed(self.path, &e))?;
        let btf = Btf::parse(bytes, None)
            .map_err(|e| Failure::Bad(format!("{}#{name}: {} ({})", self.path.display(), e.kind, e.range)))?;
        Ok(Arc::new(btf))
    }
}

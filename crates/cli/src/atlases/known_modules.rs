//! Facts from an atlas about the modules of kernels that are given as files. The types of a kernel, not the name of its
//! file, identify it in the atlas.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use model::fits::in_atlas::{brought, digest_in};
use needs::{Brought, Kernel, ModulesFacts, Needs};

use super::ours::{self, AtlasPlace};
use super::store::{self, OnDisk};
use crate::fail::{Failure, say};
use crate::files::AsText;

/// An atlas with facts about modules: for each kernel, the names that some objects need and that are in its modules.
pub struct KnownModules {
    place: AtlasPlace,
    atlas: OnDisk,
    /// The needed names that are in modules, by the kernel's digest.
    brought: HashMap<[u8; 32], Arc<Brought>>,
}

impl KnownModules {
    /// Opens the given atlas, or else the one that [`ours::find`] finds, and the file with module names beside it.
    /// `None` if one of the two files is missing.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn open(named: Option<&Path>, objects: &[&Needs]) -> Result<Option<KnownModules>, Failure> {
        let Some(place) = named.map(|path| AtlasPlace::File(path.to_owned())).or_else(ours::find) else {
            return Ok(None);
        };
        if matches!(&place, AtlasPlace::File(path) if !path.is_file()) {
            return Ok(None);
        }
        let Some(names) = store::modules_beside(&place)? else { return Ok(None) };
        let atlas = store::open(&place)?;
        let brought = brought(&names, objects).map_err(|e| store::failed(&place, &e))?;
        Ok(Some(KnownModules { place, atlas, brought }))
    }

    /// Adds the known modules to a kernel whose modules were not given, and prints which atlas they come from. If the
    /// atlas lacks the kernel, or the file of modules lacks it, the kernel is returned unchanged.
    ///
    /// # Errors
    /// When the atlas is damaged.
    pub fn name_modules(&self, kernel: Kernel) -> Result<Kernel, Failure> {
        if kernel.modules_facts() != ModulesFacts::Unknown {
            return Ok(kernel);
        }
        let digest = digest_in(&self.atlas, kernel.btf()).map_err(|e| store::failed(&self.place, &e))?;
        let Some(brought) = digest.and_then(|digest| self.brought.get(&digest)) else { return Ok(kernel) };
        say(&format!("{} is a kernel of {}, which knows its modules", kernel.release().name, self.place.as_text()));
        Ok(kernel.with_brought(Arc::clone(brought)))
    }
}

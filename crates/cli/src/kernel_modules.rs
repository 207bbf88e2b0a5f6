//! Reads the modules in the folder that `--modules` names, for a kernel that is given as a file.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use btf::Btf;
use model::load::load;
use needs::Modules;

use crate::fail::{Failure, say};
use crate::files::AsText;
use crate::with_base::Which;

/// The modules that `--modules` (`said`) gives for a kernel. The kernel is called `name`, its file is `path`, and its
/// types are `btf`.
///
/// # Errors
/// When the folder or one of its subfolders cannot be read.
pub fn modules(said: Option<&str>, name: &str, path: &Path, btf: &Arc<Btf>) -> Result<Modules, Failure> {
    let Some(folder) = said else { return Ok(Modules::Unknown) };
    if folder == "none" {
        return Ok(Modules::Absent);
    }
    let given = modules_in(Path::new(folder), path, btf)?;
    if given.is_empty() {
        // The folder probably has another kernel's modules: for a kernel without modules, people say `--modules none`.
        say(&format!(
            "warning: --modules {folder}: no module of {name} is there, so its modules count as unknown; --modules none says that it has none"
        ));
        return Ok(Modules::Unknown);
    }
    Ok(Modules::Given(given))
}

/// The modules in a folder and its subfolders that fit a kernel. Prints a warning for each module that cannot be read
/// or does not fit; files whose BTF is not split are left out without a warning.
fn modules_in(folder: &Path, kernel: &Path, btf: &Arc<Btf>) -> Result<Vec<(String, Arc<Btf>)>, Failure> {
    let mut modules = Vec::new();
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).map_err(|e| folder.bad(e))?.filter_map(|e| Some(e.ok()?.path())).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            // Links to folders are not followed: they may lead to a folder above.
            if !path.is_symlink() {
                modules.extend(modules_in(&path, kernel, btf)?);
            }
            continue;
        }
        let file = path.file_name().map(|n| Path::new(n).as_text()).unwrap_or_default();
        let name = file.split('.').next().unwrap_or_default().replace('-', "_");
        let is_module = file.contains(".ko") || file.ends_with(".btf") || !file.contains('.');
        if name == "vmlinux" || !is_module || path == kernel {
            continue;
        }
        let opened = Which::of(&path, None).alone();
        match opened.and_then(|o| load(&o, Some(btf.clone())).map_err(|e| path.bad(e))) {
            Ok(loaded) if loaded.btf.is_split() => modules.push((name, loaded.btf)),
            Ok(_) => {}
            Err(e) => say(&format!("warning: left out: {}", e.message())),
        }
    }
    Ok(modules)
}

//! Looks for programs along `PATH`. [`crate::tools`] lists the programs that the tests run.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The program called `name` on `PATH`.
#[must_use]
pub fn on_path(name: &str) -> Option<PathBuf> {
    on_this_path(name, &env::var_os("PATH")?)
}

/// The program called `name` in a list of folders, written like `PATH`.
#[must_use]
pub fn on_this_path(name: &str, folders: &OsStr) -> Option<PathBuf> {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(folders).map(|folder| folder.join(&file)).find(|path| is_program(path))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

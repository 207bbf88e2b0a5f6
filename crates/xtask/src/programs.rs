//! Where the programs that we run but do not build are.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The names Chromium goes by, the one of Debian first.
const CHROMIUM: [&str; 5] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/// The browser for the tests: what `CHROMIUM` names, or the first of its usual names on `PATH`.
#[must_use]
pub fn chromium() -> Option<PathBuf> {
    named_or("CHROMIUM", &CHROMIUM)
}

/// The WebDriver server of that browser: what `CHROMEDRIVER` names, or `chromedriver` on `PATH`.
#[must_use]
pub fn chromedriver() -> Option<PathBuf> {
    named_or("CHROMEDRIVER", &["chromedriver"])
}

/// Firefox for its smoke test: what `FIREFOX` names, or `firefox-esr` or `firefox` on `PATH`.
#[must_use]
pub fn firefox() -> Option<PathBuf> {
    named_or("FIREFOX", &["firefox-esr", "firefox"])
}

/// The WebDriver server of Firefox: what `GECKODRIVER` names, or `geckodriver` on `PATH`.
#[must_use]
pub fn geckodriver() -> Option<PathBuf> {
    named_or("GECKODRIVER", &["geckodriver"])
}

/// The file that `variable` names, or the first of `names` on `PATH`.
fn named_or(variable: &str, names: &[&str]) -> Option<PathBuf> {
    match env::var_os(variable) {
        Some(path) if !path.is_empty() => Some(PathBuf::from(path)).filter(|path| path.is_file()),
        _ => names.iter().find_map(|name| on_path(name)),
    }
}

/// The program called `name` on `PATH`.
#[must_use]
pub fn on_path(name: &str) -> Option<PathBuf> {
    on_this_path(name, &env::var_os("PATH")?)
}

/// The program called `name` in a list of folders like that of `PATH`.
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

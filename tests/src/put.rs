//! Writes files for tests that run at the same time.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{fs, process};

/// Writes a file of a test and returns its path. Another test may write or read the same file at the same time. A
/// reader always finds a complete file.
pub fn put(folder: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let (half, path) = (folder.join(format!("{name}.{}-{number}", process::id())), folder.join(name));
    fs::write(&half, bytes).expect("written");
    fs::rename(&half, &path).expect("renamed");
    path
}

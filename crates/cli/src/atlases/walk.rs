//! The files of folders that may be kernels.

use std::fs;
use std::path::{Path, PathBuf};

use text::counted;

use crate::fail::{Failure, say};
use crate::files::AsText;

/// How many levels of folders below the given one are walked.
const MAX_DEPTH: u32 = 32;

/// The files that were given, and those of the folders that were given, in the order of their paths. In a folder, only
/// files that are named like kernels, BTF, packages or archives count; links to folders are not followed, so that the
/// walk ends. A message says how many other files there are.
///
/// # Errors
/// When a given folder cannot be read. For a folder within it that cannot be read, a message is printed.
pub fn files(given: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    for path in given {
        if !path.is_dir() {
            found.push(path.clone());
            continue;
        }
        let mut others = 0u64;
        fs::read_dir(path).map_err(|e| path.bad(e))?;
        walk(path, MAX_DEPTH, &mut found, &mut others);
        if others > 0 {
            let (files, are) = (counted(others, "file"), if others == 1 { "is" } else { "are" });
            say(&format!("{}: {files} in it {are} not named like kernels, BTF or packages", path.as_text()));
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

fn walk(folder: &Path, depth: u32, found: &mut Vec<PathBuf>, others: &mut u64) {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(e) => return say(&format!("{}: {e}", folder.as_text())),
    };
    for entry in entries.filter_map(Result::ok) {
        let path = entry.path();
        // This is the type of the entry itself: links are not followed.
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && depth > 0 => walk(&path, depth - 1, found, others),
            Ok(kind) if kind.is_dir() => say(&format!("{}: nested too deep", path.as_text())),
            _ if path.is_file() && may_be_kernel(&path) => found.push(path),
            _ => *others += u64::from(path.is_file()),
        }
    }
}

/// Whether a file is named like a kernel, its BTF, a package or an archive.
fn may_be_kernel(path: &Path) -> bool {
    const ENDS: [&str; 12] =
        [".btf", ".deb", ".ddeb", ".rpm", ".apk", ".tar", ".tgz", ".zip", ".debug", ".vmlinux", ".elf", ".img"];
    const STARTS: [&str; 5] = ["vmlinux", "vmlinuz", "bzImage", "Image", "kernel"];
    const NOT: [&str; 9] = [".sha256", ".sha256sum", ".asc", ".sig", ".txt", ".md", ".json", ".tsv", ".ko.debug"];
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let plain = release::without_packing(&name);
    !NOT.iter().any(|end| plain.ends_with(end))
        && (ENDS.iter().any(|end| plain.ends_with(end)) || STARTS.iter().any(|start| plain.starts_with(start)))
}

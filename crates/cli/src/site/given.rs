//! The files that the page gets: files that were named, and the files of a folder that was named.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use container::Source;

use super::Content;
use crate::fail::Failure;
use crate::files;
use crate::files::AsText;
use crate::with_base::{Which, in_atlas};

/// The folder where the running kernel shows its own types, and the types of its modules.
pub const RUNNING: &str = "/sys/kernel/btf";

/// The most files of one folder.
const MOST: usize = 10_000;

/// A file for the page.
pub struct Given {
    /// Its name, without folders.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// Where its bytes come from.
    pub content: Content,
    /// Whether the page opens the file at once; else the page offers it in a list.
    pub at_once: bool,
}

/// The files that were named, or those of [`RUNNING`] if none was named. Of a folder, the file `vmlinux` is opened, and
/// the other files in it are offered.
///
/// # Errors
/// When a file or folder cannot be read, and when a folder has no file or more than 10,000 files.
pub fn given(named: &[PathBuf]) -> Result<Vec<Given>, Failure> {
    let running = [PathBuf::from(RUNNING)];
    let named = match named {
        [] if !Path::new(RUNNING).is_dir() => {
            return Err(Failure::NotFound(format!("{RUNNING} is not there: name a FILE")));
        }
        [] => &running[..],
        named => named,
    };
    let mut all = Vec::new();
    for path in named {
        match path.is_dir() {
            true => all.extend(folder(path)?),
            false => all.push(file(path)?),
        }
    }
    Ok(all)
}

fn file(path: &Path) -> Result<Given, Failure> {
    if let Some((_, kernel)) = in_atlas::named(path) {
        let bytes = Which::of(path, None).alone()?.btf.bytes.to_vec();
        let name = format!("{kernel}.btf");
        return Ok(Given { name, size: bytes.len() as u64, content: Content::Held(bytes), at_once: true });
    }
    // The file is opened now, so that a wrong name is reported here.
    let size = files::source(path).map_err(|e| path.bad(e))?.len();
    let name = if files::is_stdin(path) { "standard input".to_owned() } else { name_of(path) };
    Ok(Given { name, size, content: Content::At(path.to_owned()), at_once: true })
}

fn name_of(path: &Path) -> String {
    path.file_name().map(|name| Path::new(name).as_text()).unwrap_or_default()
}

/// The files that lie in a folder, sorted by name, without hidden files.
fn folder(folder: &Path) -> Result<Vec<Given>, Failure> {
    let fail = |e: std::io::Error| folder.bad(e);
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        // Links are followed. A file that is gone, a link that leads nowhere, and a file whose facts may not be read
        // are left out.
        let about = match fs::metadata(&path) {
            Ok(about) => about,
            Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::PermissionDenied) => continue,
            Err(e) => return Err(fail(e)),
        };
        let name = name_of(&path);
        if !about.is_file() || name.starts_with('.') {
            continue;
        }
        if all.len() == MOST {
            return Err(folder.bad(format!("it has more than {MOST} files: name some")));
        }
        let at_once = name == "vmlinux";
        all.push(Given { name, size: about.len(), content: Content::At(path), at_once });
    }
    if all.is_empty() {
        return Err(Failure::NotFound(format!("{}: no file lies in this folder", folder.as_text())));
    }
    all.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(all)
}

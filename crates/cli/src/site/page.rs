//! The page's own files, from a folder or from inside the program.

use std::fs;
use std::io;
#[cfg(feature = "page")]
use std::io::Read;
use std::path::Path;

use super::{Content, PageFile};
use crate::fail::Failure;
use crate::files::AsText;

/// The most bytes of a file of the page that is read as a whole.
pub const MOST: u64 = 64 << 20;

/// The most files of a page. While the page is read, folders that are still to be read count, too.
const MOST_FILES: usize = 10_000;

/// The page that is inside the program.
#[cfg(feature = "page")]
pub fn inside() -> Option<Vec<PageFile>> {
    include!(concat!(env!("OUT_DIR"), "/page.rs"))
}

/// The page that is inside the program: this build has none.
#[cfg(not(feature = "page"))]
pub fn inside() -> Option<Vec<PageFile>> {
    None
}

/// The page in a folder, as `cargo xtask dist` makes it.
///
/// # Errors
/// When it cannot be read, or has too many files and folders.
pub fn in_folder(folder: &Path) -> Result<Vec<PageFile>, Failure> {
    let fail = |e: io::Error| folder.bad(e);
    let mut all = Vec::new();
    let mut folders = vec![(String::new(), folder.to_owned())];
    while let Some((address, folder)) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(fail)? {
            let entry = entry.map_err(fail)?;
            // Names that are not UTF-8, hidden files and links are left out: a built page has none of them.
            let (Ok(name), kind) = (entry.file_name().into_string(), entry.file_type().map_err(fail)?) else {
                continue;
            };
            let address = format!("{address}{name}");
            if all.len() + folders.len() >= MOST_FILES {
                return Err(fail(io::Error::other(format!("a page has at most {MOST_FILES} files"))));
            }
            match (name.starts_with('.'), kind.is_dir(), kind.is_file()) {
                (false, true, _) => folders.push((format!("{address}/"), entry.path())),
                (false, _, true) => all.push((address, Content::At(entry.path()))),
                _ => {}
            }
        }
    }
    Ok(all)
}

/// The media type of a file of the page, by the ending of its name; `application/octet-stream` for any other ending.
pub fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("txt" | "md" | "tsv") => "text/plain; charset=utf-8",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}

/// Unpacks a file of the page, which has `length` bytes unpacked.
#[cfg(feature = "page")]
pub fn unpacked(packed: &[u8], length: usize) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::with_capacity(length);
    lzma_rust2::XzReader::new(packed, false).read_to_end(&mut bytes).map_err(|e| e.to_string())?;
    Ok(bytes)
}

//! The atlas in the built page: a folder of its own, which the page loads only on request.

use std::fs;
use std::io;
use std::path::Path;

use release::Version;

use super::FOLDER;
use crate::hash;
use crate::head;
use crate::machine::Project;
use crate::offline::Part;

/// The folder in the built page.
const TO: &str = "atlas";

/// The atlas, and the list of its kernels.
const FILE: &str = "debian.atlas";
const LIST: &str = "kernels.tsv";

/// The list of other atlases in the folder, if there is one: `btfscope atlas index` writes it. The page reads it, so
/// that it can be changed after the build.
const INDEX: &str = "index.tsv";

/// The first answer of the start page: a line with the digest of the atlas, and a line with the answer. It becomes part
/// of the page, so that an answer is shown before anything of the atlas is fetched. A test of tests/tests/atlas writes
/// it.
const FIRST: &str = "first.txt";

/// Files of the folder that are not copied into the page: the first answer, and the two that make the folder a crate.
const APART: [&str; 3] = [FIRST, "Cargo.toml", "lib.rs"];

/// The command that writes [`FIRST`] anew.
const ANEW: &str = "UPDATE=1 cargo test -p tests --test atlas the_first_answer";

/// The bytes of an atlas that hold its digest (docs/atlas.md).
const DIGEST: std::ops::Range<usize> = 32..64;

/// Copies the atlas and its documents into the built page. The service worker stores them only when they were loaded,
/// so a visit fetches nothing of the atlas.
///
/// # Errors
/// When a file cannot be read or written.
pub fn add(project: &Project, built: &Path) -> io::Result<()> {
    for Part { name, from } in parts(project)? {
        fs::create_dir_all(built.join(TO))?;
        fs::copy(from, built.join(name))?;
    }
    Ok(())
}

/// The files that [`add`] copies.
///
/// # Errors
/// When the folder of the atlas cannot be read.
pub fn parts(project: &Project) -> io::Result<Vec<Part>> {
    let from = project.top.join(FOLDER);
    let mut parts = Vec::new();
    if from.is_dir() {
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            if entry.file_type()?.is_file() && !APART.iter().any(|name| entry.file_name() == *name) {
                parts.push(Part { name: format!("{TO}/{}", entry.file_name().to_string_lossy()), from: entry.path() });
            }
        }
    }
    Ok(parts)
}

/// Writes into the page's head: the address and a description of the atlas (`atlas/debian.atlas?HASH; 297 kernels of
/// Debian, 5.10 to 7.2`), the address of the list of other atlases, and the first answer. Writes nothing if the atlas
/// or its list cannot be read. Must run before the service worker is written, which identifies the page by its content.
///
/// # Errors
/// When the first answer cannot be read or is that of another atlas, or the page cannot be read or written.
pub fn write_meta(project: &Project, built: &Path) -> io::Result<()> {
    let from = project.top.join(FOLDER);
    let (Ok(list), Ok(atlas)) = (fs::read_to_string(from.join(LIST)), fs::read(from.join(FILE))) else { return Ok(()) };
    let text = format!("{TO}/{FILE}?{}; {}", hash::hex(&atlas), on_board(&list));
    head::set_meta(built, "btfscope-atlas", &text)?;
    if from.join(INDEX).exists() {
        head::set_meta(built, "btfscope-atlas-index", &format!("{TO}/{INDEX}"))?;
    }
    head::set_meta(built, "btfscope-first", &first(&fs::read_to_string(from.join(FIRST))?, &atlas)?)
}

/// The stored first answer. It is an error if it was written for another atlas.
fn first(stored: &str, atlas: &[u8]) -> io::Result<String> {
    let digest: String = atlas.get(DIGEST).unwrap_or_default().iter().map(|byte| format!("{byte:02x}")).collect();
    match stored.lines().collect::<Vec<_>>().as_slice() {
        [of, answer] if *of == digest => Ok((*answer).to_owned()),
        _ => Err(io::Error::other(format!("{FOLDER}/{FIRST} is the answer of another atlas; {ANEW} writes it anew"))),
    }
}

/// Describes the contents of the atlas. `list` is the list of kernels: a heading, then lines with the package's version
/// in the third column.
fn on_board(list: &str) -> String {
    let series = |line: &str| line.split('\t').nth(2).and_then(Version::parse).map(Version::series);
    let versions: Vec<_> = list.lines().skip(1).filter_map(series).collect();
    let count = list.lines().skip(1).filter(|line| !line.is_empty()).count();
    match (versions.iter().min(), versions.iter().max()) {
        (Some(first), Some(last)) => format!("{count} kernels of Debian, {first} to {last}"),
        _ => format!("{count} kernels of Debian"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist;

    #[test]
    fn the_page_says_what_is_on_board() {
        let list = "architecture\trelease\tpackage_version\n\
            amd64\t6.12.9-amd64\t6.12.9-1\narm64\t5.10.0-30-arm64\t5.10.218-1\namd64\tx\t7.2~rc1-1\n";
        assert_eq!(on_board(list), "3 kernels of Debian, 5.10 to 7.2");
    }

    #[test]
    fn a_first_answer_of_another_atlas_is_refused() {
        let mut atlas = vec![0; 64];
        let stored = format!("{}\nanswer\n", "00".repeat(32));
        assert_eq!(first(&stored, &atlas).unwrap(), "answer");
        atlas[40] = 1;
        assert!(first(&stored, &atlas).unwrap_err().to_string().contains("UPDATE=1"));
        assert!(first("", &atlas).is_err());
    }

    #[test]
    fn the_atlas_comes_with_its_note() {
        let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let built = std::env::temp_dir().join(format!("btfscope-ship-{}", std::process::id()));
        fs::create_dir_all(&built).unwrap();
        add(&Project { top }, &built).unwrap();
        let names: Vec<_> = dist::files(&built.join(TO)).unwrap();
        let names: Vec<_> = names.iter().map(|file| file.file_name().unwrap_or_default().to_string_lossy()).collect();
        assert_eq!(names, ["README.md", "debian-modules.atlas", "debian.atlas", "kernels.tsv"]);
        // Nothing is in the page's own folder, where the service worker looks for files to cache.
        assert_eq!(fs::read_dir(&built).unwrap().count(), 1);
        fs::remove_dir_all(built).unwrap();
    }
}

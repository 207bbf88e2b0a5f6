//! What docs/architecture.md says that page and worker may use is what their `Cargo.toml` have.
#![allow(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)).unwrap()
}

/// Whether this is a crate of the workspace, and not one of others.
fn is_ours(name: &str) -> bool {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    top.join("crates").join(name).is_dir() || name == "worker" || name == "web"
}

/// The crates of the workspace that a crate depends on: the lines of `[dependencies]`.
fn depends(krate: &str) -> BTreeSet<String> {
    let text = read(&format!("{krate}/Cargo.toml"));
    let section = text.split("\n[dependencies]\n").nth(1).unwrap().split("\n[").next().unwrap();
    let names = section.lines().map(|line| line.split(['.', ' ', '=']).next().unwrap_or_default());
    names.filter(|name| !name.is_empty() && is_ours(name)).map(str::to_owned).collect()
}

/// Those that the table has: its rows begin with the crate's name.
fn said(krate: &str, text: &str) -> BTreeSet<String> {
    let table = text.split("### What each may use\n").nth(1).unwrap().split("\n### ").next().unwrap();
    let rows = table.lines().filter_map(|line| line.strip_prefix(&format!("| `{krate}` | ")));
    let cells = rows.map(|row| row.split('|').next().unwrap_or_default());
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

/// All `.rs` files of a folder and those below.
fn sources(folder: &Path) -> Vec<std::path::PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let below = |path: std::path::PathBuf| if path.is_dir() { sources(&path) } else { vec![path] };
    paths.flat_map(below).filter(|path| path.extension().is_some_and(|e| e == "rs")).collect()
}

#[test]
fn the_terminal_opens_and_writes_files_in_one_place() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/cli/src");
    let calls =
        ["fs::write", "File::create", "File::open", "OpenOptions", "create_dir", "fs::rename", "fs::copy", "fs::read("];
    let mut seen = 0;
    for path in sources(&folder) {
        let text = fs::read_to_string(&path).unwrap();
        let found: Vec<&str> = calls.into_iter().filter(|call| text.contains(call)).collect();
        match path.strip_prefix(&folder).unwrap().starts_with("files") {
            true => seen += found.len(),
            false => assert!(found.is_empty(), "{}: {found:?}: see files/mod.rs", path.display()),
        }
    }
    assert!(seen > 4, "the calls have other names");
}

#[test]
fn page_and_worker_use_what_the_table_says() {
    let text = read("docs/architecture.md");
    for krate in ["web", "worker"] {
        let depends = depends(krate);
        assert!(depends.len() > 5, "{krate}: {depends:?}");
        assert_eq!(said(krate, &text), depends, "{krate}");
    }
}

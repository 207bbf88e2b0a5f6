//! Rules of docs/architecture.md: what page and worker may use, where files are opened, that modules of `btf` use each other one way, and that JSON is
//! written by serde.
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

/// The code of a file, without its tests.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    text.split("\n#[cfg(test)]\nmod ").next().unwrap().to_owned()
}

/// The modules of a crate that a source file uses: `crate::NAME` in code, not in comments. The file itself is not among them.
fn modules_used(path: &Path, all: &BTreeSet<String>) -> BTreeSet<String> {
    let code: String = code(path).lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let word =
        |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default().to_owned();
    let used = code.split("crate::").skip(1).map(word).filter(|name| all.contains(name));
    used.filter(|name| Some(name.as_str()) != path.file_stem().and_then(|s| s.to_str())).collect()
}

/// Takes away the modules that use none of those left, until none is left; what cannot be taken away is in a circle or uses one.
#[test]
fn modules_of_btf_use_each_other_one_way() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/btf/src");
    let stem = |path: &std::path::PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let files: Vec<_> = sources(&folder).into_iter().filter(|path| stem(path) != "lib").collect();
    let all: BTreeSet<String> = files.iter().map(stem).collect();
    let mut left: Vec<(String, BTreeSet<String>)> = files.iter().map(|p| (stem(p), modules_used(p, &all))).collect();
    assert!(left.len() > 25 && left.iter().any(|(name, uses)| name == "record" && uses.contains("blob")), "{left:?}");
    loop {
        let names: BTreeSet<String> = left.iter().map(|(name, _)| name.clone()).collect();
        let before = left.len();
        left.retain(|(_, uses)| !uses.is_disjoint(&names));
        if left.is_empty() {
            break;
        }
        left.iter_mut().for_each(|(_, uses)| uses.retain(|name| names.contains(name)));
        assert!(left.len() < before, "a circle: {left:?}");
    }
}

/// Text that is put together by hand escapes names by luck. `dump` and `value` write the JSON of bpftool and libbpf, token by token.
#[test]
fn json_is_written_by_serde() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let crates = fs::read_dir(top.join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let mut seen = 0;
    for krate in crates.chain([top.join("web"), top.join("worker")]) {
        for path in sources(&krate.join("src")) {
            let text = code(&path);
            // The beginning of an object in a format string, and a key in one.
            let by_hand = [r#"{{\""#, r#"\": {}"#, r#"\":{}"#].into_iter().find(|sign| text.contains(sign));
            assert!(by_hand.is_none(), "{}: {by_hand:?}: derive Serialize instead", path.display());
            seen += 1;
        }
    }
    assert!(seen > 500, "{seen}");
}

//! Rules of docs/architecture.md: which crates page and worker may use, and where the terminal opens files; that the
//! commands of the terminal do not use each other; that modules of a crate use each other one way, except in listed
//! crates; that JSON is written by serde.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use tests::modules::{Modules, code, sources};

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)).unwrap()
}

/// Whether a crate belongs to the workspace.
fn is_ours(name: &str) -> bool {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    top.join("crates").join(name).is_dir() || name == "worker" || name == "web"
}

/// The workspace crates that a crate depends on, from `[dependencies]` in its Cargo.toml.
fn depends(krate: &str) -> BTreeSet<String> {
    let text = read(&format!("{krate}/Cargo.toml"));
    let section = text.split("\n[dependencies]\n").nth(1).unwrap().split("\n[").next().unwrap();
    let names = section.lines().map(|line| line.split(['.', ' ', '=']).next().unwrap_or_default());
    names.filter(|name| !name.is_empty() && is_ours(name)).map(str::to_owned).collect()
}

/// The crates that the table in docs/architecture.md lists for a crate, in rows that begin with its name.
fn listed(krate: &str, text: &str) -> BTreeSet<String> {
    let table = text.split("### What each may use\n").nth(1).unwrap().split("\n### ").next().unwrap();
    let rows = table.lines().filter_map(|line| line.strip_prefix(&format!("| `{krate}` | ")));
    let cells = rows.map(|row| row.split('|').next().unwrap_or_default());
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

#[test]
fn the_terminal_opens_and_writes_files_in_one_place() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/cli/src");
    let calls =
        ["fs::write", "File::create", "File::open", "OpenOptions", "create_dir", "fs::rename", "fs::copy", "fs::read("];
    let mut seen = 0;
    for path in sources(&folder) {
        let text = fs::read_to_string(&path).unwrap();
        // `ModulesFile::open` is another call.
        let is_whole = |(at, _): (usize, &str)| !text[..at].ends_with(char::is_alphanumeric);
        let found: Vec<&str> = calls.into_iter().filter(|call| text.match_indices(call).any(is_whole)).collect();
        match path.strip_prefix(&folder).unwrap().starts_with("files") {
            true => seen += found.len(),
            false => assert!(found.is_empty(), "{}: {found:?}: see files/mod.rs", path.display()),
        }
    }
    assert!(seen > 4, "the calls have other names");
}

#[test]
fn commands_of_the_terminal_use_helpers_and_never_each_other() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/cli/src");
    let mut seen = 0;
    for path in sources(&folder) {
        let inside = path.strip_prefix(&folder).unwrap().to_str().unwrap().to_owned();
        let text = code(&path);
        // Code can name a command by `commands::`, from another command by `super::`, and from a
        // command's submodule by `super::super::`.
        let beside = if inside.matches('/').count() == 1 { "super::" } else { "super::super::" };
        let calls = text.contains("commands::") || inside.starts_with("commands/") && text.contains(beside);
        assert_eq!(calls, inside == "command.rs", "{inside}: what commands share is beside commands/");
        seen += usize::from(inside.starts_with("commands/"));
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn page_and_worker_use_what_the_table_says() {
    let text = read("docs/architecture.md");
    for krate in ["web", "worker"] {
        let depends = depends(krate);
        assert!(depends.len() > 5, "{krate}: {depends:?}");
        assert_eq!(listed(krate, &text), depends, "{krate}");
    }
}

/// Crates whose modules still use each other in cycles. A crate without cycles must not be listed.
const WITH_CIRCLES: [&str; 15] = [
    "cli", "dump", "dwarf", "layout", "logs", "model", "needs", "open", "relate", "scratch", "search", "verdict",
    "web", "work", "xtask",
];

#[test]
fn modules_use_each_other_one_way() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let crates = fs::read_dir(top.join("crates")).unwrap().map(|entry| entry.unwrap().path());
    for krate in crates.chain([top.join("web"), top.join("worker")]) {
        let circles = Modules::of(&krate.join("src")).circles();
        let name = krate.file_name().unwrap().to_str().unwrap();
        assert_eq!(!circles.is_empty(), WITH_CIRCLES.contains(&name), "{name}: {circles:#?}");
    }
    let btf = Modules::of(&top.join("crates/btf/src"));
    assert!(btf.count() > 25 && btf.has("record", "blob") && !btf.has("blob", "record"));
    let container = Modules::of(&top.join("crates/container/src"));
    assert!(container.has("formats", "codec") && container.has("unpack::content", "codec"));
}

/// JSON written by `format!` escapes names only by chance. `dump` and `value` write the JSON of bpftool and libbpf
/// token by token, so they contain no such format strings.
#[test]
fn json_is_written_by_serde() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let crates = fs::read_dir(top.join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let mut seen = 0;
    for krate in crates.chain([top.join("web"), top.join("worker")]) {
        for path in sources(&krate.join("src")) {
            let text = code(&path);
            // The start of an object in a format string, or a key in one.
            let by_hand = [r#"{{\""#, r#"\": {}"#, r#"\":{}"#].into_iter().find(|sign| text.contains(sign));
            assert!(by_hand.is_none(), "{}: {by_hand:?}: derive Serialize instead", path.display());
            seen += 1;
        }
    }
    assert!(seen > 500, "{seen}");
}

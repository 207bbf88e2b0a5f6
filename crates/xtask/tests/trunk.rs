//! trunk builds the same page as `cargo xtask dist`.
//!
//! This test may be skipped even with `BTFSCOPE_CI` set: compiling trunk takes three minutes, and nothing published is
//! made with it. `cargo xtask setup --trunk` installs trunk; then `cargo xtask test trunk` runs this test.
#![allow(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, iter};

use xtask::programs;

fn skip(why: &str) {
    // Write past libtest's capture, so that xtask counts this line. A closed stderr is ignored.
    stderr().write_all(format!("SKIPPED trunk_builds_the_same_page: {why}\n").as_bytes()).ok();
}

#[test]
fn trunk_builds_the_same_page() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let others = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(iter::once(top.join(".tools/bin")).chain(env::split_paths(&others))).unwrap();
    if ["trunk", "wasm-bindgen"].iter().any(|name| programs::on_this_path(name, &path).is_none()) {
        return skip("trunk or the wasm-bindgen that it runs is not here; `cargo xtask setup --trunk` installs both");
    }
    let Some(dist) = env::var_os("BTFSCOPE_DIST") else {
        return skip("there is no page to compare with; `cargo xtask test` builds it, unless --no-browser is given");
    };
    let built = top.join("target/xtask/by-trunk");
    build(&top, path, &built);
    let (ours, theirs) = (page(Path::new(&dist)), page(&built));
    assert_eq!(ours.keys().collect::<Vec<_>>(), theirs.keys().collect::<Vec<_>>());
    for (name, content) in &ours {
        // Modules are too large for a message.
        match (std::str::from_utf8(content), std::str::from_utf8(&theirs[name])) {
            (Ok(ours), Ok(theirs)) => assert_eq!(ours, theirs, "{name}"),
            _ => assert!(*content == theirs[name], "{name} differs"),
        }
    }
    assert!(ours.contains_key("index.html") && ours.contains_key("worker-HASH_bg.wasm"), "{:?}", ours.keys());
    fs::remove_dir_all(built).unwrap();
}

fn build(top: &Path, path: OsString, to: &Path) {
    fs::create_dir_all(to).unwrap();
    let mut trunk = Command::new("trunk");
    // trunk reads NO_COLOR as a boolean, and fails with the usual `NO_COLOR=1`.
    trunk.env("PATH", path).env_remove("NO_COLOR").current_dir(top);
    let status = trunk.args(["build", "--release", "--offline", "--log", "warn", "--dist"]).arg(to).status().unwrap();
    assert!(status.success(), "{status}");
}

/// The files of a built page by name. Names, HTML and scripts are without hashes; HTML and scripts are also without
/// white space, in which the two builds differ.
fn page(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(inner).unwrap() {
            let file: PathBuf = entry.unwrap().path();
            if file.is_dir() {
                folders.push(file);
                continue;
            }
            let name = without_hashes(file.strip_prefix(folder).unwrap().to_str().unwrap());
            let bytes = fs::read(&file).unwrap();
            let is_text =
                ["html", "js"].iter().any(|kind| file.extension().is_some_and(|extension| extension == *kind));
            let content = match String::from_utf8(bytes) {
                Ok(text) if is_text => without_hashes(&text).split_whitespace().collect::<String>().into_bytes(),
                Ok(text) => text.into_bytes(),
                Err(error) => error.into_bytes(),
            };
            found.insert(name, content);
        }
    }
    found
}

/// Replaces each run of 12 to 16 hexadecimal digits by `HASH`.
fn without_hashes(text: &str) -> String {
    let mut out = String::new();
    let mut run = String::new();
    for symbol in text.chars().map(Some).chain([None]) {
        match symbol {
            Some(digit) if digit.is_ascii_hexdigit() => run.push(digit),
            other => {
                out.push_str(if (12..=16).contains(&run.len()) { "HASH" } else { &run });
                run.clear();
                out.extend(other);
            }
        }
    }
    out
}

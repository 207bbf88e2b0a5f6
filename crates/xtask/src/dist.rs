//! Builds the page into `dist/`.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::first_load;
use crate::machine::{Doing, Failure, Outcome, Project, run};
use crate::offline;
use crate::policy;
use crate::samples;
use crate::setup::{self, Tools, WasmOpt};
use crate::told;
use crate::worker;
use crate::zip;

/// How to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// As people get it.
    Release,
    /// Without optimisation.
    Dev,
}

/// What rustc lets the compiled code use today; wasm-opt refuses code with features that it was not told about.
const FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Top-level folders that cannot change what is built.
const APART: [&str; 9] =
    ["target", "dist", "benches", "fuzz", "crates/cli", "crates/api", "tests/src", "tests/tests", "node_modules"];

/// The command: builds the page, and tells how large it is.
pub fn command(project: &Project, words: Vec<String>) -> Outcome<()> {
    let (mode, zip) = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => (Mode::Release, false),
        ["--zip"] => (Mode::Release, true),
        ["--dev"] => (Mode::Dev, false),
        _ => return Err(Failure(format!("{:?} means nothing here", words.join(" ")))),
    };
    let dist = dist(project, mode)?;
    if mode == Mode::Release
        && let Err(Failure(why)) = first_load(project, &dist)
    {
        println!("NOTE: {why}");
    }
    if zip {
        println!("All of it is in {}", zip::pack(project, &dist)?.display());
    }
    Ok(())
}

/// Makes sure that `dist/` is what the sources say; does nothing when it is already.
pub fn dist(project: &Project, mode: Mode) -> Outcome<PathBuf> {
    let tools = setup::setup(project)?;
    let _lock = project.lock()?;
    let stamp = project.work().join("dist.stamp");
    let sources = fingerprint(project, mode, &tools)?;
    let dist = project.dist();
    // Two halves: what it was built from, and what lay there then. Somebody may have built or removed it without us.
    let expected = |built: u64| format!("{sources:016x} {built:016x}\n");
    let is_current =
        fs::read_to_string(&stamp).is_ok_and(|text| contents(&dist).is_ok_and(|built| text == expected(built)));
    if is_current {
        println!("The page in dist/ is up to date.");
        return Ok(dist);
    }
    let began = Instant::now();
    let first = if dist.is_dir() { "seconds to a minute" } else { "about a minute the first time" };
    println!("Building the page ({first}) ...");
    let stage = project.work().join("stage");
    remove(&stage).doing("clear target/xtask/stage")?;
    build(project, mode, &stage)?;
    let built = files(&stage).doing("list the built page")?;
    if let (Some(tool), Mode::Release) = (&tools.wasm_opt, mode) {
        optimise(project, tool, &built);
        if let Some(terser) = setup::terser(project) {
            shorten(project, &terser, tool, &built);
        }
    }
    worker::hash_names(&stage).doing("name the worker's files")?;
    policy::apply(&stage).doing("write the page's policy")?;
    told::site(&stage).doing("tell the page where it will be")?;
    samples::add(project, &stage).doing("add the kernel to the samples")?;
    // Not while developing: what it keeps would be shown in place of what was built since.
    if mode == Mode::Release {
        offline::add(&project.top.join("static/site"), &stage).doing("make the page work without a network")?;
    }
    replace(&stage, &dist, &project.work().join("old")).doing("move the built page to dist/")?;
    fs::write(&stamp, expected(contents(&dist).doing("read dist/")?)).doing("note what was built")?;
    println!("The page is in dist/ after {} s.", began.elapsed().as_secs());
    Ok(dist)
}

fn build(project: &Project, mode: Mode, stage: &Path) -> Outcome<()> {
    let mut trunk = project.program("trunk")?;
    // trunk reads NO_COLOR as a boolean and dies of the usual `NO_COLOR=1`; it needs no network, so it must not wish for any.
    trunk.env_remove("NO_COLOR").args(["build", "--offline", "--log", "warn", "--dist"]).arg(stage);
    if mode == Mode::Release {
        // The profile that is made for a small first load; native programs have `release`.
        trunk.args(["--release", "--cargo-profile", "web"]);
    }
    run(&mut trunk)
}

/// Runs wasm-opt over the wasm files. After trunk, because trunk would take a wasm-opt of its own choice or download one; the
/// price is `data-integrity="none"` in index.html, since trunk has signed what is replaced here.
pub(crate) fn optimise(project: &Project, tool: &WasmOpt, built: &[PathBuf]) {
    for file in built.iter().filter(|file| file.extension().is_some_and(|extension| extension == "wasm")) {
        println!("Optimising {} (seconds) ...", file.file_name().unwrap_or_default().display());
        let smaller = file.with_extension("smaller");
        let optimised = project.program(&tool.node).and_then(|mut node| {
            run(node
                .arg(&tool.script)
                // A second time finds what the first has made alike: a kilobyte.
                .args(if worker::is_part(file) { &["-O3"][..] } else { &["-Oz", "-Oz"] })
                .args(FEATURES)
                // Rust keeps its stack below its data, so that nothing lies in the first kilobyte.
                .args(["--low-memory-unused", "--merge-similar-functions"])
                // Told to tools only, which are done with it.
                .args(["--strip-debug", "--strip-producers", "--strip-target-features"])
                .arg(file)
                .arg("-o")
                .arg(&smaller))?;
            fs::rename(&smaller, file).doing("put the optimised file in place")
        });
        if let Err(Failure(why)) = optimised {
            fs::remove_file(&smaller).ok();
            println!("NOTE: the wasm file is not optimised, the page works but is larger to load: {why}");
        }
    }
}

/// Takes out of the scripts what only people read: the shims that wasm-bindgen writes are for both. And out of the styles.
fn shorten(project: &Project, terser: &Path, tool: &WasmOpt, built: &[PathBuf]) {
    for file in built {
        let shorter = match file.extension().and_then(|extension| extension.to_str()) {
            Some("js") => project.program(&tool.node).and_then(|mut node| {
                run(node
                    .arg(terser)
                    .args(["--module", "--compress", "--mangle", "--output"])
                    .arg(file)
                    .arg("--")
                    .arg(file))
            }),
            Some("css") => fs::read_to_string(file)
                .and_then(|styles| fs::write(file, short_styles(&styles)))
                .doing("write the styles"),
            _ => Ok(()),
        };
        if let Err(Failure(why)) = shorter {
            println!("NOTE: {} stays as long as it is: {why}", file.display());
        }
    }
}

/// Styles without comments and without white space that means nothing. There are no strings with either in ours.
fn short_styles(styles: &str) -> String {
    let mut out = String::with_capacity(styles.len());
    let mut rest = styles;
    while let Some((before, after)) = rest.split_once("/*") {
        out.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    let words: Vec<&str> = out.split_ascii_whitespace().collect();
    let mut out = words.join(" ");
    for (long, short) in
        [(" {", "{"), ("{ ", "{"), ("; ", ";"), (" }", "}"), ("} ", "}"), (";}", "}"), (", ", ","), (": ", ":")]
    {
        out = out.replace(long, short);
    }
    out
}

/// Prints what a first visit of the built page loads, and what its worker takes; an error when the first is too much.
pub fn first_load(project: &Project, dist: &Path) -> Outcome<()> {
    let mut files = files(dist).doing("list dist/")?;
    files.retain(|file| first_load::is_part(dist, file));
    let (later, first): (Vec<_>, Vec<_>) = files.into_iter().partition(|file| worker::is_part(file));
    first_load::check(project, &first, &later)
}

/// Puts the folder `new` where `place` is, through `old`, so that `place` is missing for a moment only.
pub(crate) fn replace(new: &Path, place: &Path, old: &Path) -> io::Result<()> {
    remove(old)?;
    if place.exists() {
        fs::rename(place, old)?;
    }
    fs::rename(new, place)?;
    remove(old)
}

pub(crate) fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// A number that changes with anything the page is built from.
fn fingerprint(project: &Project, mode: Mode, tools: &Tools) -> Outcome<u64> {
    let mut hasher = DefaultHasher::new();
    samples::stamp(project).hash(&mut hasher);
    (mode, &tools.versions, FEATURES, std::env::var_os("RUSTFLAGS"), std::env::var_os(told::SITE)).hash(&mut hasher);
    for entry in fs::read_dir(&project.top).doing("list the project")? {
        let path = entry.doing("list the project")?.path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        // Of the files at the top only those that tools read.
        if matches!(extension, Some("toml" | "lock")) && path.is_file() {
            hash_file(&path, &mut hasher)?;
        }
    }
    let apart: Vec<PathBuf> = APART.iter().map(|path| project.top.join(path)).collect();
    let mut sources = vec![];
    walk(&project.top, &apart, &mut sources).doing("list the sources")?;
    sources.retain(|file| file.parent() != Some(&project.top));
    sources.sort();
    for file in sources {
        file.hash(&mut hasher);
        hash_file(&file, &mut hasher)?;
    }
    Ok(hasher.finish())
}

/// A number that changes with anything in a folder.
pub(crate) fn contents(folder: &Path) -> io::Result<u64> {
    let mut hasher = DefaultHasher::new();
    for file in files(folder)? {
        file.hash(&mut hasher);
        fs::read(&file)?.hash(&mut hasher);
    }
    Ok(hasher.finish())
}

fn hash_file(file: &Path, hasher: &mut DefaultHasher) -> Outcome<()> {
    fs::read(file).doing(file.display())?.hash(hasher);
    Ok(())
}

/// All files below a folder, sorted.
pub(crate) fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = vec![];
    walk(folder, &[], &mut found)?;
    found.sort();
    Ok(found)
}

/// Collects files. Leaves out hidden folders and those `apart`; does not follow symbolic links.
fn walk(folder: &Path, apart: &[PathBuf], found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, kind) = (entry.path(), entry.file_type()?);
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        if kind.is_dir() && !is_hidden && !apart.contains(&path) {
            walk(&path, apart, found)?;
        } else if kind.is_file() {
            found.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_mean_the_same_without_what_people_read() {
        let styles =
            "/* all */\na > b , c:hover {\n  color : red;\n  margin: 0 1px;\n}\n\n@media (x: 1px) { d { e: f } }\n";
        assert_eq!(short_styles(styles), "a > b ,c:hover{color :red;margin:0 1px}@media (x:1px){d{e:f}}");
        assert_eq!(short_styles("a{b:c}/* open"), "a{b:c}");
    }

    #[test]
    fn a_new_page_replaces_the_old_one() {
        let scratch = std::env::temp_dir().join(format!("btfscope-dist-{}", std::process::id()));
        let (new, place, old) = (scratch.join("new"), scratch.join("dist"), scratch.join("old"));
        for (folder, text) in [(&place, "first"), (&old, "left over")] {
            fs::create_dir_all(folder).unwrap();
            fs::write(folder.join(text), text).unwrap();
        }
        let before = contents(&place).unwrap();
        fs::create_dir_all(new.join("deep/.hidden")).unwrap();
        fs::write(new.join("deep/second"), "second").unwrap();
        replace(&new, &place, &old).unwrap();
        assert_eq!(files(&place).unwrap(), [place.join("deep/second")]);
        assert!(!old.exists() && !new.exists());
        assert_ne!(contents(&place).unwrap(), before);
        fs::remove_dir_all(scratch).unwrap();
    }
}

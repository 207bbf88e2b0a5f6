//! Builds the JavaScript package into `target/npm/btfscope`: a folder that npm can publish and that works as it is.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::dist;
use crate::first_load;
use crate::hash;
use crate::machine::{Doing, Failure, Outcome, Project, run};
use crate::notices;
use crate::setup::{self, TARGET, Tools};
use crate::small;
use crate::tool;

/// Placeholders in the package's own files, and what replaces them.
const OPEN: [(&str, &str); 3] = [
    ("@VERSION@", env!("CARGO_PKG_VERSION")),
    ("@LICENSE@", env!("CARGO_PKG_LICENSE")),
    ("@REPOSITORY@", env!("CARGO_PKG_REPOSITORY")),
];

/// The files of our own that are added to the bindings, in this order.
const MORE: [&str; 5] = ["errors.js", "later.js", "ranges.js", "handle.js", "atlas.js"];

/// The two sets of bindings: wasm-bindgen's target, the file, and the line that exports our own code.
const BINDINGS: [(&str, &str, &str); 2] = [
    ("web", "btfscope_web.js", "\nexport { Atlas, BtfError, later };\n"),
    ("nodejs", "btfscope_node.cjs", "\nObject.assign(exports, { Atlas, BtfError, later });\n"),
];

/// The two parts of the module: the first is loaded at once, the second when a call needs it
/// (`crates/api/src/later.rs`).
const PARTS: [&str; 2] = ["btfscope_bg.wasm", "btfscope_later.wasm"];

/// The limit for the first part, in bytes of brotli. `crates/api/tests/later.test.mjs` fails above it.
const MOST: u64 = 600_000;

/// The placeholder in `later.js` for the hash that identifies a build of the module.
const BUILD: &str = "@BUILD@";

/// Files of the project that the package contains.
const ALONG: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Builds the package if it is not up to date. Returns its folder.
pub fn api(project: &Project) -> Outcome<PathBuf> {
    let _lock = project.lock()?;
    let tools = setup::package_tools(project)?;
    let began = Instant::now();
    println!("Building the JavaScript package (a minute or two the first time) ...");
    run(project.cargo()?.args(["build", "-p", "api", "--lib", "--target", TARGET, "--profile", "web"]))?;
    let module = project.target()?.join(TARGET).join("web/api.wasm");
    let own = project.top.join("crates/api/npm");

    let licences = notices::text(project, notices::NPM, None)?;
    let package = project.top.join("target/npm/btfscope");
    let stamp = project.work().join("npm.stamp");
    let code = fs::read(&module).doing(module.display())?;
    let own_files = dist::contents(&own).doing("read crates/api/npm")?;
    let sources = hash::hex((&tools.versions, OPEN, BINDINGS, PARTS, &licences, code, own_files));
    let expected = |built: u64| format!("{sources} {built:016x}\n");
    let is_current = fs::read_to_string(&stamp)
        .is_ok_and(|text| dist::contents(&package).is_ok_and(|built| text == expected(built)));
    if is_current {
        println!("The package in target/npm/btfscope is up to date.");
        return Ok(package);
    }

    let stage = project.work().join("npm");
    dist::remove(&stage).doing("clear target/xtask/npm")?;
    fs::create_dir_all(&stage).doing("create target/xtask/npm")?;
    let bound = project.work().join("bind");
    dist::remove(&bound).doing("clear target/xtask/bind")?;
    fs::create_dir_all(&bound).doing("create target/xtask/bind")?;
    tool::bind(project, "parts", "btfscope", &bound, &module)?;
    let build = parts(project, &tools, &bound, &stage)?;
    bindings(&bound, &own, &build, &stage)?;
    fill(&own, &stage)?;
    for file in ALONG {
        fs::copy(project.top.join(file), stage.join(file)).doing(file)?;
    }
    fs::write(stage.join(notices::FILE), licences).doing("write the licences")?;
    fs::create_dir_all(project.top.join("target/npm")).doing("create target/npm")?;
    dist::replace(&stage, &package, &project.work().join("npm-old")).doing("move the package to target/npm")?;
    fs::write(&stamp, expected(dist::contents(&package).doing("read the package")?)).doing("note what was built")?;
    println!("The package is in target/npm/btfscope after {} s.", began.elapsed().as_secs());
    Ok(package)
}

/// Prints the sizes of the two parts of a package's module after brotli, and a note if the first is over its limit. The
/// tests of the package measure them by themselves, with the brotli of node.
pub fn sizes(project: &Project, package: &Path) -> Outcome<()> {
    let [first, later] = PARTS.map(|part| package.join(part));
    if let Err(Failure(why)) = first_load::check(project, &[first], &[later], MOST) {
        println!("NOTE: {why}");
    }
    Ok(())
}

/// Writes both parts of the module, made small. Returns a hash that identifies this build. The second part has the hash
/// in a section of its own, because the first part works only with the second part of the same build.
fn parts(project: &Project, tools: &Tools, bound: &Path, stage: &Path) -> Outcome<String> {
    let files = PARTS.map(|part| stage.join(part));
    for (part, file) in PARTS.iter().zip(&files) {
        fs::copy(bound.join(part), file).doing(part)?;
    }
    if let Some(tool) = &tools.wasm_opt {
        small::optimise(project, tool, &files);
    }
    let [first, later] = &files;
    let mut bytes = fs::read(later).doing(later.display())?;
    let build = hash::hex((fs::read(first).doing(first.display())?, &bytes));
    bytes.extend(custom_section("build", build.as_bytes())?);
    fs::write(later, bytes).doing(later.display())?;
    Ok(build)
}

/// A custom section of a wasm module: its number 0, its length, the length of its name, its name and its content.
fn custom_section(name: &str, content: &[u8]) -> Outcome<Vec<u8>> {
    // wasm has its numbers in LEB128, where a number below 128 takes one byte.
    let byte =
        |len: usize| u8::try_from(len).ok().filter(|len| *len < 128).ok_or(Failure("the section is long".to_owned()));
    let len = [byte(1 + name.len() + content.len())?, byte(name.len())?];
    Ok([&[0], &len[..], name.as_bytes(), content].concat())
}

/// Writes two sets of bindings: the set for browsers fetches the first part of the module, the set for Node reads it
/// from a file. They offer the same functions.
fn bindings(bound: &Path, own: &Path, build: &str, stage: &Path) -> Outcome<()> {
    let mut more = String::new();
    for file in MORE {
        more += &fs::read_to_string(own.join(file)).doing(file)?;
    }
    let more = more.replace(BUILD, build);
    for (target, bindings, exports) in BINDINGS {
        let text = fs::read_to_string(bound.join(target).join("btfscope.js")).doing(bindings)?;
        fs::write(stage.join(bindings), text + &more + exports).doing(bindings)?;
    }
    Ok(())
}

/// Copies the package's own files and fills in the placeholders.
fn fill(own: &Path, stage: &Path) -> Outcome<()> {
    for file in dist::files(own).doing("list crates/api/npm")? {
        if MORE.iter().any(|more| file.ends_with(more)) {
            continue;
        }
        let mut text = fs::read_to_string(&file).doing(file.display())?;
        for (open, value) in OPEN {
            text = text.replace(open, value);
        }
        let place = stage.join(file.strip_prefix(own).doing("list crates/api/npm")?);
        if let Some(folder) = place.parent() {
            fs::create_dir_all(folder).doing("create a folder of the package")?;
        }
        fs::write(&place, &text).doing(place.display())?;
        // Write the same types for `require`: by the ending of a declaration file, TypeScript tells types of an ES
        // module from those of a CommonJS module.
        if place.ends_with("index.d.ts") {
            fs::write(place.with_file_name("index.d.cts"), &text).doing("index.d.cts")?;
        }
    }
    Ok(())
}

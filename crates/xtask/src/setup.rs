//! Installs the tools for building the page, packages and fuzz targets, and for tests, into the project's own folder.
//! Targets of the compiler are installed by rustup.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use xtask::programs;
use xtask::tools::{self, Source, Tool};

use crate::dist::Mode;
use crate::machine::{Doing, Failure, Outcome, Project, output, run};
use crate::provide;

/// The version of trunk. Version 0.22.1 needed a newer compiler than the stable one.
const TRUNK: &str = "0.21.14";

/// The major version of npm's binaryen package, which carries wasm-opt.
const BINARYEN: &str = "132";

/// The tools that make .deb and .rpm, their versions, and the minutes that each takes to build.
const PACKAGERS: [(&str, &str, u32); 2] = [("cargo-deb", "3.8.0", 2), ("cargo-generate-rpm", "0.21.1", 2)];

/// The version of the tool that builds and runs fuzz targets.
const FUZZER: &str = "0.13.2";

/// The target for all code that runs in a browser.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// The tools of the page's build, found or installed.
#[derive(Debug)]
pub struct Tools {
    /// wasm-opt; `None` in a build that is not published, if there is no node, or if wasm-opt cannot be installed.
    pub wasm_opt: Option<WasmOpt>,
    /// The versions of rustc and binaryen, which affect the built page, on one line.
    pub versions: String,
}

/// The version of npm's terser, which minifies scripts.
const TERSER: &str = "5.51.2";

/// wasm-opt from npm: compiled to wasm itself, run by node.
#[derive(Debug)]
pub struct WasmOpt {
    /// The program `node`.
    pub node: PathBuf,
    /// The script that node runs.
    pub script: PathBuf,
}

/// Installs everything that building the page needs, unless it is already installed.
pub fn setup(project: &Project, mode: Mode) -> Outcome<Tools> {
    let _lock = project.lock()?;
    match mode {
        Mode::Release => {
            // wasm-opt and terser need node. Without them the page can be built, but is larger.
            if let Err(Failure(why)) = provide::provide(project, &[&tools::NODE, &tools::NPM]) {
                println!("NOTE: the page will be larger to load: {why}");
            }
            package_tools(project)
        }
        // Only the published page is minified.
        Mode::Serve | Mode::Dev => with(project, None),
    }
}

/// Installs everything that building the JavaScript package needs. The caller must hold the lock.
pub fn package_tools(project: &Project) -> Outcome<Tools> {
    with(project, wasm_opt(project))
}

fn with(project: &Project, wasm_opt: Option<WasmOpt>) -> Outcome<Tools> {
    wasm_target(project)?;
    let rustc = output(project.program("rustc")?.arg("--version"))?;
    let optimiser = if wasm_opt.is_some() { BINARYEN } else { "none" };
    Ok(Tools { wasm_opt, versions: format!("{rustc}, binaryen {optimiser}") })
}

/// Installs trunk and the wasm-bindgen that trunk calls, for people who build the page with trunk, and for
/// `tests/trunk.rs`.
pub fn trunk(project: &Project) -> Outcome<()> {
    let _lock = project.lock()?;
    wasm_target(project)?;
    // An optimised build of trunk takes 7 minutes, but trunk need not be fast. Without default features it has no TLS,
    // which only downloads need.
    let options = ["--locked", "--no-default-features"];
    install(project, &Crate { options: &options, ..Crate::new("trunk", TRUNK, 3) })?;
    let bindgen = locked_version(project, "wasm-bindgen")?;
    // Not --locked: the lock file of wasm-bindgen-cli names a version that the registry lacks.
    let options = ["--no-default-features"];
    let wanted = Crate::new("wasm-bindgen-cli", &bindgen, 2);
    install(project, &Crate { program: "wasm-bindgen", options: &options, level: "1", ..wanted })
}

/// Installs the tools that make .deb and .rpm. Only `package` needs them.
pub fn packagers(project: &Project) -> Outcome<()> {
    let _lock = project.lock()?;
    for (name, version, minutes) in PACKAGERS {
        install(project, &Crate::new(name, version, minutes))?;
    }
    Ok(())
}

/// Installs the tool that builds and runs fuzz targets. Only `fuzz` needs it.
pub fn fuzzer(project: &Project) -> Outcome<()> {
    let _lock = project.lock()?;
    install(project, &Crate::new("cargo-fuzz", FUZZER, 1))
}

/// Installs the standard library for wasm.
pub fn wasm_target(project: &Project) -> Outcome<()> {
    compiler_target(project, TARGET)
}

/// Installs the standard library for a target. rust-toolchain.toml lists the wasm target, too, but rustup may be
/// configured not to install targets automatically.
pub fn compiler_target(project: &Project, target: &str) -> Outcome<()> {
    let library = output(project.program("rustc")?.args(["--print", "target-libdir", "--target", target]))?;
    if PathBuf::from(&library).is_dir() {
        return Ok(());
    }
    if programs::on_path("rustup").is_none() {
        return Err(Failure(format!(
            "this Rust has no {target} target and there is no rustup to add it; install the target"
        )));
    }
    println!("Adding the compiler's {target} target (seconds) ...");
    run(project.program("rustup")?.args(["target", "add", target]))
}

/// A program from crates.io.
struct Crate<'a> {
    name: &'a str,
    program: &'a str,
    version: &'a str,
    options: &'a [&'a str],
    /// The optimisation level that is worth its build time.
    level: &'a str,
    /// How many minutes the build takes on two cores.
    minutes: u32,
}

impl<'a> Crate<'a> {
    /// A crate with a program of the same name, built without optimisation.
    fn new(name: &'a str, version: &'a str, minutes: u32) -> Crate<'a> {
        Crate { name, program: name, version, options: &["--locked"], level: "0", minutes }
    }
}

fn install(project: &Project, wanted: &Crate<'_>) -> Outcome<()> {
    let Crate { name, program, version, options, level, minutes } = *wanted;
    let path = project.path()?;
    let found = programs::on_this_path(program, &path);
    // Run the program: its file may be for another machine or half-written.
    let found = found.and_then(|file| output(project.program(file).ok()?.arg("--version")).ok());
    if found.is_some_and(|text| text.split_ascii_whitespace().nth(1) == Some(version)) {
        return Ok(());
    }
    println!(
        "Building {name} {version} into .tools/ (about {minutes} min on two cores, once; it is compiled from source) ..."
    );
    let began = Instant::now();
    let build = project.work().join("tools");
    run(project
        .cargo()?
        .args(["install", name, "--version", version, "--force"])
        .args(options)
        .arg("--root")
        .arg(project.tools())
        .env("CARGO_TARGET_DIR", &build)
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", level)
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "256")
        .env("CARGO_PROFILE_RELEASE_DEBUG", "0"))?;
    // The build files take a gigabyte. If they cannot be removed, they stay.
    fs::remove_dir_all(&build).ok();
    println!("{name} is ready after {} s.", began.elapsed().as_secs());
    Ok(())
}

/// Installs a tool of the tests from crates.io, npm or PyPI, unless it is found. Does nothing for a tool from Debian's
/// packages.
pub fn test_tool(project: &Project, tool: &Tool) -> Outcome<()> {
    if tool.look().is_ok() {
        return Ok(());
    }
    let _lock = project.lock()?;
    let Tool { name, purpose, .. } = *tool;
    match tool.source {
        Source::Crate(version) => install(project, &Crate::new(name, version, 1)),
        Source::Npm(version, _) => {
            println!("Installing {name} {version} into .tools/npm (seconds; {purpose}) ...");
            npm_install(project)
        }
        Source::Pypi(package, version) => {
            println!("Installing {name} {version} into .tools/python (a minute; {purpose}) ...");
            let folder = project.tools().join("python");
            if !folder.join("bin/python").is_file() {
                // On Debian, venv is in a separate package: python3-venv.
                run(project.program("python3")?.args(["-m", "venv"]).arg(&folder))?;
            }
            // These lists have the exact version and the digest of each package that is installed.
            for list in [format!("{package}-build.txt"), format!("{package}.txt")] {
                let list = project.top.join("crates/xtask/pip").join(list);
                if list.is_file() {
                    let mut pip = project.program(folder.join("bin/python"))?;
                    pip.args(["-m", "pip", "install", "--quiet", "--require-hashes", "--no-build-isolation", "-r"]);
                    run(pip.arg(list))?;
                }
            }
            tool.found().map(|_| ()).map_err(Failure)
        }
        Source::Debian(_) => Ok(()),
    }
}

/// Finds or installs wasm-opt. It makes the page a fifth smaller, but the page works without it, so a failure is only a
/// NOTE.
fn wasm_opt(project: &Project) -> Option<WasmOpt> {
    let folder = project.tools().join("npm");
    let script = folder.join("node_modules/binaryen/bin/wasm-opt");
    let Some(node) = programs::on_path("node") else {
        println!(
            "NOTE: there is no node, so wasm-opt and terser are left out: the result works, but is larger to load. \
             Debian's packages are `nodejs` and `npm`."
        );
        return None;
    };
    let found = WasmOpt { node, script };
    if found.version(project).is_some_and(|version| version == BINARYEN) {
        return Some(found);
    }
    println!("Installing wasm-opt (npm's binaryen {BINARYEN}) into .tools/npm (seconds) ...");
    let install = || -> Outcome<()> {
        npm_install(project)?;
        found.version(project).map(|_| ()).ok_or(Failure("it does not run".to_owned()))
    };
    match install() {
        Ok(()) => Some(found),
        Err(Failure(why)) => {
            println!("NOTE: wasm-opt could not be installed, so the page will be larger to load: {why}");
            None
        }
    }
}

/// Installs all packages of `crates/xtask/npm/package-lock.json` into .tools/npm. npm checks their digests, and runs no
/// script of a package.
fn npm_install(project: &Project) -> Outcome<()> {
    let (from, folder) = (project.top.join("crates/xtask/npm"), project.tools().join("npm"));
    fs::create_dir_all(&folder).doing("create .tools/npm")?;
    for file in ["package.json", "package-lock.json"] {
        fs::copy(from.join(file), folder.join(file)).doing(file)?;
    }
    let npm = programs::on_path("npm").ok_or(Failure("there is no npm".to_owned()))?;
    run(project.program(npm)?.args(["ci", "--ignore-scripts", "--no-fund", "--no-audit"]).current_dir(&folder))
}

/// True if .tools/npm has this version of a package.
fn has_npm(project: &Project, package: &str, version: &str) -> bool {
    let package = project.tools().join("npm/node_modules").join(package).join("package.json");
    let version = format!("\"version\": \"{version}\"");
    fs::read_to_string(package).is_ok_and(|text| text.contains(&version))
}

/// The script of terser, which is installed if it is missing. `None` without node, or if terser cannot be installed.
pub fn terser(project: &Project) -> Option<PathBuf> {
    let script = project.tools().join("npm/node_modules/terser/bin/terser");
    programs::on_path("node")?;
    if !has_npm(project, "terser", TERSER) {
        println!("Installing terser {TERSER} into .tools/npm (seconds) ...");
        if let Err(Failure(why)) = npm_install(project) {
            println!("NOTE: terser could not be installed, so the page's script will be larger to load: {why}");
            return None;
        }
    }
    Some(script)
}

impl WasmOpt {
    /// The major version, as in "wasm-opt version 132".
    fn version(&self, project: &Project) -> Option<String> {
        if !self.script.is_file() {
            return None;
        }
        let text = output(project.program(&self.node).ok()?.arg(&self.script).arg("--version")).ok()?;
        text.split_ascii_whitespace().nth(2).map(str::to_owned)
    }
}

/// The version of a package in Cargo.lock: trunk takes a wasm-bindgen of exactly this version, or tries to download
/// one.
fn locked_version(project: &Project, package: &str) -> Outcome<String> {
    let lock = fs::read_to_string(project.top.join("Cargo.lock")).doing("read Cargo.lock")?;
    version_in(&lock, package).ok_or(Failure(format!("Cargo.lock has no {package}")))
}

fn version_in(lock: &str, package: &str) -> Option<String> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name).skip(1);
    Some(lines.next()?.strip_prefix("version = \"")?.strip_suffix('"')?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::version_in;

    #[test]
    fn finds_the_exact_package_in_the_lock_file() {
        let lock = "[[package]]\nname = \"wasm-bindgen-futures\"\nversion = \"0.4.1\"\n\n[[package]]\nname = \"wasm-bindgen\"\n\
                    version = \"0.2.130\"\nsource = \"registry\"\n";
        assert_eq!(version_in(lock, "wasm-bindgen").as_deref(), Some("0.2.130"));
        assert_eq!(version_in(lock, "yew"), None);
    }
}

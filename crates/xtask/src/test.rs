//! Runs all tests.

use std::fs;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use xtask::programs;

use crate::api;
use crate::corpus;
use crate::dist::{self, Mode};
use crate::machine::{Doing, Failure, Outcome, Project, output, run};
use crate::setup;

/// What Debian calls the browser, its driver, and a font to draw with.
const PACKAGES: [&str; 3] = ["chromium", "chromium-driver", "fonts-dejavu-core"];

/// Programs that the printers' output is compared with or given to, and the Debian packages that have them.
const PEERS: [(&str, &str); 3] = [("clang", "clang"), ("bpftool", "bpftool"), ("pahole", "dwarves")];

/// What libbpf is compiled with, for the tests that ask it beside us: libraries as pkg-config has them, and Debian's packages.
const LIBBPF: [(&str, &str); 2] = [("libelf", "libelf-dev"), ("zlib", "zlib1g-dev")];

/// Builds the page and runs cargo's tests, those in the browser among them; prints the sum as the last line.
pub fn test(project: &Project, mut words: Vec<String>) -> Outcome<()> {
    let all = words.len();
    words.retain(|word| word != "--no-browser");
    let with_browser = words.len() == all;
    peers(project);
    let corpus = corpus::for_tests(project);
    let mut cargo = project.cargo()?;
    cargo.args(["test", "--no-fail-fast"]);
    cargo.envs(corpus.iter().cloned());
    let chosen = words.iter().any(|word| word == "-p" || word.starts_with("--package"));
    if !chosen {
        cargo.arg("--workspace");
    }
    if (!chosen || words.iter().any(|word| word.contains("libbpf-tests"))) && libbpf(project) {
        cargo.args(["--features", "libbpf-tests/libbpf"]);
    }
    // The package is tested with everything else, or when it is asked for.
    let package = if words.is_empty() || words.iter().any(|word| word == "api") { node(project)? } else { None };
    if let Some(package) = &package {
        cargo.env("BTFSCOPE_NPM", &package.folder);
    }
    // Too large a page is a failure, but no reason not to test.
    let mut first_load = Ok(());
    if (!chosen || words.iter().any(|word| word.contains("wasm-tests")))
        && let Some(module) = wasm_module(project)?
    {
        cargo.env("BTFSCOPE_WASM", module);
    }
    if with_browser {
        let driver = browser(project)?;
        setup::axe(project)?;
        let dist = dist::dist(project, Mode::Release)?;
        first_load = dist::first_load(project, &dist);
        cargo.env("CHROMEDRIVER", driver).env("BTFSCOPE_DIST", dist);
        // The tests that choose a package of their own do without it.
        if !chosen && let Some(driver) = firefox(project) {
            cargo.env("GECKODRIVER", driver);
        }
    } else {
        cargo.env("BTFSCOPE_NO_BROWSER", "1");
    }
    if io::stderr().is_terminal() {
        cargo.env("CARGO_TERM_COLOR", "always");
    }
    println!("Testing (the first time builds everything: some minutes) ...");
    let mut tally = Tally::default();
    let mut passed = count(cargo.args(&words), "cargo test", &mut tally)?;
    if let Some(package) = package {
        println!("Testing the JavaScript package in node ...");
        passed &= count(package.tests(project)?.envs(corpus), "node --test", &mut tally)?;
    }
    println!("\n{tally}");
    if passed { first_load } else { Err(Failure(String::new())) }
}

/// Runs a program of tests, hands on what it says and counts. Whether all is well.
fn count(program: &mut Command, name: &str, all: &mut Tally) -> Outcome<bool> {
    let mut child =
        program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().doing(format_args!("`{name}` does not start"))?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let errors = thread::spawn(move || err.map(|err| watch(err, io::stderr())).unwrap_or_default());
    let mut tally = out.map(|out| watch(out, io::stdout())).unwrap_or_default();
    tally.add(&errors.join().unwrap_or_default());
    let status = child.wait().doing(format_args!("wait for {name}"))?;
    if !status.success() && tally.failed == 0 {
        println!("\n{name} did not get through ({status}).");
    }
    all.add(&tally);
    Ok(status.success())
}

/// The JavaScript package, built, and what tests it.
struct Package {
    folder: PathBuf,
    node: PathBuf,
    typescript: Option<PathBuf>,
}

/// Builds the JavaScript package, where there is node to test it with.
fn node(project: &Project) -> Outcome<Option<Package>> {
    let Some(node) = programs::on_path("node") else {
        println!("NOTE: the JavaScript package is not tested: there is no node.");
        return Ok(None);
    };
    let folder = api::api(project)?;
    Ok(Some(Package { folder, node, typescript: setup::typescript(project)? }))
}

impl Package {
    /// Node's own test runner over all files `*.test.mjs`.
    fn tests(&self, project: &Project) -> Outcome<Command> {
        let mut files = dist::files(&project.top.join("crates/api/tests")).doing("list crates/api/tests")?;
        files.retain(|file| file.to_string_lossy().ends_with(".test.mjs"));
        let mut node = project.program(&self.node)?;
        node.args(["--test", "--test-reporter=tap"]).args(files).env("BTFSCOPE_NPM", &self.folder);
        if let Some(tsc) = &self.typescript {
            node.env("BTFSCOPE_TSC", tsc);
        }
        Ok(node)
    }
}

/// Chromedriver's path, after installing it and Chromium where that is ours to do.
fn browser(project: &Project) -> Outcome<PathBuf> {
    let find = || programs::chromium().and(programs::chromedriver());
    if let Some(driver) = find() {
        return Ok(driver);
    }
    let packages = PACKAGES.join(" ");
    if !may_install(project) {
        return Err(Failure(format!(
            "the browser tests need Chromium and chromedriver of the same version, and they are not here. Debian's packages \
             are `{packages}`; elsewhere install them as your system does it, or name them in CHROMIUM and CHROMEDRIVER. \
             `cargo xtask test --no-browser` runs the other tests."
        )));
    }
    println!("Installing {packages} by apt (half a minute; they drive the page in the browser tests) ...");
    apt_install(project, &PACKAGES)?;
    find().ok_or(Failure(format!("{packages} are installed, but chromium or chromedriver is neither on PATH nor what CHROMIUM and CHROMEDRIVER name")))
}

/// Geckodriver's path, after installing it and Firefox where that is ours to do. Without them its test says SKIPPED, so this never fails.
fn firefox(project: &Project) -> Option<PathBuf> {
    if programs::firefox().is_none() && may_install(project) {
        println!("Installing firefox-esr by apt (half a minute; the smoke test runs in it too) ...");
        if let Err(Failure(why)) = apt_install(project, &["firefox-esr"]) {
            println!("NOTE: it could not be installed: {why}");
        }
    }
    if programs::firefox().is_none() {
        println!(
            "NOTE: the page is not tested in Firefox: it is not here (Debian's package is `firefox-esr`, FIREFOX names another)."
        );
        return None;
    }
    match setup::geckodriver(project) {
        Ok(driver) => Some(driver),
        Err(Failure(why)) => {
            println!("NOTE: the page is not tested in Firefox: geckodriver could not be built: {why}");
            None
        }
    }
}

/// Installs what is missing of [`PEERS`], where that is ours to do. Without one of them its tests say SKIPPED, so this never fails.
fn peers(project: &Project) {
    let missing: Vec<&str> = PEERS.iter().filter(|p| !on_path(p.0)).map(|p| p.1).collect();
    if missing.is_empty() {
        return;
    }
    let names = missing.join(" ");
    if !may_install(project) {
        println!(
            "NOTE: tests that compare with other tools are skipped without them; Debian's packages are `{names}`."
        );
        return;
    }
    println!("Installing {names} by apt (a minute; the printers are compared with them) ...");
    if let Err(Failure(why)) = apt_install(project, &missing) {
        println!("NOTE: they could not be installed: {why}");
    }
}

/// Builds the decoding crates for wasm32, as a module for node: the tests ask it what they ask here. Where there is no node or no
/// wasm target, they say SKIPPED.
fn wasm_module(project: &Project) -> Outcome<Option<PathBuf>> {
    if programs::on_path("node").is_none() {
        return Ok(None);
    }
    if let Err(Failure(why)) = setup::wasm_target(project) {
        println!("NOTE: tests on wasm32 are skipped: {why}");
        return Ok(None);
    }
    let folder = project.work().join("wasm");
    let build = ["build", "-p", "wasm-tests", "--lib", "--target", "wasm32-unknown-unknown", "--profile", "checked"];
    println!("Building the decoding crates for wasm32 (a minute the first time) ...");
    run(project.cargo()?.args(build).env("CARGO_TARGET_DIR", &folder))?;
    Ok(Some(folder.join("wasm32-unknown-unknown/checked/wasm_tests.wasm")))
}

/// Whether libbpf can be compiled, after installing what that takes where it is ours to do. Without it its tests say SKIPPED.
pub fn libbpf(project: &Project) -> bool {
    let has = |library: &str| {
        project.program("pkg-config").is_ok_and(|mut ask| output(ask.args(["--exists", library])).is_ok())
    };
    let ready = || programs::on_path("cc").is_some() && LIBBPF.iter().all(|(library, _)| has(library));
    if ready() {
        return true;
    }
    let packages = [&["gcc", "libc6-dev", "pkg-config"], &LIBBPF.map(|l| l.1)[..]].concat();
    let names = packages.join(" ");
    if !may_install(project) {
        println!("NOTE: tests that ask libbpf are skipped; compiling it takes Debian's packages `{names}`.");
        return false;
    }
    println!("Installing {names} by apt (seconds; sizes and alignments are compared with libbpf's) ...");
    if let Err(Failure(why)) = apt_install(project, &packages) {
        println!("NOTE: they could not be installed: {why}");
    }
    ready()
}

/// Whether a program is there; Debian keeps bpftool where only root's PATH leads.
fn on_path(name: &str) -> bool {
    programs::on_path(name).is_some() || Path::new("/usr/sbin").join(name).is_file()
}

/// Whether packages are ours to install: on Debian, as root.
fn may_install(project: &Project) -> bool {
    let id = project.program("id").and_then(|mut id| output(id.arg("-u")));
    is_debian() && id.ok().as_deref() == Some("0")
}

fn apt_install(project: &Project, packages: &[&str]) -> Outcome<()> {
    let apt =
        |arguments: &[&str]| run(project.program("apt-get")?.env("DEBIAN_FRONTEND", "noninteractive").args(arguments));
    apt(&["update", "-q"])?;
    apt(&[&["install", "-q", "-y", "--no-install-recommends"], packages].concat())
}

/// Debian itself: its relatives have no such packages, or snaps in their place.
fn is_debian() -> bool {
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    release.lines().any(|line| line == "ID=debian") && Path::new("/usr/bin/apt-get").is_file()
}

/// What the test programs said.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    passed: u64,
    failed: u64,
    ignored: u64,
    /// Tests that passed only because they lacked something to test with, and said so.
    skipped: u64,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.ignored += other.ignored;
        self.skipped += other.skipped;
    }

    /// Counts one line of output.
    fn read(&mut self, line: &str) {
        let line = without_colours(line);
        if line.starts_with("SKIPPED") {
            self.skipped += 1;
        }
        // Node's, in TAP: `# pass 12`.
        if let Some((what, number)) = line.strip_prefix("# ").and_then(|rest| rest.split_once(' '))
            && let Ok(number) = number.parse::<u64>()
        {
            match what {
                "pass" => self.passed += number,
                "fail" | "cancelled" => self.failed += number,
                "skipped" | "todo" => self.ignored += number,
                _ => {}
            }
        }
        let Some((_, counts)) = line.strip_prefix("test result: ").and_then(|rest| rest.split_once(". ")) else {
            return;
        };
        for count in counts.split("; ") {
            let Some((number, what)) = count.split_once(' ') else { continue };
            let number = number.parse().unwrap_or(0);
            match what {
                "passed" => self.passed += number,
                "failed" => self.failed += number,
                "ignored" => self.ignored += number,
                _ => {}
            }
        }
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let passed = self.passed.saturating_sub(self.skipped);
        write!(f, "{passed} passed, {} failed, {} skipped", self.failed, self.ignored + self.skipped)
    }
}

/// Hands on what comes, line by line as it comes, and counts.
fn watch(from: impl Read, mut to: impl Write) -> Tally {
    let mut tally = Tally::default();
    let mut from = BufReader::new(from);
    let mut line = vec![];
    while from.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
        // Nobody may be listening any more; the tests go on.
        to.write_all(&line).and_then(|()| to.flush()).ok();
        tally.read(&String::from_utf8_lossy(&line));
        line.clear();
    }
    tally
}

/// Drops terminal escapes like `ESC [ 3 2 m`.
fn without_colours(line: &str) -> String {
    let mut pieces = line.trim_end().split("\u{1b}[");
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        plain.push_str(piece.split_once('m').map_or(piece, |(_, text)| text));
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_what_node_prints() {
        let text = "TAP version 13\n# Subtest: opens\nok 1 - opens\n1..4\n# tests 4\n# suites 0\n# pass 2\n# fail 1\n\
                    # cancelled 0\n# skipped 1\n# todo 0\n# duration_ms 12.5\n";
        let tally = watch(text.as_bytes(), io::sink());
        assert_eq!(tally, Tally { passed: 2, failed: 1, ignored: 1, skipped: 0 });
        assert_eq!(tally.to_string(), "2 passed, 1 failed, 1 skipped");
    }

    #[test]
    fn counts_what_cargo_test_prints() {
        let text = "running 3 tests\ntest a ... ok\n\
                    test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s\n\
                    test result: \u{1b}[31mFAILED\u{1b}[m. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n";
        let mut copy = vec![];
        let mut tally = watch(text.as_bytes(), &mut copy);
        assert_eq!(copy, text.as_bytes());
        tally.add(&watch("SKIPPED corpus: no BTFSCOPE_CORPUS\nnot SKIPPED\n".as_bytes(), io::sink()));
        assert_eq!(tally, Tally { passed: 5, failed: 1, ignored: 1, skipped: 1 });
        assert_eq!(tally.to_string(), "4 passed, 1 failed, 2 skipped");
    }
}

//! Runs all tests.

mod tally;

use std::env;
use std::fmt::Write as _;
use std::io::{self, IsTerminal};
use std::num::NonZero;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use xtask::tools;

use crate::api;
use crate::corpus;
use crate::dist;
use crate::lint;
use crate::machine::{Doing, Failure, Outcome, Project, run};
use crate::provide;
use crate::setup;
use crate::tool;

use self::tally::{Tally, Watch};

/// `--browsers all`: also runs some of the page's tests in Firefox or WebKit; in the extended run, all of them in both.
const BROWSERS: &str = "--browsers";

/// The flag, and the variable that `tests::extended` reads.
const EXTENDED: (&str, &str) = ("--extended", "BTFSCOPE_EXTENDED");

/// The variable that tells Rust's test programs how many tests to run at a time.
const THREADS: &str = "RUST_TEST_THREADS";

/// Runs the tests of cargo and node. Unless `--no-browser` is given, builds the page and tests it in browsers. Prints
/// the numbers of tests as the last line.
pub fn test(project: &Project, mut words: Vec<String>) -> Outcome<()> {
    let mut flag = |name: &str| {
        let all = words.len();
        words.retain(|word| word != name);
        words.len() < all
    };
    let (with_browser, extended) = (!flag("--no-browser"), flag(EXTENDED.0));
    let all_browsers = all_browsers(&mut words)?;
    if all_browsers && !with_browser {
        return Err(Failure(format!("{BROWSERS} and --no-browser do not go together")));
    }
    let chosen = words.iter().any(|word| word == "-p" || word.starts_with("--package"));
    // The JavaScript package is tested in a full run, or if a word is `api`.
    let wanted_parts = Parts {
        package: words.is_empty() || words.iter().any(|word| word == "api"),
        module: !chosen || words.iter().any(|word| word.contains("wasm-tests")),
        page: with_browser,
    };
    let mut times = vec![];
    let wanted = provide::wanted(with_browser, all_browsers, extended);
    provide::provide_beside(project, &wanted, || {
        // Package and page need this tool as soon as they are compiled. The tests use the same profile: a build of the
        // tool would wait until they are compiled.
        if wanted_parts.package || wanted_parts.page {
            println!("Building the tool for wasm modules ...");
            let began = Instant::now();
            tool::build_before_tests(project, tool::BIND)?;
            times.push(("building the tool for wasm modules".to_owned(), began.elapsed()));
        }
        Ok(())
    })?;
    if with_browser && let Err(why) = tools::chromium() {
        return Err(Failure(format!(
            "{why}. The browser tests need Chromium and chromedriver of the same version; install them, or name their \
             files in CHROMIUM and CHROMEDRIVER. `cargo xtask test --no-browser` runs the other tests."
        )));
    }
    let mut cargo = vec!["test".to_owned(), "--no-fail-fast".to_owned()];
    if !chosen {
        cargo.push("--workspace".to_owned());
        cargo.extend(lint::ONLY_WASM.map(|name| format!("--exclude={name}")));
    }
    if (!chosen || words.iter().any(|word| word.contains("libbpf-tests"))) && provide::are_here(&tools::LIBBPF) {
        cargo.push("--features=libbpf-tests/libbpf".to_owned());
    }
    if all_browsers && (!chosen || words.iter().any(|word| word == "tests")) {
        cargo.push("--features=tests/engines".to_owned());
    }
    let mut variables: Vec<(&str, PathBuf)> = corpus::for_tests(project);
    if extended {
        variables.push((EXTENDED.1, "1".into()));
    }
    // A test of the page waits for the browser now and then, so one more test than there are processors keeps them busy.
    if with_browser && env::var_os(THREADS).is_none() {
        let processors = thread::available_parallelism().map_or(2, NonZero::get);
        variables.push((THREADS, (processors + 1).to_string().into()));
    }
    if !with_browser {
        variables.push(("BTFSCOPE_NO_BROWSER", "1".into()));
    }
    let command = |mut command: Command, more: &[&str], variables: &[(&str, PathBuf)]| -> Outcome<Command> {
        command.args(&cargo).args(more).args(&words).envs(variables.iter().cloned());
        if io::stderr().is_terminal() {
            command.env("CARGO_TERM_COLOR", "always");
        }
        Ok(command)
    };
    println!("Building the tests (the first time some minutes) ...");
    // Linking and optimising package and page takes the longest and keeps only one core busy. The rest is built
    // meanwhile, with lower priority: otherwise that core would be the last to end.
    let (linked, rest) = thread::scope(|scope| {
        let linked = scope.spawn(|| wanted_parts.linked(project));
        let began = Instant::now();
        let groups = project
            .cargo_behind()
            .and_then(|cargo| command(cargo, &["--no-run"], &variables))
            .and_then(|mut cargo| build(&mut cargo));
        times.push(("building the tests".to_owned(), began.elapsed()));
        let rest = groups.and_then(|groups| Ok((groups, wanted_parts.module(project)?)));
        (linked.join(), rest)
    });
    let (linked, first_load) = linked.map_err(|_| Failure("building for wasm32 panicked".to_owned()))??;
    let (groups, module) = rest?;
    for part in linked.into_iter().chain(module) {
        times.push((part.name.to_owned(), part.took));
        variables.push((part.variable, part.path));
    }
    println!("Testing ...");
    let mut tally = Tally::default();
    let mut passed = count(
        &mut command(project.cargo()?, &[], &variables)?,
        "cargo test",
        Watch::new(groups),
        &mut tally,
        &mut times,
    )?;
    if extended && !chosen {
        println!("Testing what other programs do with an atlas ...");
        let mut engines = project.cargo()?;
        engines.args([
            "test",
            "-p",
            "btfscope",
            "--features",
            "parquet",
            "--test",
            "cli",
            "--",
            "--ignored",
            "engines::",
        ]);
        engines.envs(variables.iter().cloned());
        passed &= count(&mut engines, "cargo test", Watch::new(1), &mut tally, &mut times)?;
    }
    if variables.iter().any(|(name, _)| *name == PACKAGE) {
        println!("Testing the JavaScript package in node ...");
        let began = Instant::now();
        let mut node = node_tests(project)?;
        node.envs(variables.iter().cloned());
        passed &= count(&mut node, "node --test", Watch::new(0), &mut tally, &mut times)?;
        times.push(("the JavaScript package".to_owned(), began.elapsed()));
    }
    println!("\nTools:\n{}\nTimes:\n{}\n{tally}", provide::summary(&wanted), longest(times));
    if passed { first_load } else { Err(Failure(String::new())) }
}

/// The environment variable that gives tests the folder of the JavaScript package.
const PACKAGE: &str = "BTFSCOPE_NPM";

/// The parts for wasm32 that are built before the tests run.
#[derive(Debug, Clone, Copy)]
struct Parts {
    /// The JavaScript package.
    package: bool,
    /// The decoding crates, as a module for node.
    module: bool,
    /// The page.
    page: bool,
}

/// A part that was built.
#[derive(Debug)]
struct Part {
    /// The environment variable that gives tests the part's path.
    variable: &'static str,
    path: PathBuf,
    /// The name of the build.
    name: &'static str,
    /// How long it took.
    took: Duration,
}

impl Part {
    /// Builds a part. `None`: `build` says that it cannot be built here.
    fn build(
        variable: &'static str,
        name: &'static str,
        build: impl FnOnce() -> Outcome<Option<PathBuf>>,
    ) -> Outcome<Option<Part>> {
        let began = Instant::now();
        Ok(build()?.map(|path| Part { variable, path, name, took: began.elapsed() }))
    }
}

impl Parts {
    /// Builds the parts that are linked and optimised as a whole, one after the other. Also returns whether the page
    /// keeps its size limit: a page over it is a failure, but the tests run all the same.
    fn linked(self, project: &Project) -> Outcome<(Vec<Part>, Outcome<()>)> {
        let (mut built, mut first_load) = (Vec::new(), Ok(()));
        if self.package {
            built.extend(Part::build(PACKAGE, "building the JavaScript package", || package(project))?);
        }
        if self.page {
            let page = || dist::dist(project).map(Some);
            built.extend(Part::build("BTFSCOPE_DIST", "building the page", page)?);
            first_load = dist::first_load(project, &project.dist(), false);
        }
        Ok((built, first_load))
    }

    /// Builds the module of the decoding crates.
    fn module(self, project: &Project) -> Outcome<Option<Part>> {
        match self.module {
            true => Part::build("BTFSCOPE_WASM", "building for wasm32", || wasm_module(project)),
            false => Ok(None),
        }
    }
}

/// Removes `--browsers all` or `--browsers chromium`, which is the default, from the words. Returns whether it was
/// `all`.
fn all_browsers(words: &mut Vec<String>) -> Outcome<bool> {
    let Some(at) = words.iter().position(|word| word == BROWSERS) else { return Ok(false) };
    let which = words.get(at + 1).map(String::as_str);
    let all = match which {
        Some("all") => true,
        Some("chromium") => false,
        _ => return Err(Failure(format!("{BROWSERS} takes `all` or `chromium`"))),
    };
    words.drain(at..at + 2);
    Ok(all)
}

/// Builds the tests. Returns the number of test programs.
fn build(cargo: &mut Command) -> Outcome<usize> {
    let mut child = cargo.stderr(Stdio::piped()).spawn().doing("cargo does not start")?;
    let mut programs = 0;
    if let Some(err) = child.stderr.take() {
        programs = tally::count_programs(err, io::stderr());
    }
    let status = child.wait().doing("wait for cargo")?;
    if status.success() { Ok(programs) } else { Err(Failure(format!("the tests do not build ({status})"))) }
}

/// Runs test programs, passes their output on, and counts results and times. Returns whether they succeeded.
fn count(
    program: &mut Command,
    name: &str,
    mut watch: Watch,
    all: &mut Tally,
    times: &mut Vec<(String, Duration)>,
) -> Outcome<bool> {
    // One pipe for stdout and stderr, so that the output stays in order.
    let (reader, writer) = io::pipe().doing("make a pipe")?;
    let other = writer.try_clone().doing("make a pipe")?;
    let mut child = program.stdout(writer).stderr(other).spawn().doing(format_args!("`{name}` does not start"))?;
    // Drops our ends of the pipe, which the command holds.
    program.stdout(Stdio::null()).stderr(Stdio::null());
    let watching = thread::spawn(move || {
        watch.hand_on(reader, io::stdout());
        watch
    });
    let status = child.wait().doing(format_args!("wait for {name}"))?;
    let watch = watching.join().map_err(|_| Failure(format!("reading from {name} failed")))?;
    if !status.success() && watch.tally.failed == 0 {
        println!("\n{name} did not get through ({status}).");
    }
    all.add(&watch.tally);
    times.extend(watch.took);
    Ok(status.success())
}

/// The 12 longest times, one a line, and the sum of the others.
fn longest(mut times: Vec<(String, Duration)>) -> String {
    times.sort_by_key(|(_, time)| std::cmp::Reverse(*time));
    let rest = times.split_off(times.len().min(12));
    if !rest.is_empty() {
        times.push((format!("{} others", rest.len()), rest.iter().map(|(_, time)| *time).sum()));
    }
    let mut text = String::new();
    for (what, time) in times {
        writeln!(text, "    {:>6.1} s  {what}", time.as_secs_f64()).ok();
    }
    text
}

/// Builds the JavaScript package, if node is here to test it. Returns its folder.
fn package(project: &Project) -> Outcome<Option<PathBuf>> {
    match tools::NODE.look() {
        Ok(_) => api::api(project).map(Some),
        Err(_) => Ok(None),
    }
}

/// The command that runs all files `crates/api/tests/*.test.mjs` in node's test runner.
fn node_tests(project: &Project) -> Outcome<Command> {
    let mut files = dist::files(&project.top.join("crates/api/tests")).doing("list crates/api/tests")?;
    files.retain(|file| file.to_string_lossy().ends_with(".test.mjs"));
    let mut node = project.program(tools::NODE.found().map_err(Failure)?.path)?;
    node.args(["--test", "--test-reporter=tap"]).args(files);
    if let Ok(tsc) = tools::TYPESCRIPT.look() {
        node.env("BTFSCOPE_TSC", tsc.path);
    }
    if let Ok(esbuild) = tools::ESBUILD.look() {
        node.env("BTFSCOPE_ESBUILD", esbuild.path);
    }
    Ok(node)
}

/// Builds the decoding crates for wasm32, as a module for node, so that tests can compare it with the native crates.
/// Without node or the wasm target, the tests that need the module print SKIPPED.
fn wasm_module(project: &Project) -> Outcome<Option<PathBuf>> {
    if tools::NODE.look().is_err() {
        return Ok(None);
    }
    if let Err(Failure(why)) = setup::wasm_target(project) {
        println!("NOTE: tests on wasm32 are skipped: {why}");
        return Ok(None);
    }
    let folder = project.work().join("wasm");
    let build = ["build", "-p", "wasm-tests", "--lib", "--target", "wasm32-unknown-unknown", "--profile", "checked"];
    println!("Building the decoding crates for wasm32 (a minute the first time) ...");
    run(project.cargo_behind()?.args(build).env("CARGO_TARGET_DIR", &folder))?;
    Ok(Some(folder.join("wasm32-unknown-unknown/checked/wasm_tests.wasm")))
}

#[cfg(test)]
mod tests {
    use super::all_browsers;

    #[test]
    fn takes_the_browsers_out_of_the_words() {
        let taken = |text: &str| {
            let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            all_browsers(&mut words).ok().map(|all| (all, words.join(" ")))
        };
        assert_eq!(taken("-p tests --browsers all open"), Some((true, "-p tests open".to_owned())));
        assert_eq!(taken("--browsers chromium"), Some((false, String::new())));
        assert_eq!(taken("open"), Some((false, "open".to_owned())));
        assert_eq!((taken("--browsers"), taken("--browsers some")), (None, None));
    }
}

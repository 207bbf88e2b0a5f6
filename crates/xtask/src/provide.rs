//! Installs missing tools of the tests, as far as it may: packages of Debian only as root.

use std::collections::BTreeMap;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;
use std::{env, fs, thread};

use xtask::tools::{self, ALL, BROWSER, ENGINES, EXTENDED, Missing, Source, Tool};

use crate::machine::{Doing, Failure, Outcome, Project, output, run};
use crate::setup;

/// The tools that this run of the tests may use.
pub fn wanted(with_browser: bool, all_browsers: bool, extended: bool) -> Vec<&'static Tool> {
    let is_wanted = |tool: &&Tool| {
        (with_browser || !BROWSER.contains(tool))
            && (all_browsers || !ENGINES.contains(tool))
            && (extended || !EXTENDED.contains(tool))
    };
    ALL.into_iter().filter(is_wanted).collect()
}

/// Installs missing tools, and prints what is still missing. Tests that need a missing tool print SKIPPED.
///
/// # Errors
/// When apt could install missing Debian packages, but no variable permits it and there is no terminal to ask at: the
/// message has the command to type. Also when apt fails after the person said yes.
pub fn provide(project: &Project, wanted: &[&'static Tool]) -> Outcome<()> {
    provide_beside(project, wanted, || Ok(()))
}

/// As [`provide`], and does `work` meanwhile, which must not need the tools. A question is asked before.
///
/// # Errors
/// As for [`provide`], and when `work` fails.
pub fn provide_beside(project: &Project, wanted: &[&'static Tool], work: impl FnOnce() -> Outcome<()>) -> Outcome<()> {
    let packages = missing_packages(wanted);
    let by_apt = match step(&packages, is_debian_root(project), permission()) {
        Step::Nothing => Apt::Nothing,
        Step::Install => Apt::Try,
        Step::Stop(why) => return Err(Failure(why)),
        Step::Ask if ask(&packages, &mut io::stdin().lock(), &mut io::stdout()).doing("ask")? => Apt::Must,
        Step::Ask => Apt::Nothing,
    };
    thread::scope(|scope| {
        let provided = scope.spawn(|| install(project, wanted, &packages, by_apt));
        let worked = work();
        provided.join().map_err(|_| Failure("installing tools panicked".to_owned()))??;
        worked
    })
}

/// Whether apt installs the missing packages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Apt {
    Nothing,
    /// A failure is only a NOTE.
    Try,
    /// A failure ends the run.
    Must,
}

fn install(project: &Project, wanted: &[&'static Tool], packages: &Packages, apt: Apt) -> Outcome<()> {
    if apt != Apt::Nothing
        && let Err(Failure(why)) = by_apt(project, packages)
    {
        match apt {
            Apt::Must => return Err(Failure(why)),
            _ => println!("NOTE: not everything could be installed: {why}"),
        }
    }
    for tool in wanted {
        // The only tool from crates.io is Firefox's driver, which is of no use without Firefox. Packages of npm and
        // PyPI are installed by npm and Python.
        let needs = match tool.source {
            Source::Crate(_) => &tools::FIREFOX,
            Source::Npm(..) => &tools::NPM,
            Source::Pypi(..) => &tools::PYTHON,
            Source::Debian(_) => continue,
        };
        if needs.look().is_ok()
            && let Err(Failure(why)) = setup::test_tool(project, tool)
        {
            println!("NOTE: {} could not be installed: {why}", tool.name);
        }
    }
    for tool in wanted {
        if let Err(missing) = tool.look() {
            println!("NOTE: {}.", tool.explain(&missing));
        }
    }
    Ok(())
}

/// True if all of these tools are installed.
pub fn are_here(tools: &[&Tool]) -> bool {
    tools.iter().all(|tool| tool.look().is_ok())
}

/// Each tool with its version, one a line.
pub fn summary(wanted: &[&Tool]) -> String {
    let line = |tool: &&Tool| match tool.look() {
        Ok(found) => format!("    {:<12} {:<18} {}\n", tool.name, found.text, found.path.display()),
        Err(Missing::Absent) => format!("    {:<12} missing\n", tool.name),
        Err(Missing::Other(found)) => {
            format!("    {:<12} missing: {} is {}, not {}\n", tool.name, found.path.display(), found.text, tool.range())
        }
    };
    wanted.iter().map(line).collect()
}

/// The variable that lets packages be installed without a question. `CI`, which services for continuous integration
/// set, does the same.
const INSTALL: &str = "BTFSCOPE_INSTALL";

/// The permission to install Debian's packages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Permission {
    Granted,
    Ask,
    NobodyToAsk,
}

/// The next step when packages are missing.
#[derive(PartialEq, Eq, Debug)]
enum Step {
    Nothing,
    Install,
    Ask,
    /// Fail, with the command line for apt.
    Stop(String),
}

/// The next step. `can`: whether apt can install here.
fn step(packages: &Packages, can: bool, permission: Permission) -> Step {
    match permission {
        _ if packages.is_empty() || !can => Step::Nothing,
        Permission::Granted => Step::Install,
        Permission::Ask => Step::Ask,
        Permission::NobodyToAsk => Step::Stop(apt_line(packages)),
    }
}

fn permission() -> Permission {
    let is_set = |name: &str| env::var_os(name).is_some_and(|value| is_yes(&value.to_string_lossy()));
    permission_of(is_set(INSTALL) || is_set("CI"), io::stdin().is_terminal() && io::stdout().is_terminal())
}

fn permission_of(is_set: bool, is_terminal: bool) -> Permission {
    match (is_set, is_terminal) {
        (true, _) => Permission::Granted,
        (false, true) => Permission::Ask,
        (false, false) => Permission::NobodyToAsk,
    }
}

/// True if this value of a variable means yes.
fn is_yes(value: &str) -> bool {
    !matches!(value, "" | "0" | "false")
}

/// Asks the person at the terminal. Only `y` and `yes` are a yes.
fn ask(packages: &Packages, answers: &mut impl BufRead, out: &mut impl Write) -> io::Result<bool> {
    write!(out, "These Debian packages are missing:\n{}Install them by apt? [y/N] ", listed(packages))?;
    out.flush()?;
    let mut answer = String::new();
    answers.read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

/// Packages, and what each is for.
type Packages = BTreeMap<&'static str, &'static str>;

fn listed(packages: &Packages) -> String {
    packages.iter().map(|(package, purpose)| format!("    {package:<18} {purpose}\n")).collect()
}

/// Says what is missing, and the line that installs it.
fn apt_line(packages: &Packages) -> String {
    let names: Vec<&str> = packages.keys().copied().collect();
    format!(
        "Debian packages are missing, and there is no terminal to ask whether they may be installed:\n{}Install them \
         by\n    apt-get install --no-install-recommends {}\nor set {INSTALL}=1, which lets this command do so.",
        listed(packages),
        names.join(" ")
    )
}

/// The packages of missing tools.
fn missing_packages(wanted: &[&Tool]) -> Packages {
    let mut packages = Packages::new();
    for tool in wanted {
        let Source::Debian(names) = tool.source else { continue };
        let lacks = match tool.look() {
            Ok(_) => false,
            Err(Missing::Absent) => true,
            // The program is here in another version, and its package is installed: apt has no better one.
            Err(Missing::Other(found)) => !tool.programs.first().is_some_and(|program| found.path.ends_with(program)),
        };
        if lacks {
            packages.extend(names.iter().map(|name| (*name, tool.purpose)));
        }
    }
    packages
}

/// Installs packages in one run of apt.
fn by_apt(project: &Project, packages: &Packages) -> Outcome<()> {
    println!("Installing by apt (a minute or two, once):\n{}", listed(packages));
    let apt =
        |arguments: &[&str]| run(project.program("apt-get")?.env("DEBIAN_FRONTEND", "noninteractive").args(arguments));
    apt(&["update", "-q"])?;
    let install = ["install", "-q", "-y", "--no-install-recommends"];
    apt(&install.into_iter().chain(packages.keys().copied()).collect::<Vec<_>>())
}

/// True if apt can install here: on Debian, as root.
fn is_debian_root(project: &Project) -> bool {
    let id = project.program("id").and_then(|mut id| output(id.arg("-u")));
    is_debian() && id.ok().as_deref() == Some("0")
}

/// True if this is Debian itself: systems derived from it lack these packages, or have snaps instead.
fn is_debian() -> bool {
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    release.lines().any(|line| line == "ID=debian") && Path::new("/usr/bin/apt-get").is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_installed_only_where_somebody_said_so() {
        assert_eq!(permission_of(true, false), Permission::Granted);
        assert_eq!(permission_of(true, true), Permission::Granted);
        assert_eq!(permission_of(false, true), Permission::Ask);
        assert_eq!(permission_of(false, false), Permission::NobodyToAsk);
        assert_eq!(["1", "true", "yes", "0", "false", ""].map(is_yes), [true, true, true, false, false, false]);
    }

    #[test]
    fn without_a_terminal_or_the_variable_root_stops_and_is_told_the_command_for_apt() {
        let packages = Packages::from([("clang-19", "compiles")]);
        let none = Packages::new();
        // The permissions if a variable is set; if none is set, at a terminal; and if none is set, without a terminal.
        let [granted, asks, nobody] =
            [(true, false), (false, true), (false, false)].map(|(set, terminal)| permission_of(set, terminal));
        assert_eq!(step(&packages, true, nobody), Step::Stop(apt_line(&packages)));
        assert_eq!(step(&packages, true, asks), Step::Ask);
        assert_eq!(step(&packages, true, granted), Step::Install);
        // Not root, or not Debian: nothing is installed, whatever the permission, and the run goes on.
        for permission in [granted, asks, nobody] {
            assert_eq!(step(&packages, false, permission), Step::Nothing);
            assert_eq!(step(&none, true, permission), Step::Nothing);
        }
    }

    #[test]
    fn without_a_browser_the_tools_of_other_tests_are_wanted() {
        let names: Vec<&str> = wanted(false, false, false).iter().map(|tool| tool.name).collect();
        assert!(names.contains(&"python3") && !names.contains(&"chromium"), "{names:?}");
    }

    #[test]
    fn only_a_yes_is_a_yes() {
        let packages = Packages::from([("clang-19", "compiles")]);
        for (typed, yes) in
            [("y\n", true), ("Yes\n", true), ("\n", false), ("", false), ("n\n", false), ("yep\n", false)]
        {
            let mut said = Vec::new();
            assert_eq!(ask(&packages, &mut typed.as_bytes(), &mut said).unwrap(), yes, "{typed:?}");
            let said = String::from_utf8(said).unwrap();
            assert!(said.contains("clang-19") && said.ends_with("[y/N] "), "{said}");
        }
    }

    #[test]
    fn the_line_for_apt_has_all_packages() {
        let packages = Packages::from([("clang-19", "compiles"), ("bpftool", "is compared with")]);
        let line = apt_line(&packages);
        assert!(line.contains("\n    apt-get install --no-install-recommends bpftool clang-19\n"), "{line}");
        assert!(line.contains("    clang-19           compiles\n") && line.contains("BTFSCOPE_INSTALL=1"), "{line}");
    }
}

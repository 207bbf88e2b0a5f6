//! Installs missing tools of the tests, where xtask may do so: packages of Debian only as root.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use xtask::tools::{self, ALL, BROWSER, ENGINES, EXTENDED, Missing, Source, Tool};

use crate::machine::{Failure, Outcome, Project, output, run};
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

/// Installs missing tools before anything is compiled, and prints what is still missing. Tests that need those print
/// SKIPPED.
pub fn provide(project: &Project, wanted: &[&'static Tool]) {
    if let Err(Failure(why)) = debian(project, wanted) {
        println!("NOTE: not everything could be installed: {why}");
    }
    for tool in wanted {
        // The driver is only useful with the browser, and npm packages only with npm.
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
}

/// Whether all of these tools are installed.
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

/// Installs all missing packages in one run of apt.
fn debian(project: &Project, wanted: &[&Tool]) -> Outcome<()> {
    let mut packages = BTreeMap::new();
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
    if packages.is_empty() || !may_install(project) {
        return Ok(());
    }
    println!("Installing by apt (a minute or two, once):");
    for (package, purpose) in &packages {
        println!("    {package:<18} {purpose}");
    }
    let apt =
        |arguments: &[&str]| run(project.program("apt-get")?.env("DEBIAN_FRONTEND", "noninteractive").args(arguments));
    apt(&["update", "-q"])?;
    let install = ["install", "-q", "-y", "--no-install-recommends"];
    apt(&install.into_iter().chain(packages.into_keys()).collect::<Vec<_>>())
}

/// Whether xtask may install packages: on Debian, as root.
fn may_install(project: &Project) -> bool {
    let id = project.program("id").and_then(|mut id| output(id.arg("-u")));
    is_debian() && id.ok().as_deref() == Some("0")
}

/// Whether it is Debian itself: its derivatives lack these packages, or have snaps instead.
fn is_debian() -> bool {
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    release.lines().any(|line| line == "ID=debian") && Path::new("/usr/bin/apt-get").is_file()
}

//! Installs what the tests need, by the table of tools, where that is ours to do: on Debian, as root.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use xtask::tools::{self, ALL, BROWSER, ENGINES, EXTENDED, Missing, Source, Tool};

use crate::machine::{Failure, Outcome, Project, output, run};
use crate::setup;

/// What the tests of this run may ask for.
pub fn wanted(with_browser: bool, all_browsers: bool, extended: bool) -> Vec<&'static Tool> {
    let is_wanted = |tool: &&Tool| {
        (with_browser || !BROWSER.contains(tool))
            && (all_browsers || !ENGINES.contains(tool))
            && (extended || !EXTENDED.contains(tool))
    };
    ALL.into_iter().filter(is_wanted).collect()
}

/// Installs what is missing, before anything is compiled, and says what is missing then. Tests that need it say SKIPPED.
pub fn provide(project: &Project, wanted: &[&'static Tool]) {
    if let Err(Failure(why)) = debian(project, wanted) {
        println!("NOTE: not everything could be installed: {why}");
    }
    for tool in wanted {
        // Without the browser nobody needs its driver, and without npm there are no packages of it.
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

/// Whether all of some tools are here.
pub fn are_here(tools: &[&Tool]) -> bool {
    tools.iter().all(|tool| tool.look().is_ok())
}

/// Each tool with its version, a line each.
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

/// One run of apt for all that is missing and that it may have.
fn debian(project: &Project, wanted: &[&Tool]) -> Outcome<()> {
    let mut packages = BTreeMap::new();
    for tool in wanted {
        let Source::Debian(names) = tool.source else { continue };
        let lacks = match tool.look() {
            Ok(_) => false,
            Err(Missing::Absent) => true,
            // What the package has is here, in another version: apt has no better one.
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

/// Whether packages are ours to install: on Debian, as root.
fn may_install(project: &Project) -> bool {
    let id = project.program("id").and_then(|mut id| output(id.arg("-u")));
    is_debian() && id.ok().as_deref() == Some("0")
}

/// Debian itself: its relatives have no such packages, or snaps in their place.
fn is_debian() -> bool {
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    release.lines().any(|line| line == "ID=debian") && Path::new("/usr/bin/apt-get").is_file()
}

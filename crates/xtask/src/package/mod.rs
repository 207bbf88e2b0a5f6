//! `cargo xtask package`: the files of a release, for people without Rust, in `target/packages`.

mod archive;
mod formula;
mod program;
mod sbom;
mod sums;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::dist;
use crate::machine::{Doing, Failure, Outcome, Project, output, run};
use crate::{api, setup};
use program::Target;
use xtask::programs;

/// The version of everything in a release.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The packages to make.
#[derive(Debug, PartialEq, Eq)]
pub enum Options {
    /// The programs for Linux, the JavaScript package, the page, the bills of materials, the sums and the formula.
    All,
    /// The packages of the program for Linux on one machine, their sums and the formula.
    One(&'static Target),
    /// An archive with the program for the machine that runs xtask.
    Here,
    /// No package: only the sums and the formula are made, for the packages from several machines in this folder.
    Sums(PathBuf),
}

impl Options {
    /// Reads the words of the command line.
    ///
    /// # Errors
    /// When a word is unknown.
    pub fn parse(words: &[String]) -> Outcome<Options> {
        match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            [] => Ok(Options::All),
            ["--only", "here"] => Ok(Options::Here),
            ["--only", machine] => match program::LINUX.iter().find(|target| target.machine == machine) {
                Some(target) => Ok(Options::One(target)),
                None => Err(Failure(format!("--only takes x86_64, aarch64 or here, not {machine}"))),
            },
            ["--sums", folder] => Ok(Options::Sums(folder.into())),
            _ => Err(Failure(format!("unknown arguments: {}", words.join(" ")))),
        }
    }
}

/// The command.
///
/// # Errors
/// When something cannot be built, or a tool is missing and cannot be installed.
pub fn package(project: &Project, options: &Options) -> Outcome<()> {
    if let Options::Sums(folder) = options {
        return finish(project, folder);
    }
    let began = Instant::now();
    let page = dist::dist(project)?;
    let to = project.top.join("target/packages");
    dist::remove(&to).doing("clear target/packages")?;
    fs::create_dir_all(&to).doing("make target/packages")?;
    let date = date(project);
    match options {
        Options::Here => archive::here(project, &date, &to)?,
        Options::One(target) => linux(project, target, &date, &to)?,
        Options::All | Options::Sums(_) => {
            for target in &program::LINUX {
                linux(project, target, &date, &to)?;
            }
            dist::pack(project, &page, &to.join(format!("btfscope-page-{VERSION}.zip")))?;
            npm(project, &to)?;
            sbom::write(project, &to)?;
        }
    }
    // After `--only here` the sums are made later, by `--sums`, when archives from other machines are in the folder,
    // too.
    if *options != Options::Here {
        finish(project, &to)?;
        look(project, options)?;
    }
    println!("All of it is in target/packages after {} s:", began.elapsed().as_secs());
    for file in dist::files(&to).doing("list target/packages")? {
        let size = fs::metadata(&file).doing(file.display())?.len();
        println!("{size:>12}  {}", file.file_name().unwrap_or_default().display());
    }
    Ok(())
}

/// Archive, .deb and .rpm for a machine.
fn linux(project: &Project, target: &Target, date: &str, to: &Path) -> Outcome<()> {
    setup::packagers(project)?;
    let program = program::build(project, target)?;
    let tree = archive::tree(project, target.triple, &program, date)?;
    archive::tar(project, &tree, date, to)?;
    println!("Packing for {} ...", target.machine);
    let mut deb = project.cargo()?;
    deb.args(["deb", "--quiet", "-p", program::PACKAGE, "--profile", program::PROFILE]);
    deb.args(["--target", target.triple, "--no-build", "--no-strip"]);
    run(deb.arg("--output").arg(to).env("SOURCE_DATE_EPOCH", date))?;
    let mut rpm = project.cargo()?;
    // A static program needs no other package.
    rpm.args(["generate-rpm", "-p", "crates/cli", "--target", target.triple, "--profile", program::PROFILE]);
    rpm.args(["--auto-req", "disabled"]);
    run(rpm.arg("--output").arg(to).env("SOURCE_DATE_EPOCH", date))
}

/// The JavaScript package as npm takes it.
fn npm(project: &Project, to: &Path) -> Outcome<()> {
    let package = api::api(project)?;
    api::sizes(project, &package)?;
    let npm = programs::on_path("npm").ok_or(Failure("there is no npm to pack the JavaScript package".to_owned()))?;
    run(project.program(npm)?.args(["pack", "--silent", "--pack-destination"]).arg(to).arg(package))
}

/// Writes the formula and the sums of all files in a folder.
fn finish(project: &Project, folder: &Path) -> Outcome<()> {
    // The formula contains digests of archives, and is itself listed in SHA256SUMS, so it is written first.
    formula::write(project, folder, &sums::of(project, folder)?)?;
    sums::write(project, folder)
}

/// Runs the tests of packages: all of them if all packages were made, otherwise only the test of programs.
fn look(project: &Project, options: &Options) -> Outcome<()> {
    println!("Looking at the packages ...");
    let mut cargo = project.cargo()?;
    cargo.args(["test", "-q", "-p", "tests", "--no-default-features", "--features", "packages", "--test", "packages"]);
    if *options != Options::All {
        cargo.args(["--", "programs_need_no_library"]);
    }
    run(&mut cargo)
}

/// The date of this build, in seconds since 1970: SOURCE_DATE_EPOCH, or else the date of the commit; 0 without git.
fn date(project: &Project) -> String {
    if let Ok(given) = std::env::var("SOURCE_DATE_EPOCH") {
        return given;
    }
    let commit = project.program("git").and_then(|mut git| output(git.args(["log", "-1", "--format=%ct"])));
    commit.ok().filter(|date| date.parse::<u64>().is_ok()).unwrap_or_else(|| "0".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_its_words() {
        let parsed = |text: &str| Options::parse(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).ok();
        assert_eq!(parsed(""), Some(Options::All));
        assert_eq!(parsed("--only here"), Some(Options::Here));
        assert_eq!(parsed("--only aarch64"), Some(Options::One(&program::LINUX[1])));
        assert_eq!(parsed("--sums out"), Some(Options::Sums("out".into())));
        assert_eq!((parsed("--only mips"), parsed("x"), parsed("--only")), (None, None, None));
    }
}

//! The folder of a program with its manual pages, completions and licences, and archives of it.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use super::{VERSION, program};
use crate::dist;
use crate::machine::{Doing, Failure, Outcome, Project, run};
use crate::notices;
use crate::tool;

/// The completion scripts: the argument of `btfscope completions`, and the file name that the shell looks for.
const COMPLETIONS: [(&str, &str); 3] = [("bash", "btfscope.bash"), ("zsh", "_btfscope"), ("fish", "btfscope.fish")];

/// Files of the project that every archive contains.
const ALONG: [&str; 4] = ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "CHANGELOG.md"];

/// The folder that .deb and .rpm take their files from (`crates/cli/Cargo.toml`): it holds the files of the program
/// that was packed last.
const SHARE: &str = "share";

/// Fills a folder with a program, its manual pages, completions and licences. Returns the folder; its archive will have
/// the same name.
pub fn tree(project: &Project, triple: &str, program: &Path, date: &str) -> Outcome<PathBuf> {
    let work = project.work().join("package");
    let (tree, share) = (work.join(format!("btfscope-{VERSION}-{triple}")), work.join(SHARE));
    for folder in [&tree, &share] {
        dist::remove(folder).doing(folder.display())?;
    }
    for folder in ["man", "completions"] {
        fs::create_dir_all(share.join(folder)).doing("make a folder for the package")?;
    }
    // The manual pages are the same for each machine, but a program for another machine does not run here.
    let speaker = speaker(project, triple, program)?;
    run(project
        .program(&speaker)?
        .arg("man")
        .arg(share.join("man"))
        .env("SOURCE_DATE_EPOCH", date)
        .stdout(Stdio::null()))?;
    for (shell, name) in COMPLETIONS {
        let file = File::create(share.join("completions").join(name)).doing(name)?;
        run(project.program(&speaker)?.args(["completions", shell]).stdout(file))?;
    }
    let licences = notices::text(project, notices::PROGRAM, Some(triple))?;
    fs::write(share.join(notices::FILE), licences).doing("write the licences")?;
    for name in ALONG {
        fs::copy(project.top.join(name), share.join(name)).doing(name)?;
    }
    for file in dist::files(&share).doing("list the package's files")? {
        let place = tree.join(file.strip_prefix(&share).doing("list the package's files")?);
        fs::create_dir_all(place.parent().unwrap_or(&tree)).doing("make a folder for the package")?;
        fs::copy(&file, place).doing(file.display())?;
    }
    fs::copy(program, tree.join(program.file_name().unwrap_or_default())).doing(program.display())?;
    Ok(tree)
}

/// A program that this machine can run to print its manual pages: `program`, or else one built for this machine.
fn speaker(project: &Project, triple: &str, program: &Path) -> Outcome<PathBuf> {
    if triple.starts_with(env::consts::ARCH) {
        return Ok(program.to_owned());
    }
    let own = program::LINUX.iter().find(|target| target.machine == env::consts::ARCH);
    let own = own.ok_or_else(|| Failure(format!("no program for {} can be packed here", env::consts::ARCH)))?;
    program::build(project, own)
}

/// Packs a folder into `FOLDER.tar.gz`. `date` is the date of all files in it, in seconds since 1970.
pub fn tar(project: &Project, tree: &Path, date: &str, to: &Path) -> Outcome<()> {
    let name = tree.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let file = to.join(format!("{name}.tar.gz"));
    run(tool::command(project, tool::PACK)?.arg("tar").arg(tree).args([&name, date]).arg(file))
}

/// The archive for the machine that runs xtask: programs for macOS and Windows are built on those systems.
pub fn here(project: &Project, date: &str, to: &Path) -> Outcome<()> {
    let (program, triple) = program::build_here(project)?;
    let tree = tree(project, &triple, &program, date)?;
    if cfg!(windows) {
        let name = tree.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let file = to.join(format!("{name}.zip"));
        return run(tool::command(project, tool::PACK)?.arg("zip").arg(&tree).arg(&name).arg(file));
    }
    tar(project, &tree, date, to)
}

//! The reference tools, from packages of the table. They run with the libraries of their own release, so that a
//! reference does not depend on this machine's libraries.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::table::{Package, Use};
use super::take::{files, unpack};
use crate::machine::{Doing, Failure, Outcome, Project, output};

/// The unpacked tools.
#[derive(Debug)]
pub struct Tools {
    loader: PathBuf,
    /// Folders of libraries, in the loader's notation.
    libraries: String,
    programs: Vec<PathBuf>,
}

impl Tools {
    /// Unpacks the packages with tools into a folder.
    ///
    /// # Errors
    /// When the machine is not Linux on x86-64 (the table's packages are for it), or a package cannot be unpacked.
    pub fn unpack(project: &Project, table: &[Package], packages: &Path, folder: &Path) -> Outcome<Tools> {
        if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
            return Err(Failure(
                "the references are made by bpftool, pahole and llvm-objdump of Debian's amd64, which run on Linux on x86-64 only"
                    .to_owned(),
            ));
        }
        for package in table.iter().filter(|p| p.used_as == Use::Tool) {
            unpack(project, &packages.join(package.file_name()), folder, &[])?;
        }
        let programs = files(folder)?;
        let named = |name: &str| programs.iter().find(|p| p.file_name().is_some_and(|n| n == name)).cloned();
        let loader = named("ld-linux-x86-64.so.2").ok_or(Failure("libc6 has no loader".to_owned()))?;
        let mut libraries = vec!["usr/lib/x86_64-linux-gnu".to_owned()];
        for entry in fs::read_dir(folder.join("usr/lib")).doing("list the tools' libraries")? {
            let name = entry.doing("list the tools' libraries")?.file_name().to_string_lossy().into_owned();
            if name.starts_with("llvm-") {
                libraries.push(format!("usr/lib/{name}/lib"));
            }
        }
        let libraries: Vec<String> = libraries.iter().map(|l| folder.join(l).display().to_string()).collect();
        Ok(Tools { loader, libraries: libraries.join(":"), programs })
    }

    /// The command of a tool, without arguments.
    pub fn command(&self, name: &str) -> Outcome<Command> {
        let is_it = |path: &&PathBuf| {
            path.file_name().is_some_and(|file| file == name)
                && path.parent().is_some_and(|p| p.ends_with("bin") || p.ends_with("sbin"))
        };
        let program =
            self.programs.iter().find(is_it).ok_or_else(|| Failure(format!("the packages have no {name}")))?;
        let mut command = Command::new(&self.loader);
        command.arg("--library-path").arg(&self.libraries).arg(program).env("LC_ALL", "C");
        Ok(command)
    }

    /// The version that a tool prints: `7.5.0` of `bpftool v7.5.0`.
    pub fn version(&self, name: &str, argument: &str) -> Outcome<String> {
        let text = output(self.command(name)?.arg(argument))?;
        let words = text.split_whitespace().map(|word| word.trim_start_matches('v'));
        let mut numbers = words.filter(|word| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.'));
        numbers.next().map(str::to_owned).ok_or_else(|| Failure(format!("{name} {argument} says {text:?}")))
    }
}

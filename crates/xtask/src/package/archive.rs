//! The folder of a program with its manual pages, completions and licences, and archives of it.

use std::env;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::{VERSION, program};
use crate::dist;
use crate::machine::{Doing, Failure, Outcome, Project, run};
use crate::notices;
use crate::zip;

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

/// Packs a folder into `FOLDER.tar.gz`. The same folder always gives the same bytes.
pub fn tar(tree: &Path, date: &str, to: &Path) -> Outcome<()> {
    let name = tree.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let date = date.parse().doing(format_args!("{date:?} is no number of seconds"))?;
    let file = to.join(format!("{name}.tar.gz"));
    let packed = GzEncoder::new(File::create(&file).doing(file.display())?, Compression::best());
    write(tree, &name, date, packed).doing(file.display())
}

/// Writes all files of a folder into a tar archive, below `top`. All of them belong to root and have one date.
fn write(folder: &Path, top: &str, date: u64, to: impl Write) -> io::Result<()> {
    let mut tar = tar::Builder::new(to);
    for file in dist::files(folder)? {
        let parts: Vec<_> =
            file.strip_prefix(folder).unwrap_or(&file).iter().map(|part| part.to_string_lossy()).collect();
        let bytes = fs::read(&file)?;
        let is_program = matches!(&parts[..], [name] if name.starts_with("btfscope"));
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(if is_program { 0o755 } else { 0o644 });
        header.set_mtime(date);
        header.set_uid(0);
        header.set_gid(0);
        header.set_entry_type(tar::EntryType::Regular);
        tar.append_data(&mut header, format!("{top}/{}", parts.join("/")), &bytes[..])?;
    }
    tar.into_inner()?.flush()
}

/// The archive for the machine that runs xtask: programs for macOS and Windows are built on those systems.
pub fn here(project: &Project, date: &str, to: &Path) -> Outcome<()> {
    let (program, triple) = program::build_here(project)?;
    let tree = tree(project, &triple, &program, date)?;
    if cfg!(windows) {
        let name = tree.file_name().unwrap_or_default().to_string_lossy().into_owned();
        return zip::folder(&tree, &to.join(format!("{name}.zip")));
    }
    tar(&tree, date, to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_has_all_files_and_one_program() {
        let folder = std::env::temp_dir().join(format!("btfscope-tar-{}", std::process::id()));
        fs::create_dir_all(folder.join("man")).unwrap();
        fs::write(folder.join("btfscope"), "program").unwrap();
        fs::write(folder.join("man/btfscope.1"), "page").unwrap();
        let pack = || {
            let mut bytes = Vec::new();
            write(&folder, "btfscope-1", 86_400, &mut bytes).unwrap();
            bytes
        };
        let bytes = pack();
        fs::write(folder.join("btfscope"), "program").unwrap();
        assert_eq!(bytes, pack(), "dates of files are not in it");
        let mut archive = tar::Archive::new(&bytes[..]);
        let found: Vec<String> = archive
            .entries()
            .unwrap()
            .map(|entry| {
                let entry = entry.unwrap();
                let (path, header) = (entry.path().unwrap().display().to_string(), entry.header());
                format!("{path} {:o} {} {}", header.mode().unwrap(), header.mtime().unwrap(), header.uid().unwrap())
            })
            .collect();
        assert_eq!(found, ["btfscope-1/btfscope 755 86400 0", "btfscope-1/man/btfscope.1 644 86400 0"]);
        fs::remove_dir_all(folder).unwrap();
    }
}

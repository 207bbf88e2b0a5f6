//! The third-party sample: the types of a distribution's kernel. It is made from the distribution's package and never
//! committed.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::corpus;
use crate::head;
use crate::machine::{Doing, Failure, Outcome, Project, run};

/// The names of the sample and of the text about it, in the built page's folder of samples.
const BLOB: &str = "kernel.btf.gz";
const ABOUT: &str = "kernel.txt";

/// Saves the BTF of a kernel package for `dist` and `serve`. Fetches a package if there is none.
pub fn samples(project: &Project) -> Outcome<()> {
    let packages = match std::env::var_os("BTFSCOPE_KERNELS") {
        Some(folder) => project.top.join(folder),
        // `cargo xtask corpus` may already have fetched such a kernel.
        None if package(&corpus::downloads(project)).is_ok() => corpus::downloads(project),
        None => fetch(project)?,
    };
    let package = package(&packages)?;
    println!("Taking the types out of {} ...", package.display());
    let folder = folder(project);
    fs::create_dir_all(&folder).doing("create .tools/samples")?;
    let blob = folder.join("kernel.btf");
    // Not by `btfscope extract`: compiling the whole command takes minutes.
    let mut cargo = project.cargo()?;
    cargo.args(["run", "--quiet", "-p", "btfscope-container", "--example", "extract", "--"]).arg(&package).arg(&blob);
    run(&mut cargo)?;
    let bytes = fs::read(&blob).doing("read the types")?;
    fs::remove_file(&blob).doing("remove the types, which are packed now")?;
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&bytes).doing("pack the types")?;
    let packed = packed.finish().doing("pack the types")?;
    let name = package.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let about = about(&name, bytes.len(), packed.len());
    fs::write(folder.join(BLOB), &packed).doing("write the sample")?;
    fs::write(folder.join(ABOUT), &about).doing("write the text about the sample")?;
    println!("The next `cargo xtask dist` or `serve` has it: {}", about.lines().next().unwrap_or_default());
    Ok(())
}

fn folder(project: &Project) -> PathBuf {
    project.tools().join("samples")
}

fn fetch(project: &Project) -> Outcome<PathBuf> {
    let folder = project.tools().join("kernels");
    run(project.program(project.top.join("tests/fetch-kernels.sh"))?.arg(&folder))?;
    Ok(folder)
}

/// The package to use: a cloud kernel for amd64, since these are the smallest of the common kernels. If the folder has
/// several, the last by name.
fn package(folder: &Path) -> Outcome<PathBuf> {
    let entries = fs::read_dir(folder).doing(folder.display())?;
    let mut found: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    found.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("linux-image-") && name.contains("-cloud-amd64_") && name.ends_with(".deb")
    });
    found.sort();
    found.pop().ok_or_else(|| Failure(format!("{} has no linux-image-...-cloud-amd64 package", folder.display())))
}

/// The text about the sample. The first line is for the page: title; size.
fn about(package: &str, bytes: usize, packed: usize) -> String {
    let version = package.split('_').nth(1).unwrap_or_default();
    let version = version.rsplit_once('-').map_or(version, |(upstream, _)| upstream);
    format!(
        "Linux {version}, Debian's kernel for amd64 clouds; {} MB\n\
         \n\
         The BTF ({bytes} bytes) of Debian's package {package}, made by `cargo xtask samples`.\n\
         The Linux kernel is under the GNU General Public License, version 2; its source, as Debian built it, is the\n\
         source package of that version: https://sources.debian.org/src/linux/\n",
        megabytes(packed)
    )
}

fn megabytes(bytes: usize) -> String {
    format!("{}.{}", bytes / 1_000_000, bytes / 100_000 % 10)
}

/// Adds the sample to the built page, if it was made, and names it in the page's head.
///
/// # Errors
/// When a file cannot be read or written.
pub fn add(project: &Project, built: &Path) -> io::Result<()> {
    let from = folder(project);
    let Ok(about) = fs::read_to_string(from.join(ABOUT)) else { return Ok(()) };
    let to = built.join("samples");
    fs::create_dir_all(&to)?;
    for name in [BLOB, ABOUT] {
        fs::copy(from.join(name), to.join(name))?;
    }
    head::set_meta(built, "btfscope-kernel", about.lines().next().unwrap_or_default())
}

/// The bytes of the sample, to find out whether a built page is up to date; empty if there is no sample.
pub fn stamp(project: &Project) -> Vec<u8> {
    fs::read(folder(project).join(BLOB)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_gets_title_and_size() {
        let about = about("linux-image-6.1.0-50-cloud-amd64_6.1.176-1_amd64", 4_300_000, 1_431_000);
        assert!(about.starts_with("Linux 6.1.176, Debian's kernel for amd64 clouds; 1.4 MB\n"), "{about}");
        assert!(about.contains("GNU General Public License"), "{about}");
    }
}

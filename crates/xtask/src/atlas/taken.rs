//! The results for each package: the folder `target/atlas/taken/DIGEST`, where DIGEST is the package's SHA-256. It has
//! `kernel.btf`, `names.tsv.gz` if the kernel's modules have BTF, and `package`, which is written last. If `package` is
//! there, later runs do not fetch the package again.

use std::fs;
use std::path::{Path, PathBuf};

use super::choose::{Image, SMALLEST, package};
use super::suites::Place;
use crate::corpus::archive::Offer;
use crate::corpus::remove;
use crate::corpus::table::Package;
use crate::corpus::take::unpack;
use crate::machine::{Doing, Outcome, Project, output};

/// The folder of results, and the means to add to it.
#[derive(Debug)]
pub struct Taken<'p> {
    project: &'p Project,
    /// `target/atlas`.
    folder: PathBuf,
    /// The program that finds the BTF in an unpacked package.
    program: PathBuf,
}

impl<'p> Taken<'p> {
    /// The results in a folder; `program` is the example `pool` of the crate `atlas`.
    pub fn new(project: &'p Project, folder: PathBuf, program: PathBuf) -> Taken<'p> {
        Taken { project, folder, program }
    }

    /// The folder for a package, which may not exist.
    pub fn of(&self, image: &Image) -> PathBuf {
        self.folder.join("taken").join(&image.package.sha256)
    }

    /// True if the package was already processed.
    pub fn has(&self, image: &Image) -> bool {
        // Earlier versions of this program wrote `modules.tsv.gz`, which lacks the types of modules: such a folder does
        // not count.
        let of = self.of(image);
        of.join("package").is_file() && !of.join("modules.tsv.gz").exists()
    }

    /// Fetches a package, extracts the BTF, and removes the package. Returns a line about what was found.
    ///
    /// # Errors
    /// When it cannot be fetched or has no BTF.
    pub fn take(&self, place: &Place<'_>, image: &Image) -> Outcome<String> {
        let work = self.folder.join("work");
        remove(&work)?;
        let (unpacked, out) = (work.join("unpacked"), work.join("out"));
        fs::create_dir_all(&unpacked).doing(format_args!("create {}", unpacked.display()))?;
        self.unpack(place, &image.package, &work, &unpacked)?;
        let modules = image.modules();
        if !modules.is_empty() {
            let specs: Vec<String> =
                modules.iter().map(|name| format!("{name}:{}", image.package.architecture)).collect();
            let offers = place.apt.offers(&specs)?;
            let has = |name: &String| {
                let is = |offer: &&Offer| offer.package == *name && offer.version == image.package.version;
                offers.iter().find(is).filter(|offer| offer.size >= SMALLEST)
            };
            match modules.iter().find_map(has).map(|offer| package(offer, place.suite)) {
                Some(package) => self.unpack(place, &package, &work, &unpacked)?,
                None => println!("    without its modules: no package has them"),
            }
        }
        let said = output(self.project.program(&self.program)?.arg("take").arg(&unpacked).arg(&out))?;
        fs::write(out.join("package"), image.package.spec()).doing("note the package")?;
        let to = self.of(image);
        remove(&to)?;
        fs::create_dir_all(self.folder.join("taken")).doing("create target/atlas/taken")?;
        fs::rename(&out, &to).doing(format_args!("keep {}", to.display()))?;
        remove(&work)?;
        Ok(said)
    }

    /// Fetches a package, unpacks it, and removes it.
    fn unpack(&self, place: &Place<'_>, package: &Package, work: &Path, to: &Path) -> Outcome<()> {
        let address = place.apt.addresses(&[package])?.remove(0);
        let deb = work.join(package.file_name());
        place.apt.fetch(package, &address, &deb)?;
        unpack(self.project, &deb, to, &[])?;
        fs::remove_file(&deb).doing(format_args!("remove {}", deb.display()))
    }
}

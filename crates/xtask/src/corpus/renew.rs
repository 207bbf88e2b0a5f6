//! Fetches the packages of the table, or rewrites the table from what the archive has now.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::archive::{Offer, Suite, has_digest};
use super::table::{Package, Use};
use crate::machine::{Doing, Failure, Outcome, Project};

/// Opens each suite of the table once, for the architectures that the packages need.
fn suites<'p>(project: &'p Project, state: &Path, packages: &[&Package]) -> Outcome<BTreeMap<String, Suite<'p>>> {
    let mut wanted: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in packages {
        wanted.entry(&package.suite).or_default().insert(&package.architecture);
    }
    let open = |(name, architectures): (&str, BTreeSet<&str>)| {
        Ok((name.to_owned(), Suite::open(project, state, name, &architectures)?))
    };
    wanted.into_iter().map(open).collect()
}

/// Fetches missing packages to `folder`, one after the other, and removes packages of older tables.
///
/// # Errors
/// When a version is no longer in the archive, or a digest is not the listed one.
pub fn fetch(project: &Project, state: &Path, folder: &Path, packages: &[Package]) -> Outcome<()> {
    fs::create_dir_all(folder).doing(format_args!("create {}", folder.display()))?;
    let listed: BTreeSet<String> = packages.iter().map(Package::file_name).collect();
    for entry in fs::read_dir(folder).doing(folder.display())? {
        let entry = entry.doing(folder.display())?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".deb") && !listed.contains(&name) {
            fs::remove_file(entry.path()).doing(format_args!("remove {name}"))?;
        }
    }
    let mut missing = Vec::new();
    for package in packages {
        if !has_digest(project, &folder.join(package.file_name()), &package.sha256)? {
            missing.push(package);
        }
    }
    if missing.is_empty() {
        return Ok(());
    }
    for (name, suite) in suites(project, state, &missing)? {
        let here: Vec<&Package> = missing.iter().copied().filter(|p| p.suite == name).collect();
        let asked: Vec<String> = here.iter().map(|p| format!("{}:{}", p.package, p.architecture)).collect();
        check(&here, &suite.offers(&asked)?)?;
        for (package, address) in here.iter().zip(suite.addresses(&here)?) {
            let size = package.size.div_ceil(100_000);
            println!("Fetching {} ({}.{} MB) ...", package.file_name(), size / 10, size % 10);
            suite.fetch(package, &address, &folder.join(package.file_name()))?;
        }
    }
    Ok(())
}

/// Checks that all packages are offered as listed.
fn check(listed: &[&Package], offers: &[Offer]) -> Outcome<()> {
    let mut gone = Vec::new();
    for package in listed {
        let same_name = |o: &&Offer| o.package == package.package && o.architecture == package.architecture;
        match offers.iter().filter(same_name).find(|o| o.version == package.version) {
            Some(offer) if offer.sha256 == package.sha256 => {}
            Some(offer) => {
                return Err(Failure(format!(
                    "{} has the digest {} in the archive, and {} in the table of packages: refused",
                    package.spec(),
                    offer.sha256,
                    package.sha256
                )));
            }
            None => {
                let now = offers.iter().find(same_name).map_or("nothing".to_owned(), |o| o.version.clone());
                gone.push(format!("    {} (the archive has {now})", package.spec()));
            }
        }
    }
    if gone.is_empty() {
        return Ok(());
    }
    Err(Failure(format!(
        "Debian's archive drops old versions, and these are gone:\n{}\n\
         `cargo xtask corpus --renew` rewrites the table (crates/xtask/src/corpus/packages.tsv) from what the archive has now, \
         and makes the corpus of that.",
        gone.join("\n")
    )))
}

/// The table with the versions that the archive has now.
///
/// # Errors
/// When the archive lacks a package.
pub fn renewed(project: &Project, state: &Path, packages: &[Package]) -> Outcome<Vec<Package>> {
    let all: Vec<&Package> = packages.iter().collect();
    let suites = suites(project, state, &all)?;
    let mut now = packages.to_vec();
    for (name, suite) in &suites {
        let of_suite = |p: &&mut Package| p.suite == *name;
        let asked = |p: &Package| format!("{}:{}", p.follows, p.architecture);
        let follows: Vec<String> = now.iter().filter(|p| p.suite == *name).map(asked).collect();
        let offers = suite.offers(&follows)?;
        for package in now.iter_mut().filter(of_suite) {
            let newest = newest(&offers, &package.follows, &package.architecture)?;
            package.package = match package.used_as {
                Use::Kernel => image(&newest.depends).ok_or_else(|| {
                    Failure(format!("{} {} depends on no linux-image-...", newest.package, newest.version))
                })?,
                Use::Programs | Use::Tool => newest.package.clone(),
            };
        }
        let named: Vec<String> =
            now.iter().filter(|p| p.suite == *name).map(|p| format!("{}:{}", p.package, p.architecture)).collect();
        let offers = suite.offers(&named)?;
        for package in now.iter_mut().filter(of_suite) {
            let newest = newest(&offers, &package.package, &package.architecture)?;
            (package.version, package.size) = (newest.version.clone(), newest.size);
            package.sha256.clone_from(&newest.sha256);
        }
    }
    for (old, new) in packages.iter().zip(&now).filter(|(old, new)| old != new) {
        println!("{} -> {}", old.spec(), new.spec());
    }
    Ok(now)
}

/// The newest version of a package. apt lists it first.
fn newest<'o>(offers: &'o [Offer], package: &str, architecture: &str) -> Outcome<&'o Offer> {
    let found = offers.iter().find(|o| o.package == package && o.architecture == architecture);
    found.ok_or_else(|| Failure(format!("the archive has no {package} for {architecture}")))
}

/// The first kernel image among dependencies.
fn image(depends: &str) -> Option<String> {
    let mut names = depends.split([',', '|']).map(|d| d.trim().split([' ', '(', ':']).next().unwrap_or_default());
    names.find(|name| name.starts_with("linux-image-")).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed() -> Package {
        let digest = "a".repeat(64);
        let line = format!("tool\tbookworm\tamd64\ttool\ttool\t1.0-1\t7\t{digest}\t-\t-");
        super::super::table::read(&format!("{}\n{line}\n", super::super::table::HEADING))
            .map(|mut all| all.remove(0))
            .expect("a package")
    }

    fn offer(version: &str, sha256: &str) -> Offer {
        Offer {
            package: "tool".to_owned(),
            architecture: "amd64".to_owned(),
            version: version.to_owned(),
            sha256: sha256.to_owned(),
            ..Offer::default()
        }
    }

    #[test]
    fn what_is_gone_or_of_another_digest_is_refused() {
        let package = listed();
        let say = |offers: &[Offer]| check(&[&package], offers).err().map(|Failure(why)| why);
        assert_eq!(say(&[offer("1.1-1", "b"), offer("1.0-1", &package.sha256)]), None);
        let gone = say(&[offer("1.1-1", "b")]).expect("gone");
        assert!(gone.contains("tool:amd64=1.0-1 (the archive has 1.1-1)") && gone.contains("--renew"), "{gone}");
        let other = say(&[offer("1.0-1", "b")]).expect("refused");
        assert!(other.contains("has the digest b in the archive") && other.ends_with("refused"), "{other}");
    }

    #[test]
    fn the_image_of_a_meta_package() {
        assert_eq!(image("linux-image-6.1.0-50-amd64 (= 6.1.176-1)").as_deref(), Some("linux-image-6.1.0-50-amd64"));
        assert_eq!(image("kmod, linux-base").as_deref(), None);
    }
}

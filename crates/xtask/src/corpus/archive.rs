//! Fetches from Debian's archive with apt, using this machine's mirror, keys and proxies.
//!
//! apt works in a state of its own below `.tools/`: it does not change this machine's packages or architectures, and
//! needs no root.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::table::Package;
use crate::machine::{Doing, Failure, Outcome, Project, output, run};

/// apt's own downloader: it continues partial files and checks a digest.
const HELPER: &str = "/usr/lib/apt/apt-helper";

/// Turns off the AppStream metadata, which some machines fetch too.
const NO_APPSTREAM: &str = "Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false";

/// A release of Debian, as apt sees it.
#[derive(Debug)]
pub struct Suite<'p> {
    project: &'p Project,
    configuration: PathBuf,
    /// An empty folder to run apt in: apt prints no address for packages that are in the current folder.
    folder: PathBuf,
}

/// A version that apt offers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Offer {
    /// The name of the package.
    pub package: String,
    /// Debian's name of the architecture.
    pub architecture: String,
    /// The version.
    pub version: String,
    /// Size of the package in bytes.
    pub size: u64,
    /// The package's SHA-256 digest.
    pub sha256: String,
    /// The packages that this one depends on, as written.
    pub depends: String,
}

/// The address of Debian's archive and the file with its keys, from this machine's apt.
pub fn mirror(project: &Project) -> Outcome<(String, String)> {
    const FORMAT: &str = "$(ORIGIN)|$(LABEL)|$(REPO_URI)|$(SIGNED_BY)";
    let mut ask = project.program("apt-get").map_err(|_| no_apt())?;
    let text = output(ask.args(["indextargets", "--format", FORMAT, "Created-By: Packages"])).map_err(|_| no_apt())?;
    let found = text.lines().find_map(|line| {
        let cells: Vec<&str> = line.split('|').collect();
        let [origin, label, uri, signed_by] = cells[..] else { return None };
        (origin == "Debian" && label == "Debian").then(|| (uri.to_owned(), signed_by.to_owned()))
    });
    let keys = "/usr/share/keyrings/debian-archive-keyring.gpg";
    let (uri, signed_by) = found.ok_or_else(|| {
        Failure(
            "this machine's apt has no list of Debian's archive (`apt-get update` fetches it, on Debian)".to_owned(),
        )
    })?;
    Ok((uri, if signed_by.starts_with('/') { signed_by } else { keys.to_owned() }))
}

fn no_apt() -> Failure {
    Failure("the corpus is made of Debian's packages, which need Debian's apt; it is not here".to_owned())
}

impl<'p> Suite<'p> {
    /// Fetches the lists of a suite for some architectures.
    pub fn open(project: &'p Project, state: &Path, name: &str, architectures: &BTreeSet<&str>) -> Outcome<Suite<'p>> {
        let suite = Suite::prepare(project, state, name, architectures, mirror(project)?)?;
        println!("Fetching the lists of {name} ...");
        run(suite.apt("apt-get")?.args(["-qq", "update"]))?;
        Ok(suite)
    }

    /// As [`Suite::open`], from an archive at this address with these keys. The archive's lists may be expired: their
    /// signatures are checked all the same. Without `fetches`, uses the lists of the last run. Prints nothing; the
    /// error contains apt's output.
    pub fn open_at(
        project: &'p Project,
        state: &Path,
        name: &str,
        architectures: &BTreeSet<&str>,
        from: (String, String),
        fetches: bool,
    ) -> Outcome<Suite<'p>> {
        let suite = Suite::prepare(project, state, name, architectures, from)?;
        if !fetches {
            return Ok(suite);
        }
        output(suite.apt("apt-get")?.args([
            "-qq",
            "-o",
            "Acquire::Check-Valid-Until=false",
            "-o",
            NO_APPSTREAM,
            "update",
        ]))?;
        Ok(suite)
    }

    fn prepare(
        project: &'p Project,
        state: &Path,
        name: &str,
        architectures: &BTreeSet<&str>,
        (uri, keys): (String, String),
    ) -> Outcome<Suite<'p>> {
        let state = state.join(name);
        for folder in ["lists/partial", "cache/archives/partial", "here"] {
            fs::create_dir_all(state.join(folder)).doing(format_args!("create {}", state.display()))?;
        }
        let quoted = |path: PathBuf| format!("{:?}", path.display().to_string());
        let list: String = architectures.iter().map(|name| format!("{name:?};")).collect();
        let configuration = state.join("apt.conf");
        let text = format!(
            "Dir::Etc::SourceList {};\nDir::Etc::SourceParts \"/dev/null\";\nDir::Etc::Preferences \"/dev/null\";\n\
             Dir::Etc::PreferencesParts \"/dev/null\";\nDir::State {};\nDir::State::status {};\nDir::Cache {};\n\
             APT::Architectures {{{list}}};\nAPT::Sandbox::User \"\";\nAcquire::Languages \"none\";\nAcquire::Retries \"3\";\n",
            quoted(state.join("sources.list")),
            quoted(state.clone()),
            quoted(state.join("status")),
            quoted(state.join("cache")),
        );
        let write = |name: &str, text: &str| fs::write(state.join(name), text).doing("set up apt");
        write("apt.conf", &text)?;
        write("status", "")?;
        write("sources.list", &format!("deb [signed-by={keys}] {uri} {name} main\n"))?;
        Ok(Suite { project, configuration, folder: state.join("here") })
    }

    fn apt(&self, program: &str) -> Outcome<Command> {
        let mut apt = self.project.program(program)?;
        apt.env("APT_CONFIG", &self.configuration).env("LC_ALL", "C").current_dir(&self.folder);
        Ok(apt)
    }

    /// The names of all packages with this prefix.
    pub fn names(&self, prefix: &str) -> Outcome<Vec<String>> {
        let text = output(self.apt("apt-cache")?.args(["pkgnames", prefix]))?;
        Ok(text.lines().map(str::to_owned).collect())
    }

    /// All versions that apt offers of packages, each named as `package:architecture`. Packages that are not offered
    /// are left out.
    pub fn offers(&self, packages: &[String]) -> Outcome<Vec<Offer>> {
        let mut ask = self.apt("apt-cache")?;
        // apt-cache fails when it lacks one package, but prints the others.
        let shown = ask.arg("show").args(packages).output().doing("ask apt-cache")?;
        Ok(offers(&String::from_utf8_lossy(&shown.stdout)))
    }

    /// The address of each package, in the same order.
    pub fn addresses(&self, packages: &[&Package]) -> Outcome<Vec<String>> {
        let specs: Vec<String> = packages.iter().map(|p| p.spec()).collect();
        let text = output(self.apt("apt-get")?.args(["-q", "download", "--print-uris"]).args(&specs))?;
        // 'address' file size SHA256:digest
        let address = |package: &&Package| {
            let digest = format!("SHA256:{}", package.sha256);
            let line = text.lines().find(|line| line.ends_with(&digest));
            line.and_then(|line| Some(line.strip_prefix('\'')?.split_once('\'')?.0.to_owned()))
                .ok_or_else(|| Failure(format!("apt has no address for {}", package.spec())))
        };
        packages.iter().map(address).collect()
    }

    /// Fetches a package to `path`, or continues a partial file; the digest must be the listed one.
    pub fn fetch(&self, package: &Package, address: &str, path: &Path) -> Outcome<()> {
        let part = path.with_extension("part");
        let mut helper = self.apt(HELPER)?;
        helper.args(["-qq", "download-file", address]).arg(&part).arg(format!("SHA256:{}", package.sha256));
        output(&mut helper)?;
        fs::rename(&part, path).doing(format_args!("keep {}", path.display()))
    }
}

/// Parses the output of `apt-cache show`: fields of packages, with an empty line between packages.
fn offers(text: &str) -> Vec<Offer> {
    let stanza = |stanza: &str| {
        let mut offer = Offer::default();
        for (field, value) in stanza.lines().filter_map(|line| line.split_once(": ")) {
            match field {
                "Package" => offer.package = value.to_owned(),
                "Architecture" => offer.architecture = value.to_owned(),
                "Version" => offer.version = value.to_owned(),
                "Size" => offer.size = value.parse().unwrap_or_default(),
                "SHA256" => offer.sha256 = value.to_owned(),
                "Depends" => offer.depends = value.to_owned(),
                _ => {}
            }
        }
        offer
    };
    text.split("\n\n").filter(|s| !s.trim().is_empty()).map(stanza).collect()
}

/// True if a file exists and has this digest. Uses `sha256sum`, which every Debian has.
pub fn has_digest(project: &Project, path: &Path, sha256: &str) -> Outcome<bool> {
    if !path.is_file() {
        return Ok(false);
    }
    let sum = output(project.program("sha256sum")?.arg("--").arg(path))?;
    Ok(sum.split_whitespace().next() == Some(sha256))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_packages_are_read() {
        let text = "Package: a\nVersion: 1:2-3\nArchitecture: amd64\nDepends: b (>= 1), c\nSize: 12\nSHA256: abc\n\n\
                    Package: d\nArchitecture: s390x\nDescription: e\n more: of it\nVersion: 4\n\n";
        let found = offers(text);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].version.as_str(), found[0].size, found[0].sha256.as_str()), ("1:2-3", 12, "abc"));
        assert_eq!(found[0].depends, "b (>= 1), c");
        assert_eq!((found[1].package.as_str(), found[1].version.as_str()), ("d", "4"));
    }
}

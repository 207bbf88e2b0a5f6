//! The table of packages: `packages.tsv`, read and written.

use std::fmt;

use crate::machine::{Failure, Outcome};

/// The use of a package in the corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// A kernel image with its modules.
    Kernel,
    /// Programs: objects as files, or inside executables and libraries.
    Programs,
    /// A reference tool, or a library that it needs.
    Tool,
}

/// The words for [`Use`] in the table.
const USES: [(&str, Use); 3] = [("kernel", Use::Kernel), ("programs", Use::Programs), ("tool", Use::Tool)];

/// The first line of the table.
pub const HEADING: &str = "use\tsuite\tarchitecture\tpackage\tfollows\tversion\tsize\tsha256\tname\tparts";

/// A line of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package {
    /// Its use in the corpus.
    pub used_as: Use,
    /// The release of Debian, by its code name.
    pub suite: String,
    /// Debian's name of the architecture.
    pub architecture: String,
    /// The name of the package.
    pub package: String,
    /// A package that depends on the newest version of this one; this package itself if its name never changes.
    pub follows: String,
    /// The version, with epoch and Debian's revision.
    pub version: String,
    /// Size of the package in bytes.
    pub size: u64,
    /// The package's SHA-256 digest, in hexadecimal.
    pub sha256: String,
    /// For a kernel, its name within file names, after the version. `-` for others.
    pub name: String,
    /// For a kernel, modules by name; with `.ko`, the whole module as well.
    pub parts: Vec<String>,
}

impl Package {
    /// apt's notation for this package in exactly this version.
    pub fn spec(&self) -> String {
        format!("{}:{}={}", self.package, self.architecture, self.version)
    }

    /// The file's name as in the archive, without the epoch.
    pub fn file_name(&self) -> String {
        format!("{}_{}_{}.deb", self.package, self.plain_version(), self.architecture)
    }

    /// The version without the epoch.
    pub fn plain_version(&self) -> &str {
        self.version.split_once(':').map_or(&self.version, |(_, version)| version)
    }

    /// `deb-6.1.176-amd64`: the part of file names that identifies a kernel.
    pub fn tag(&self) -> String {
        let version = self.plain_version();
        let upstream = version.rsplit_once('-').map_or(version, |(upstream, _)| upstream);
        format!("deb-{upstream}-{}", self.name)
    }

    fn read(line: &str) -> Option<Package> {
        let cells: Vec<&str> = line.split('\t').collect();
        let [used_as, suite, architecture, package, follows, version, size, sha256, name, parts] = cells[..] else {
            return None;
        };
        let words = |text: &str| text.split_whitespace().filter(|word| *word != "-").map(str::to_owned).collect();
        let is_digest = sha256.len() == 64 && sha256.bytes().all(|b| b.is_ascii_hexdigit());
        // These values become file names and arguments.
        let is_plain = |text: &str| !text.is_empty() && !text.starts_with('-') && !text.contains(['/', ' ']);
        if !is_digest || ![suite, architecture, package, follows, version].into_iter().all(is_plain) {
            return None;
        }
        Some(Package {
            used_as: USES.iter().find(|(word, _)| *word == used_as)?.1,
            suite: suite.to_owned(),
            architecture: architecture.to_owned(),
            package: package.to_owned(),
            follows: follows.to_owned(),
            version: version.to_owned(),
            size: size.parse().ok()?,
            sha256: sha256.to_owned(),
            name: name.to_owned(),
            parts: words(parts),
        })
    }
}

impl fmt::Display for Package {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let used_as = USES.iter().find(|(_, used_as)| *used_as == self.used_as).map_or("", |(word, _)| word);
        let parts = if self.parts.is_empty() { "-".to_owned() } else { self.parts.join(" ") };
        let p = self;
        write!(f, "{used_as}\t{}\t{}\t{}\t{}\t", p.suite, p.architecture, p.package, p.follows)?;
        write!(f, "{}\t{}\t{}\t{}\t{parts}", p.version, p.size, p.sha256, p.name)
    }
}

/// Reads the table.
///
/// # Errors
/// When the heading differs, or a line has too few or too many cells, or an invalid cell.
pub fn read(text: &str) -> Outcome<Vec<Package>> {
    let mut lines = text.lines().enumerate();
    if lines.next().map(|(_, line)| line) != Some(HEADING) {
        return Err(Failure(format!("the table of packages does not begin with {HEADING:?}")));
    }
    lines
        .map(|(i, line)| {
            Package::read(line)
                .ok_or_else(|| Failure(format!("line {} of the table of packages is no package: {line:?}", i + 1)))
        })
        .collect()
}

/// Writes the table.
pub fn write(packages: &[Package]) -> String {
    let lines: String = packages.iter().map(|package| format!("{package}\n")).collect();
    format!("{HEADING}\n{lines}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_in_the_repository_is_read_and_written_back() {
        let text = include_str!("packages.tsv");
        let packages = read(text).unwrap_or_else(|Failure(why)| panic!("{why}"));
        assert_eq!(write(&packages), text);
        let files: std::collections::BTreeSet<String> = packages.iter().map(Package::file_name).collect();
        assert_eq!(files.len(), packages.len(), "a package is listed twice");
        for used_as in [Use::Kernel, Use::Programs, Use::Tool] {
            assert!(packages.iter().any(|p| p.used_as == used_as), "{used_as:?}");
        }
    }

    #[test]
    fn names_of_files() {
        let digest = "0".repeat(64);
        let line = format!("kernel\ttrixie\ts390x\timage\tmeta\t1:6.12.107-1\t7\t{digest}\ts390x\tveth veth.ko");
        let package = Package::read(&line).expect("a package");
        assert_eq!(package.spec(), "image:s390x=1:6.12.107-1");
        assert_eq!(package.file_name(), "image_6.12.107-1_s390x.deb");
        assert_eq!(package.tag(), "deb-6.12.107-s390x");
        assert_eq!(package.to_string(), line);
    }

    #[test]
    fn damaged_lines_are_refused() {
        let digest = "0".repeat(64);
        for line in [
            String::new(),
            format!("kernel\ttrixie\ts390x\t../image\tmeta\t1\t7\t{digest}\ts390x\t-"),
            format!("kernel\ttrixie\ts390x\timage\tmeta\t1\tseven\t{digest}\ts390x\t-"),
            "kernel\ttrixie\ts390x\timage\tmeta\t1\t7\tabc\ts390x\t-".to_owned(),
            format!("other\ttrixie\ts390x\timage\tmeta\t1\t7\t{digest}\ts390x\t-"),
        ] {
            assert_eq!(Package::read(&line), None, "{line:?}");
        }
    }
}

//! Texts about a tool: versions, where to get it, why it is missing.

use std::fmt;

use super::{Missing, NEWEST, Source, Tool, Version, VersionRange};

impl Tool {
    /// The supported versions, for people: "19 to 22", "7.1 or 7.8", "140 or newer".
    #[must_use]
    pub fn range(&self) -> String {
        let one = |range: &VersionRange| match *range {
            (from, to) if from == to => from.to_string(),
            (from, NEWEST) => format!("{from} or newer"),
            (from, to) => format!("{from} to {to}"),
        };
        self.versions.iter().map(one).collect::<Vec<_>>().join(" or ")
    }

    /// A text for people about where to get it.
    #[must_use]
    pub fn origin(&self) -> String {
        match self.source {
            Source::Debian(packages) => {
                let s = if packages.len() == 1 { "" } else { "s" };
                format!("Debian's package{s} {}", packages.join(" and "))
            }
            Source::Crate(version) => format!("crates.io's {} {version}", self.name),
            Source::Npm(version, _) => format!("npm's {} {version}", self.name),
            Source::Pypi(package, version) => format!("PyPI's {package} {version}"),
        }
    }

    /// A sentence about a missing tool: its versions, its source, and what it is for.
    #[must_use]
    pub fn explain(&self, missing: &Missing) -> String {
        let Tool { name, purpose, .. } = self;
        let wanted = format!("{name} {} ({}) is missing", self.range(), self.origin());
        match missing {
            Missing::Absent => format!("{wanted}: {purpose}"),
            Missing::Other(found) => {
                format!("{wanted}, and {} is {}, which is not used: {purpose}", found.path.display(), found.text)
            }
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Version(major, 0 | u32::MAX) => write!(f, "{major}"),
            Version(major, minor) => write!(f, "{major}.{minor}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BPFTOOL, CLANG, FoundTool, NODE};
    use super::*;

    #[test]
    fn another_version_is_not_used() {
        assert!(CLANG.takes(Version(19, 1)) && CLANG.takes(Version(22, 1)));
        assert!(!CLANG.takes(Version(14, 0)) && !CLANG.takes(Version(23, 0)));
        assert!(BPFTOOL.takes(Version(7, 1)) && !BPFTOOL.takes(Version(7, 5)) && BPFTOOL.takes(Version(7, 8)));
        assert_eq!([CLANG.range(), BPFTOOL.range(), NODE.range()], ["19 to 22", "7.1 or 7.8", "18.15 or newer"]);
        let old = FoundTool { path: "/usr/bin/clang".into(), version: Version(14, 0), text: "14.0.6".to_owned() };
        assert_eq!(
            CLANG.explain(&Missing::Other(old)),
            "clang 19 to 22 (Debian's package clang-19) is missing, and /usr/bin/clang is 14.0.6, which is not used: our C is \
             compiled with it, and layouts and BTF are compared with its own"
        );
    }
}

//! [`Version`] and [`Release`]: what the name of a kernel says. BTF itself holds no version.

use std::fmt;

/// A version of Linux.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Version {
    /// 6 of 6.12.107.
    pub major: u8,
    /// 12 of 6.12.107.
    pub minor: u8,
    /// 107 of 6.12.107. None where the name does not say it: Debian's 6.1.0-56 is of 6.1.192.
    pub patch: Option<u16>,
}

impl Version {
    /// The first release of a series.
    pub const fn new(major: u8, minor: u8) -> Version {
        Version { major, minor, patch: None }
    }

    /// Reads `6.12`, `6.12.107`, and what begins so.
    pub fn parse(text: &str) -> Option<Version> {
        let mut numbers = text.split(|c: char| !c.is_ascii_digit());
        let mut next = || numbers.next().filter(|n| !n.is_empty());
        let (major, minor) = (next()?.parse().ok()?, next()?.parse().ok()?);
        // What follows the second number is a third one only behind a full stop.
        let third = text.splitn(3, '.').nth(2).is_some();
        Some(Version { major, minor, patch: next().filter(|_| third).and_then(|n| n.parse().ok()) })
    }

    /// Whether it is of this series or a later one.
    pub fn is_at_least(self, since: Version) -> bool {
        (self.major, self.minor) >= (since.major, since.minor)
    }

    /// What `LINUX_KERNEL_VERSION` is (`KERNEL_VERSION` of linux/version.h): with this patch level where it is not known.
    pub fn code(self, otherwise: u16) -> u64 {
        let patch = u64::from(self.patch.unwrap_or(otherwise)).min(255);
        u64::from(self.major) << 16 | u64::from(self.minor) << 8 | patch
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)?;
        self.patch.map_or(Ok(()), |patch| write!(f, ".{patch}"))
    }
}

/// What the name of a kernel, or of the file with its BTF, says of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Release {
    /// The name itself.
    pub name: String,
    /// The version.
    pub version: Option<Version>,
    /// The architecture, as the name has it: `amd64`, `x86_64`.
    pub arch: Option<String>,
    /// `cloud`, `rt`, `64k`; empty for the usual one.
    pub flavour: String,
    /// What marks the distribution: `deb13` of `6.12.107+deb13-amd64`; empty where nothing does.
    pub distribution: String,
}

const ARCHES: [&str; 15] = [
    "amd64",
    "x86_64",
    "arm64",
    "aarch64",
    "s390x",
    "riscv64",
    "ppc64el",
    "ppc64le",
    "powerpc64le",
    "armhf",
    "armmp",
    "i386",
    "686",
    "loong64",
    "mips64el",
];

impl Release {
    /// What it has in common with the kernels that it is folded with: distribution, architecture and flavour, as far as they are known.
    pub fn group(&self) -> String {
        let parts = [self.distribution.as_str(), self.arch.as_deref().unwrap_or_default(), self.flavour.as_str()];
        parts.into_iter().filter(|p| !p.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Whether it is for 64 bits of ARM, by either of its words.
    pub(crate) fn is_arm64(&self) -> bool {
        matches!(self.arch.as_deref(), Some("arm64" | "aarch64"))
    }

    /// Reads `linux-6.12.107+deb13-cloud-amd64_6.12.107-1.btf`, `6.18.44-fc`, `vmlinux-5.10`.
    pub fn parse(name: &str) -> Release {
        let last = name.rsplit('/').next().unwrap_or(name);
        let start = last.find(|c: char| c.is_ascii_digit()).unwrap_or(last.len());
        let text = last.get(start..).unwrap_or_default();
        let (release, package) = text.split_once('_').filter(|(r, _)| !r.ends_with("x86")).unwrap_or((text, ""));
        let release = [".btf", ".xz", ".zst", ".btf"].iter().fold(release, |r, end| r.strip_suffix(end).unwrap_or(r));
        let mut version = Version::parse(release);
        // Debian's 6.1.0-56 counts builds behind a version that is frozen; its packages have the real one.
        if let Some(v) = version.as_mut()
            && (v.patch == Some(0) && release.contains("-") || v.patch.is_none())
        {
            let of_package = Version::parse(package).filter(|p| (p.major, p.minor) == (v.major, v.minor));
            v.patch = of_package.and_then(|p| p.patch);
        }
        let parts: Vec<&str> = release.split('-').collect();
        let at = parts.iter().rposition(|part| ARCHES.contains(part));
        let arch = at.and_then(|i| parts.get(i)).map(|arch| (*arch).to_owned());
        let before = parts.get(1..at.unwrap_or(parts.len())).unwrap_or_default();
        let is_flavour = |part: &&&str| part.starts_with(|c: char| c.is_ascii_alphabetic());
        let flavour: Vec<&str> = before.iter().filter(is_flavour).copied().collect();
        // Older backports have it behind the version: 6.1.0-0.deb11.51.
        let backport = || parts.get(1)?.split('.').find(|part| part.starts_with("deb"));
        let behind = parts.first().and_then(|p| p.split_once('+')).map(|(_, d)| d);
        let distribution = behind.or_else(backport).unwrap_or_default();
        // deb12.1 and deb13+1 are later builds for deb12 and deb13.
        let distribution = distribution.split(['.', '+']).next().unwrap_or_default();
        Release {
            name: name.to_owned(),
            version,
            arch,
            flavour: flavour.join("-"),
            distribution: distribution.to_owned(),
        }
    }
}

/// Since when a type of program is there, of those that came after the first BTF.
pub(crate) fn program_since(name: &str) -> Option<Version> {
    Some(match name {
        "tracing" => Version::new(5, 5),
        "struct_ops" | "ext" => Version::new(5, 6),
        "lsm" => Version::new(5, 7),
        "sk_lookup" => Version::new(5, 9),
        "syscall" => Version::new(5, 14),
        "netfilter" => Version::new(6, 4),
        _ => return None,
    })
}

/// Since when a type of attachment is there, of those that came after 5.10.
pub(crate) fn attach_since(name: &str) -> Option<Version> {
    Some(match name {
        "perf_event" => Version::new(5, 15),
        "trace_kprobe_multi" => Version::new(5, 18),
        "lsm_cgroup" => Version::new(6, 0),
        "netfilter" => Version::new(6, 4),
        "tcx_ingress" | "tcx_egress" | "trace_uprobe_multi" => Version::new(6, 6),
        "netkit_primary" | "netkit_peer" => Version::new(6, 7),
        name if name.starts_with("cgroup_unix_") => Version::new(6, 7),
        "trace_kprobe_session" => Version::new(6, 10),
        "trace_uprobe_session" => Version::new(6, 13),
        "trace_fsession" => Version::new(6, 19),
        "trace_fentry_multi" | "trace_fexit_multi" | "trace_fsession_multi" => Version::new(7, 2),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_version_architecture_and_flavour() {
        let r = |name| {
            let r = Release::parse(name);
            let version = r.version.map(|v| v.to_string()).unwrap_or_default();
            (version, r.arch.unwrap_or_default(), r.flavour, r.distribution)
        };
        let is = |a: &str, b: &str, c: &str, d: &str| (a.to_owned(), b.to_owned(), c.to_owned(), d.to_owned());
        assert_eq!(r("linux-6.12.107+deb13-cloud-amd64_6.12.107-1.btf"), is("6.12.107", "amd64", "cloud", "deb13"));
        assert_eq!(r("linux-5.10.0-32-amd64_5.10.223-1.btf"), is("5.10.223", "amd64", "", ""));
        assert_eq!(r("6.12.90+deb12.1-amd64"), is("6.12.90", "amd64", "", "deb12"));
        assert_eq!(r("6.1.0-0.deb11.51-rt-amd64"), is("6.1", "amd64", "rt", "deb11"));
        assert_eq!(r("6.12.74+deb13+1-cloud-arm64"), is("6.12.74", "arm64", "cloud", "deb13"));
        assert_eq!(r("linux-6.1.0-56-amd64.btf"), is("6.1", "amd64", "", ""));
        assert_eq!(r("kernels/linux-6.1.0-56-rt-amd64.btf.xz"), is("6.1", "amd64", "rt", ""));
        assert_eq!(r("6.18.44-fc-v595"), is("6.18.44", "", "fc-v595", ""));
        assert_eq!(r("vmlinux-5.10"), is("5.10", "", "", ""));
        assert_eq!(r("/sys/kernel/btf/vmlinux"), is("", "", "", ""));
    }

    #[test]
    fn codes_are_those_of_the_macro() {
        assert_eq!(Version::parse("5.10.223").unwrap().code(0), 0x050adf);
        assert_eq!(Version::parse("4.19.325").unwrap().code(0), 0x0413ff);
        assert!(Version::new(6, 1).is_at_least(Version::new(5, 19)));
    }
}

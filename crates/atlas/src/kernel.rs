//! [`AtlasKernel`]: the facts about a kernel besides its types, and how kernels are ordered and named.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::fmt;

use btf::Endian;
use release::{Release, Version, compare};

/// The most bytes of a text in an [`AtlasKernel`].
pub const LONGEST_FIELD: usize = 255;

/// A kernel in an atlas. Unknown texts are empty.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AtlasKernel {
    /// The distribution: `debian`.
    pub distribution: String,
    /// The distribution's release: `bookworm`.
    pub suite: String,
    /// The version of the package: `6.1.192-1`.
    pub package_version: String,
    /// The version of the kernel's source: `6.1.192`. Kernels are ordered by it.
    pub upstream: String,
    /// The output of `uname -r`: `6.1.0-56-amd64`.
    pub release: String,
    /// The architecture, by Debian's name: `amd64`, `arm64`, `ppc64el`.
    pub arch: String,
    /// Which of the distribution's kernels it is, by their purpose: [`GENERIC`], `cloud`, `rt`.
    pub flavour: String,
    /// The byte order of its BTF.
    pub endian: Endian,
    /// Bytes of a pointer: 4 or 8.
    pub pointer_size: u8,
    /// SHA-256 of its original `.BTF`.
    pub sha256: [u8; 32],
    /// How many types its `.BTF` has, void not counted.
    pub types: u32,
    /// Bytes of its `.BTF`.
    pub size: u32,
    /// Whether it is known only by a header (`vmlinux.h`): then the atlas has no functions and variables of it, and may
    /// lack some of its types.
    pub from_header: bool,
}

/// The flavour of a distribution's ordinary kernel.
pub const GENERIC: &str = "generic";

impl AtlasKernel {
    /// The flavour; empty if it is [`GENERIC`].
    pub fn special_flavour(&self) -> &str {
        if self.flavour == GENERIC { "" } else { &self.flavour }
    }

    /// The flavour as histories show it: kernels that are known only by a header are shown apart.
    pub fn shown_flavour(&self) -> String {
        match (self.from_header, self.special_flavour()) {
            (false, _) => self.flavour.clone(),
            (true, "") => "header only".to_owned(),
            (true, flavour) => format!("{flavour}, header only"),
        }
    }

    /// The texts, in the order of the directory.
    pub(crate) fn texts(&self) -> [&String; 7] {
        [
            &self.distribution,
            &self.suite,
            &self.package_version,
            &self.upstream,
            &self.release,
            &self.arch,
            &self.flavour,
        ]
    }

    /// The version that is shown, and by which kernels are sorted: [`AtlasKernel::upstream`], or else the version of
    /// the package, or else the release. Conditions use [`AtlasKernel::linux`].
    pub fn version(&self) -> &str {
        [&self.upstream, &self.package_version, &self.release]
            .into_iter()
            .map(String::as_str)
            .find(|text| !text.is_empty())
            .unwrap_or_default()
    }

    /// The version of Linux, as exactly as it is known. If the upstream version only repeats the release's number, and
    /// the distribution numbers all releases of a series alike (5.15.0-91-generic), only the series is known.
    pub fn linux(&self) -> Option<Version> {
        let said = Release::parse(&self.release);
        let mut release = said.version;
        let backports = || Release { distribution: self.distribution.clone(), ..said.clone() }.backports_bpf();
        let repeats = !self.upstream.is_empty() && said.release.starts_with(self.upstream.as_str());
        let mut upstream = Version::parse(&self.upstream);
        if let (Some(v), Some(by_release)) = (&mut upstream, release) {
            let same = (v.major, v.minor) == (by_release.major, by_release.minor);
            if same && repeats && by_release.patch.is_none() {
                v.patch = None;
            }
        }
        // If the version of the package is 6.12 without a patch level, the patch level is 0, and not unknown.
        let package = Version::parse(&self.package_version);
        if let Some(v) = &mut upstream
            && v.patch.is_none()
            && !repeats
            && package.is_some_and(|p| (p.major, p.minor, p.patch) == (v.major, v.minor, None))
        {
            v.patch = Some(0);
        }
        if let Some(v) = release.as_mut().filter(|_| package.is_none() && backports()) {
            v.patch = None;
        }
        upstream.or(package).or(release)
    }

    /// `DISTRIBUTION/ARCH/RELEASE`, or the start of the digest if the release is not known.
    pub fn full_name(&self) -> String {
        match self.release.as_str() {
            "" => self.digits(),
            release => format!("{}/{}/{release}", self.distribution, self.arch),
        }
    }

    /// `DISTRIBUTION/SUITE/ARCH/RELEASE`, like the folders of BTFHub's archive, because 5.4.0-42-generic is in two
    /// suites of Ubuntu; the full name if release or suite is not known.
    fn name_with_suite(&self) -> String {
        match (self.release.as_str(), self.suite.as_str()) {
            ("", _) | (_, "") => self.full_name(),
            (_, suite) => format!("{}/{suite}/{}/{}", self.distribution, self.arch, self.release),
        }
    }

    /// The digest in hex.
    pub fn digest(&self) -> String {
        self.sha256.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The first 16 digits of the digest.
    fn digits(&self) -> String {
        self.digest().chars().take(16).collect()
    }

    /// Whether a name may mean this kernel: its release, its full name, the full name with its suite, or at least the
    /// first eight digits of its digest, which may follow `sha256:`.
    pub fn is_called(&self, name: &str) -> bool {
        let digits = name.strip_prefix("sha256:").unwrap_or(name);
        !name.is_empty()
            && [&self.release, &self.full_name(), &self.name_with_suite()].into_iter().any(|known| known == name)
            || digits.len() >= 8 && self.digest().starts_with(digits)
    }
}

/// Kernels are ordered by version; then by version of the package, release, architecture, flavour, and the other
/// fields. Numbers in versions and releases are compared by value.
impl Ord for AtlasKernel {
    fn cmp(&self, other: &AtlasKernel) -> Ordering {
        let by = |a: &str, b: &str| compare(a, b).then_with(|| a.cmp(b));
        by(self.version(), other.version())
            .then_with(|| by(&self.package_version, &other.package_version))
            .then_with(|| by(&self.release, &other.release))
            .then_with(|| self.arch.cmp(&other.arch))
            .then_with(|| self.flavour.cmp(&other.flavour))
            .then_with(|| self.texts().cmp(&other.texts()))
            .then_with(|| self.sha256.cmp(&other.sha256))
            .then_with(|| {
                let key = |k: &AtlasKernel| (k.endian == Endian::Big, k.pointer_size, k.types, k.size, k.from_header);
                key(self).cmp(&key(other))
            })
    }
}

impl PartialOrd for AtlasKernel {
    fn partial_cmp(&self, other: &AtlasKernel) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for AtlasKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.release.as_str() {
            "" => f.write_str(&self.full_name()),
            release => f.write_str(release),
        }
    }
}

/// The name of each kernel: the first of its release, `DISTRIBUTION/ARCH/RELEASE` and `DISTRIBUTION/SUITE/ARCH/RELEASE`
/// that no other kernel has, or else the digest's first 16 digits.
pub fn names(kernels: &[AtlasKernel]) -> Vec<String> {
    let all: Vec<[String; 3]> =
        kernels.iter().map(|k| [k.release.clone(), k.full_name(), k.name_with_suite()]).collect();
    let mut counts: HashMap<&str, u32> = HashMap::new();
    for name in all.iter().flat_map(|names| names.iter().collect::<HashSet<_>>()) {
        *counts.entry(name).or_default() += 1;
    }
    let unique = |name: &&String| !name.is_empty() && counts.get(name.as_str()) == Some(&1);
    all.iter().zip(kernels).map(|(names, k)| names.iter().find(unique).cloned().unwrap_or_else(|| k.digits())).collect()
}

//! Plans the simulated kernels. Their names, and their proportions by distribution, suite, architecture, series and
//! flavour, are those of BTFHub's archive. The numbers of changes are those that `scale calibrate` finds, except
//! [`DISTRIBUTION`].

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use atlas::{Atlas, AtlasKernel};
use btf::{Btf, Endian};

/// How many names change from a release to the next in the same series, architecture and flavour: the average that
/// `scale calibrate` finds for the 218 kernels of Debian that have such a predecessor.
const UPDATE: u32 = 36;
/// How many names change where a flavour, an architecture or a series begins (measured on 52, 17 and 11 kernels).
const FLAVOUR: u32 = 196;
const ARCH: u32 = 2460;
const SERIES: u32 = 9905;
/// How many names change where a distribution builds a series that another distribution has, too, with its own
/// configuration and patches. Debian's kernels do not show this number, so the number for another architecture is
/// taken.
const DISTRIBUTION: u32 = 2460;
/// Bytes for each changed name: the size of the atlas of 298 kernels, divided by the number of forms that were new when
/// their kernel was added.
const BYTES: f64 = 14.1;

/// Kernels of one distribution, suite, architecture, series and flavour.
pub struct Lane {
    distribution: &'static str,
    suite: &'static str,
    arch: &'static str,
    series: &'static str,
    flavour: &'static str,
    pub count: u32,
    /// Whether this lane is the first of its series; the first of its distribution and series; the first of its series
    /// and architecture (always false for x86_64).
    new: (bool, bool, bool),
}

type Family =
    (&'static str, &'static str, &'static [&'static str], &'static [&'static str], &'static [&'static str], u32);

/// Distribution, suite, architectures, series, flavours, and how many kernels each combination of these has.
const FAMILIES: [Family; 26] = [
    (
        "ubuntu",
        "16.04",
        &["x86_64", "arm64"],
        &["4.4", "4.15"],
        &["generic", "aws", "azure", "gcp", "lowlatency", "oracle"],
        60,
    ),
    (
        "ubuntu",
        "18.04",
        &["x86_64", "arm64"],
        &["4.15", "5.0", "5.3", "5.4"],
        &["generic", "aws", "azure", "gcp", "gke", "lowlatency", "oracle"],
        70,
    ),
    (
        "ubuntu",
        "20.04",
        &["x86_64", "arm64"],
        &["5.4", "5.8", "5.11", "5.13", "5.15"],
        &["generic", "aws", "azure", "gcp", "gke", "lowlatency", "oracle"],
        70,
    ),
    ("debian", "9", &["x86_64", "arm64"], &["4.9", "4.19"], &["generic", "rt"], 20),
    ("debian", "10", &["x86_64", "arm64"], &["4.19", "5.10"], &["generic", "cloud", "rt"], 30),
    ("debian", "11", &["x86_64", "arm64"], &["5.10", "6.1"], &["generic", "cloud", "rt"], 30),
    ("amzn", "1", &["x86_64"], &["4.14"], &["generic"], 80),
    ("amzn", "2", &["x86_64", "arm64"], &["4.14", "5.4", "5.10", "5.15"], &["generic"], 90),
    ("centos", "7", &["x86_64", "arm64"], &["3.10", "4.18"], &["generic"], 90),
    ("centos", "8", &["x86_64", "arm64"], &["4.18"], &["generic", "rt"], 60),
    ("rhel", "7", &["x86_64", "arm64"], &["3.10"], &["generic"], 130),
    ("rhel", "8", &["x86_64", "arm64"], &["4.18"], &["generic"], 130),
    ("ol", "7", &["x86_64", "arm64"], &["3.10", "4.14", "5.4"], &["generic", "uek"], 130),
    ("ol", "8", &["x86_64", "arm64"], &["4.18", "5.4", "5.15"], &["generic", "uek"], 120),
    ("fedora", "29", &["x86_64", "arm64"], &["4.18", "4.19", "4.20", "5.0", "5.1", "5.2"], &["generic"], 15),
    ("fedora", "30", &["x86_64", "arm64"], &["5.0", "5.1", "5.2", "5.3", "5.4", "5.5", "5.6"], &["generic"], 12),
    ("fedora", "31", &["x86_64", "arm64"], &["5.3", "5.4", "5.5", "5.6", "5.7", "5.8"], &["generic"], 12),
    ("fedora", "33", &["x86_64", "arm64"], &["5.8", "5.9", "5.10", "5.11", "5.12", "5.13"], &["generic"], 15),
    ("fedora", "34", &["x86_64", "arm64"], &["5.11", "5.12", "5.13", "5.14", "5.15", "5.16", "5.17"], &["generic"], 15),
    ("sles", "12.3", &["x86_64"], &["4.4"], &["default", "azure"], 50),
    ("sles", "12.5", &["x86_64", "arm64"], &["4.12"], &["default", "azure"], 60),
    ("sles", "15.1", &["x86_64", "arm64"], &["4.12"], &["default", "azure"], 60),
    ("sles", "15.2", &["x86_64", "arm64"], &["5.3"], &["default", "azure"], 50),
    ("sles", "15.3", &["x86_64", "arm64"], &["5.3"], &["default", "azure", "preempt"], 50),
    ("alma", "8", &["x86_64", "arm64"], &["4.18"], &["generic"], 50),
    ("rocky", "9", &["x86_64", "arm64"], &["5.14"], &["generic", "rt"], 50),
];

/// Lanes with `count` kernels in all. Each combination in [`FAMILIES`] gets its share of them. A combination whose
/// share is less than a kernel may have no lane.
pub fn lanes(count: u32) -> Vec<Lane> {
    let all: u32 = FAMILIES
        .iter()
        .map(|(.., archs, series, flavours, n)| (archs.len() * series.len() * flavours.len()) as u32 * n)
        .sum();
    let mut out: Vec<Lane> = Vec::new();
    let (mut given, mut due) = (0, 0.0);
    for (distribution, suite, archs, series, flavours, n) in FAMILIES {
        for series in series {
            for flavour in flavours {
                for arch in archs {
                    due += f64::from(n) * f64::from(count) / f64::from(all);
                    let count = (due.round() as u32).saturating_sub(given);
                    if count == 0 {
                        continue;
                    }
                    given += count;
                    let new_series = !out.iter().any(|l| l.series == *series);
                    let new_family = !out.iter().any(|l| (l.distribution, l.series) == (distribution, series));
                    let new_arch = !out.iter().any(|l| (l.series, l.arch) == (*series, *arch)) && *arch != "x86_64";
                    let new = (new_series, new_family, new_arch);
                    out.push(Lane { distribution, suite, arch, series, flavour, count, new });
                }
            }
        }
    }
    out
}

fn seed(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

impl Lane {
    /// The index of the real kernel from which the lane's first kernel is made: the first generic kernel of the lane's
    /// architecture and series, or, if `real` has none, the first generic kernel of the architecture.
    pub fn base(&self, real: &Atlas<Arc<[u8]>>) -> u32 {
        let of = |k: &AtlasKernel| k.arch == self.debian_arch() && k.flavour == "generic";
        let start = format!("{}.", self.series);
        let kernels = || (0u32..).zip(real.kernels());
        let same = kernels().find(|(_, k)| of(k) && k.version().starts_with(&start));
        same.or_else(|| kernels().find(|(_, k)| of(k))).expect("a kernel of the architecture").0
    }

    /// Debian's name of the lane's architecture.
    fn debian_arch(&self) -> &'static str {
        if self.arch == "arm64" { "arm64" } else { "amd64" }
    }

    /// The changes from the real kernel to the lane's first kernel: each has a seed, and the number of names that
    /// change.
    pub fn begins(&self) -> Vec<(u64, u32)> {
        let mut out = Vec::new();
        if !["5.10", "6.1"].contains(&self.series) {
            out.push((seed(self.series), SERIES));
        }
        if self.distribution != "debian" {
            out.push((seed((self.distribution, self.series)), DISTRIBUTION));
        }
        if !["generic", "default"].contains(&self.flavour) {
            out.push((seed((self.distribution, self.flavour)), FLAVOUR));
        }
        out
    }

    /// The changes from release `at - 1` to release `at`; none for release 0. Half come from upstream and are the same
    /// in all distributions, half are the distribution's own.
    pub fn updates(&self, at: u32) -> Vec<(u64, u32)> {
        if at == 0 {
            return Vec::new();
        }
        vec![(seed((self.series, at, "stable")), UPDATE / 2), (seed((self.distribution, self.series, at)), UPDATE / 2)]
    }

    /// The bytes that the lane's kernels would add to an atlas at the calibrated rates.
    pub fn calibrated(&self) -> f64 {
        let (series, family, arch) = self.new;
        let first = if series {
            SERIES
        } else if family {
            DISTRIBUTION
        } else {
            FLAVOUR
        };
        // The first lane of a series and an architecture other than x86_64 adds that architecture's changes, too.
        let arch = if arch { ARCH } else { 0 };
        f64::from(first + arch + (self.count - 1) * UPDATE) * BYTES
    }

    /// The facts of the lane's kernel with the index `at`, from 0.
    pub fn kernel(&self, at: u32, btf: &Btf) -> AtlasKernel {
        let abi = 20 + at;
        let Lane { distribution, suite, arch, series, flavour, .. } = *self;
        let machine = if arch == "arm64" { "aarch64" } else { "x86_64" };
        let release = match distribution {
            "ubuntu" if flavour == "generic" || flavour == "lowlatency" => format!("{series}.0-{abi}-{flavour}"),
            "ubuntu" => format!("{series}.0-{}-{flavour}", 1000 + at),
            "debian" if flavour == "generic" => format!("{series}.0-{at}-{}", self.debian_arch()),
            "debian" => format!("{series}.0-{at}-{flavour}-{}", self.debian_arch()),
            "amzn" => format!("{series}.{}-{}.{}.amzn{suite}.{machine}", 100 + at, 50 + at, 300 + at),
            "fedora" => format!("{series}.{at}-{}.fc{suite}.{machine}", 100 + at),
            "sles" => format!("{series}.14-{}.{at}.1-{flavour}", 95 + at / 4),
            "ol" if flavour == "uek" => format!("{series}.17-{}.el{suite}uek.{machine}", 2000 + at),
            _ if flavour == "rt" => format!("{series}.0-{abi}.rt7.{at}.el{suite}.{machine}"),
            _ => format!("{series}.0-{abi}.{at}.1.el{suite}.{machine}"),
        };
        let patch = if ["amzn", "fedora"].contains(&distribution) {
            format!("{series}.{}", 100 + at)
        } else {
            series.to_owned()
        };
        let digest = [seed((distribution, suite, arch)), seed((series, flavour)), u64::from(at), seed(at)];
        let mut sha256 = [0; 32];
        for (to, number) in sha256.chunks_mut(8).zip(digest) {
            to.copy_from_slice(&atlas::simulate::Chance::new(number ^ seed((digest, number))).number().to_le_bytes());
        }
        AtlasKernel {
            distribution: distribution.to_owned(),
            suite: suite.to_owned(),
            package_version: String::new(),
            upstream: patch,
            release,
            arch: self.debian_arch().to_owned(),
            flavour: flavour.to_owned(),
            endian: Endian::Little,
            pointer_size: 8,
            sha256,
            types: btf.own_type_count() + at,
            size: btf.bytes().len() as u32 + at * 60,
            from_header: false,
        }
    }
}

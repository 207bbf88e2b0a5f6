//! The facts about kernels in Fits (version, architecture, flavour), and the verdicts on other architectures.

use needs::{Foreign, Release, Version};
use wire::Wire;

use super::{Fit, KernelReport};

/// Version, architecture, flavour and distribution of a kernel. The empty flavour is the standard one; any other empty
/// text means that the fact is not known.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct OfKernel {
    /// The version of Linux: `6.1.176`, even if the release (as Debian's 6.1.0-54) has another number.
    pub version: String,
    /// The architecture by Debian's name: `amd64`.
    pub arch: String,
    /// `cloud`, `rt`; empty for the standard flavour.
    pub flavour: String,
    /// The distribution: `debian`.
    pub distribution: String,
}

impl OfKernel {
    /// The facts of a release.
    pub(super) fn of(release: &Release) -> OfKernel {
        OfKernel {
            version: release.version.map(|version| version.to_string()).unwrap_or_default(),
            arch: release.arch.clone().unwrap_or_default(),
            flavour: release.flavour.clone(),
            distribution: release.distribution.clone(),
        }
    }

    /// The facts in a kernel's name.
    pub(super) fn named(name: &str) -> OfKernel {
        OfKernel::of(&Release::parse(name))
    }

    /// All facts, as links carry them.
    pub(super) fn fields(&self) -> [&str; 4] {
        [&self.version, &self.arch, &self.flavour, &self.distribution]
    }

    /// Reads [`OfKernel::fields`].
    pub(super) fn read(fields: &[&str; 4]) -> OfKernel {
        let [version, arch, flavour, distribution] = fields.map(str::to_owned);
        OfKernel { version, arch, flavour, distribution }
    }

    /// The version in a form that can be compared.
    pub(super) fn parsed(&self) -> Option<Version> {
        Version::parse(&self.version)
    }

    /// The series of its version: `6.1`; empty if the version is not known.
    pub fn series(&self) -> String {
        self.parsed().map(|version| version.series().to_string()).unwrap_or_default()
    }

    /// The lane of the kernel: its architecture and flavour, `amd64 cloud`.
    pub(super) fn lane(&self) -> String {
        [self.arch.as_str(), &self.flavour].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

/// The verdicts on one program from kernels of one architecture, which is not the object's.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Wire)]
pub struct Other {
    /// The architecture.
    pub arch: String,
    /// How many kernels of this architecture were asked.
    pub kernels: u32,
    /// The number of them on which the program fails; those that `elsewhere` counts are not included.
    pub fails: u32,
    /// The number of them on which it cannot be told whether the program loads.
    pub unknown: u32,
    /// The number of them on which the program fails only because it was compiled for another architecture: it reads a
    /// register that these kernels do not have.
    pub elsewhere: u32,
}

impl Other {
    /// The worst verdict; none if the program fails on any of these kernels only because it was compiled for another
    /// architecture.
    pub fn fit(&self) -> Option<Fit> {
        match self {
            _ if self.elsewhere > 0 => None,
            _ if self.fails > 0 => Some(Fit::Fails),
            _ if self.unknown > 0 => Some(Fit::CannotTell),
            _ => Some(Fit::Loads),
        }
    }
}

/// The verdicts on a program from the atlas's kernels of other architectures, by architecture.
pub(super) fn others(kernels: &[KernelReport], program: usize) -> Vec<Other> {
    let mut all: Vec<Other> = Vec::new();
    for kernel in kernels.iter().filter(|kernel| !kernel.open) {
        let Some(foreign) = kernel.report.foreign else { continue };
        let Some(verdict) = kernel.report.programs.get(program) else { continue };
        let arch = kernel.release.arch.clone().unwrap_or_default();
        let at = all.iter().position(|other| other.arch == arch).unwrap_or_else(|| {
            all.push(Other { arch, kernels: 0, fails: 0, unknown: 0, elsewhere: 0 });
            all.len() - 1
        });
        let Some(other) = all.get_mut(at) else { continue };
        other.kernels += 1;
        match Fit::of(verdict.load(), Some(verdict.attach)) {
            Fit::Fails if foreign != Foreign::ByteOrder && kernel.report.register(program).is_some() => {
                other.elsewhere += 1;
            }
            Fit::Fails => other.fails += 1,
            Fit::CannotTell => other.unknown += 1,
            Fit::Fallback | Fit::Loads => {}
        }
    }
    all.sort_by(|a, b| a.arch.cmp(&b.arch));
    all
}

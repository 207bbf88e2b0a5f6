//! [`Release`]: facts from the name of a kernel, or of the file with its BTF.

use crate::arch::{arch_of, is_arch};
use crate::file::{Package, in_front, package_of, split_package, version_start, without_endings};
use crate::form::{self, Read};
use crate::mark::{self, Mark};
use crate::version::Version;
use crate::words::{abi, is_flavour, is_git, words};

/// Facts from the name of a kernel, or of the file with its BTF. Facts that the name does not give are empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Release {
    /// The name itself.
    pub name: String,
    /// The output of `uname -r`: `5.15.0-91-generic` for `vmlinux-5.15.0-91-generic.btf`.
    pub release: String,
    /// The version of Linux. Its patch level is `None` where the name does not tell it.
    pub version: Option<Version>,
    /// Debian's name of the architecture: `amd64`, `ppc64el`.
    pub arch: Option<String>,
    /// `cloud`, `rt`, `64k`; empty for the standard flavour.
    pub flavour: String,
    /// The distribution: `debian`, `ubuntu`, `rhel`.
    pub distribution: String,
    /// Whether only the form of the name tells the distribution (6.1.0-53-amd64 is Debian's), and no word of the name.
    pub by_form: bool,
    /// The distribution's release: `13` of `6.12.107+deb13-amd64`, `8` of `4.18.0-553.el8_10.x86_64`.
    pub suite: String,
    /// The word that tells distribution and suite: `deb13`, `fc40`, or `el8` for the word `el8_10`.
    pub mark: String,
    /// The build number within one version: `91` of `5.15.0-91-generic`, `553` of `4.18.0-553.el8_10.x86_64`.
    pub abi: String,
}

impl Release {
    /// The family that the kernel belongs to: the mark (`deb13`), or else the distribution. Empty if only the form
    /// of the name tells the distribution. A backport is a family of its own.
    pub fn family(&self) -> &str {
        match (self.mark.as_str(), self.by_form) {
            ("", true) => "",
            ("", false) => &self.distribution,
            (mark, _) => mark,
        }
    }

    /// The key by which lists group kernels: family, architecture and flavour, as far as they are known.
    pub fn group(&self) -> String {
        let parts = [self.family(), self.arch.as_deref().unwrap_or_default(), self.flavour.as_str()];
        parts.into_iter().filter(|p| !p.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Whether the kernel's distribution backports BPF of later versions into its kernels (RHEL and its rebuilds,
    /// Oracle, SLES, Amazon and others). The version of such a kernel does not tell which features of BPF it has; only
    /// its BTF does.
    pub fn backports_bpf(&self) -> bool {
        mark::backports(&self.distribution, &self.mark)
    }

    /// Reads names such as `linux-6.12.107+deb13-cloud-amd64_6.12.107-1.btf`, `6.18.44-fc`, `vmlinux-5.10` and
    /// `rhel/8/x86_64/4.18.0-80.el8.x86_64.btf.tar.xz`. [`crate::forms`] has a table of the known forms.
    pub fn parse(name: &str) -> Release {
        let mut out = Release { name: name.to_owned(), ..Release::default() };
        let mut folders = name.rsplit('/');
        let whole = folders.next().unwrap_or_default();
        let file = without_endings(whole);
        if let (Some(arch), Some(suite), Some(distribution)) = (folders.next(), folders.next(), folders.next())
            && let Some(distribution) = mark::of_folder(distribution).filter(|_| is_arch(arch))
        {
            distribution.clone_into(&mut out.distribution);
            suite.clone_into(&mut out.suite);
            out.arch = Some(arch_of(arch).to_owned());
        }
        let Some(start) = version_start(file) else {
            out.arch = out.arch.or_else(|| words(file).find(|w| is_arch(w)).map(|w| arch_of(w).to_owned()));
            return out;
        };
        let (release, version_of_package) = split_package(file.get(start..).unwrap_or_default());
        release.clone_into(&mut out.release);
        out.read(release, version_of_package, package_of(whole), file.get(..start).unwrap_or_default());
        if out.arch.is_none() {
            // NAME_VERSION_ARCH.deb
            let arch = version_of_package.rsplit('_').next().filter(|arch| is_arch(arch));
            out.arch = arch.map(|arch| arch_of(arch).to_owned());
        }
        out
    }

    /// Reads the release, and the version of its package; `front` is the part of the file's name before the release.
    fn read(&mut self, release: &str, of_package: &str, package: Package, front: &str) {
        let end = release.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(release.len());
        let (numbers, rest) = release.split_at(end);
        let numbers = numbers.trim_end_matches('.');
        let mut arch_word = "";
        let mut flavour: Vec<&str> = Vec::new();
        for word in words(rest) {
            let mut of_word = "";
            if let Some(Mark { distribution, suite, word, flavour: of_mark }) = mark::mark(word) {
                self.note_distribution(distribution, suite);
                word.clone_into(&mut self.mark);
                of_word = of_mark;
            } else if is_arch(word) {
                arch_word = word;
            } else if let Some(distribution) = mark::by_word(word) {
                self.note_distribution(distribution, "");
                match word {
                    // ELRepo's kernels are not built from the source of the distribution that they are packed for.
                    "elrepo" => distribution.clone_into(&mut self.distribution),
                    "bpo" => word.clone_into(&mut self.mark),
                    "WSL2" | "pve" => of_word = word,
                    _ => {}
                }
            } else if is_flavour(word) {
                // RHEL writes the number of its real-time patches into the word: rt56.
                let real_time = word.strip_prefix("rt").is_some_and(|n| n.bytes().all(|c| c.is_ascii_digit()));
                of_word = if real_time { "rt" } else { word };
            }
            if !of_word.is_empty() && !flavour.contains(&of_word) {
                flavour.push(of_word);
            }
        }
        if self.distribution == "android" || self.distribution == "wsl" {
            flavour.retain(|word| *word == "WSL2");
        }
        if package != Package::None {
            flavour.extend(in_front(front).filter(|word| !flavour.contains(word)).collect::<Vec<_>>());
        }
        self.flavour = flavour.join("-");
        self.abi = abi(numbers, rest).to_owned();
        if !arch_word.is_empty() {
            self.arch = Some(arch_of(arch_word).to_owned());
        }
        if self.distribution.is_empty() && self.mark.is_empty() {
            self.distribution =
                form::told(&Read { numbers, rest, abi: &self.abi, flavour: &self.flavour, arch_word, package })
                    .to_owned();
            self.by_form = !self.distribution.is_empty();
        }
        self.version = Version::parse(release).map(|version| self.with_patch(version, numbers, rest, of_package));
    }

    fn note_distribution(&mut self, distribution: &str, suite: &str) {
        if self.distribution.is_empty() {
            distribution.clone_into(&mut self.distribution);
        }
        if self.suite.is_empty() {
            suite.clone_into(&mut self.suite);
        }
    }

    /// The version with its patch level, as far as that is known. Debian's and Ubuntu's 6.1.0-56, RHEL's 5.14.0 and
    /// SLES' 4.12.14 keep their third number while the kernel moves on. The version of a Debian package has the real
    /// patch level.
    fn with_patch(&self, mut version: Version, numbers: &str, rest: &str, of_package: &str) -> Version {
        if version.candidate.is_none() {
            version.candidate = form::candidate_in(&self.abi, numbers);
            version.patch = version.candidate.map(|_| 0).or(version.patch);
        }
        let local = rest.trim_matches('+');
        let frozen = version.patch == Some(0) && !local.is_empty() && version.candidate.is_none() && !is_git(local);
        let never = !form::is_mainline(&self.abi, numbers) && (self.mark.starts_with("el") || self.backports_bpf());
        match mark::says_patch(&self.distribution) {
            // Arch's packages write 6.11 for 6.11.0. A third number that is too large to be read is not 0.
            true => version.patch = version.patch.or((numbers.split('.').count() == 2).then_some(0)),
            false if form::is_mainline(&self.abi, numbers) => {}
            false if frozen || never => version.patch = None,
            false => {}
        }
        // The package's version 5.4.0-42.46 in Ubuntu gives no patch level: it repeats the numbers of the release.
        if version.patch.is_none() && !(numbers.len() > 3 && of_package.starts_with(numbers)) {
            let of_package =
                Version::parse(of_package).filter(|p| (p.major, p.minor) == (version.major, version.minor));
            version.patch = of_package.and_then(|p| p.patch);
        }
        version
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_of_files_are_left_out() {
        let stems = ["a.btf.zst", "a.btf", "a.lz4", "a.btf.lzma", "a.xz.btf"].map(crate::stem);
        assert_eq!(stems, ["a", "a", "a", "a", "a.xz"]);
        assert_eq!(crate::without_packing("vmlinux.debug.bz2"), "vmlinux.debug");
    }

    #[test]
    fn names_have_version_architecture_and_flavour() {
        let r = |name| {
            let r = Release::parse(name);
            let version = r.version.map(|v| v.to_string()).unwrap_or_default();
            (version, r.arch.clone().unwrap_or_default(), r.flavour.clone(), r.family().to_owned())
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
        assert_eq!(r("kernel-x86_64-6.1.5.btf"), is("6.1.5", "", "", ""));
        assert_eq!(r("kernel.x86_64.btf"), is("", "amd64", "", ""));
        assert_eq!(r("linux-image-6.1.0-56-amd64-unsigned_6.1.192-1_amd64.deb"), is("6.1.192", "amd64", "", ""));
        assert_eq!(r("ubuntu-20.04-5.4.0-100-generic.btf"), is("5.4", "", "generic", ""));
        assert_eq!(r("5.14.0-427.el9_4.x86_64"), is("5.14", "amd64", "", "el9"));
        assert_eq!(r("6.10.0"), is("6.10.0", "", "", ""));
        assert_eq!(r("6.11-arch1-1"), is("6.11.0", "", "", "arch"));
        assert_eq!(r("6.11.65536-arch1-1"), is("6.11", "", "", "arch"));
        assert_eq!(r("/sys/kernel/btf/vmlinux"), is("", "", "", ""));
        assert_eq!(r(""), is("", "", "", ""));
    }

    #[test]
    fn the_release_is_taken_out_of_the_name() {
        let release = |name| Release::parse(name).release;
        assert_eq!(release("vmlinux-5.15.0-91-generic"), "5.15.0-91-generic");
        assert_eq!(release("libbpf-arm-6.19.h.xz"), "6.19");
        assert_eq!(release("linux-6.12.107+deb13-cloud-amd64_6.12.107-1.btf"), "6.12.107+deb13-cloud-amd64");
        assert_eq!(release("ol/7/arm64/4.14.35-1850a.el7uek.aarch64.btf.tar.xz"), "4.14.35-1850a.el7uek.aarch64");
    }

    #[test]
    fn backports_are_known_by_name_and_by_folder() {
        let backports = |name| Release::parse(name).backports_bpf();
        assert!(backports("4.18.0-553.el8_10.x86_64") && backports("6.4.0-150600.21-default"));
        assert!(backports("rhel/7/x86_64/3.10.0-1062.btf") && backports("6.1.84-99.169.amzn2023.x86_64"));
        assert!(!backports("6.8.5-301.fc40.x86_64") && !backports("5.15.0-91-generic") && !backports("6.1.0-53-amd64"));
    }
}

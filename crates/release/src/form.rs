//! Tells the distribution by the form of a kernel's name, where no word of the name tells it.

use crate::arch::is_debians;
use crate::file::Package;
use crate::mark;
use crate::version::candidate;

/// The parts of a kernel's name.
pub(crate) struct Read<'a> {
    /// The numbers in front: `6.1.0`.
    pub numbers: &'a str,
    /// The text behind the numbers: `-21-amd64`.
    pub rest: &'a str,
    pub abi: &'a str,
    pub flavour: &'a str,
    /// The word for the kernel's architecture, as the name has it; empty if it has none.
    pub arch_word: &'a str,
    /// The package format, by the ending of the file's name.
    pub package: Package,
}

/// The distribution whose names have this form. Empty where several distributions or none use the form.
pub(crate) fn told(read: &Read<'_>) -> &'static str {
    let Read { numbers, rest, abi, flavour, arch_word, package } = *read;
    let counts = !abi.is_empty() && abi.bytes().all(|c| c.is_ascii_digit());
    let dotted = abi.contains('.') && abi.bytes().all(|c| c.is_ascii_digit() || c == b'.');
    let frozen = numbers.splitn(3, '.').nth(2) == Some("0");
    let mut flavours = flavour.split('-');
    let last = flavour.rsplit('-').next().unwrap_or_default();
    match last {
        _ if is_mainline(abi, numbers) => "ubuntu",
        _ if frozen && counts && is_debians(arch_word) => "debian",
        _ if frozen && counts && flavours.any(mark::is_ubuntu_flavour) => "ubuntu",
        _ if abi.is_empty() && is_debians(arch_word) && ends_as_debians(rest, arch_word) => "debian",
        "default" | "azure" | "preempt" | "rt" | "64kb" | "kvmsmall" | "vanilla"
            if dotted && (arch_word.is_empty() || package == Package::Rpm) =>
        {
            "sles"
        }
        "default" if counts && !frozen => "opensuse-tumbleweed",
        _ if package == Package::Apk => "alpine",
        _ if package == Package::Arch => "arch",
        "lts" | "virt" | "rpi" | "rpi2" | "rpi4" | "edge" | "asahi" if abi == "0" => "alpine",
        "virt" | "edge" if counts => "alpine",
        // Arch counts the packages of a version from 1, Alpine from 0. So Alpine's second package is taken for Arch's.
        "lts" if counts => "arch",
        _ => "",
    }
}

/// Whether nothing stands between version and architecture but Debian's featuresets (`cloud`, `rt`) and a release
/// candidate.
fn ends_as_debians(rest: &str, arch_word: &str) -> bool {
    let Some(between) = rest.strip_prefix('-').and_then(|rest| rest.strip_suffix(arch_word)) else { return false };
    let known = |word: &str| matches!(word, "" | "cloud" | "rt") || candidate(word).is_some();
    between.split('-').all(known)
}

/// Whether the ABI has the form of Ubuntu's mainline builds: two digits for each number of the version (060807 for
/// 6.8.7), and perhaps a release candidate.
pub(crate) fn is_mainline(abi: &str, numbers: &str) -> bool {
    let mut numbers = numbers.split('.').map(|n| n.parse::<u32>().unwrap_or(u32::MAX));
    let mut next = || numbers.next().unwrap_or(0);
    let expected = [next(), next(), next()];
    let (digits, behind) = abi.split_at_checked(6).unwrap_or((abi, ""));
    let said: Option<Vec<u32>> = [0, 2, 4].iter().map(|&at| digits.get(at..at + 2)?.parse().ok()).collect();
    said.is_some_and(|said| said == expected) && (behind.is_empty() || candidate(behind).is_some())
}

/// The release candidate that an ABI names: 7 of Fedora's `0.rc7.20240510git448b3fe5a0ea.62` and of Ubuntu's
/// `060900rc7`.
pub(crate) fn candidate_in(abi: &str, numbers: &str) -> Option<u16> {
    match abi.strip_prefix("0.") {
        Some(rest) => candidate(rest),
        None if is_mainline(abi, numbers) => candidate(abi.get(6..)?),
        None => None,
    }
}

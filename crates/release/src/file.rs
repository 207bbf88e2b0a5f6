//! Finds the release in the name of a file or package.

use crate::mark;
use crate::version::Version;
use crate::words::words;

/// A package format whose file names are read by rules of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Package {
    /// No package, or a package whose name needs no rules of its own (`.deb`).
    None,
    /// A package of RPM.
    Rpm,
    /// A package of Alpine's apk.
    Apk,
    /// A package of Arch's pacman.
    Arch,
}

/// The package format, by the ending of the file's name. An ending of compression may follow `.pkg.tar`.
pub(crate) fn package_of(file: &str) -> Package {
    match () {
        () if file.ends_with(".rpm") => Package::Rpm,
        () if file.ends_with(".apk") => Package::Apk,
        () if file.contains(".pkg.tar") => Package::Arch,
        () => Package::None,
    }
}

/// The flavours that stand before the version in the name of a package: `lts` in `linux-lts-6.6.32-r0.apk`.
pub(crate) fn in_front(front: &str) -> impl Iterator<Item = &str> {
    const WORDS: [&str; 16] = [
        "lts", "virt", "edge", "rpi", "asahi", "zen", "hardened", "rt", "default", "azure", "preempt", "16k", "64k",
        "64kb", "kvmsmall", "vanilla",
    ];
    words(front).filter(|word| WORDS.contains(word))
}

/// The endings of the names of compressed files.
const PACKED: [&str; 6] = [".xz", ".zst", ".gz", ".bz2", ".lz4", ".lzma"];

/// A file's name without the ending of compression: `linux.btf` of `linux.btf.xz`.
pub fn without_packing(name: &str) -> &str {
    PACKED.iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name)
}

/// A file's name without the endings of compression and of raw BTF: `5.4.0-42-generic` of `5.4.0-42-generic.btf.zst`.
pub fn stem(name: &str) -> &str {
    let plain = without_packing(name);
    plain.strip_suffix(".btf").unwrap_or(plain)
}

/// A file's name without the endings of compression and format.
pub(crate) fn without_endings(mut file: &str) -> &str {
    const FORMATS: [&str; 13] =
        [".btf", ".h", ".tar", ".deb", ".ddeb", ".rpm", ".pkg", ".apk", ".tgz", ".zip", ".img", ".debug", ".vmlinux"];
    let ends = || FORMATS.iter().chain(&PACKED);
    // RHEL's kernel with debugging is called 3.10.0-1160.el7.x86_64.debug.
    let is_flavour = |rest: &str| words(rest).any(|word| mark::mark(word).is_some_and(|m| m.word.starts_with("el")));
    while let Some((rest, end)) = ends().find_map(|end| Some((file.strip_suffix(end)?, *end))) {
        if end == ".debug" && is_flavour(rest) {
            break;
        }
        file = rest;
    }
    file
}

/// The byte offset of the version: of the first three numbers joined by dots, or else of the first two. The numbers
/// must stand at the start of a word or behind a `v`.
pub(crate) fn version_start(file: &str) -> Option<usize> {
    let mut two = None;
    let mut before = ' ';
    for (at, c) in file.char_indices() {
        let begins = !before.is_ascii_alphanumeric() && before != '.' || before == 'v';
        before = c;
        if !c.is_ascii_digit() || !begins {
            continue;
        }
        let text = file.get(at..)?;
        let mut numbers = text.split('.').map(|n| n.find(|c: char| !c.is_ascii_digit()).unwrap_or(n.len()) == n.len());
        // Text may follow the last number, so that part only has to start with a digit.
        let mut starts = text.split('.').map(|n| n.starts_with(|c: char| c.is_ascii_digit()));
        let two_here = numbers.next() == Some(true) && starts.nth(1) == Some(true) && Version::parse(text).is_some();
        if two_here && numbers.next() == Some(true) && starts.next() == Some(true) {
            return Some(at);
        }
        two = two.or(two_here.then_some(at));
    }
    two
}

/// Splits `6.1.0-56-amd64_6.1.192-1` into the release and the version of its package, which must be of the same series.
/// Without such a version, the second text is empty.
pub(crate) fn split_package(text: &str) -> (&str, &str) {
    let series = |v: Version| (v.major, v.minor);
    let of = Version::parse(text).map(series);
    let is_package = |at: &usize| {
        let package = text.get(at + 1..).unwrap_or_default();
        of.is_some() && version_start(package) == Some(0) && Version::parse(package).map(series) == of
    };
    let at = text.match_indices('_').map(|(at, _)| at).find(is_package);
    at.map_or((text, ""), |at| (text.get(..at).unwrap_or_default(), text.get(at + 1..).unwrap_or_default()))
}

//! The words of a release.

use crate::arch::is_arch;
use crate::mark;
use crate::version::candidate;

/// The words of a name, split at `-`, `+`, `.`, `~` and `/`: `x86_64` is one word.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(['-', '+', '.', '~', '/']).filter(|word| !word.is_empty())
}

/// Whether a word is a flavour: not a number, a candidate, a commit, or a word that a package or the kernel's own build
/// adds. Page sizes (`64k`) are flavours.
pub(crate) fn is_flavour(word: &str) -> bool {
    let digits = |n: &str| !n.is_empty() && n.bytes().all(|c| c.is_ascii_digit());
    let pages = word.strip_suffix('k').or_else(|| word.strip_suffix("kb")).is_some_and(digits);
    const ADDED: [&str; 7] = ["unsigned", "dbg", "dbgsym", "trunk", "vmlinux", "dirty", "next"];
    let added = ADDED.contains(&word) || candidate(word).is_some() || word.strip_prefix('r').is_some_and(digits);
    pages || word.starts_with(|c: char| c.is_ascii_alphabetic()) && !added && !is_commit(word)
}

/// Whether a word is a commit as `git describe` writes it.
fn is_commit(word: &str) -> bool {
    word.strip_prefix('g').is_some_and(|rest| rest.len() >= 7 && rest.bytes().all(|c| c.is_ascii_hexdigit()))
}

/// Whether the text behind a version was only added by the kernel's own build (scripts/setlocalversion):
/// `-00123-gdeadbeef0123-dirty`.
pub(crate) fn is_git(rest: &str) -> bool {
    let mut words = words(rest).peekable();
    let digits = |word: &str| word.bytes().all(|c| c.is_ascii_digit());
    let counted = words.next_if(|word| digits(word)).is_some();
    let commit = words.next_if(|word| is_commit(word)).is_some();
    let dirty = words.next_if(|word| *word == "dirty").is_some();
    counted <= commit && (commit || dirty) && words.next().is_none()
}

/// The build number: the first word behind the version, up to an architecture or a mark other than Debian's. Empty if
/// this word does not begin with a digit, or is a flavour (`64k`) or an architecture (`686`). A mark of Android or Arch
/// before the build number is skipped.
pub(crate) fn abi<'a>(numbers: &'a str, rest: &'a str) -> &'a str {
    // Microsoft's build number is the fourth number of the version.
    if let Some(fourth) = numbers.splitn(4, '.').nth(3) {
        return fourth;
    }
    if is_git(rest) {
        return "";
    }
    // Arch's packages write a dot for the first hyphen.
    let in_package = rest.starts_with(|c: char| c.is_ascii_alphabetic());
    let Some(behind) = rest.strip_prefix('-').or(in_package.then_some(rest)) else { return "" };
    let mut parts = behind.split(['-', '+']);
    let mut first = parts.next().unwrap_or_default();
    if mark::mark(first).is_some_and(|m| matches!(m.distribution, "android" | "arch")) {
        first = parts.next().unwrap_or_default();
    } else {
        // Alpine's packages: r0.
        first = first.strip_prefix('r').filter(|n| n.starts_with(|c: char| c.is_ascii_digit())).unwrap_or(first);
    }
    if !first.starts_with(|c: char| c.is_ascii_digit()) || is_flavour(first) || is_arch(first) {
        return "";
    }
    // A mark of Debian does not end the build number: in older backports it is among the numbers (`0.deb11.51`).
    let ends = |word: &str| is_arch(word) || mark::mark(word).is_some_and(|m| m.distribution != "debian");
    let mut end = 0;
    for word in first.split('.') {
        if ends(word) {
            break;
        }
        end += word.len() + usize::from(end > 0);
    }
    first.get(..end).unwrap_or_default()
}

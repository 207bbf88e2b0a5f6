//! Orders two files by age.

use std::cmp::Ordering;

use model::kind::FileKind;
use release::{Release, Version};

use crate::file::OpenFile;

/// The version in a release or in a file's name, and the build number within this version (28 of `6.1.0-28-amd64`).
/// `None` if the text has no version.
fn version(text: &str) -> Option<(Version, String)> {
    let found = Release::parse(text);
    Some((found.version?, found.abi))
}

/// Orders versions. Of kernels with the same version, the build numbers decide: Debian's 6.1.0-9 and 6.1.0-28 are both
/// known as 6.1 only.
fn by_version((a, build_a): &(Version, String), (b, build_b): &(Version, String)) -> Ordering {
    a.cmp(b).then_with(|| release::compare(build_a, build_b))
}

/// Orders two files by the version of their kernel: that of the release that the file contains or its atlas knows, or
/// else the version in its name. Programs come before all other files. Two programs, or two other files, are equal if
/// the version of one of them is not known.
pub(crate) fn by_age(a: &OpenFile, b: &OpenFile) -> Ordering {
    let of = |f: &OpenFile| f.version.as_deref().and_then(version).or_else(|| version(&f.name));
    let kernel = |f: &OpenFile| f.kind != FileKind::Program;
    kernel(a).cmp(&kernel(b)).then_with(|| match (of(a), of(b)) {
        (Some(x), Some(y)) => by_version(&x, &y),
        _ => Ordering::Equal,
    })
}

#[cfg(test)]
mod tests {
    use super::{by_version, version};

    #[test]
    fn versions_in_names() {
        let of = |name| version(name).map(|(version, build)| (version.to_string(), build));
        let is = |version: &str, build: &str| Some((version.to_owned(), build.to_owned()));
        assert_eq!(of("vmlinux-deb-6.1.176-amd64.btf"), is("6.1.176", ""));
        assert_eq!(of("vmlinux-6.1.0-28-amd64"), is("6.1", "28"));
        assert_eq!(of("5.15.0-130-generic"), is("5.15", "130"));
        assert_eq!(of("x86_64-7.1"), is("7.1", ""));
        // The version of the distribution is not the kernel's.
        assert_eq!(of("ubuntu-20.04-5.4.0-42-generic.btf"), is("5.4", "42"));
        for none in ["", "kernel.x86_64.btf", "vmlinux", "v2-3.btf", "6.", "ä6", "v99999999999.1"] {
            assert_eq!(of(none), None, "{none}");
        }
        let rising = ["5.4.0-42-generic", "6.1.0-9-amd64", "6.1.0-28-amd64", "6.1.5", "6.9", "6.12"];
        for (i, a) in rising.iter().enumerate() {
            for (j, b) in rising.iter().enumerate() {
                let order = version(a).zip(version(b)).map(|(a, b)| by_version(&a, &b));
                assert_eq!(order, Some(i.cmp(&j)), "{a} {b}");
            }
        }
    }
}

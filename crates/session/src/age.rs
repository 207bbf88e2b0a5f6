//! Orders two files by age.

use std::cmp::Ordering;

use model::kind::FileKind;

use crate::file::OpenFile;

/// The numbers of the first version in a text: 6, 1, 0, 28 for `vmlinux-6.1.0-28-amd64`. Empty unless the text has
/// two numbers with a full stop between them.
fn version(text: &str) -> Vec<u32> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        rest = rest.get(at..).unwrap_or_default();
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (number, after) = rest.split_at(end);
        found.push(number.parse().unwrap_or(u32::MAX));
        let mut next = after.chars();
        let joins = matches!((next.next(), found.len()), (Some('.'), _) | (Some('-'), 2..));
        rest = after;
        if !joins || !next.next().is_some_and(|c| c.is_ascii_digit()) {
            if found.len() > 1 {
                return found;
            }
            found.clear();
        }
    }
    found
}

/// Orders two files by the version of their kernel: the version that the file contains, or else the version in its
/// name. Programs come before all other files. Two programs, or two other files, are equal if the version of one of
/// them is not known.
pub(crate) fn by_age(a: &OpenFile, b: &OpenFile) -> Ordering {
    let of = |f: &OpenFile| version(f.version.as_ref().unwrap_or(&f.name));
    let kernel = |f: &OpenFile| f.kind != FileKind::Program;
    kernel(a).cmp(&kernel(b)).then_with(|| match (of(a), of(b)) {
        (x, y) if x.is_empty() || y.is_empty() => Ordering::Equal,
        (x, y) => x.cmp(&y),
    })
}

#[cfg(test)]
mod tests {
    use super::version;

    #[test]
    fn versions_in_names() {
        assert_eq!(version("vmlinux-deb-6.1.176-amd64.btf"), [6, 1, 176]);
        assert_eq!(version("vmlinux-6.1.0-28-amd64"), [6, 1, 0, 28]);
        assert_eq!(version("5.15.0-130-generic"), [5, 15, 0, 130]);
        assert_eq!(version("x86_64-7.1"), [7, 1]);
        for none in ["", "kernel.x86_64.btf", "vmlinux", "v2-3.btf", "6.", "ä6"] {
            assert!(version(none).is_empty(), "{none}");
        }
        assert_eq!(version("v99999999999.1"), [u32::MAX, 1]);
        assert!(version("6.9") < version("6.12") && version("6.1") < version("6.1.5"));
        assert!(version("6.1.0-9-amd64") < version("6.1.0-28-amd64"));
    }
}

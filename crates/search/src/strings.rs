//! Reads names without trust in their lengths: names may overlap, so even a small blob can have a hundred thousand
//! long ones.

use btf::{Btf, SectionKind, StringOffset};
use memchr::{memchr, memmem};

/// The most bytes of a name that are compared with a pattern. The kernel's longest symbols have 512 (`KSYM_NAME_LEN`).
pub(crate) const LONGEST: usize = 1024;

/// The bytes of a string as text ([`Btf::string`]), cut after `longest`. Empty if there is no string.
pub(crate) fn bounded(btf: &Btf, offset: StringOffset, longest: usize) -> &[u8] {
    let Some((blob, at)) = btf.locate_string(offset) else { return &[] };
    if blob.has_escapes() {
        return blob.string_up_to(offset, longest as u32).unwrap_or_default().as_bytes();
    }
    let end = blob.section(SectionKind::Strings).end as usize;
    let at = at as usize;
    let bytes = blob.bytes().get(at..end.min(at.saturating_add(longest))).unwrap_or_default();
    &bytes[..memchr(0, bytes).unwrap_or(bytes.len())]
}

/// The offsets, in a BTF and its bases, of all strings that are exactly this text, sorted. Comparing an offset with
/// these is much faster than comparing names.
pub(crate) fn offsets_of(btf: &Btf, text: &str) -> Vec<u32> {
    let mut out = Vec::new();
    let name = btf::unescaped(text);
    let needle = [&*name, &[0]].concat();
    let finder = memmem::Finder::new(&needle);
    for (blob, section) in sections(btf) {
        let first = blob.first_string().0;
        out.extend(finder.find_iter(section).map(|i| first.saturating_add(i as u32)));
        // A section that was cut off may end without a NUL.
        if section.ends_with(&name) {
            out.push(first.saturating_add((section.len() - name.len()) as u32));
        }
    }
    out.sort_unstable();
    out
}

/// The length in bytes of the longest string in a BTF or its bases.
pub(crate) fn longest_stored(btf: &Btf) -> usize {
    let mut longest = 0;
    for (_, mut rest) in sections(btf) {
        while !rest.is_empty() {
            let len = memchr(0, rest).unwrap_or(rest.len());
            longest = longest.max(len);
            rest = rest.get(len + 1..).unwrap_or_default();
        }
    }
    longest
}

/// A BTF and its bases, each with the bytes of its own strings.
fn sections(btf: &Btf) -> impl Iterator<Item = (&Btf, &[u8])> {
    let blobs = std::iter::successors(Some(btf), |blob| blob.base().map(|base| &**base));
    blobs.map(|blob| (blob, blob.bytes().get(blob.section(SectionKind::Strings).as_usize()).unwrap_or_default()))
}

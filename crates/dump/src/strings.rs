//! Names for printers. For a whole file each string section is checked once; for a few types, each name.

use std::cell::Cell;
use std::ffi::CStr;

use btf::{Btf, LONGEST_STRING, SectionKind, StringOffset};

/// Names up to this many bytes are always printed whole.
const SHORT: usize = 64;

/// The strings of a BTF and its bases, for one printing.
///
/// Names may overlap, so that a small blob can have a hundred thousand long ones. Therefore all long names together are
/// limited to a number of bytes proportional to the blob's size; later ones are cut to [`SHORT`].
pub(crate) struct Strings<'a> {
    btf: &'a Btf,
    /// How many more bytes of long names may be printed. In a sound blob each name is printed a few times, so 16 times
    /// the blob's size is enough.
    left: Cell<u64>,
    /// For each blob, from the innermost base on: the offset of its first string, and its string section. Empty if
    /// names are checked one by one: after [`Strings::few`], or if a section is not UTF-8 or may need escapes.
    sections: Vec<(u32, &'a str)>,
    /// Whether no string has a quote, backslash or control character; false if the sections were not checked.
    plain: bool,
}

impl<'a> Strings<'a> {
    /// Checks the sections completely: for printing a whole file.
    pub(crate) fn whole(btf: &'a Btf) -> Strings<'a> {
        let mut sections = Vec::new();
        let mut at = Some(btf);
        while let Some(b) = at {
            let section = b.bytes().get(b.section(SectionKind::Strings).as_usize()).unwrap_or_default();
            let Some(text) = std::str::from_utf8(section).ok().filter(|_| !b.has_escapes()) else {
                return Strings::few(btf);
            };
            sections.push((b.first_string().0, text));
            at = b.base().map(|b| &**b);
        }
        sections.reverse();
        // Control characters and backslashes were ruled out before, because they would have escapes.
        let plain = !sections.iter().any(|(_, text)| text.contains('"'));
        Strings { sections, plain, ..Strings::few(btf) }
    }

    /// The same strings for a printing with `left` bytes of long names.
    pub(crate) fn with_left(&self, left: u64) -> Strings<'a> {
        Strings { btf: self.btf, left: Cell::new(left), sections: self.sections.clone(), plain: self.plain }
    }

    /// How many more bytes of long names may be printed whole.
    pub(crate) fn left(&self) -> u64 {
        self.left.get()
    }

    /// Whether no string needs escapes in JSON.
    pub(crate) fn are_plain(&self) -> bool {
        self.plain
    }

    /// Checks each string when it is used: for printing a few.
    pub(crate) fn few(btf: &'a Btf) -> Strings<'a> {
        let blobs = std::iter::successors(Some(btf), |b| b.base().map(|b| &**b));
        let bytes: u64 = blobs.map(|b| b.bytes().len() as u64).sum();
        Strings { btf, left: Cell::new(bytes.saturating_mul(16)), sections: Vec::new(), plain: false }
    }

    /// The string at an offset: see [`Btf::string`]. A long string is cut if it exceeds the rest of the limit.
    #[inline]
    pub(crate) fn get(&self, offset: StringOffset) -> Option<&'a str> {
        let name = self.find(offset)?;
        Some(if name.len() <= SHORT { name } else { self.afford(name) })
    }

    #[cold]
    fn afford(&self, name: &'a str) -> &'a str {
        match self.left.get().checked_sub(name.len() as u64) {
            Some(left) => {
                self.left.set(left);
                name
            }
            None => cut(name, SHORT),
        }
    }

    #[inline]
    fn find(&self, offset: StringOffset) -> Option<&'a str> {
        let Some((first, text)) = self.sections.iter().rev().find(|(first, _)| *first <= offset.0) else {
            return self.btf.string(offset);
        };
        // An offset inside a character counts as invalid.
        let rest = text.get((offset.0 - first) as usize..).filter(|rest| !rest.is_empty())?;
        let most = rest.len().min(LONGEST_STRING as usize);
        // The standard library searches for this NUL in several bytes at once.
        let start = rest.as_bytes().get(..most).unwrap_or_default();
        Some(cut(rest, CStr::from_bytes_until_nul(start).map_or(most, |name| name.count_bytes())))
    }

    /// The string at an offset; empty if the offset is outside the strings.
    #[inline]
    pub(crate) fn name(&self, offset: StringOffset) -> &'a str {
        self.get(offset).unwrap_or_default()
    }
}

/// The first `len` bytes of a text, or fewer, so as not to cut a character.
fn cut(text: &str, len: usize) -> &str {
    (0..=len).rev().find_map(|len| text.get(..len)).unwrap_or_default()
}

//! Names for printers of whole files: each string section is checked for UTF-8 once, not string by string.

use btf::{Btf, SectionKind, StringOffset};

/// The strings of a BTF and its bases.
pub(crate) struct Strings<'a> {
    btf: &'a Btf,
    /// The offset of each blob's first string, and the section; the last base first. Empty where a section is not UTF-8.
    sections: Vec<(u32, &'a str)>,
}

impl<'a> Strings<'a> {
    /// Checks the sections, in time that a whole file is worth.
    pub(crate) fn whole(btf: &'a Btf) -> Strings<'a> {
        let mut sections = Vec::new();
        let mut at = Some(btf);
        while let Some(b) = at {
            let section = b.bytes().get(b.section(SectionKind::Strings).as_usize()).unwrap_or_default();
            let Ok(text) = std::str::from_utf8(section) else { return Strings::few(btf) };
            sections.push((b.first_string().0, text));
            at = b.base().map(|b| &**b);
        }
        sections.reverse();
        Strings { btf, sections }
    }

    /// For a few strings, each checked by itself.
    pub(crate) fn few(btf: &'a Btf) -> Strings<'a> {
        Strings { btf, sections: Vec::new() }
    }

    /// The string at an offset: see [`Btf::string`].
    #[inline]
    pub(crate) fn get(&self, offset: StringOffset) -> Option<&'a str> {
        let Some((first, text)) = self.sections.iter().rev().find(|(first, _)| *first <= offset.0) else {
            return self.btf.string(offset);
        };
        // An offset inside a character is as bad as one outside.
        let rest = text.get((offset.0 - first) as usize..).filter(|rest| !rest.is_empty())?;
        let end = rest.bytes().position(|b| b == 0).unwrap_or(rest.len());
        rest.get(..end)
    }

    /// The string at an offset, or nothing.
    #[inline]
    pub(crate) fn name(&self, offset: StringOffset) -> &'a str {
        self.get(offset).unwrap_or_default()
    }
}

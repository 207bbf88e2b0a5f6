//! Where the sections lie in the blob. A section that goes beyond the blob's end is cut there.

use crate::error::{Diagnostics, ErrorKind, Place};
use crate::header::Header;
use crate::ids::BlobRange;

crate::named! {
    /// The sections of a blob.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum SectionKind {
        /// The header.
        Header = "header";
        /// The type records.
        Types = "type";
        /// The layout of kinds.
        Layout = "layout";
        /// The strings.
        Strings = "string";
    }
    /// `"header"`, `"type"`, `"layout"`, `"string"`.
    pub fn as_str;
}

/// A section and the bytes of it that are in the blob.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Section {
    /// The kind of the section.
    pub kind: SectionKind,
    /// Its bytes in the blob, cut at the blob's end.
    pub range: BlobRange,
}

/// The sections of one blob.
#[derive(Clone, Debug)]
pub(crate) struct Sections {
    /// By precedence: where sections overlap in a damaged blob, the first owns the bytes.
    pub(crate) list: [Section; 4],
    /// All starts and ends, and 0 and the blob's length, ascending: all bytes between two neighbours belong to the same
    /// section, or all to none.
    bounds: Vec<u32>,
}

impl Sections {
    /// Lays out the sections that `header` has, in a blob of `len` bytes.
    pub(crate) fn new(header: &Header, len: u32, diagnostics: &mut Diagnostics) -> Sections {
        let mut place = |kind: SectionKind, off: u32, size: u32, at_field: u32| {
            let start = u64::from(header.hdr_len) + u64::from(off);
            let end = start + u64::from(size);
            let field = BlobRange::at(at_field, 8);
            if size > 0 && end > u64::from(len) {
                let kind = ErrorKind::SectionBeyondEnd { section: kind.as_str(), end, len };
                diagnostics.push(kind, field, Place::Header);
            }
            if kind != SectionKind::Strings && !(off.is_multiple_of(4) && size.is_multiple_of(4)) {
                diagnostics.push(ErrorKind::Misaligned { section: kind.as_str() }, field, Place::Header);
            }
            let clip = |at: u64| u32::try_from(at).unwrap_or(u32::MAX).min(len);
            Section { kind, range: BlobRange::new(clip(start), clip(end)) }
        };
        let list = [
            Section { kind: SectionKind::Header, range: BlobRange::new(0, header.hdr_len.min(len)) },
            place(SectionKind::Types, header.type_off, header.type_len, 8),
            place(SectionKind::Layout, header.layout_off, header.layout_len, 24),
            place(SectionKind::Strings, header.str_off, header.str_len, 16),
        ];
        for (i, a) in list.iter().enumerate() {
            for b in &list[i + 1..] {
                let both = a.range.intersect(b.range);
                if !both.is_empty() {
                    let kind = ErrorKind::Overlap { first: a.kind.as_str(), second: b.kind.as_str() };
                    diagnostics.push(kind, both, Place::Header);
                }
            }
        }
        let mut bounds: Vec<u32> = list.iter().flat_map(|s| [s.range.start, s.range.end]).chain([0, len]).collect();
        bounds.sort_unstable();
        bounds.dedup();
        Sections { list, bounds }
    }

    pub(crate) fn range(&self, kind: SectionKind) -> BlobRange {
        // Every read of a name needs the string section; a search of the list took a tenth of the time of the read.
        let [header, types, layout, strings] = &self.list;
        match kind {
            SectionKind::Header => header.range,
            SectionKind::Types => types.range,
            SectionKind::Layout => layout.range,
            SectionKind::Strings => strings.range,
        }
    }

    /// The section that owns byte `at`, if any, and the range around it with the same owner.
    pub(crate) fn at(&self, at: u32) -> (Option<SectionKind>, BlobRange) {
        let next = self.bounds.partition_point(|&b| b <= at);
        let end = self.bounds.get(next).copied().unwrap_or(at.saturating_add(1));
        let start = next.checked_sub(1).and_then(|i| self.bounds.get(i)).copied().unwrap_or(0);
        let kind = self.list.iter().find(|s| s.range.contains(at)).map(|s| s.kind);
        (kind, BlobRange::new(start, end))
    }
}

//! The target of a click on a byte.

use btf::{BlobRange, Btf, Ext, ExtOwner, ExtSection, HeaderField, LayoutEntry, Owner, SectionKind, StringOffset};

use super::blob::{Blob, ByteOwner};
use super::focus::{Focus, Highlights, highlights};
use crate::words::plain_text;

/// The target of a click on a byte of a `.BTF`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ByteTarget {
    /// A field of a type's record.
    Type(Focus),
    /// A field of the header.
    Header(HeaderField),
    /// A stored string.
    String {
        /// Its offset in the string section.
        offset: StringOffset,
        /// Its bytes in the blob, with the NUL.
        range: BlobRange,
        /// Its text. A text of more than 160 characters is cut there, and then ends in `…`.
        text: String,
    },
    /// The layout section's entry for a kind number.
    Layout(u32),
    /// Bytes between or after the sections.
    Gap(BlobRange),
    /// Bytes of a damaged section that cannot be read.
    Unreadable(BlobRange),
}

impl From<Focus> for ByteTarget {
    fn from(focus: Focus) -> ByteTarget {
        ByteTarget::Type(focus)
    }
}

/// The target of byte `at` of `btf`'s own blob; none beyond the end.
pub fn owner_target(btf: &Btf, at: u32) -> Option<ByteTarget> {
    let span = Blob::Btf(btf).span(at)?;
    let ByteOwner::Btf(owner) = span.owner else { return None };
    Some(match owner {
        Owner::Header(field) => ByteTarget::Header(field),
        Owner::Type(id, part) => ByteTarget::Type(Focus { id, item: part.item, field: Some(part.name) }),
        Owner::Layout(kind) => ByteTarget::Layout(kind),
        Owner::String(offset) => {
            let text = plain_text(btf.string_bytes(offset).unwrap_or_default());
            ByteTarget::String { offset, range: span.range, text }
        }
        Owner::Gap => ByteTarget::Gap(span.range),
        Owner::Unreadable => ByteTarget::Unreadable(span.range),
    })
}

impl ByteTarget {
    /// Its bytes in the blob of `btf`.
    pub fn highlights(&self, btf: &Btf) -> Highlights {
        let only = |record| Highlights { record: Some(record), ..Highlights::default() };
        match self {
            ByteTarget::Type(focus) => highlights(btf, *focus),
            ByteTarget::Header(field) => Highlights {
                record: Some(btf.section(SectionKind::Header)),
                item: None,
                field: field.range(btf.header().hdr_len),
            },
            ByteTarget::String { range, .. } | ByteTarget::Gap(range) | ByteTarget::Unreadable(range) => only(*range),
            ByteTarget::Layout(kind) => layout_range(btf, *kind).map(only).unwrap_or_default(),
        }
    }
}

/// The bytes of the layout section's entry for a kind, if the blob itself has one.
pub fn layout_range(btf: &Btf, kind: u32) -> Option<BlobRange> {
    let section = btf.section(SectionKind::Layout);
    let at = kind.checked_mul(LayoutEntry::SIZE).and_then(|at| at.checked_add(section.start))?;
    let range = BlobRange::at(at, LayoutEntry::SIZE);
    (range.len() == LayoutEntry::SIZE && section.covers(range)).then_some(range)
}

/// The bytes of the header, record size, block head or record of `.BTF.ext` that contains the field `owner`; none for
/// gaps and unreadable bytes.
pub fn ext_item_range(ext: &Ext, owner: ExtOwner) -> Option<BlobRange> {
    let block = |sub, section: u32| {
        let sub = ext.subsection(sub)?;
        Some((sub.record_size, *sub.sections.get(section as usize)?))
    };
    match owner {
        ExtOwner::Header(_) => Some(BlobRange::new(0, ext.header().hdr_len)),
        ExtOwner::RecordSize(sub) => Some(BlobRange::at(ext.subsection(sub)?.range.start, 4)),
        ExtOwner::Section { sub, section, .. } => {
            let (_, block) = block(sub, section)?;
            Some(BlobRange::at(block.at, ExtSection::HEAD))
        }
        ExtOwner::Record { sub, section, record, .. } => {
            let (size, block) = block(sub, section)?;
            let start = u64::from(block.records_at()) + u64::from(record) * u64::from(size);
            Some(BlobRange::at(u32::try_from(start).ok()?, size))
        }
        ExtOwner::Gap | ExtOwner::Unreadable => None,
    }
}

/// The bytes to highlight for byte `at` of `.BTF.ext`: the record lightly, the field strongly.
pub fn ext_highlights(ext: &Ext, at: u32) -> Highlights {
    let Some(owned) = ext.owner(at) else { return Highlights::default() };
    let item = ext_item_range(ext, owned.owner);
    Highlights { record: item.or(Some(owned.range)), item: None, field: item.map(|_| owned.range) }
}

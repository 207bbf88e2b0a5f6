//! The owner of each byte of a blob: the field, string or gap that the byte belongs to. Every byte has exactly one
//! owner.

use crate::blob::Btf;
use crate::header::{Header, HeaderField};
use crate::ids::{BlobRange, StringOffset, TypeId};
use crate::schema::{LayoutEntry, Part};
use crate::sections::SectionKind;

/// The innermost part of a blob that a byte belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Owner {
    /// A field of the header.
    Header(HeaderField),
    /// A field of a type's record.
    Type(TypeId, Part),
    /// The layout section's entry for a kind number.
    Layout(u32),
    /// A stored string with its NUL. (A name that starts inside the string owns no bytes.)
    String(StringOffset),
    /// Bytes between or after the sections.
    Gap,
    /// The bytes of the type section from the first record that cannot be read, or the last bytes of the layout section
    /// if they are too few for an entry.
    Unreadable,
}

/// An owner and all bytes that it owns around the byte asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Owned {
    /// The field, layout entry, string or gap.
    pub owner: Owner,
    /// The bytes, counted from the blob's first byte.
    pub range: BlobRange,
}

impl Btf {
    /// The owner of byte `at` of this blob (the base's bytes are another blob's); none beyond its end.
    pub fn owner(&self, at: u32) -> Option<Owned> {
        if u64::from(at) >= self.bytes.len() as u64 {
            return None;
        }
        let (section, run) = self.sections.at(at);
        let owned = match section {
            None => Owned { owner: Owner::Gap, range: run },
            Some(SectionKind::Header) => self.header_owner(at),
            Some(SectionKind::Types) => self.type_owner(at),
            Some(SectionKind::Layout) => self.layout_owner(at),
            Some(SectionKind::Strings) => self.string_owner(at),
        };
        Some(Owned { owner: owned.owner, range: owned.range.intersect(run) })
    }

    fn header_owner(&self, at: u32) -> Owned {
        HeaderField::ALL
            .into_iter()
            .map(|f| f.0)
            .chain([HeaderField::Extra])
            .filter_map(|f| Some(Owned { owner: Owner::Header(f), range: f.range(self.header.hdr_len)? }))
            .find(|o| o.range.contains(at))
            .unwrap_or(Owned {
                owner: Owner::Header(HeaderField::Extra),
                range: BlobRange::new(Header::CLASSIC, at + 1),
            })
    }

    /// The id of the record that byte `at` of this blob lies in; none outside the readable records.
    pub fn type_at(&self, at: u32) -> Option<TypeId> {
        if !self.section(SectionKind::Types).contains(at) || at >= self.types_end {
            return None;
        }
        let index = self.offsets.partition_point(|&start| start <= at).checked_sub(1)?;
        Some(TypeId(self.first_id().0 + index as u32))
    }

    fn type_owner(&self, at: u32) -> Owned {
        let unreadable = BlobRange::new(self.types_end, self.section(SectionKind::Types).end);
        let field = self.type_at(at).and_then(|id| self.get(id)).and_then(|t| Some((t.id(), t.field_at(at)?)));
        match field {
            Some((id, field)) => Owned { owner: Owner::Type(id, field.part), range: field.range },
            None => Owned { owner: Owner::Unreadable, range: unreadable },
        }
    }

    fn layout_owner(&self, at: u32) -> Owned {
        let section = self.section(SectionKind::Layout);
        let kind = (at - section.start) / LayoutEntry::SIZE;
        let range = BlobRange::at(section.start + kind * LayoutEntry::SIZE, LayoutEntry::SIZE);
        let owner = if section.covers(range) { Owner::Layout(kind) } else { Owner::Unreadable };
        Owned { owner, range: range.intersect(section) }
    }

    fn string_owner(&self, at: u32) -> Owned {
        let section = self.section(SectionKind::Strings);
        let bytes = self.bytes.get(section.as_usize()).unwrap_or_default();
        let (before, after) = bytes.split_at((at - section.start).min(section.len()) as usize);
        let start = before.iter().rposition(|&b| b == 0).map_or(0, |i| i + 1);
        let end = after.iter().position(|&b| b == 0).map_or(bytes.len(), |i| before.len() + i + 1);
        let range = BlobRange::new(section.start + start as u32, section.start + end as u32);
        let offset = StringOffset(self.first_string().0.saturating_add(start as u32));
        Owned { owner: Owner::String(offset), range }
    }

    /// All owners from a byte on; together they cover every byte up to the end.
    pub fn owners_from(&self, at: u32) -> Owners<'_> {
        Owners { btf: self, at }
    }
}

/// The owners of a blob's bytes, in file order.
#[derive(Clone, Debug)]
pub struct Owners<'a> {
    btf: &'a Btf,
    at: u32,
}

impl Iterator for Owners<'_> {
    type Item = Owned;

    fn next(&mut self) -> Option<Owned> {
        let owned = self.btf.owner(self.at)?;
        // The first owner may start before the byte asked for. Each step goes on by at least one byte.
        self.at = owned.range.end.max(self.at.saturating_add(1));
        Some(owned)
    }
}

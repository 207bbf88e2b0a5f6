//! The owner of each byte of `.BTF.ext`: the field or gap that the byte belongs to.

use crate::ext::{Ext, ExtSection, SubSection, SubSectionKind};
use crate::ext_field::ExtField;
use crate::ids::BlobRange;

/// The innermost part of `.BTF.ext` that a byte belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExtOwner {
    /// A field of the header.
    Header(ExtField),
    /// A subsection's record size.
    RecordSize(SubSectionKind),
    /// `sec_name_off` or `num_info` of a block.
    Section {
        /// The subsection with the block.
        sub: SubSectionKind,
        /// The block's index in the subsection, from 0.
        section: u32,
        /// The field.
        field: ExtField,
    },
    /// A field of a record.
    Record {
        /// The subsection with the record.
        sub: SubSectionKind,
        /// The block's index in the subsection, from 0.
        section: u32,
        /// The record's index in the block, from 0.
        record: u32,
        /// The field; [`ExtField::Unknown`] beyond the known part.
        field: ExtField,
    },
    /// Bytes behind the header that are in no subsection.
    Gap,
    /// Bytes of a damaged subsection that could not be read.
    Unreadable,
}

/// An owner in `.BTF.ext` and its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExtOwned {
    /// The field or gap that owns the bytes.
    pub owner: ExtOwner,
    /// The bytes, counted from the first byte of `.BTF.ext`.
    pub range: BlobRange,
}

const HEADER: [(ExtField, u32, u32); 10] = [
    (ExtField::Magic, 0, 2),
    (ExtField::Version, 2, 1),
    (ExtField::Flags, 3, 1),
    (ExtField::HdrLen, 4, 4),
    (ExtField::FuncInfoOff, 8, 4),
    (ExtField::FuncInfoLen, 12, 4),
    (ExtField::LineInfoOff, 16, 4),
    (ExtField::LineInfoLen, 20, 4),
    (ExtField::CoreReloOff, 24, 4),
    (ExtField::CoreReloLen, 28, 4),
];

impl Ext {
    /// The owner of byte `at`; none beyond the end.
    pub fn owner(&self, at: u32) -> Option<ExtOwned> {
        let len = self.bytes.len() as u32;
        if at >= len {
            return None;
        }
        let header = BlobRange::new(0, self.header.hdr_len);
        if header.contains(at) {
            let known = HEADER
                .into_iter()
                .map(|(field, start, len)| ExtOwned {
                    owner: ExtOwner::Header(field),
                    range: BlobRange::at(start, len),
                })
                .find(|o| o.range.contains(at));
            let extra = ExtOwned { owner: ExtOwner::Header(ExtField::Extra), range: BlobRange::new(32, header.end) };
            let owned = known.unwrap_or(extra);
            return Some(ExtOwned { range: owned.range.intersect(header), ..owned });
        }
        // All bytes between two neighbouring bounds belong to the same subsection, or all to none. Where subsections
        // overlap, the bytes belong to the first of them.
        let mut run = BlobRange::new(header.end, len);
        for s in &self.subsections {
            for bound in [s.range.start, s.range.end] {
                if bound <= at {
                    run.start = run.start.max(bound);
                } else {
                    run.end = run.end.min(bound);
                }
            }
        }
        let owned = match self.subsections.iter().find(|s| s.range.contains(at)) {
            Some(sub) => self.owner_in(sub, at),
            None => ExtOwned { owner: ExtOwner::Gap, range: run },
        };
        Some(ExtOwned { range: owned.range.intersect(run), ..owned })
    }

    fn owner_in(&self, sub: &SubSection, at: u32) -> ExtOwned {
        let size = BlobRange::at(sub.range.start, 4);
        if size.contains(at) && sub.range.covers(size) {
            return ExtOwned { owner: ExtOwner::RecordSize(sub.kind), range: size };
        }
        let unreadable = ExtOwned { owner: ExtOwner::Unreadable, range: BlobRange::new(sub.end, sub.range.end) };
        if at >= sub.end {
            return unreadable;
        }
        let Some(i) = sub.sections.partition_point(|s| s.at <= at).checked_sub(1) else { return unreadable };
        let Some(block) = sub.sections.get(i) else { return unreadable };
        let section = i as u32;
        let rel = at - block.at;
        if rel < ExtSection::HEAD {
            let (field, start) =
                if rel < 4 { (ExtField::SecNameOff, block.at) } else { (ExtField::NumInfo, block.at + 4) };
            return ExtOwned {
                owner: ExtOwner::Section { sub: sub.kind, section, field },
                range: BlobRange::at(start, 4),
            };
        }
        let record = (rel - ExtSection::HEAD).checked_div(sub.record_size).unwrap_or(0);
        let start = block.records_at() + record * sub.record_size;
        let word = (at - start) / 4;
        let (field, range) = match sub.kind.words().get(word as usize) {
            Some(&field) => (field, BlobRange::at(start + word * 4, 4)),
            None => {
                let known = sub.kind.min_record();
                (ExtField::Unknown, BlobRange::new(start + known, start + sub.record_size))
            }
        };
        ExtOwned { owner: ExtOwner::Record { sub: sub.kind, section, record, field }, range }
    }
}

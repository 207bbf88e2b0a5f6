//! Which field of `.BTF.ext` does a byte belong to?

use crate::ext::{Ext, ExtSection, SubSection, SubSectionKind};
use crate::ids::BlobRange;

/// The innermost thing that a byte of `.BTF.ext` belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExtOwner {
    /// A field of the header, by its name in `struct btf_ext_header`.
    Header(&'static str),
    /// A subsection's record size.
    RecordSize(SubSectionKind),
    /// `sec_name_off` or `num_info` of a block.
    Section {
        /// Of this subsection.
        sub: SubSectionKind,
        /// The block's place in it, from 0.
        section: u32,
        /// The field's name.
        field: &'static str,
    },
    /// A field of a record.
    Record {
        /// Of this subsection.
        sub: SubSectionKind,
        /// The block's place in it, from 0.
        section: u32,
        /// The record's place in the block, from 0.
        record: u32,
        /// The field's name; `"unknown"` beyond the known part.
        field: &'static str,
    },
    /// Bytes between or after the subsections.
    Gap,
    /// Bytes of a damaged subsection that could not be read.
    Unreadable,
}

/// An owner in `.BTF.ext` and its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExtOwned {
    /// Who.
    pub owner: ExtOwner,
    /// Which bytes of `.BTF.ext`.
    pub range: BlobRange,
}

const HEADER: [(&str, u32, u32); 10] = [
    ("magic", 0, 2),
    ("version", 2, 1),
    ("flags", 3, 1),
    ("hdr_len", 4, 4),
    ("func_info_off", 8, 4),
    ("func_info_len", 12, 4),
    ("line_info_off", 16, 4),
    ("line_info_len", 20, 4),
    ("core_relo_off", 24, 4),
    ("core_relo_len", 28, 4),
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
                .map(|(name, start, len)| ExtOwned { owner: ExtOwner::Header(name), range: BlobRange::at(start, len) })
                .find(|o| o.range.contains(at));
            let extra = ExtOwned { owner: ExtOwner::Header("extra"), range: BlobRange::new(32, header.end) };
            let owned = known.unwrap_or(extra);
            return Some(ExtOwned { range: owned.range.intersect(header), ..owned });
        }
        // Between two bounds all bytes belong to the same subsection; where subsections overlap, to the first.
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
            let (field, start) = if rel < 4 { ("sec_name_off", block.at) } else { ("num_info", block.at + 4) };
            return ExtOwned {
                owner: ExtOwner::Section { sub: sub.kind, section, field },
                range: BlobRange::at(start, 4),
            };
        }
        let record = (rel - ExtSection::HEAD).checked_div(sub.record_size).unwrap_or(0);
        let start = block.records_at() + record * sub.record_size;
        let word = (at - start) / 4;
        let (field, range) = match sub.kind.words().get(word as usize) {
            Some(&name) => (name, BlobRange::at(start + word * 4, 4)),
            None => {
                let known = sub.kind.min_record();
                ("unknown", BlobRange::new(start + known, start + sub.record_size))
            }
        };
        ExtOwned { owner: ExtOwner::Record { sub: sub.kind, section, record, field }, range }
    }
}

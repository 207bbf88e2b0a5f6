//! The layout section: the sizes of records of each kind, as the producer has them (`struct btf_layout` of
//! `include/uapi/linux/btf.h`, 2026).

use crate::bytes::Endian;
use crate::kind::Kind;
use crate::schema::{LayoutEntry, RecordFields};

/// The layout section, cut at the blob's end.
#[derive(Clone, Copy)]
pub(crate) struct Layouts<'a> {
    pub(crate) endian: Endian,
    pub(crate) bytes: &'a [u8],
}

impl Layouts<'_> {
    pub(crate) fn get(&self, kind: u8) -> Option<LayoutEntry> {
        let at = usize::from(kind) * 4;
        let &[info_sz, elem_sz, a, b] = self.bytes.get(at..)?.first_chunk::<4>()?;
        let flags = match self.endian {
            Endian::Little => u16::from_le_bytes([a, b]),
            Endian::Big => u16::from_be_bytes([a, b]),
        };
        Some(LayoutEntry { info_sz, elem_sz, flags })
    }

    /// The kind of a number. An RFC of 2025 used the numbers 20 to 22 for records of another form. So such a number is
    /// an unknown kind if the layout section gives other sizes than the final form has. Without an entry in the layout
    /// section, its records have the final form.
    pub(crate) fn kind(&self, number: u8) -> Kind {
        let kind = Kind::from_number(number);
        if !kind.is_location() {
            return kind;
        }
        let agrees = self
            .get(number)
            .is_none_or(|l| (u32::from(l.info_sz), u32::from(l.elem_sz)) == RecordFields::of(kind).sizes());
        if agrees { kind } else { Kind::Unknown(number) }
    }
}

//! The rows that are visible on the screen.

use btf::{BlobRange, ExtOwner, MemberIndex, Owner, StringOffset, SubSectionKind, TypeId};

use super::blob::{Blob, ByteOwner, Span};
use super::class::ByteClass;

/// How many bytes a row has if the bytes are at the side of the page.
pub const ROW: u32 = 16;
/// How many bytes a row has if the bytes are in the middle of the page.
pub const WIDE_ROW: u32 = 32;

/// The part of a blob that a field belongs to. Runs with the same item belong together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ByteItem {
    /// The header of the blob.
    Header,
    /// A type's own fields.
    Type(TypeId),
    /// A member, enumerator, parameter or variable of a type.
    Member(TypeId, MemberIndex),
    /// The layout section's entry for a kind number.
    Layout(u32),
    /// A stored string.
    String(StringOffset),
    /// The record size of a subsection of `.BTF.ext`.
    RecordSize(SubSectionKind),
    /// The head of a block of `.BTF.ext`, by its index in the subsection.
    Block(SubSectionKind, u32),
    /// A record of `.BTF.ext`: subsection, index of the block, index of the record in it.
    Record(SubSectionKind, u32, u32),
    /// No item: a gap, or unreadable bytes.
    None,
}

impl ByteItem {
    /// The item that an owner is a part of.
    pub fn of(owner: ByteOwner) -> ByteItem {
        match owner {
            ByteOwner::Btf(Owner::Header(_)) | ByteOwner::Ext(ExtOwner::Header(_)) => ByteItem::Header,
            ByteOwner::Btf(Owner::Type(id, part)) => part.item.map_or(ByteItem::Type(id), |i| ByteItem::Member(id, i)),
            ByteOwner::Btf(Owner::Layout(kind)) => ByteItem::Layout(kind),
            ByteOwner::Btf(Owner::String(offset)) => ByteItem::String(offset),
            ByteOwner::Ext(ExtOwner::RecordSize(sub)) => ByteItem::RecordSize(sub),
            ByteOwner::Ext(ExtOwner::Section { sub, section, .. }) => ByteItem::Block(sub, section),
            ByteOwner::Ext(ExtOwner::Record { sub, section, record, .. }) => ByteItem::Record(sub, section, record),
            ByteOwner::Btf(Owner::Gap | Owner::Unreadable) | ByteOwner::Ext(ExtOwner::Gap | ExtOwner::Unreadable) => {
                ByteItem::None
            }
        }
    }
}

/// The bytes of one field in one row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// The range in the blob of the bytes that are in this row; never empty.
    pub range: BlobRange,
    /// All bytes of the field, including those in other rows.
    pub whole: BlobRange,
    /// The field.
    pub owner: ByteOwner,
    /// The item that the field is a part of.
    pub item: ByteItem,
    /// Its colour.
    pub class: ByteClass,
}

/// A row of bytes. Only the last row may be shorter than the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HexRow {
    /// The row's number, from 0.
    pub row: u32,
    /// The offset of its first byte in the blob.
    pub address: u32,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The runs in order; together they are the whole row.
    pub runs: Vec<Run>,
    /// The bytes as ASCII, one character each; `·` for unprintable ones.
    pub ascii: String,
}

impl HexRow {
    /// The bytes of a run of this row.
    pub fn bytes_of(&self, run: &Run) -> &[u8] {
        let start = run.range.start.saturating_sub(self.address) as usize;
        let end = run.range.end.saturating_sub(self.address) as usize;
        self.bytes.get(start..end).unwrap_or_default()
    }
}

impl Blob<'_> {
    /// How many rows of `width` bytes there are.
    pub fn total_rows(self, width: u32) -> u32 {
        self.len().div_ceil(width.max(1))
    }

    /// The row of byte `at`.
    pub fn row_of(self, at: u32, width: u32) -> u32 {
        at / width.max(1)
    }

    /// `count` rows of `width` bytes from row `first` on, or as many as there are.
    pub fn rows(self, first: u32, count: u32, width: u32) -> Vec<HexRow> {
        let last = first.saturating_add(count).min(self.total_rows(width));
        let mut span: Option<Span> = None;
        (first..last).map(|row| self.row(row, width, &mut span)).collect()
    }

    /// One row. `span`: the last field of the row before, in case it continues in this one.
    fn row(self, row: u32, width: u32, span: &mut Option<Span>) -> HexRow {
        let range = BlobRange::at(row.saturating_mul(width), width).intersect(BlobRange::new(0, self.len()));
        let bytes = self.bytes().get(range.as_usize()).unwrap_or_default().to_vec();
        let ascii =
            bytes.iter().map(|&b| if b == b' ' || b.is_ascii_graphic() { char::from(b) } else { '·' }).collect();
        let mut runs = Vec::with_capacity(8);
        let mut at = range.start;
        while at < range.end {
            let Some(here) = span.filter(|s| s.range.contains(at)).or_else(|| self.span(at)) else { break };
            *span = Some(here);
            let run = BlobRange::new(at, here.range.end.min(range.end));
            runs.push(Run {
                range: run,
                whole: here.range,
                owner: here.owner,
                item: ByteItem::of(here.owner),
                class: ByteClass::of(here.owner),
            });
            at = run.end;
        }
        HexRow { row, address: range.start, bytes, runs, ascii }
    }
}

/// How many hex digits the addresses of a blob of `len` bytes need, at least four.
pub fn address_digits(len: u32) -> usize {
    let bits = u32::BITS - len.saturating_sub(1).leading_zeros();
    (bits.div_ceil(4) as usize).max(4)
}

//! The parts of a layout.

use btf::{Endian, Kind, MemberIndex, TypeId};

use crate::bitfield::Bitfield;
use crate::error::MemberError;
use crate::figures::Figures;

/// The settings that a layout depends on, besides the types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Bytes of a cache line. pahole asks the machine it runs on; 64 fits most. 0 counts as 64.
    pub cache_line: u32,
}

impl Options {
    /// The cache line's bytes, never 0.
    pub(crate) fn line(&self) -> u32 {
        if self.cache_line == 0 { 64 } else { self.cache_line }
    }
}

impl Default for Options {
    fn default() -> Self {
        Options { cache_line: 64 }
    }
}

/// A struct or union, laid out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The struct or union itself, behind typedefs and qualifiers.
    pub id: TypeId,
    /// [`Kind::Struct`] or [`Kind::Union`].
    pub kind: Kind,
    /// The byte order, which says how bits are numbered.
    pub endian: Endian,
    /// Bytes.
    pub size: u32,
    /// Its alignment in bytes as libbpf's `btf__align_of` computes it (1 when packed); 1 when it is not known.
    pub align: u32,
    /// The largest natural alignment of its members in bytes, as pahole's `type__natural_alignment` computes it; 1 when
    /// it is not known. It can differ from `align` when the type is packed, or has a member wider than a pointer.
    pub natural_align: u32,
    /// Members, holes and padding: of a struct in order of their offsets, of a union in file order with the padding
    /// last.
    pub rows: Vec<LayoutRow>,
    /// The sums of holes, padding and members.
    pub figures: Figures,
}

impl Layout {
    /// The members among the rows.
    pub fn members(&self) -> impl Iterator<Item = &MemberLayout> {
        self.rows.iter().filter_map(|row| match row {
            LayoutRow::Member(m) => Some(m),
            LayoutRow::Hole { .. } | LayoutRow::Padding { .. } => None,
        })
    }

    /// The member with this index.
    pub fn member(&self, index: MemberIndex) -> Option<&MemberLayout> {
        // In a struct with members in file order, holes only add rows, so the member's row is at or behind its index.
        let from = self.rows.get(index.0 as usize..).unwrap_or_default();
        let find =
            |rows: &'_ [LayoutRow]| rows.iter().position(|row| matches!(row, LayoutRow::Member(m) if m.index == index));
        let at = find(from).map(|at| at + index.0 as usize).or_else(|| find(&self.rows))?;
        match self.rows.get(at) {
            Some(LayoutRow::Member(m)) => Some(m),
            _ => None,
        }
    }
}

/// A row of a layout. Offsets are in bits from the start of the struct or union, in the byte order's own numbering.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LayoutRow {
    /// A member.
    Member(MemberLayout),
    /// Bits that no member uses, before the last member's end.
    Hole {
        /// The first bit.
        offset: u64,
        /// How many bits.
        bits: u64,
        /// Whole bytes, or the rest of a bitfield's storage unit.
        kind: HoleKind,
    },
    /// Bits that no member uses, after the last member.
    Padding {
        /// The first bit.
        offset: u64,
        /// How many bits.
        bits: u64,
        /// Whole bytes, or the rest of a bitfield's storage unit.
        kind: HoleKind,
    },
}

impl LayoutRow {
    /// The first bit.
    pub fn offset(&self) -> u64 {
        match self {
            LayoutRow::Member(m) => m.offset,
            LayoutRow::Hole { offset, .. } | LayoutRow::Padding { offset, .. } => *offset,
        }
    }

    /// How many bits; 0 for flexible arrays and for types without size.
    pub fn bits(&self) -> u64 {
        match self {
            LayoutRow::Member(m) => m.bits,
            LayoutRow::Hole { bits, .. } | LayoutRow::Padding { bits, .. } => *bits,
        }
    }

    /// One past the last bit.
    pub fn end(&self) -> u64 {
        self.offset().saturating_add(self.bits())
    }
}

/// The unit of a hole or padding, as pahole distinguishes them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HoleKind {
    /// Whole bytes.
    Bytes,
    /// Bits of a bitfield's storage unit (maybe 8 or more of them).
    Bits,
}

/// A member in its struct or union.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MemberLayout {
    /// Its index in the record.
    pub index: MemberIndex,
    /// Its type as the record has it.
    pub type_id: TypeId,
    /// The first bit, from the start of the struct or union, in the byte order's own numbering.
    pub offset: u64,
    /// How many bits; 0 for a flexible array and for types without size, and when the size is not known.
    pub bits: u64,
    /// The storage unit, when it is a bitfield.
    pub bitfield: Option<Bitfield>,
    /// Its type's alignment in bytes as libbpf's `btf__align_of` computes it; 1 when it is not known.
    pub align: u32,
    /// Its type's natural alignment in bytes as pahole's `tag__natural_alignment` computes it (see
    /// [`crate::natural_align_of`]).
    pub natural_align: u32,
    /// The alignment in bytes beyond the natural one that pahole infers from the hole before the member and from the
    /// member's offset (`class__infer_alignment` of its BTF loader): probably an `__attribute__((__aligned__))`.
    pub aligned: Option<u32>,
    /// Whether it is a struct at an offset that its natural alignment does not allow, or, in a union, a struct whose
    /// natural alignment does not divide the union's size. So the embedded struct must be packed, even if nothing in it
    /// shows that.
    pub unnatural: bool,
    /// A flexible array: an array of 0 elements, and the last member of its struct.
    pub flexible: bool,
    /// The member's fault, if it has one.
    pub error: Option<MemberError>,
}

impl MemberLayout {
    /// One past the last bit.
    pub fn end(&self) -> u64 {
        self.offset.saturating_add(self.bits)
    }

    /// The offset that pahole prints, in bytes: for a bitfield, the start of its storage unit.
    pub fn byte_offset(&self) -> u64 {
        self.bitfield.map_or(self.offset / 8, |b| b.unit_offset.into())
    }

    /// The size that pahole prints, in bytes: for a bitfield, that of its storage unit.
    pub fn byte_size(&self) -> u64 {
        self.bitfield.map_or(self.bits / 8, |b| b.unit_size.into())
    }
}

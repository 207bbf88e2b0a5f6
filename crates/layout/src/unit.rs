//! One storage unit, bit by bit: which bit belongs to which member.

use btf::{Endian, MemberIndex};

use crate::model::{Layout, LayoutRow, MemberLayout};

/// The owner of a run of bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnitOwner {
    /// A member.
    Member(MemberIndex),
    /// No member: a hole or padding.
    Unused,
    /// Bytes behind the end of the struct or union.
    Outside,
}

/// A run of bits of a storage unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UnitPart {
    /// The owner of these bits.
    pub owner: UnitOwner,
    /// The first of them, from the unit's start, in the byte order's own numbering.
    pub first: u32,
    /// How many.
    pub bits: u32,
    /// Where parts overlap (in a union), the lane to draw this one in, from 0.
    pub lane: u32,
    /// The member goes on before the unit.
    pub cut_before: bool,
    /// The member goes on behind the unit.
    pub cut_behind: bool,
}

/// Some bytes of a struct or union, and the owner of each of their bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// The byte order, which says how bits are numbered.
    pub endian: Endian,
    /// The first byte, from the struct's start.
    pub offset: u32,
    /// How many bytes.
    pub size: u32,
    /// All runs, by lane and then by first bit. Lane 0 together with the unused runs covers the unit when nothing overlaps.
    pub parts: Vec<UnitPart>,
}

impl Unit {
    /// The most bytes of a unit: parts are made for a drawing.
    pub const MAX_SIZE: u32 = 64;

    /// The bits of `size` bytes (at most [`Unit::MAX_SIZE`]) from byte `offset` of a struct or union.
    pub fn new(layout: &Layout, offset: u32, size: u32) -> Unit {
        let size = size.min(Unit::MAX_SIZE);
        let mut unit = Unit { endian: layout.endian, offset, size, parts: Vec::new() };
        let (start, end) = (u64::from(offset) * 8, (u64::from(offset) + u64::from(size)) * 8);
        let all = u64::from(layout.size) * 8;
        // How far each lane is filled.
        let mut lanes: Vec<u64> = Vec::new();
        for row in &layout.rows {
            let (from, to) = (row.offset().max(start), row.end().min(end));
            if from >= to {
                continue;
            }
            let owner = match row {
                LayoutRow::Member(m) => UnitOwner::Member(m.index),
                LayoutRow::Hole { .. } | LayoutRow::Padding { .. } => UnitOwner::Unused,
            };
            let free = lanes.iter().position(|&filled| filled <= from);
            let lane = free.unwrap_or(lanes.len());
            match lanes.get_mut(lane) {
                Some(filled) => *filled = to,
                None => lanes.push(to),
            }
            unit.push(owner, (from, to), lane, row.offset() < start, row.end() > end);
        }
        if all < end {
            unit.push(UnitOwner::Outside, (all.max(start), end), 0, false, false);
        }
        unit.parts.sort_by_key(|p| (p.lane, p.first));
        unit
    }

    fn push(&mut self, owner: UnitOwner, (from, to): (u64, u64), lane: usize, cut_before: bool, cut_behind: bool) {
        let start = u64::from(self.offset) * 8;
        // Both lie in the unit, which has at most MAX_SIZE bytes.
        let (first, bits) = ((from - start) as u32, (to - from) as u32);
        self.parts.push(UnitPart { owner, first, bits, lane: lane as u32, cut_before, cut_behind });
    }

    /// The unit to show for a member, as (byte offset, bytes). For a bitfield its storage unit, or where it crosses
    /// that, the CO-RE load, or else the bytes that hold it; for any other member its own bytes.
    pub fn of(member: &MemberLayout) -> (u32, u32) {
        let bytes = |from: u64, to: u64| {
            let first = u32::try_from(from / 8).unwrap_or(u32::MAX);
            let last = u32::try_from(to.div_ceil(8)).unwrap_or(u32::MAX);
            (first, last.saturating_sub(first))
        };
        match &member.bitfield {
            Some(b) if !b.crosses() => (b.unit_offset, b.unit_size),
            Some(b) => match b.load {
                Some(load) => (load.byte_offset, load.byte_size),
                None => bytes(member.offset, member.end()),
            },
            None => bytes(member.offset, member.end()),
        }
    }

    /// How many lanes there are, at least 1.
    pub fn lanes(&self) -> u32 {
        self.parts.iter().map(|p| p.lane + 1).max().unwrap_or(1)
    }

    /// How many bits.
    pub fn bits(&self) -> u32 {
        self.size * 8
    }

    /// The owner of a bit in lane 0 (the byte order's own numbering, from the unit's start).
    pub fn owner(&self, bit: u32) -> UnitOwner {
        let found = self.parts.iter().find(|p| p.lane == 0 && p.first <= bit && bit - p.first < p.bits);
        found.map_or(UnitOwner::Unused, |p| p.owner)
    }

    /// The significance of a bit once the unit is loaded as one number: 0 for the least significant. In little-endian BTF it is
    /// the bit's own number, in big-endian BTF counted from the other end.
    pub fn significance(&self, bit: u32) -> u32 {
        match self.endian {
            Endian::Little => bit,
            Endian::Big => self.bits().saturating_sub(1).saturating_sub(bit),
        }
    }

    /// Where a bit is in memory: the byte of the unit, and the significance in that byte, 0 for the least.
    pub fn byte_bit(&self, bit: u32) -> (u32, u32) {
        let within = bit % 8;
        (bit / 8, if self.endian == Endian::Big { 7 - within } else { within })
    }
}

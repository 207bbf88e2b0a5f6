//! The bits of a struct that no member uses, sorted into holes of bytes and holes of bits by pahole's rules
//! (`class__find_holes`).

use crate::model::{HoleKind, MemberLayout};

/// A run of bits that no member uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    pub(crate) offset: u64,
    pub(crate) bits: u64,
    pub(crate) kind: HoleKind,
}

/// The unused bits between two members, in up to three pieces: the rest of the storage unit before the gap, whole
/// bytes, and the unused start of the storage unit behind the gap.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Gap {
    pieces: [Option<Piece>; 3],
}

impl Gap {
    fn push(&mut self, kind: HoleKind, from: u64, to: u64) {
        if from >= to {
            return;
        }
        let piece = Piece { offset: from, bits: to - from, kind };
        let used = self.pieces.iter().flatten().count();
        match used.checked_sub(1).and_then(|last| self.pieces.get_mut(last)) {
            Some(Some(last)) if last.kind == kind => last.bits += piece.bits,
            _ => {
                if let Some(free) = self.pieces.get_mut(used) {
                    *free = Some(piece);
                }
            }
        }
    }

    /// Adds the whole bytes between bit `from` and bit `to`. Bits that are left at either end become holes of bits. In
    /// a sound struct no bits are left, because `from` and `to` are multiples of 8.
    fn push_bytes(&mut self, from: u64, to: u64) {
        let (first, last) = (from.next_multiple_of(8), to / 8 * 8);
        if first >= last {
            self.push(HoleKind::Bits, from, to);
        } else {
            self.push(HoleKind::Bits, from, first);
            self.push(HoleKind::Bytes, first, last);
            self.push(HoleKind::Bits, last, to);
        }
    }

    pub(crate) fn pieces(&self) -> impl Iterator<Item = Piece> {
        self.pieces.into_iter().flatten()
    }

    /// How many bits of one kind it has.
    pub(crate) fn bits(&self, kind: HoleKind) -> u64 {
        self.pieces().filter(|p| p.kind == kind).map(|p| p.bits).sum()
    }
}

/// Walks over the members of a struct in order of their offsets. All numbers are in bits; places count from the
/// struct's start.
#[derive(Debug)]
pub(crate) struct Cursor {
    /// How far the struct is covered: members and gaps.
    seen: u64,
    /// If the last member is a bitfield: where its storage unit ends, and how large it is.
    unit: Option<(u64, u64)>,
}

impl Cursor {
    pub(crate) fn new() -> Cursor {
        Cursor { seen: 0, unit: None }
    }

    /// How far the struct is covered, in bits.
    pub(crate) fn seen(&self) -> u64 {
        self.seen
    }

    /// Goes on behind `member`; gives the unused bits before it.
    pub(crate) fn step(&mut self, member: &MemberLayout) -> Gap {
        let mut gap = Gap::default();
        if member.bits == 0 && member.offset < self.seen {
            // A member of size zero that lies before the cursor, such as a marker between other members, does not move
            // the cursor.
            return gap;
        }
        let start = member.offset;
        self.close_unit(start, &mut gap);
        if let Some(b) = &member.bitfield {
            let unit_start = u64::from(b.unit_offset) * 8;
            // If the field's storage unit starts behind the last member's end, the bytes up to the unit are a gap of
            // their own.
            if self.seen < unit_start && unit_start <= start {
                gap.push_bytes(self.seen, unit_start);
                self.seen = unit_start;
            }
            gap.push(HoleKind::Bits, self.seen, start);
            self.open_unit(member);
        } else {
            gap.push_bytes(self.seen, start);
            self.unit = None;
        }
        self.seen = self.seen.max(member.end());
        gap
    }

    /// Adds the rest of the last bitfield's storage unit to `gap`, but nothing from `limit` on.
    fn close_unit(&mut self, limit: u64, gap: &mut Gap) {
        if let Some((end, _)) = self.unit {
            let end = end.min(limit);
            gap.push(HoleKind::Bits, self.seen, end);
            self.seen = self.seen.max(end);
        }
    }

    /// Sets the storage unit that is open behind the bitfield `member`: its own unit, or the next one if the bitfield
    /// crosses into that. But the unit of the bitfield before stays open if `member` ends in it and has no larger unit.
    fn open_unit(&mut self, member: &MemberLayout) {
        let Some(b) = &member.bitfield else { return };
        let bits = u64::from(b.unit_size) * 8;
        if let Some((end, size)) = self.unit
            && member.end() <= end
            && bits <= size
        {
            return;
        }
        let mut end = u64::from(b.unit_offset) * 8 + bits;
        if member.end() > end {
            end += bits;
        }
        self.unit = Some((end, bits));
    }

    /// The unused bits behind the last member of a struct of `size` bits.
    pub(crate) fn finish(mut self, size: u64) -> Gap {
        let mut gap = Gap::default();
        self.close_unit(size, &mut gap);
        gap.push_bytes(self.seen, size);
        gap
    }
}

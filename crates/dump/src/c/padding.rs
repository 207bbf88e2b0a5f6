//! Gaps between members, filled so that a compiler puts the next member where it belongs (libbpf
//! `btf_dump_emit_bit_padding`).

use super::writer::Writer;
use crate::token::{Print, Sink};

/// A gap in a struct. All offsets are in bits from its start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gap {
    /// Where the last member ends.
    pub(crate) from: u64,
    /// Where the next member starts, or the struct ends.
    pub(crate) to: u64,
    /// The alignment, in bytes, that the compiler gives the next member.
    pub(crate) next_align: u32,
    /// Whether it is between two bitfields.
    pub(crate) in_bitfield: bool,
    /// Whether it is in a packed struct, where the compiler leaves no gaps.
    pub(crate) packed: bool,
}

impl<S: Sink + ?Sized> Writer<'_, '_, S> {
    /// Prints unnamed bitfields for the gap, one a line, as few as natural alignment allows. Prints nothing if there is
    /// no gap.
    pub(crate) fn padding(&mut self, gap: Gap, level: u32) {
        if gap.from >= gap.to {
            return;
        }
        let units = match (self.btf.pointer_size(), self.portable) {
            // A 32-bit compiler with types of a 64-bit machine has no `long: 64`, and a 64-bit compiler with types of a
            // 32-bit machine aligns `long` to more.
            (8, true) => [("long long", 64), ("int", 32), ("short", 16), ("char", 8)],
            (_, true) => [("int", 32), ("int", 32), ("short", 16), ("char", 8)],
            (pointer, false) => [("long", u64::from(pointer) * 8), ("int", 32), ("short", 16), ("char", 8)],
        };
        if gap.packed && self.portable {
            // libbpf fills such gaps as if units were aligned, which is too little.
            return self.fill(&units, 0, gap.from, gap.to, level);
        }
        // The unit is the largest one that has a boundary in the gap. A gap inside one byte has no boundary: it is
        // filled with bits of a `char`.
        let aligned = |bits: u64| gap.from.next_multiple_of(bits);
        let unit = units.iter().position(|&(_, bits)| aligned(bits) <= gap.to).unwrap_or(units.len() - 1);
        let (name, bits) = units[unit];
        let boundary = aligned(bits);
        let mut at = gap.from;
        if boundary > at && boundary <= gap.to {
            // Between bitfields, the bits up to the boundary are always written. Elsewhere the compiler skips to the
            // boundary without help if the next member is aligned to it, or if the filling behind the boundary would
            // not fit before the boundary. Otherwise a bitfield of width 0 makes the compiler skip.
            let natural = at.next_multiple_of(u64::from(gap.next_align.max(1)) * 8) == boundary;
            let is_written = if boundary == gap.to { !natural } else { gap.to - boundary <= boundary - at };
            if gap.in_bitfield || is_written {
                let width = if gap.in_bitfield { boundary - at } else { 0 };
                self.pad(name, width, level);
            }
            at = boundary;
        }
        self.fill(&units, unit, at, gap.to, level);
    }

    /// Prints as many whole units as fit, and then the smallest unit that has room for the rest.
    fn fill(&mut self, units: &[(&str, u64); 4], unit: usize, mut at: u64, to: u64, level: u32) {
        let (name, bits) = units[unit];
        while to - at >= bits {
            if !self.pad(name, bits, level) {
                return;
            }
            at += bits;
        }
        let rest = to - at;
        if rest > 0 {
            let smallest = units.iter().rev().find(|&&(_, bits)| bits >= rest);
            self.pad(smallest.map_or(name, |&(name, _)| name), rest, level);
        }
    }

    fn pad(&mut self, unit: &str, width: u64, level: u32) -> bool {
        self.line(level);
        if !self.spend() {
            return false;
        }
        self.sink.keyword(unit);
        self.sink.punct(": ");
        self.sink.number(width);
        self.sink.punct(";");
        true
    }
}

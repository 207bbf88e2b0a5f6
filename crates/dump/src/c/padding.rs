//! Gaps between members, filled so that a compiler puts the next member where it belongs (libbpf `btf_dump_emit_bit_padding`).

use super::writer::Writer;
use crate::token::{Print, Sink};

/// A gap in a struct. All offsets are in bits from its start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gap {
    /// Where the last member ends.
    pub(crate) from: u64,
    /// Where the next one starts, or the struct ends.
    pub(crate) to: u64,
    /// The alignment, in bytes, that the compiler gives what follows.
    pub(crate) next_align: u32,
    /// Between two bitfields.
    pub(crate) in_bitfield: bool,
}

impl<S: Sink + ?Sized> Writer<'_, '_, S> {
    /// Prints unnamed bitfields for the gap, one a line, as few as natural alignment allows. Nothing where there is no gap.
    pub(crate) fn padding(&mut self, gap: Gap, level: u32) {
        if gap.from >= gap.to {
            return;
        }
        let long = u64::from(self.btf.pointer_size()) * 8;
        let units = [("long", long), ("int", 32), ("short", 16), ("char", 8)];
        // The largest unit with a boundary in the gap; a gap inside one byte is filled with `char` bits from where it starts.
        let aligned = |bits: u64| gap.from.next_multiple_of(bits);
        let unit = units.iter().find(|&&(_, bits)| aligned(bits) <= gap.to);
        let (name, bits) = unit.copied().unwrap_or(("char", 8));
        let boundary = aligned(bits);
        let mut at = gap.from;
        if boundary > at && boundary <= gap.to {
            // The compiler goes to the boundary by itself if what follows is aligned so, or if the filling after it fits nowhere
            // before it. Otherwise it is told to, by a width of 0 or, between bitfields, by the bits that are left.
            let natural = at.next_multiple_of(u64::from(gap.next_align.max(1)) * 8) == boundary;
            let told = if boundary == gap.to { !natural } else { gap.to - boundary <= boundary - at };
            if gap.in_bitfield || told {
                let width = if gap.in_bitfield { boundary - at } else { 0 };
                self.pad(name, width, level);
            }
            at = boundary;
        }
        while gap.to - at >= bits {
            if !self.pad(name, bits, level) {
                return;
            }
            at += bits;
        }
        let rest = gap.to - at;
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

//! Offsets of struct members, by the rules of clang for our targets (clang's `ItaniumRecordLayoutBuilder`; GCC agrees).

use crate::target::Target;

/// A member to be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Field {
    /// Bytes of its type.
    pub size: u64,
    /// Alignment of its type in bytes.
    pub align: u64,
    /// The width of a bitfield, in bits.
    pub width: Option<u32>,
    /// True if it has a name. Unnamed bitfields only fill space.
    pub named: bool,
    pub packed: bool,
    /// The alignment in bytes that the member's attributes ask for.
    pub aligned: Option<u64>,
}

/// Places the members of one struct or union.
#[derive(Debug, Default)]
pub(crate) struct Placer {
    target: Target,
    is_union: bool,
    packed: bool,
    /// Where the members placed so far end, in bits; a whole number of bytes.
    end: u64,
    /// Bits of the last byte that are still free for a bitfield.
    unfilled: u64,
    /// Bits from the start to the end of the last byte used.
    size: u64,
    /// The alignment of the struct or union, in bytes.
    align: u64,
    /// The largest alignment in bytes that a member gets (`#pragma pack`).
    pub most: Option<u64>,
}

/// Rounds bits up to a multiple of `to` bits; a result that does not fit becomes `u64::MAX / 16`, so that later sums do
/// not overflow.
fn up(bits: u64, to: u64) -> u64 {
    bits.checked_next_multiple_of(to.max(1)).unwrap_or(u64::MAX / 16)
}

impl Placer {
    /// No members yet; `aligned`: the alignment in bytes that the attributes of the struct ask for.
    pub fn new(target: Target, is_union: bool, packed: bool, aligned: Option<u64>) -> Placer {
        Placer { target, is_union, packed, align: aligned.unwrap_or(1).max(1), ..Placer::default() }
    }

    /// Places the next member, and returns its offset in bits.
    pub fn place(&mut self, field: &Field) -> u64 {
        match field.width {
            Some(width) => self.bitfield(field, width.into()),
            None => self.plain(field),
        }
    }

    fn plain(&mut self, field: &Field) -> u64 {
        self.unfilled = 0;
        let natural = if self.packed || field.packed { 1 } else { field.align };
        let align = natural.max(field.aligned.unwrap_or(1)).min(self.most.unwrap_or(u64::MAX));
        let at = if self.is_union { 0 } else { up(self.end, align * 8) };
        let end = at.saturating_add(field.size.saturating_mul(8));
        self.end = if self.is_union { self.end.max(end) } else { end };
        self.size = self.size.max(self.end);
        self.align = self.align.max(align);
        at
    }

    fn bitfield(&mut self, field: &Field, width: u64) -> u64 {
        let unit = field.size * 8;
        let mut align = field.align * 8;
        if (self.packed || field.packed) && width != 0 {
            align = 1;
        }
        let asked = field.aligned.map(|bytes| bytes * 8);
        align = align.max(asked.unwrap_or(1)).max(1);
        let most = self.most.map(|bytes| bytes * 8);
        if let Some(most) = most.filter(|_| width != 0) {
            // clang: under #pragma pack the attribute packed does not count for bitfields.
            align = (field.align * 8).max(asked.unwrap_or(1)).min(most).max(1);
        }
        let mut at = if self.is_union { 0 } else { self.end.saturating_sub(self.unfilled) };
        // A bitfield begins a new unit when its width is 0, or when it would cross the end of a unit.
        // Under #pragma pack it may cross, and so it may if it is packed: then `align` is 1.
        if width == 0 || most.is_none() && (at & (align - 1)) + width > unit {
            at = up(at, align);
        } else if let Some(asked) = asked.filter(|asked| most.is_none_or(|most| *asked <= most)) {
            at = up(at, asked);
        }
        if !field.named && !self.target.unnamed_bitfields_align() {
            align = 1;
        }
        let end = at.saturating_add(width);
        if self.is_union {
            self.end = self.end.max(up(width, 8));
        } else {
            self.end = up(end, 8);
            self.unfilled = self.end - end;
        }
        self.size = self.size.max(self.end);
        self.align = self.align.max(align / 8);
        at
    }

    /// Size and alignment in bytes.
    pub fn finish(self) -> (u64, u64) {
        (up(self.size, self.align * 8) / 8, self.align)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(size: u64, width: u32) -> Field {
        Field { size, align: size, width: Some(width), named: true, packed: false, aligned: None }
    }

    #[test]
    fn bitfields_share_units_and_do_not_cross_them() {
        let mut p = Placer::new(Target::default(), false, false, None);
        let at: Vec<u64> =
            [bits(4, 3), bits(4, 30), bits(1, 7), bits(4, 0), bits(2, 1)].iter().map(|f| p.place(f)).collect();
        assert_eq!(at, [0, 32, 64, 96, 96]);
        assert_eq!(p.finish(), (16, 4));
    }

    #[test]
    fn packed_bitfields_cross() {
        let mut p = Placer::new(Target::default(), false, true, None);
        let at: Vec<u64> = [bits(4, 3), bits(4, 30), bits(1, 7)].iter().map(|f| p.place(f)).collect();
        assert_eq!(at, [0, 3, 33]);
        assert_eq!(p.finish(), (5, 1));
    }
}

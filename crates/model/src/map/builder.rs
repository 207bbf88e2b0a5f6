//! Splits segments into lines, and adds the parts of open members.

use btf::{Btf, Kind, Type};
use layout::{Layout, LayoutRow, MemberLayout, Options};

use super::{Line, MAX_LINES, Segment, SegmentForm, gap, label, member_segment, merge_bits, names};
use crate::alternatives::{Alternatives, unnamed_struct};
use crate::elements::{Elements, MAX_ELEMENTS};
use crate::path::{Path, cross};
use crate::tree::Expanded;

pub(super) struct Builder {
    pub(super) lines: Vec<Line>,
    line_bits: u64,
    /// The end of what is on the map so far, in bits from the start of the map.
    at: u64,
    pub(super) left_out: u64,
    /// The number of the last line that was left out.
    last_left_out: Option<u64>,
}

/// The place of a type in the map, and what is open and selected there. The type is that of the map, or that of a
/// member in it.
pub(super) struct Within<'a> {
    /// Bits from the start of the map to the start of the type.
    pub(super) base: u64,
    /// The path to the member; empty for the type of the map.
    pub(super) way: &'a [u32],
    /// The members that are open.
    pub(super) open: &'a Expanded,
    /// The alternative that is shown of each open union.
    pub(super) alternatives: &'a Alternatives,
    /// The path to the selected member.
    pub(super) selected: &'a Path,
}

impl Builder {
    /// An empty map with lines of `line_bits` bits; the first segment starts at bit `at`.
    pub(super) fn new(line_bits: u64, at: u64) -> Builder {
        Builder { lines: Vec::new(), line_bits, at, left_out: 0, last_left_out: None }
    }

    /// Adds the rows of a struct. An open member is replaced by its parts.
    pub(super) fn push_rows(&mut self, btf: &Btf, layout: &Layout, within: &Within<'_>) {
        let names = names(btf, layout.id);
        for row in &layout.rows {
            match row {
                LayoutRow::Member(m) if m.bits == 0 => {}
                LayoutRow::Member(m) => {
                    let name = names.get(m.index.0 as usize).copied().unwrap_or_default();
                    let own = member_segment(btf, m, label(btf, name, m.type_id));
                    let way = [within.way, &[m.index.0]].concat();
                    let start = within.base + m.offset;
                    let own = Segment { start, member: way.first().copied(), inner: way[1..].to_vec(), ..own };
                    if !self.push_inside(btf, m, &own, &Within { base: start, way: &way, ..*within }) {
                        self.push(own);
                    }
                }
                LayoutRow::Hole { offset, bits, .. } => self.push_gap(SegmentForm::Hole, offset, *bits, within),
                LayoutRow::Padding { offset, bits, .. } => self.push_gap(SegmentForm::Padding, offset, *bits, within),
            }
        }
    }

    fn push_gap(&mut self, form: SegmentForm, offset: &u64, bits: u64, within: &Within<'_>) {
        self.push(Segment { inner: within.way.to_vec(), ..gap(form, within.base + offset, bits) });
    }

    /// Adds the parts of a member: the elements of an open array, the members of an open struct, the shown alternative
    /// of an open union. The elements of a selected array are added, too, if they have no members. Returns false, and
    /// adds nothing, if the member shows no parts.
    fn push_inside(&mut self, btf: &Btf, m: &MemberLayout, own: &Segment, within: &Within<'_>) -> bool {
        let open = within.open.0.contains(&Path(within.way.to_vec()));
        let crossing = cross(btf, m.type_id);
        let inner = btf.get(crossing.target).filter(|t| t.kind().is_composite() && t.vlen() > 0);
        let inner = inner.filter(|_| crossing.pointers == 0);
        if m.bitfield.is_some() || !(open || inner.is_none() && within.selected.0 == within.way) {
            return false;
        }
        match (Elements::new(btf, m.type_id, m.bits), inner) {
            // A path into an array leads to its first element, so only this element can be open.
            (Some(elements), Some(inner)) => {
                let first = Segment { bits: elements.each, ..own.clone() };
                if !self.push_composite(btf, &inner, &first, within) {
                    return false;
                }
                self.push_each(own, &elements, 1);
            }
            (Some(elements), None) if elements.count > 1 => self.push_each(own, &elements, 0),
            (None, Some(inner)) => return self.push_composite(btf, &inner, own, within),
            _ => return false,
        }
        true
    }

    /// Adds the members of a struct, or the shown alternative of a union, in place of its segment. Returns false, and
    /// adds nothing, if the type has no layout or the alternative has no bits.
    fn push_composite(&mut self, btf: &Btf, of: &Type<'_>, own: &Segment, within: &Within<'_>) -> bool {
        let Ok(layout) = layout::layout(btf, of.id(), &Options::default()) else { return false };
        if of.kind() == Kind::Struct {
            self.push_rows(btf, &layout, within);
            return true;
        }
        let way = Path(within.way.to_vec());
        let index = within.alternatives.of(btf, of, &way);
        let Some(m) = layout.members().find(|m| m.index.0 == index && m.bits > 0) else { return false };
        let way = way.child(index).0;
        let name = names(btf, of.id()).get(index as usize).copied().unwrap_or_default();
        let start = within.base.saturating_add(m.offset);
        let whole = member_segment(btf, m, label(btf, name, m.type_id));
        let whole = Segment { start, member: way.first().copied(), inner: way[1..].to_vec(), ..whole };
        let inside = Within { base: start, way: &way, ..*within };
        let drawn = match unnamed_struct(btf, name, m.type_id) {
            Some(inner) if m.bitfield.is_none() => self.push_composite(btf, &inner, &whole, &inside),
            _ => self.push_inside(btf, m, &whole, &inside),
        };
        if !drawn {
            self.push(whole);
        }
        let (used, end) = (start.saturating_add(m.bits), own.start.saturating_add(own.bits));
        if used < end {
            self.push(gap(SegmentForm::Rest, used, end - used));
        }
        true
    }

    /// Adds elements from index `first` on; the rest of a long array is one segment.
    fn push_each(&mut self, own: &Segment, elements: &Elements, first: u64) {
        let (each, count) = (elements.each, elements.count);
        for n in first..count.min(MAX_ELEMENTS) {
            let label = format!("{}{}", own.label, elements.subscripts(n));
            self.push(Segment { start: own.start + n * each, bits: each, label, ..own.clone() });
        }
        if count > MAX_ELEMENTS {
            let label = format!("{}[{MAX_ELEMENTS}..]", own.label);
            let start = own.start + MAX_ELEMENTS * each;
            self.push(Segment { start, bits: (count - MAX_ELEMENTS) * each, label, ..own.clone() });
        }
    }

    pub(super) fn push(&mut self, segment: Segment) {
        let end = segment.start.saturating_add(segment.bits);
        let mut start = segment.start.max(self.at);
        while start < end {
            let number = start / self.line_bits;
            let line_end = (number + 1).saturating_mul(self.line_bits);
            let whole = end / self.line_bits;
            if start.is_multiple_of(self.line_bits) && whole >= number + 3 {
                // A part of a segment that fills three or more whole lines is drawn as one line.
                let count = whole - number;
                let bits = count * self.line_bits;
                if let Some(line) = self.line(number, count) {
                    line.segments.push(part(&segment, start, bits));
                }
                start += bits;
                continue;
            }
            let stop = end.min(line_end);
            self.place(number, part(&segment, start, stop - start));
            start = stop;
        }
        self.at = self.at.max(end);
    }

    /// The last line if it has this number, else a new one that stands for `count` lines. None if there are
    /// [`MAX_LINES`] already: the new line is left out.
    fn line(&mut self, number: u64, count: u64) -> Option<&mut Line> {
        if self.lines.last().is_none_or(|l| l.number != number) {
            if self.lines.len() >= MAX_LINES {
                // Each segment of the line asks for it.
                if self.last_left_out.replace(number) != Some(number) {
                    self.left_out += count;
                }
                return None;
            }
            let (offset, bits) = (number * self.line_bits / 8, count * self.line_bits);
            self.lines.push(Line { offset, number, count, bits, title: String::new(), segments: Vec::new() });
        }
        self.lines.last_mut()
    }

    fn place(&mut self, number: u64, mut segment: Segment) {
        for part in &mut segment.parts {
            part.bits = segment.bits;
        }
        let Some(Line { segments, .. }) = self.line(number, 1) else { return };
        if !merge_bits(segments, &segment) {
            segments.push(segment);
        }
    }
}

/// The part of a segment that has these bits.
fn part(segment: &Segment, start: u64, bits: u64) -> Segment {
    Segment { start, bits, ..segment.clone() }
}

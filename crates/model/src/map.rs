//! The map of a struct: a row a cache line, a segment a member; of a union: a lane an alternative.

use btf::{Btf, Kind, TypeId};
use layout::{Layout, LayoutRow, MemberLayout, Options};

use crate::elements::{Elements, MAX_ELEMENTS};
use crate::path::{Path, cross};
use crate::tree::Expanded;
use crate::words::{many, members_unrecorded, offset_text, type_class};

/// What a segment shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SegmentForm {
    /// A member.
    Member,
    /// Adjacent bitfields, each a part of the segment.
    Bits,
    /// Bytes or bits that no member uses.
    Hole,
    /// Bytes after the last member.
    Padding,
    /// Bytes of the last cache line that do not belong to the struct.
    Beyond,
}

/// A part of a segment of bitfields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The member; none for unused bits.
    pub member: Option<u32>,
    /// Bits.
    pub bits: u64,
}

/// A piece of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    /// What it shows.
    pub form: SegmentForm,
    /// The member's index; of bitfields, the first.
    pub member: Option<u32>,
    /// Of what lies in that member, the rest of the way: of a lane whose alternative is a struct, the member of that struct; of a member
    /// that is open, the members down to this one.
    pub inner: Vec<u32>,
    /// Bits from the struct's start to the segment.
    pub start: u64,
    /// Bits.
    pub bits: u64,
    /// The CSS class of its colour.
    pub class: &'static str,
    /// What is written on it.
    pub label: String,
    /// The bitfields of it.
    pub parts: Vec<Part>,
}

impl Segment {
    /// The way to it from the map's type; none for what is no member.
    pub fn path(&self) -> Option<Path> {
        self.member.map(|first| Path([&[first], &self.inner[..]].concat()))
    }

    /// What it is: `len: 4 bytes at 112`.
    pub fn title(&self) -> String {
        let whole = self.bits.is_multiple_of(8);
        let at = offset_text(self.start, self.form == SegmentForm::Bits || !whole);
        let size = if whole { many(self.bits / 8, "byte") } else { many(self.bits, "bit") };
        format!("{}: {size} at {at}", self.label)
    }

    /// What may be written on it, the longest first; bitfields have their strip for that, and a hole of bits is only hatched.
    pub fn texts(&self) -> Vec<String> {
        match self.form {
            SegmentForm::Bits => Vec::new(),
            SegmentForm::Member | SegmentForm::Beyond => vec![self.label.clone()],
            SegmentForm::Hole | SegmentForm::Padding => {
                let bytes = self.bits / 8;
                let mut texts = vec![format!("{} {bytes}", self.label), bytes.to_string()];
                texts.retain(|_| bytes > 0);
                texts
            }
        }
    }

    /// The longest of its texts for which there is room.
    pub fn text_in(&self, has_room: impl Fn(&str) -> bool) -> Option<String> {
        self.texts().into_iter().find(|text| has_room(text))
    }
}

/// A row of the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Byte offset of its start.
    pub offset: u64,
    /// Number of the (first) cache line.
    pub number: u64,
    /// How many cache lines it stands for: more than one where a single member fills them all.
    pub count: u64,
    /// Bits from its start to its end.
    pub bits: u64,
    /// Of a lane: the alternative's name.
    pub title: String,
    /// From left to right; they cover the line.
    pub segments: Vec<Segment>,
}

/// The whole map.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Map {
    /// The rows.
    pub lines: Vec<Line>,
    /// Rows are alternatives of a union, each as wide as the whole, not cache lines.
    pub lanes: bool,
    /// Rows that were left out of a huge type.
    pub left_out: u64,
}

const MAX_LINES: usize = 2_000;
const MAX_LANES: usize = 500;

/// How much of a name is written on a segment, in characters: segments are many.
const MAX_LABEL: usize = 200;

/// A member's name on the map.
fn label(btf: &Btf, name: &str, type_id: TypeId) -> String {
    if !name.is_empty() {
        return name.chars().take(MAX_LABEL).collect();
    }
    let Some(of) = btf.resolved(type_id) else { return "(unnamed)".into() };
    match of.kind() {
        Kind::Union => group(btf, &of).unwrap_or("(anon union)").into(),
        Kind::Struct => "(anon struct)".into(),
        _ => "(unnamed)".into(),
    }
}

/// The name of a group of members: the kernel's `struct_group()` writes them twice, in a union of an unnamed struct and of a named
/// one of the same size.
fn group<'a>(btf: &'a Btf, union: &btf::Type<'a>) -> Option<&'a str> {
    let mut members = union.members();
    let (plain, named) = (members.next()?, members.next()?);
    let size = |m: &btf::Member<'_>| btf.resolved(m.type_id).filter(|t| t.kind() == Kind::Struct)?.size();
    let same =
        plain.name().is_empty() && members.next().is_none() && size(&plain).is_some() && size(&plain) == size(&named);
    Some(named.name()).filter(|name| same && !name.is_empty())
}

/// The map of a struct or union with cache lines of `cache_line` bytes.
pub fn map(btf: &Btf, layout: &Layout, cache_line: u32) -> Map {
    open_map(btf, layout, cache_line, &Expanded::default(), &Path::root())
}

/// The map of a struct or union where the members in `open` show what is in them, of arrays element by element. An array of what has no
/// members shows its elements while it is `selected`, too.
pub fn open_map(btf: &Btf, layout: &Layout, cache_line: u32, open: &Expanded, selected: &Path) -> Map {
    if layout.kind == Kind::Union {
        let names = names(btf, layout.id);
        return lanes(btf, layout, |i| names.get(i as usize).copied().unwrap_or_default());
    }
    let line_bits = u64::from(cache_line.max(1)) * 8;
    let mut builder = Builder { lines: Vec::new(), line_bits, at: 0, left_out: 0 };
    if btf.get(layout.id).is_some_and(|t| members_unrecorded(&t)) {
        let whole = gap(SegmentForm::Beyond, 0, u64::from(layout.size) * 8);
        builder.push(Segment { label: "members not recorded".into(), ..whole });
    } else {
        builder.push_rows(btf, layout, &Within { base: 0, way: &[], open, selected });
    }
    let size = u64::from(layout.size) * 8;
    if size % line_bits != 0 && size > 0 {
        builder.push(gap(SegmentForm::Beyond, size, line_bits - size % line_bits));
    }
    Map { lines: builder.lines, lanes: false, left_out: builder.left_out }
}

fn gap(form: SegmentForm, start: u64, bits: u64) -> Segment {
    let (class, label) = match form {
        SegmentForm::Beyond => ("end", "beyond the struct"),
        SegmentForm::Padding => ("hole", "padding"),
        _ => ("hole", "hole"),
    };
    Segment { form, member: None, inner: Vec::new(), start, bits, class, label: label.into(), parts: Vec::new() }
}

struct Builder {
    lines: Vec<Line>,
    line_bits: u64,
    /// Bits that are on the map.
    at: u64,
    left_out: u64,
}

/// Where the rows of a struct lie that is part of the map.
struct Within<'a> {
    /// Bits from the map's start to the struct.
    base: u64,
    /// The way to it.
    way: &'a [u32],
    /// The members that are open.
    open: &'a Expanded,
    /// The way to the selected member.
    selected: &'a Path,
}

fn names(btf: &Btf, of: TypeId) -> Vec<&str> {
    btf.get(of).map(|t| t.members().map(|m| m.name()).collect()).unwrap_or_default()
}

impl Builder {
    /// The rows of a struct; of members that are open, what is in them.
    fn push_rows(&mut self, btf: &Btf, layout: &Layout, within: &Within<'_>) {
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
                LayoutRow::Hole { offset, bits, .. } => self.push(gap(SegmentForm::Hole, within.base + offset, *bits)),
                LayoutRow::Padding { offset, bits, .. } => {
                    self.push(gap(SegmentForm::Padding, within.base + offset, *bits))
                }
            }
        }
    }

    /// What is in a member: of an array that is open or selected its elements, of a struct that is open its members. Alternatives of a
    /// union cannot stand in one line.
    fn push_inside(&mut self, btf: &Btf, m: &MemberLayout, own: &Segment, within: &Within<'_>) -> bool {
        let open = within.open.0.contains(&Path(within.way.to_vec()));
        let crossing = cross(btf, m.type_id);
        let is_struct = btf.get(crossing.target).is_some_and(|t| t.kind() == Kind::Struct && t.vlen() > 0);
        let is_struct = is_struct && crossing.pointers == 0;
        let elements = Elements::new(btf, m.type_id, m.bits);
        if m.bitfield.is_some() || !(open || !is_struct && within.selected.0 == within.way) {
            return false;
        }
        match elements {
            // Paths lead to the first element: the others are drawn as a whole.
            Some(elements) if is_struct => {
                let Ok(layout) = layout::layout(btf, crossing.target, &Options::default()) else { return false };
                self.push_rows(btf, &layout, within);
                self.push_each(own, &elements, 1);
            }
            Some(elements) if elements.count > 1 => self.push_each(own, &elements, 0),
            Some(_) => return false,
            None if is_struct => {
                let Ok(layout) = layout::layout(btf, crossing.target, &Options::default()) else { return false };
                self.push_rows(btf, &layout, within);
            }
            None => return false,
        }
        true
    }

    /// Elements from `first` on, and of a long array the rest in one.
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

    fn push(&mut self, segment: Segment) {
        let end = segment.start.saturating_add(segment.bits);
        let mut start = segment.start.max(self.at);
        while start < end {
            let number = start / self.line_bits;
            let line_end = (number + 1).saturating_mul(self.line_bits);
            let whole = end / self.line_bits;
            if start.is_multiple_of(self.line_bits) && whole >= number + 3 {
                // One member fills several lines: they are one row.
                let count = whole - number;
                let bits = count * self.line_bits;
                self.line(number, count).segments.push(Segment { start, bits, ..segment.clone() });
                start += bits;
                continue;
            }
            let stop = end.min(line_end);
            self.place(number, Segment { start, bits: stop - start, ..segment.clone() });
            start = stop;
        }
        self.at = self.at.max(end);
    }

    fn line(&mut self, number: u64, count: u64) -> &mut Line {
        let fresh = self.lines.last().is_none_or(|l| l.number != number);
        if fresh && self.lines.len() >= MAX_LINES {
            self.left_out += count;
        } else if fresh {
            let (offset, bits) = (number * self.line_bits / 8, count * self.line_bits);
            self.lines.push(Line { offset, number, count, bits, title: String::new(), segments: Vec::new() });
        }
        // There is one: the line just made, or the last when no more are taken.
        let last = self.lines.len() - 1;
        &mut self.lines[last]
    }

    fn place(&mut self, number: u64, mut segment: Segment) {
        if self.lines.len() >= MAX_LINES && self.lines.last().is_some_and(|l| l.number != number) {
            self.left_out += 1;
            return;
        }
        for part in &mut segment.parts {
            part.bits = segment.bits;
        }
        let segments = &mut self.line(number, 1).segments;
        if !merge_bits(segments, &segment) {
            segments.push(segment);
        }
    }
}

/// The lanes of a union: one for each alternative, as wide as the union. An alternative that is a struct shows its members.
fn lanes<'a>(btf: &Btf, layout: &Layout, name: impl Fn(u32) -> &'a str) -> Map {
    let size = u64::from(layout.size) * 8;
    let mut lines = Vec::new();
    let mut left_out = 0;
    for m in layout.members() {
        if lines.len() >= MAX_LANES {
            left_out += 1;
            continue;
        }
        let title = label(btf, name(m.index.0), m.type_id);
        let mut segments = inner_segments(btf, m);
        if segments.is_empty() {
            segments.push(Segment { inner: Vec::new(), ..member_segment(btf, m, title.clone()) });
        }
        if m.end() < size {
            segments.push(Segment { label: String::new(), ..gap(SegmentForm::Beyond, m.end(), size - m.end()) });
        }
        lines.push(Line {
            offset: m.offset / 8,
            number: u64::from(m.index.0),
            count: 1,
            bits: size.max(1),
            title,
            segments,
        });
    }
    Map { lines, lanes: true, left_out }
}

fn member_segment(btf: &Btf, m: &MemberLayout, label: String) -> Segment {
    let bits = m.bitfield.is_some();
    Segment {
        form: if bits { SegmentForm::Bits } else { SegmentForm::Member },
        member: Some(m.index.0),
        inner: Vec::new(),
        start: m.offset,
        bits: m.bits,
        class: if bits { "bit" } else { type_class(btf, m.type_id) },
        label,
        parts: if bits { vec![Part { member: Some(m.index.0), bits: m.bits }] } else { vec![] },
    }
}

/// The members of an alternative that is a struct, from the union's start.
fn inner_segments(btf: &Btf, lane: &MemberLayout) -> Vec<Segment> {
    let Some(inner) = btf.resolved(lane.type_id).filter(|t| t.kind() == Kind::Struct) else { return Vec::new() };
    let Ok(layout) = layout::layout(btf, inner.id(), &Options::default()) else { return Vec::new() };
    let names: Vec<&str> = inner.members().map(|m| m.name()).collect();
    let rows = layout.rows.iter().filter(|r| r.bits() > 0).take(MAX_LANES);
    let mut out: Vec<Segment> = Vec::new();
    for row in rows {
        let segment = match row {
            LayoutRow::Member(m) => {
                let name = names.get(m.index.0 as usize).copied().unwrap_or_default();
                let own = member_segment(btf, m, label(btf, name, m.type_id));
                Segment { member: Some(lane.index.0), inner: vec![m.index.0], start: lane.offset + m.offset, ..own }
            }
            LayoutRow::Hole { offset, bits, .. } => gap(SegmentForm::Hole, lane.offset + offset, *bits),
            LayoutRow::Padding { offset, bits, .. } => gap(SegmentForm::Padding, lane.offset + offset, *bits),
        };
        if !merge_bits(&mut out, &segment) {
            out.push(segment);
        }
    }
    out
}

/// Puts a bitfield, or the unused bits behind one, into the segment of bitfields before it: bits are too thin for segments of
/// their own. Whether it did.
fn merge_bits(segments: &mut [Segment], segment: &Segment) -> bool {
    let in_byte = segment.form == SegmentForm::Hole && segment.bits < 8;
    let Some(last) = segments.last_mut() else { return false };
    // Parts are members of one struct.
    let (own, other) = (last.path().and_then(|p| p.parent()), segment.path().and_then(|p| p.parent()));
    if last.form != SegmentForm::Bits || !(segment.form == SegmentForm::Bits && own == other || in_byte) {
        return false;
    }
    last.bits += segment.bits;
    last.parts.push(Part { member: segment.inner.last().copied().or(segment.member), bits: segment.bits });
    if segment.member.is_some() {
        last.label = format!("{} bitfields", last.parts.iter().filter(|p| p.member.is_some()).count());
    }
    true
}

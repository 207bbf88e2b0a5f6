//! The map of a struct: a row for each cache line, a segment for each member; of a union: a lane for each alternative.

mod builder;

use btf::{Btf, Kind, TypeId};
use layout::{Layout, LayoutRow, MemberLayout, Options};

use self::builder::{Builder, Within};
use crate::path::Path;
use crate::tree::Expanded;
use crate::words::{many, members_unrecorded, offset_text, type_class};

/// The content of a segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SegmentForm {
    /// A member.
    Member,
    /// Adjacent bitfields, as parts of one segment.
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
    /// Its content.
    pub form: SegmentForm,
    /// The member's index; for bitfields, that of the first.
    pub member: Option<u32>,
    /// The rest of the path, for something inside that member: in a lane whose alternative is a struct, a member of
    /// that struct; in an open member, the members down to this one.
    pub inner: Vec<u32>,
    /// Bits from the struct's start to the segment.
    pub start: u64,
    /// Bits.
    pub bits: u64,
    /// The CSS class of its colour.
    pub class: &'static str,
    /// The text on it.
    pub label: String,
    /// Its bitfields.
    pub parts: Vec<Part>,
    /// For an open union: its alternatives, one above the other, each from left to right and as wide as the segment.
    pub stack: Vec<Vec<Segment>>,
}

impl Segment {
    /// The path to it from the map's type; none if it is no member.
    pub fn path(&self) -> Option<Path> {
        self.member.map(|first| Path([&[first], &self.inner[..]].concat()))
    }

    /// A description: `len: 4 bytes at 112`.
    pub fn title(&self) -> String {
        let whole = self.bits.is_multiple_of(8);
        let at = offset_text(self.start, self.form == SegmentForm::Bits || !whole);
        let size = if whole { many(self.bits / 8, "byte") } else { many(self.bits, "bit") };
        format!("{}: {size} at {at}", self.label)
    }

    /// The possible texts on it, the longest first; none for bitfields, which have the strip, and for a hole of bits,
    /// which is only hatched.
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

    /// The longest of its texts that fits.
    pub fn text_in(&self, has_room: impl Fn(&str) -> bool) -> Option<String> {
        self.texts().into_iter().find(|text| has_room(text))
    }
}

/// A row of the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its first byte's offset.
    pub offset: u64,
    /// Number of the (first) cache line.
    pub number: u64,
    /// How many cache lines it stands for: more than one if a single member fills them all.
    pub count: u64,
    /// Bits from its start to its end.
    pub bits: u64,
    /// For a lane: the alternative's name.
    pub title: String,
    /// From left to right, without gaps.
    pub segments: Vec<Segment>,
}

impl Line {
    /// Its cache lines: `line 3`, `1,024 lines`.
    pub fn cache_lines(&self) -> String {
        match self.count {
            1 => format!("line {}", self.number),
            n => many(n, "line"),
        }
    }
}

/// The whole map.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Map {
    /// The rows.
    pub lines: Vec<Line>,
    /// Whether rows are alternatives of a union, each as wide as the whole, instead of cache lines.
    pub lanes: bool,
    /// How many rows were left out, for a huge type.
    pub left_out: u64,
}

const MAX_LINES: usize = 2_000;
const MAX_LANES: usize = 500;

/// The most characters of a name on a segment; limited because segments are many.
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

/// The name of a group of members: the kernel's `struct_group()` declares them twice, in a union of an unnamed struct
/// and of a named one of the same size.
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

/// The map of a struct or union where members in `open` show their parts, arrays element by element. An array of
/// elements without members also shows them while it is `selected`.
pub fn open_map(btf: &Btf, layout: &Layout, cache_line: u32, open: &Expanded, selected: &Path) -> Map {
    if layout.kind == Kind::Union {
        let names = names(btf, layout.id);
        return lanes(btf, layout, |i| names.get(i as usize).copied().unwrap_or_default());
    }
    let line_bits = u64::from(cache_line.max(1)) * 8;
    let mut builder = Builder::new(line_bits, 0);
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
    Segment {
        form,
        member: None,
        inner: Vec::new(),
        start,
        bits,
        class,
        label: label.into(),
        parts: Vec::new(),
        stack: Vec::new(),
    }
}

fn names(btf: &Btf, of: TypeId) -> Vec<&str> {
    btf.get(of).map(|t| t.members().map(|m| m.name()).collect()).unwrap_or_default()
}

/// The lanes of a union: one for each alternative, as wide as the union. A struct as an alternative shows its members.
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
        stack: Vec::new(),
    }
}

/// The members of a struct that is an alternative, from the union's start.
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

/// Merges a bitfield, or the unused bits behind one, into the segment of bitfields before it, because bits are too thin
/// for segments of their own. Returns whether it did.
fn merge_bits(segments: &mut [Segment], segment: &Segment) -> bool {
    let in_byte = segment.form == SegmentForm::Hole && segment.bits < 8;
    let Some(last) = segments.last_mut() else { return false };
    // Only members of the same struct are merged.
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

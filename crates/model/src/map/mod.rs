//! The map of a struct has cache lines as rows and members as segments; the map of a union has a lane for each
//! alternative.

mod builder;
mod labels;
mod lines;

use btf::{Btf, Kind};
use layout::{Layout, LayoutRow, MemberLayout, Options};

use self::builder::{Builder, Within};
pub(crate) use self::labels::label;
use self::labels::names;
pub use self::lines::shown_lines;
use crate::alternatives::Alternatives;
use crate::path::Path;
use crate::tree::Expanded;
use crate::words::{bits_text, many, members_unrecorded, offset_text, type_class};

/// The content of a segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SegmentForm {
    /// A member.
    Member,
    /// Adjacent bitfields, which are parts of one segment.
    Bits,
    /// Bytes or bits that no member uses.
    Hole,
    /// Bytes after the last member.
    Padding,
    /// Bytes of the last cache line that are beyond the end of the struct; or the bytes of a struct whose members are
    /// not recorded.
    Beyond,
    /// Bytes of a union behind the shown alternative, which only longer alternatives use.
    Rest,
}

/// A part of a segment with bitfields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The member; none for unused bits.
    pub member: Option<u32>,
    /// Its width in bits.
    pub bits: u64,
}

/// A piece of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    /// Its content.
    pub form: SegmentForm,
    /// The first step of the path to the member; to the first member, if there are several bitfields. None if it is no
    /// member.
    pub member: Option<u32>,
    /// The steps of the path after `member`, if the segment is a member inside it: a member of the struct that is a
    /// lane's alternative, or of an open member. For a hole or padding, the whole path to its struct.
    pub inner: Vec<u32>,
    /// Bits from the struct's start to the segment.
    pub start: u64,
    /// Its width in bits.
    pub bits: u64,
    /// The CSS class of its colour.
    pub class: &'static str,
    /// The text on the segment.
    pub label: String,
    /// The bitfields in it; empty for other segments.
    pub parts: Vec<Part>,
}

impl Segment {
    /// The path to the segment's member from the type of the map; none if it is no member.
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

    /// For a hole or padding: the path to its struct, and its first bit from the start of the map; none for other
    /// segments.
    pub fn gap(&self) -> Option<(Path, u64)> {
        let is_gap = matches!(self.form, SegmentForm::Hole | SegmentForm::Padding);
        is_gap.then(|| (Path(self.inner.clone()), self.start))
    }

    /// As [`Segment::gap`], for the part with this index, if that is a hole between bitfields.
    pub fn part_gap(&self, part: usize) -> Option<(Path, u64)> {
        self.parts.get(part).filter(|p| p.member.is_none())?;
        let before: u64 = self.parts.iter().take(part).map(|p| p.bits).sum();
        Some((self.path()?.parent()?, self.start + before))
    }

    /// The path to the bitfield that is the part with this index.
    pub fn part_path(&self, part: usize) -> Option<Path> {
        let member = self.parts.get(part)?.member?;
        Some(self.path()?.parent()?.child(member))
    }

    /// The texts that the segment may have, the longest first. Empty for a hole or padding of less than a byte, for
    /// bytes beyond the struct, and for bytes of other alternatives.
    pub fn texts(&self) -> Vec<String> {
        match self.form {
            SegmentForm::Bits => vec![bits_text(self.bits)],
            SegmentForm::Beyond | SegmentForm::Rest => Vec::new(),
            SegmentForm::Member => match self.label.split_once(", ") {
                Some((first, _)) => vec![self.label.clone(), format!("{first}, …")],
                None => vec![self.label.clone()],
            },
            SegmentForm::Hole | SegmentForm::Padding => {
                let bytes = self.bits / 8;
                let mut texts = vec![format!("{} {bytes}", self.label), bytes.to_string()];
                texts.retain(|_| bytes > 0);
                texts
            }
        }
    }

    /// The longest of its texts for which `has_room` is true; none if no text fits.
    pub fn text_in(&self, has_room: impl Fn(&str) -> bool) -> Option<String> {
        self.texts().into_iter().find(|text| has_room(text))
    }
}

/// A row of the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The offset of its first byte from the start of the type.
    pub offset: u64,
    /// The number of its cache line, or of the first if there are several; for a lane, the index of its alternative.
    pub number: u64,
    /// How many cache lines it stands for: 1, or at least 3 if a single segment fills them all.
    pub count: u64,
    /// Its length in bits.
    pub bits: u64,
    /// For a lane: the alternative's name.
    pub title: String,
    /// Its segments from left to right, without gaps between them.
    pub segments: Vec<Segment>,
}

impl Line {
    /// The cache lines in words: `line 3`, `1,024 lines`.
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
    /// Whether the rows are the alternatives of a union, each as wide as the union, and not cache lines.
    pub lanes: bool,
    /// How many cache lines, or alternatives, were left out because the type is huge.
    pub left_out: u64,
}

const MAX_LINES: usize = 2_000;
const MAX_LANES: usize = 500;

/// The map of a struct or union with cache lines of `cache_line` bytes.
pub fn map(btf: &Btf, layout: &Layout, cache_line: u32) -> Map {
    open_map(btf, layout, cache_line, &Expanded::default(), &Alternatives::default(), &Path::root())
}

/// The map of a struct or union in which the members in `open` show their parts: arrays their elements, structs their
/// members, unions one of their `alternatives`. A `selected` array shows its elements, too, if these have no members.
/// The lanes of a union are the same whatever is open or selected.
pub fn open_map(
    btf: &Btf,
    layout: &Layout,
    cache_line: u32,
    open: &Expanded,
    alternatives: &Alternatives,
    selected: &Path,
) -> Map {
    if layout.kind == Kind::Union {
        return lanes(btf, layout);
    }
    let line_bits = u64::from(cache_line.max(1)) * 8;
    let mut builder = Builder::new(line_bits, 0);
    if btf.get(layout.id).is_some_and(|t| members_unrecorded(&t)) {
        let whole = gap(SegmentForm::Beyond, 0, u64::from(layout.size) * 8);
        builder.push(Segment { label: "members not recorded".into(), ..whole });
    } else {
        builder.push_rows(btf, layout, &Within { base: 0, way: &[], open, alternatives, selected });
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
        SegmentForm::Rest => ("end", "other alternatives"),
        SegmentForm::Padding => ("hole", "padding"),
        _ => ("hole", "hole"),
    };
    Segment { form, member: None, inner: Vec::new(), start, bits, class, label: label.into(), parts: Vec::new() }
}

/// The lanes of a union: one for each alternative, as wide as the union. An alternative that is a struct shows its
/// members.
fn lanes(btf: &Btf, layout: &Layout) -> Map {
    let names = names(btf, layout.id);
    let size = u64::from(layout.size) * 8;
    let mut lines = Vec::new();
    let mut left_out = 0;
    for m in layout.members() {
        if lines.len() >= MAX_LANES {
            left_out += 1;
            continue;
        }
        let name = names.get(m.index.0 as usize).copied().unwrap_or_default();
        let title = label(btf, name, m.type_id);
        let mut segments = inner_segments(btf, m);
        if segments.is_empty() {
            segments.push(member_segment(btf, m, title.clone()));
        }
        if m.end() < size {
            segments.push(gap(SegmentForm::Rest, m.end(), size - m.end()));
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

/// The members of a struct that is an alternative; offsets count from the start of the union.
fn inner_segments(btf: &Btf, lane: &MemberLayout) -> Vec<Segment> {
    let Some(inner) = btf.resolved(lane.type_id).filter(|t| t.kind() == Kind::Struct) else { return Vec::new() };
    let Ok(layout) = layout::layout(btf, inner.id(), &Options::default()) else { return Vec::new() };
    let names = names(btf, inner.id());
    let rows = layout.rows.iter().filter(|r| r.bits() > 0).take(MAX_LANES);
    let mut out: Vec<Segment> = Vec::new();
    for row in rows {
        let segment = match row {
            LayoutRow::Member(m) => {
                let name = names.get(m.index.0 as usize).copied().unwrap_or_default();
                let own = member_segment(btf, m, label(btf, name, m.type_id));
                Segment { member: Some(lane.index.0), inner: vec![m.index.0], start: lane.offset + m.offset, ..own }
            }
            LayoutRow::Hole { offset, bits, .. } => inner_gap(lane, SegmentForm::Hole, *offset, *bits),
            LayoutRow::Padding { offset, bits, .. } => inner_gap(lane, SegmentForm::Padding, *offset, *bits),
        };
        if !merge_bits(&mut out, &segment) {
            out.push(segment);
        }
    }
    out
}

fn inner_gap(lane: &MemberLayout, form: SegmentForm, offset: u64, bits: u64) -> Segment {
    Segment { inner: vec![lane.index.0], ..gap(form, lane.offset + offset, bits) }
}

/// Merges `segment` into the segment of bitfields before it, because single bits are too thin for a segment. Only a
/// bitfield, or a hole of less than a byte, is merged. Returns whether `segment` was merged.
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

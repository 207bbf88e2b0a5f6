//! A struct with its members reordered to fill holes: `pahole --reorganize --show_reorg_steps`.
//!
//! The method can be followed by hand: the first hole that some later member fits is filled with the largest such
//! member, until no member fits any hole. Unlike pahole, this never changes a member's type, so free bits in the
//! storage unit of a bitfield remain. A member of no bytes is a marker: it is moved together with the member behind it.
//! Members with a declared alignment, and a flexible array, are never moved into a hole.

use btf::{Btf, Kind, MemberIndex, TypeId};
use layout::{HoleKind, Layout, LayoutError, LayoutRow, MemberLayout};

use super::{PaholeOptions, Printer, printer};
use crate::token::{Print, Sink, TokenKind};

/// A member that was moved, with those that stay attached to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// The members, in order: one, or a run of bitfields or markers with the member behind them.
    pub members: Vec<MemberIndex>,
    /// The member before the old place.
    pub from_behind: MemberIndex,
    /// The member before the new place; none at the start of the struct.
    pub to_behind: Option<MemberIndex>,
}

/// A struct in a better order.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Reorganized {
    /// The new layout. Members keep their indices.
    pub layout: Layout,
    /// The moves, in order.
    pub moves: Vec<Move>,
    /// Bytes saved.
    pub saved: u32,
    /// Cache lines saved.
    pub cache_lines_saved: u32,
}

/// Finds a better order for the members of a STRUCT; typedefs and qualifiers are followed to it. If there is none, the
/// layout is that of [`layout::layout`] and there are no moves. The same holds for a union, for a packed struct, for a
/// struct with a faulty member, and for a struct whose layout has more than 2,000 rows.
///
/// # Errors
/// When the type is not a struct or union, or contains itself.
pub fn reorganize(btf: &Btf, id: TypeId, options: &PaholeOptions) -> Result<Reorganized, LayoutError> {
    let layout = layout::layout(btf, id, &layout::Options { cache_line: options.cache_line })?;
    Ok(better(&layout, options.line()).unwrap_or(Reorganized {
        layout,
        moves: Vec::new(),
        saved: 0,
        cache_lines_saved: 0,
    }))
}

/// Prints the moves, the struct in its new order as [`super::pahole`] does, and the savings.
///
/// # Errors
/// As [`reorganize`]. Nothing is printed then.
pub fn pahole_reorganized<S: Sink + ?Sized>(
    btf: &Btf,
    id: TypeId,
    sink: &mut S,
    options: &PaholeOptions,
) -> Result<(), LayoutError> {
    let better = reorganize(btf, id, options)?;
    let mut p = printer(btf, sink, &better.layout, options);
    for step in &better.moves {
        p.step(&better.layout, step);
    }
    if !better.moves.is_empty() {
        p.comment("/* Final reorganized struct: */");
        p.space("\n");
    }
    p.top(&better.layout);
    if better.saved > 0 {
        p.sink.text("   ");
        p.comment("/* saved ");
        p.count(better.saved.into(), "byte");
        if better.cache_lines_saved > 0 {
            p.comment(" and ");
            p.count(better.cache_lines_saved.into(), "cacheline");
        }
        p.comment("! */");
    }
    p.space("\n");
    Ok(())
}

impl<S: Sink + ?Sized> Printer<'_, '_, S> {
    fn step(&mut self, layout: &Layout, step: &Move) {
        self.comment("/* Moving ");
        for (i, &member) in step.members.iter().enumerate() {
            if i > 0 {
                self.comment(", ");
            }
            self.quoted(layout, member);
        }
        self.comment(" from after ");
        self.quoted(layout, step.from_behind);
        match step.to_behind {
            Some(behind) => {
                self.comment(" to after ");
                self.quoted(layout, behind);
            }
            None => self.comment(" to the start"),
        }
        self.comment(" */");
        self.space("\n");
    }

    fn quoted(&mut self, layout: &Layout, index: MemberIndex) {
        let member = self.btf.get(layout.id).and_then(|t| t.members().from_index(index.0).next());
        let name = member.filter(|m| m.name_offset.0 != 0).map_or("(anonymous)", |m| m.name());
        self.comment("'");
        self.put(TokenKind::Member(layout.id, index), name);
        self.comment("'");
    }
}

/// A struct whose layout has more rows (members, holes, padding) is not reordered: each move looks at all members.
const MOST: usize = 2000;

/// Members that stay together: one, a run of bitfields with the rest of their storage unit, or markers with the member
/// behind them.
#[derive(Clone)]
struct Unit {
    members: Vec<MemberLayout>,
    /// Where it starts, in bytes.
    start: u64,
    /// Bytes, including the bitfields' storage units.
    size: u64,
    /// The unit starts `lead` bytes behind a multiple of `align` bytes.
    align: u64,
    lead: u64,
    movable: bool,
}

impl Unit {
    /// The first place at or behind `at` where it may start.
    fn place(&self, at: u64) -> u64 {
        (at.saturating_sub(self.lead)).next_multiple_of(self.align) + self.lead
    }

    fn end(&self) -> u64 {
        self.start + self.size
    }
}

fn better(layout: &Layout, line: u64) -> Option<Reorganized> {
    if layout.kind != Kind::Struct || layout.figures.packed || layout.rows.len() > MOST {
        return None;
    }
    let mut units = units(layout)?;
    // The struct's own alignment, or the one that pahole infers.
    let align = u64::from(layout.figures.aligned.unwrap_or(layout.natural_align).max(1));
    let align = if u64::from(layout.size).is_multiple_of(align) { align } else { u64::from(layout.align.max(1)) };
    let size = |units: &[Unit]| units.last().map_or(0, Unit::end).next_multiple_of(align);
    // If these rules do not give the present offsets, the struct must not be changed.
    let before: Vec<u64> = units.iter().map(|u| u.start).collect();
    arrange(&mut units);
    if size(&units) != u64::from(layout.size) || !units.iter().map(|u| u.start).eq(before) {
        return None;
    }
    let mut moves = Vec::new();
    while let Some((hole, unit)) = fitting(&units) {
        let first = |u: &Unit| u.members.first().map(|m| m.index);
        let last = |u: &Unit| u.members.last().map(|m| m.index);
        let moved = units.remove(unit);
        moves.push(Move {
            members: moved.members.iter().map(|m| m.index).collect(),
            from_behind: unit.checked_sub(1).and_then(|i| last(units.get(i)?)).or(first(&moved))?,
            to_behind: hole.checked_sub(1).and_then(|i| last(units.get(i)?)),
        });
        units.insert(hole, moved);
        arrange(&mut units);
    }
    let new = u32::try_from(size(&units)).ok().filter(|&new| new < layout.size)?;
    let lines = |bytes: u32| u64::from(bytes).div_ceil(line) as u32;
    Some(Reorganized {
        layout: rebuilt(layout, &units, new, line),
        moves,
        saved: layout.size - new,
        cache_lines_saved: lines(layout.size) - lines(new),
    })
}

/// Places the units one after the other.
fn arrange(units: &mut [Unit]) {
    let mut at = 0;
    for unit in units {
        unit.start = unit.place(at);
        at = unit.end();
    }
}

/// The first hole that a later unit fits, and the largest such unit; of several equally large units, the last.
fn fitting(units: &[Unit]) -> Option<(usize, usize)> {
    let mut at = 0;
    for (i, next) in units.iter().enumerate() {
        let fits = |u: &Unit| u.movable && u.size > 0 && u.place(at) + u.size <= next.start;
        if at < next.start
            && let Some((best, _)) =
                units.iter().enumerate().skip(i + 1).filter(|(_, u)| fits(u)).max_by_key(|&(at, u)| (u.size, at))
        {
            return Some((i, best));
        }
        at = next.end();
    }
    None
}

/// The members grouped into units, in order.
fn units(layout: &Layout) -> Option<Vec<Unit>> {
    let mut units: Vec<Unit> = Vec::new();
    let mut in_bitfields = false;
    for row in &layout.rows {
        match row {
            LayoutRow::Member(m) if m.error.is_some() => return None,
            LayoutRow::Member(m) => {
                let start = m.offset / 8;
                let end = m.end().div_ceil(8);
                let joins = units
                    .last()
                    .is_some_and(|last| last.size == 0 || in_bitfields && m.bitfield.is_some() || start < last.end());
                in_bitfields = m.bitfield.is_some();
                if let Some(last) = units.last_mut().filter(|_| joins) {
                    last.size = last.size.max(end.saturating_sub(last.start));
                    last.align = last.align.max(own_align(m));
                    last.movable &= m.aligned.is_none() && !m.flexible;
                    last.members.push(*m);
                } else {
                    units.push(Unit {
                        members: vec![*m],
                        start,
                        size: end.saturating_sub(start),
                        align: own_align(m),
                        lead: 0,
                        movable: m.aligned.is_none() && !m.flexible,
                    });
                }
            }
            // The rest of a storage unit stays with its bitfields.
            LayoutRow::Hole { offset, bits, kind: HoleKind::Bits }
            | LayoutRow::Padding { offset, bits, kind: HoleKind::Bits } => {
                if let Some(last) = units.last_mut() {
                    last.size = last.size.max((offset + bits).div_ceil(8).saturating_sub(last.start));
                }
            }
            LayoutRow::Hole { .. } => in_bitfields = false,
            LayoutRow::Padding { .. } => {}
        }
    }
    for unit in &mut units {
        unit.lead = unit.start % unit.align;
    }
    Some(units)
}

/// A member's alignment in bytes: by its type, or as declared. A bitfield must not move within its storage unit, even
/// if its type's alignment is smaller (an integer of fewer bits than its size).
fn own_align(m: &MemberLayout) -> u64 {
    let unit = m.bitfield.map_or(1, |b| b.unit_size);
    u64::from(m.aligned.unwrap_or(m.natural_align).max(unit).max(1))
}

/// The layout with the members at their units' new places.
fn rebuilt(old: &Layout, units: &[Unit], size: u32, line: u64) -> Layout {
    let mut new = Layout { size, rows: Vec::with_capacity(old.rows.len()), ..old.clone() };
    let f = &mut new.figures;
    (f.size, f.padding) = (size, 0);
    (f.holes, f.hole_bytes, f.forced_holes, f.forced_hole_bytes) = (0, 0, 0, 0);
    f.cache_lines = u64::from(size).div_ceil(line) as u32;
    f.last_cache_line = (u64::from(size) % line) as u32;
    let mut at = 0;
    for unit in units {
        let gap = unit.start - at;
        if gap > 0 {
            new.rows.push(LayoutRow::Hole { offset: at * 8, bits: gap * 8, kind: HoleKind::Bytes });
            f.holes += 1;
            f.hole_bytes += gap;
            if unit.members.first().is_some_and(|m| m.aligned.is_some()) {
                f.forced_holes += 1;
                f.forced_hole_bytes += gap;
            }
        }
        let was = unit.members.first().map_or(0, |m| m.offset / 8);
        let moved = |bits: u64| bits - was * 8 + unit.start * 8;
        let mut bits = unit.start * 8;
        for m in &unit.members {
            let mut m = *m;
            m.offset = moved(m.offset);
            if let Some(bitfield) = &mut m.bitfield {
                // A bitfield's storage unit whose size is no power of two may begin before the struct does.
                let start = (u64::from(bitfield.unit_offset) + unit.start).saturating_sub(was);
                bitfield.unit_offset = u32::try_from(start).unwrap_or(u32::MAX);
            }
            if m.offset > bits {
                new.rows.push(LayoutRow::Hole { offset: bits, bits: m.offset - bits, kind: HoleKind::Bits });
            }
            bits = bits.max(m.end());
            new.rows.push(LayoutRow::Member(m));
        }
        at = unit.end();
        if at * 8 > bits {
            new.rows.push(LayoutRow::Hole { offset: bits, bits: at * 8 - bits, kind: HoleKind::Bits });
        }
    }
    let padding = u64::from(size) - at;
    f.padding = padding;
    if let Some(LayoutRow::Hole { offset, bits, kind: HoleKind::Bits }) = new.rows.last().copied() {
        // A hole behind the last member is padding.
        new.rows.pop();
        new.rows.push(LayoutRow::Padding { offset, bits, kind: HoleKind::Bits });
    }
    if padding > 0 {
        new.rows.push(LayoutRow::Padding { offset: at * 8, bits: padding * 8, kind: HoleKind::Bytes });
    }
    let bit_rows = |padding: bool| {
        let bits = |row: &LayoutRow| match *row {
            LayoutRow::Hole { bits, kind: HoleKind::Bits, .. } if !padding => Some(bits),
            LayoutRow::Padding { bits, kind: HoleKind::Bits, .. } if padding => Some(bits),
            _ => None,
        };
        new.rows.iter().filter_map(bits).collect::<Vec<u64>>()
    };
    let (holes, paddings) = (bit_rows(false), bit_rows(true));
    let f = &mut new.figures;
    (f.bit_holes, f.bit_hole_bits) = (holes.len() as u32, holes.iter().sum());
    f.bit_padding = paddings.iter().sum();
    new
}

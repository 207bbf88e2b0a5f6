//! Memory layout of structs and unions.

use btf::{Btf, DeclTags, MemberIndex, TypeId};
use dump::PaholeOptions;
use layout::{CoreLoad, HoleKind, LayoutError, MemberLayout};
use serde::Serialize;

use crate::Count;

/// Memory layout of a struct or union. Fields are in bytes unless their name says bits. Bits count from the start of
/// the type; in big-endian BTF bit 0 is the most significant one of byte 0.
#[derive(Serialize, Clone, Debug)]
pub struct Layout<'a> {
    id: u32,
    kind: &'static str,
    name: &'a str,
    size: u32,
    align: u32,
    natural_align: u32,
    byte_order: &'static str,
    cache_line: u32,
    rows: Vec<Row<'a>>,
    figures: Figures,
    reorganized: Option<Reorganized>,
}

#[derive(Serialize, Clone, Debug)]
#[serde(tag = "row", rename_all = "snake_case")]
enum Row<'a> {
    Member(Member<'a>),
    Hole(Gap),
    Padding(Gap),
}

#[derive(Serialize, Clone, Debug)]
struct Gap {
    bit_offset: Count,
    bits: Count,
    in_bitfield: bool,
}

#[derive(Serialize, Clone, Debug)]
struct Member<'a> {
    index: u32,
    name: &'a str,
    type_id: u32,
    declaration: String,
    bit_offset: Count,
    bits: Count,
    byte_offset: Count,
    byte_size: Count,
    align: u32,
    natural_align: u32,
    aligned: Option<u32>,
    unnatural: bool,
    flexible: bool,
    tags: Vec<Tag<'a>>,
    bitfield: Option<Bitfield>,
    error: Option<String>,
}

/// A declaration tag on a member.
#[derive(Serialize, Clone, Debug)]
struct Tag<'a> {
    id: u32,
    name: &'a str,
    /// Whether the tag is a whole attribute (kind_flag).
    attribute: bool,
}

#[derive(Serialize, Clone, Debug)]
struct Bitfield {
    bits: u32,
    unit_offset: u32,
    unit_size: u32,
    bit_in_unit: u32,
    signed: bool,
    old_style: bool,
    crosses: bool,
    core_load: Option<Load>,
}

#[derive(Serialize, Clone, Debug)]
struct Load {
    byte_offset: u32,
    byte_size: u32,
    lshift: u32,
    rshift: u32,
    signed: bool,
}

#[derive(Serialize, Clone, Debug)]
struct Figures {
    size: u32,
    cache_lines: u32,
    last_cache_line: u32,
    members: u32,
    sum_members: Count,
    sum_bitfield_bits: Count,
    holes: u32,
    hole_bytes: Count,
    bit_holes: u32,
    bit_hole_bits: Count,
    padding: Count,
    bit_padding: Count,
    forced_alignments: u32,
    forced_holes: u32,
    forced_hole_bytes: Count,
    nested: Nested,
    packed: bool,
    aligned: Option<u32>,
}

#[derive(Serialize, Clone, Debug)]
struct Nested {
    holes: Count,
    hole_bytes: Count,
    bit_holes: Count,
    bit_hole_bits: Count,
    paddings: Count,
    padding: Count,
    bit_padding: Count,
}

#[derive(Serialize, Clone, Debug)]
struct Reorganized {
    moves: Vec<Move>,
    saved: u32,
    cache_lines_saved: u32,
}

#[derive(Serialize, Clone, Debug)]
struct Move {
    members: Vec<u32>,
    from_behind: u32,
    to_behind: Option<u32>,
}

/// The layout of a struct or union; with `reorganize`, in an order with fewer holes, and with the moves that lead
/// there. `tags` are the declaration tags of `btf`.
///
/// # Errors
/// When the type is not a struct or union.
pub fn layout<'a>(
    btf: &'a Btf,
    tags: &DeclTags,
    id: TypeId,
    cache_line: u32,
    reorganize: bool,
) -> Result<Layout<'a>, LayoutError> {
    if reorganize {
        let better = dump::reorganize(btf, id, &PaholeOptions { cache_line })?;
        let reorganized = Some(reorganized(&better));
        return Ok(Layout { reorganized, ..whole(btf, tags, &better.layout, cache_line) });
    }
    let layout = layout::layout(btf, id, &layout::Options { cache_line })?;
    Ok(whole(btf, tags, &layout, cache_line))
}

fn whole<'a>(btf: &'a Btf, tags: &DeclTags, layout: &layout::Layout, cache_line: u32) -> Layout<'a> {
    let row = |row: &layout::LayoutRow| match *row {
        layout::LayoutRow::Member(ref m) => Row::Member(member(btf, tags, layout, m)),
        layout::LayoutRow::Hole { offset, bits, kind } => Row::Hole(gap(offset, bits, kind)),
        layout::LayoutRow::Padding { offset, bits, kind } => Row::Padding(gap(offset, bits, kind)),
    };
    Layout {
        id: layout.id.0,
        kind: layout.kind.as_str(),
        name: btf.get(layout.id).map_or("", |t| t.name()),
        size: layout.size,
        align: layout.align,
        natural_align: layout.natural_align,
        byte_order: layout.endian.as_str(),
        cache_line,
        rows: layout.rows.iter().map(row).collect(),
        figures: figures(&layout.figures),
        reorganized: None,
    }
}

fn gap(offset: u64, bits: u64, kind: HoleKind) -> Gap {
    Gap { bit_offset: Count(offset), bits: Count(bits), in_bitfield: kind == HoleKind::Bits }
}

fn member<'a>(btf: &'a Btf, tags: &DeclTags, layout: &layout::Layout, m: &MemberLayout) -> Member<'a> {
    let record = btf.get(layout.id).and_then(|t| t.members().from_index(m.index.0).next());
    Member {
        index: m.index.0,
        name: record.map_or("", |r| r.name()),
        type_id: m.type_id.0,
        declaration: dump::type_name(btf, m.type_id),
        bit_offset: Count(m.offset),
        bits: Count(m.bits),
        byte_offset: Count(m.byte_offset()),
        byte_size: Count(m.byte_size()),
        align: m.align,
        natural_align: m.natural_align,
        aligned: m.aligned,
        unnatural: m.unnatural,
        flexible: m.flexible,
        tags: tags_of(btf, tags, layout.id, m.index),
        bitfield: m.bitfield.as_ref().map(bitfield),
        error: m.error.map(|e| e.to_string()),
    }
}

fn tags_of<'a>(btf: &'a Btf, tags: &DeclTags, of: TypeId, index: MemberIndex) -> Vec<Tag<'a>> {
    let Ok(component) = i32::try_from(index.0) else { return Vec::new() };
    let all = tags.of_component(of, component).iter().filter_map(|tag| btf.get(tag.tag));
    all.map(|t| Tag { id: t.id().0, name: t.name(), attribute: t.kind_flag() }).collect()
}

fn bitfield(b: &layout::Bitfield) -> Bitfield {
    let load = |l: CoreLoad| Load {
        byte_offset: l.byte_offset,
        byte_size: l.byte_size,
        lshift: l.lshift,
        rshift: l.rshift,
        signed: l.signed,
    };
    Bitfield {
        bits: b.bits,
        unit_offset: b.unit_offset,
        unit_size: b.unit_size,
        bit_in_unit: b.bit_in_unit,
        signed: b.signed,
        old_style: b.old_style,
        crosses: b.crosses(),
        core_load: b.load.map(load),
    }
}

fn figures(f: &layout::Figures) -> Figures {
    let layout::Nested { holes, hole_bytes, bit_holes, bit_hole_bits, paddings, padding, bit_padding } = f.nested;
    Figures {
        size: f.size,
        cache_lines: f.cache_lines,
        last_cache_line: f.last_cache_line,
        members: f.members,
        sum_members: Count(f.sum_members),
        sum_bitfield_bits: Count(f.sum_bitfield_bits),
        holes: f.holes,
        hole_bytes: Count(f.hole_bytes),
        bit_holes: f.bit_holes,
        bit_hole_bits: Count(f.bit_hole_bits),
        padding: Count(f.padding),
        bit_padding: Count(f.bit_padding),
        forced_alignments: f.forced_alignments,
        forced_holes: f.forced_holes,
        forced_hole_bytes: Count(f.forced_hole_bytes),
        nested: Nested {
            holes: Count(holes),
            hole_bytes: Count(hole_bytes),
            bit_holes: Count(bit_holes),
            bit_hole_bits: Count(bit_hole_bits),
            paddings: Count(paddings),
            padding: Count(padding),
            bit_padding: Count(bit_padding),
        },
        packed: f.packed,
        aligned: f.aligned,
    }
}

fn reorganized(better: &dump::Reorganized) -> Reorganized {
    let step = |step: &dump::Move| Move {
        members: step.members.iter().map(|m| m.0).collect(),
        from_behind: step.from_behind.0,
        to_behind: step.to_behind.map(|m| m.0),
    };
    Reorganized {
        moves: better.moves.iter().map(step).collect(),
        saved: better.saved,
        cache_lines_saved: better.cache_lines_saved,
    }
}

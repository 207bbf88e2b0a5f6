//! A layout as an object: the form of the command line's `layout --json`, in JavaScript's spelling.

use btf::{Btf, Endian, TypeId};
use dump::{PaholeOptions, Reorganized};
use layout::{Bitfield, CoreLoad, Figures, HoleKind, Layout, MemberLayout, Nested, Row};
use serde::{Deserialize, Serialize};

use crate::answer::number;
use crate::failure::Failure;

/// The options of `layout`.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct LayoutOptions {
    cache_line: Option<u32>,
    reorganize: bool,
}

/// Bytes of a cache line.
///
/// # Errors
/// When nothing has such.
pub fn cache_line(given: Option<u32>) -> Result<u32, Failure> {
    match given.unwrap_or(64) {
        line @ 1..=4096 => Ok(line),
        _ => Err(Failure::argument("cacheLine must be 1 to 4096 bytes")),
    }
}

/// `Layout`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LayoutAnswer<'a> {
    id: u32,
    kind: &'static str,
    name: &'a str,
    size: u32,
    align: u32,
    natural_align: u32,
    byte_order: &'static str,
    cache_line: u32,
    rows: Vec<RowAnswer<'a>>,
    figures: FiguresAnswer,
    reorganized: Option<ReorganizedAnswer>,
}

#[derive(Serialize)]
#[serde(tag = "row", rename_all = "camelCase")]
enum RowAnswer<'a> {
    Member(MemberAnswer<'a>),
    Hole(GapAnswer),
    Padding(GapAnswer),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GapAnswer {
    bit_offset: f64,
    bits: f64,
    in_bitfield: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MemberAnswer<'a> {
    index: u32,
    name: &'a str,
    type_id: u32,
    declaration: String,
    bit_offset: f64,
    bits: f64,
    byte_offset: f64,
    byte_size: f64,
    align: u32,
    natural_align: u32,
    aligned: Option<u32>,
    unnatural: bool,
    flexible: bool,
    bitfield: Option<BitfieldAnswer>,
    error: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BitfieldAnswer {
    bits: u32,
    unit_offset: u32,
    unit_size: u32,
    bit_in_unit: u32,
    signed: bool,
    old_style: bool,
    crosses: bool,
    core_load: Option<LoadAnswer>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LoadAnswer {
    byte_offset: u32,
    byte_size: u32,
    lshift: u32,
    rshift: u32,
    signed: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FiguresAnswer {
    size: u32,
    cache_lines: u32,
    last_cache_line: u32,
    members: u32,
    sum_members: f64,
    sum_bitfield_bits: f64,
    holes: u32,
    hole_bytes: f64,
    bit_holes: u32,
    bit_hole_bits: f64,
    padding: f64,
    bit_padding: f64,
    forced_alignments: u32,
    forced_holes: u32,
    forced_hole_bytes: f64,
    nested: NestedAnswer,
    packed: bool,
    aligned: Option<u32>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NestedAnswer {
    holes: f64,
    hole_bytes: f64,
    bit_holes: f64,
    bit_hole_bits: f64,
    paddings: f64,
    padding: f64,
    bit_padding: f64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ReorganizedAnswer {
    moves: Vec<MoveAnswer>,
    saved: u32,
    cache_lines_saved: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MoveAnswer {
    members: Vec<u32>,
    from_behind: u32,
    to_behind: Option<u32>,
}

/// The layout of a struct or union.
///
/// # Errors
/// When the type is none.
pub fn layout_answer<'a>(btf: &'a Btf, id: TypeId, options: &LayoutOptions) -> Result<LayoutAnswer<'a>, Failure> {
    let cache_line = cache_line(options.cache_line)?;
    let fail = |e: layout::LayoutError| Failure::new("no-layout", e.to_string());
    if options.reorganize {
        let better = dump::reorganize(btf, id, &PaholeOptions { cache_line }).map_err(fail)?;
        let reorganized = Some(reorganized(&better));
        return Ok(LayoutAnswer { reorganized, ..whole(btf, &better.layout, cache_line) });
    }
    let layout = layout::layout(btf, id, &layout::Options { cache_line }).map_err(fail)?;
    Ok(whole(btf, &layout, cache_line))
}

fn whole<'a>(btf: &'a Btf, layout: &Layout, cache_line: u32) -> LayoutAnswer<'a> {
    let row = |row: &Row| match *row {
        Row::Member(ref m) => RowAnswer::Member(member(btf, layout, m)),
        Row::Hole { offset, bits, kind } => RowAnswer::Hole(gap(offset, bits, kind)),
        Row::Padding { offset, bits, kind } => RowAnswer::Padding(gap(offset, bits, kind)),
    };
    LayoutAnswer {
        id: layout.id.0,
        kind: layout.kind.as_str(),
        name: btf.get(layout.id).map_or("", |t| t.name()),
        size: layout.size,
        align: layout.align,
        natural_align: layout.natural_align,
        byte_order: byte_order(layout.endian),
        cache_line,
        rows: layout.rows.iter().map(row).collect(),
        figures: figures(&layout.figures),
        reorganized: None,
    }
}

/// `"little"` or `"big"`.
pub fn byte_order(endian: Endian) -> &'static str {
    match endian {
        Endian::Little => "little",
        Endian::Big => "big",
    }
}

fn gap(offset: u64, bits: u64, kind: HoleKind) -> GapAnswer {
    GapAnswer { bit_offset: number(offset), bits: number(bits), in_bitfield: kind == HoleKind::Bits }
}

fn member<'a>(btf: &'a Btf, layout: &Layout, m: &MemberLayout) -> MemberAnswer<'a> {
    let record = btf.get(layout.id).and_then(|t| t.members().from_index(m.index.0).next());
    MemberAnswer {
        index: m.index.0,
        name: record.map_or("", |r| r.name()),
        type_id: m.type_id.0,
        declaration: dump::type_name(btf, m.type_id),
        bit_offset: number(m.offset),
        bits: number(m.bits),
        byte_offset: number(m.byte_offset()),
        byte_size: number(m.byte_size()),
        align: m.align,
        natural_align: m.natural_align,
        aligned: m.aligned,
        unnatural: m.unnatural,
        flexible: m.flexible,
        bitfield: m.bitfield.as_ref().map(bitfield),
        error: m.error.map(|e| e.to_string()),
    }
}

fn bitfield(b: &Bitfield) -> BitfieldAnswer {
    let load = |l: CoreLoad| LoadAnswer {
        byte_offset: l.byte_offset,
        byte_size: l.byte_size,
        lshift: l.lshift,
        rshift: l.rshift,
        signed: l.signed,
    };
    BitfieldAnswer {
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

fn figures(f: &Figures) -> FiguresAnswer {
    let Nested { holes, hole_bytes, bit_holes, bit_hole_bits, paddings, padding, bit_padding } = f.nested;
    FiguresAnswer {
        size: f.size,
        cache_lines: f.cache_lines,
        last_cache_line: f.last_cache_line,
        members: f.members,
        sum_members: number(f.sum_members),
        sum_bitfield_bits: number(f.sum_bitfield_bits),
        holes: f.holes,
        hole_bytes: number(f.hole_bytes),
        bit_holes: f.bit_holes,
        bit_hole_bits: number(f.bit_hole_bits),
        padding: number(f.padding),
        bit_padding: number(f.bit_padding),
        forced_alignments: f.forced_alignments,
        forced_holes: f.forced_holes,
        forced_hole_bytes: number(f.forced_hole_bytes),
        nested: NestedAnswer {
            holes: number(holes),
            hole_bytes: number(hole_bytes),
            bit_holes: number(bit_holes),
            bit_hole_bits: number(bit_hole_bits),
            paddings: number(paddings),
            padding: number(padding),
            bit_padding: number(bit_padding),
        },
        packed: f.packed,
        aligned: f.aligned,
    }
}

fn reorganized(better: &Reorganized) -> ReorganizedAnswer {
    let step = |step: &dump::Move| MoveAnswer {
        members: step.members.iter().map(|m| m.0).collect(),
        from_behind: step.from_behind.0,
        to_behind: step.to_behind.map(|m| m.0),
    };
    ReorganizedAnswer {
        moves: better.moves.iter().map(step).collect(),
        saved: better.saved,
        cache_lines_saved: better.cache_lines_saved,
    }
}

//! Memory layout of structs and unions.

use btf::{Btf, DeclTags, MemberIndex, Type, TypeId};
use dump::PaholeOptions;
use layout::{CoreLoad, HoleKind, LayoutError, MemberLayout};
use serde::Serialize;

use crate::Count;
use crate::made::made;

made! {
    /// Memory layout of a struct or union. Numbers are in bytes unless their name says bits. Bits count from the
    /// start of the type; in big-endian BTF bit 0 is the most significant bit of byte 0.
    pub struct Layout<'a>(layout: &layout::Layout, btf: &'a Btf, tags: &DeclTags, cache_line: u32) with {
            let row = |row: &layout::LayoutRow| match *row {
                layout::LayoutRow::Member(ref m) => Row::Member(Member::of(m, btf, tags, layout)),
                layout::LayoutRow::Hole { offset, bits, kind } => Row::Hole(Gap::of(offset, bits, kind)),
                layout::LayoutRow::Padding { offset, bits, kind } => Row::Padding(Gap::of(offset, bits, kind)),
            };
    } {
        id: u32 = layout.id.0,
        kind: &'static str = layout.kind.as_str(),
        name: &'a str = btf.get(layout.id).map_or("", |t| t.name()),
        size: u32,
        align: u32,
        natural_align: u32,
        byte_order: &'static str = layout.endian.as_str(),
        cache_line: u32 = cache_line,
        rows: Vec<Row<'a>> = layout.rows.iter().map(row).collect(),
        figures: Figures = Figures::of(&layout.figures),
        reorganized: Option<Reorganized> = None,
    }
}

#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
#[serde(tag = "row", rename_all = "snake_case")]
enum Row<'a> {
    Member(Member<'a>),
    Hole(Gap),
    Padding(Gap),
}

made! {
    struct Gap(offset: u64, bits: u64, kind: HoleKind) {
        bit_offset: Count = Count(offset),
        bits: Count = Count(bits),
        in_bitfield: bool = kind == HoleKind::Bits,
    }

    struct Member<'a>(m: &MemberLayout, btf: &'a Btf, tags: &DeclTags, layout: &layout::Layout) with {
            let record = btf.get(layout.id).and_then(|t| t.members().from_index(m.index.0).next());
    } {
        index: u32 = m.index.0,
        name: &'a str = record.map_or("", |r| r.name()),
        type_id: u32 = m.type_id.0,
        declaration: String = dump::type_name(btf, m.type_id),
        bit_offset: Count = Count(m.offset),
        bits: Count,
        byte_offset: Count = Count(m.byte_offset()),
        byte_size: Count = Count(m.byte_size()),
        align: u32,
        natural_align: u32,
        aligned: Option<u32>,
        unnatural: bool,
        flexible: bool,
        tags: Vec<Tag<'a>> = tags_of(btf, tags, layout.id, m.index),
        bitfield: Option<Bitfield> = m.bitfield.as_ref().map(Bitfield::of),
        error: Option<String> = m.error.map(|e| e.to_string()),
    }

    /// A declaration tag on a member.
    struct Tag<'a>(t: Type<'a>) {
        id: u32 = t.id().0,
        name: &'a str = t.name(),
        /// Whether the tag stands for a whole attribute (`kind_flag`), not for `btf_decl_tag`.
        attribute: bool = t.kind_flag(),
    }

    struct Bitfield(b: &layout::Bitfield) {
        bits: u32,
        unit_offset: u32,
        unit_size: u32,
        bit_in_unit: u32,
        signed: bool,
        old_style: bool,
        crosses: bool = b.crosses(),
        core_load: Option<Load> = b.load.map(Load::of),
    }

    struct Load(l: CoreLoad) {
        byte_offset: u32,
        byte_size: u32,
        lshift: u32,
        rshift: u32,
        signed: bool,
    }

    struct Figures(f: &layout::Figures) {
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
        nested: Nested = Nested::of(f.nested),
        packed: bool,
        aligned: Option<u32>,
    }

    struct Nested(n: layout::Nested) {
        holes: Count,
        hole_bytes: Count,
        bit_holes: Count,
        bit_hole_bits: Count,
        paddings: Count,
        padding: Count,
        bit_padding: Count,
    }

    struct Reorganized(better: &dump::Reorganized) {
        moves: Vec<Move> = better.moves.iter().map(Move::of).collect(),
        saved: u32,
        cache_lines_saved: u32,
    }

    struct Move(step: &dump::Move) {
        members: Vec<u32> = step.members.iter().map(|m| m.0).collect(),
        from_behind: u32 = step.from_behind.0,
        to_behind: Option<u32> = step.to_behind.map(|m| m.0),
    }
}

/// The layout of a struct or union; with `reorganize`, the layout in an order with fewer holes, and the moves to that
/// order. `tags`: the declaration tags of `btf`.
///
/// # Errors
/// The type is not a struct or union, or contains itself.
pub fn layout<'a>(
    btf: &'a Btf,
    tags: &DeclTags,
    id: TypeId,
    cache_line: u32,
    reorganize: bool,
) -> Result<Layout<'a>, LayoutError> {
    if reorganize {
        let better = dump::reorganize(btf, id, &PaholeOptions { cache_line })?;
        let reorganized = Some(Reorganized::of(&better));
        return Ok(Layout { reorganized, ..Layout::of(&better.layout, btf, tags, cache_line) });
    }
    let layout = layout::layout(btf, id, &layout::Options { cache_line })?;
    Ok(Layout::of(&layout, btf, tags, cache_line))
}

fn tags_of<'a>(btf: &'a Btf, tags: &DeclTags, of: TypeId, index: MemberIndex) -> Vec<Tag<'a>> {
    let Ok(component) = i32::try_from(index.0) else { return Vec::new() };
    let all = tags.of_component(of, component).iter().filter_map(|tag| btf.get(tag.tag));
    all.map(Tag::of).collect()
}

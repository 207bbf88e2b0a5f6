//! Lays out types with `layout`.

use btf::{Btf, Kind, TypeId};
use layout::{FlattenLimits, Layout, LayoutRow, Layouts, Options, align_of, flatten, is_packed, natural_align_of};

use super::Digest;

/// For how many types each question is asked anew: with a `Layouts` of its own, which has nothing cached.
const BY_THEMSELVES: usize = 64;

/// Lays out all own structs and unions.
///
/// # Panics
/// When a layout lacks members, or its rows do not cover the type though all members are sound; when a flattened type
/// has too many members, or a path has another length than its member's depth.
pub fn laid_out(btf: &Btf, digest: &mut Digest) {
    let mut layouts = Layouts::new(btf, Options::default());
    let composites = || btf.types().filter(|t| t.kind().is_composite());
    for t in composites() {
        match layouts.layout(t.id()) {
            Ok(layout) => {
                assert_eq!(layout.members().count() as u32, t.item_count());
                covers(&layout);
                digest.debug(&(layout.size, layout.align, layout.natural_align, &layout.figures));
                for row in &layout.rows {
                    of_row(row, digest);
                }
            }
            Err(e) => digest.debug(&e),
        }
    }
    for id in (0..btf.type_cnt().saturating_add(2)).take(if btf.type_cnt() > 10_000 { 0 } else { BY_THEMSELVES }) {
        let id = TypeId(id);
        digest.debug(&(align_of(btf, id), natural_align_of(btf, id), is_packed(btf, id)));
    }
    for t in composites().take(BY_THEMSELVES) {
        let limits = FlattenLimits { depth: 20, count: 2_000, arrays: t.id().0.is_multiple_of(2) };
        if let Ok(flat) = flatten(btf, t.id(), &limits) {
            assert!(flat.members.len() <= limits.count);
            for (i, m) in flat.members.iter().enumerate() {
                assert_eq!(flat.path(i).len() as u32, m.depth + 1);
                digest.debug(&(m.offset(), m.layout.index));
            }
        }
    }
    let narrow = Options { cache_line: 1 };
    for t in composites().take(BY_THEMSELVES) {
        digest.debug(&layout::layout(btf, t.id(), &narrow).map(|l| l.figures));
    }
}

fn of_row(row: &LayoutRow, digest: &mut Digest) {
    let (start, end) = (row.offset(), row.end());
    digest.words(&[start as u32, (start >> 32) as u32, end as u32, (end >> 32) as u32]);
    match row {
        LayoutRow::Member(m) => {
            digest.words(&[m.index.0, m.align, m.natural_align, m.aligned.unwrap_or(0), m.flexible.into()]);
            if m.bitfield.is_some() || m.error.is_some() {
                digest.debug(&(m.bitfield, m.error));
            }
        }
        LayoutRow::Hole { kind, .. } | LayoutRow::Padding { kind, .. } => digest.debug(kind),
    }
}

/// Checks that the rows cover each bit of the type, if no member has an error.
pub(super) fn covers(layout: &Layout) {
    if layout.members().any(|m| m.error.is_some()) {
        return;
    }
    let mut covered = 0;
    for row in &layout.rows {
        let in_turn = layout.kind == Kind::Union || row.bits() == 0 || row.offset() == covered;
        assert!(in_turn, "[{}]: {covered} bits covered, then {row:?}", layout.id);
        covered = covered.max(row.end());
    }
    assert_eq!(covered, u64::from(layout.size) * 8, "[{}]: {:?}", layout.id, layout.rows);
}

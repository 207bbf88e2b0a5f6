//! One struct or union: its rows and its facts, from the facts of the types that it embeds.

use btf::{Btf, Kind, Member, Type, TypeId};

use crate::align::{Element, element, scalar_align, scalar_natural};
use crate::bitfield::bitfield;
use crate::cover::{Cursor, Gap};
use crate::error::{LayoutError, MemberError};
use crate::facts::Facts;
use crate::figures::Figures;
use crate::model::{HoleKind, LayoutRow, MemberLayout, Options};

/// Lays out one struct or union. `embedded` gives the facts of a struct or union that a member has by value; none for a
/// type that is still being walked, because that type embeds this one.
pub(crate) fn build(
    btf: &Btf,
    options: &Options,
    ty: &Type<'_>,
    embedded: &dyn Fn(&Type<'_>) -> Option<Facts>,
    rows: Option<&mut Vec<LayoutRow>>,
) -> Facts {
    let mut b = Build {
        btf,
        line: options.line(),
        ty,
        size: ty.size_or_type(),
        last: ty.item_count().wrapping_sub(1),
        libbpf: Libbpf::default(),
        natural: 0,
        figures: Figures::default(),
        taken: 0,
    };
    let mut members: Vec<MemberLayout> = ty.members().map(|m| b.member(&m, embedded)).collect();
    let natural = b.natural.max(1);
    b.infer_alignments(&mut members, natural);
    let mut sink = Sink { rows };
    if ty.kind() == Kind::Struct {
        b.cover_struct(&mut members, &mut sink);
        b.figures.packed = b.infer_packed(&members);
    } else {
        b.cover_union(&members, &mut sink);
    }
    let size = b.size;
    let f = &mut b.figures;
    f.size = size;
    f.cache_lines = size.div_ceil(b.line);
    f.last_cache_line = size % b.line;
    f.members = members.len() as u32;
    let (align, packed) = b.libbpf.finish(size);
    Facts { align, natural, packed, figures: b.figures }
}

struct Build<'a> {
    btf: &'a Btf,
    /// Bytes of a cache line.
    line: u32,
    ty: &'a Type<'a>,
    /// Bytes.
    size: u32,
    /// The index of the struct's last member.
    last: u32,
    libbpf: Libbpf,
    natural: u32,
    figures: Figures,
    /// One past the last byte that pahole counts as used so far, going through members in file order.
    taken: u64,
}

impl Build<'_> {
    /// Lays out a member alone, without the facts that depend on its neighbours, and adds it to the sums.
    fn member(&mut self, m: &Member<'_>, embedded: &dyn Fn(&Type<'_>) -> Option<Facts>) -> MemberLayout {
        let place = m.bits();
        let size = self.btf.size_of(m.type_id);
        let element = element(self.btf, m.type_id);
        let mut error = size.err().map(MemberError::Size);
        let mut facts = None;
        let (align, natural) = match element.ty {
            Some(t) if t.kind().is_composite() => {
                facts = embedded(&t);
                facts.map_or((Err(LayoutError::Cycle(t.id())), 1), |f| (f.align, f.natural))
            }
            Some(t) => (scalar_align(self.btf, &t).ok_or(LayoutError::NoAlign(t.id())), scalar_natural(self.btf, &t)),
            None => (Err(LayoutError::NoAlign(m.type_id)), 1),
        };
        if let Err(LayoutError::Cycle(id)) = align {
            error = error.or(Some(MemberError::Cycle(id)));
        }
        self.libbpf.member(m, align);
        self.natural = self.natural.max(natural);
        if let Some(facts) = &facts {
            self.count_embedded(m, facts, element.array.is_some());
        }
        let bitfield = bitfield(self.btf, m, place, size.ok().filter(|_| element.array.is_none()));
        let bits = match &bitfield {
            Some(b) => u64::from(b.bits),
            None => u64::from(size.unwrap_or(0)) * 8,
        };
        let mut layout = MemberLayout {
            index: m.index,
            type_id: m.type_id,
            offset: place.offset.into(),
            bits,
            bitfield,
            align: align.unwrap_or(1),
            natural_align: natural,
            aligned: None,
            unnatural: false,
            flexible: self.is_flexible(m, &element),
            error,
        };
        self.figures.flexible |= layout.flexible && is_plain_array(self.btf, m.type_id);
        layout.unnatural = element.array.is_none()
            && element.ty.is_some_and(|t| t.kind() == Kind::Struct)
            && match self.ty.kind() {
                Kind::Union => !self.size.is_multiple_of(natural),
                _ => !layout.byte_offset().is_multiple_of(natural.into()),
            };
        let (end, all) = (layout.end(), u64::from(self.size) * 8);
        if end > all {
            layout.error = layout.error.or(Some(MemberError::Outside { end, size: all }));
        }
        if bitfield.is_some() {
            self.figures.sum_bitfield_bits += bits;
        } else {
            self.figures.sum_members += bits / 8;
        }
        layout
    }

    fn is_flexible(&self, m: &Member<'_>, element: &Element<'_>) -> bool {
        self.ty.kind() == Kind::Struct && m.index.0 == self.last && element.array.is_some_and(|a| a.nelems == 0)
    }

    /// Adds the facts of an embedded struct or union to the sums.
    fn count_embedded(&mut self, m: &Member<'_>, facts: &Facts, in_array: bool) {
        let inner = &facts.figures;
        self.figures.nested.add(inner);
        if !in_array && self.ty.kind() == Kind::Struct {
            self.figures.flexible_inside |= inner.flexible || inner.flexible_inside;
        }
        // pahole looks only at the member's type itself, not behind typedefs, and knows no holes in unions.
        if self.btf.kind(m.type_id) != Some(Kind::Struct) {
            return;
        }
        let types = &mut self.figures.member_types;
        types.with_holes += u32::from(inner.holes > 0);
        types.holes = types.holes.saturating_add(inner.holes);
        types.with_bit_holes += u32::from(inner.bit_holes > 0);
        types.bit_holes = types.bit_holes.saturating_add(inner.bit_holes);
        types.with_padding += u32::from(inner.padding > 0);
        types.padding = types.padding.saturating_add(inner.padding);
        types.with_bit_padding += u32::from(inner.bit_padding > 0);
        types.bit_padding = types.bit_padding.saturating_add(inner.bit_padding);
        types.flexible += u32::from(inner.flexible);
        types.flexible_inside += u32::from(inner.flexible_inside);
    }

    /// Infers alignments beyond the natural ones, as pahole's `class__infer_alignment` does, in file order.
    fn infer_alignments(&mut self, members: &mut [MemberLayout], natural: u32) {
        for m in members {
            m.aligned = infer_alignment(self.line, m.byte_offset(), m.natural_align, self.taken);
            self.figures.forced_alignments += u32::from(m.aligned.is_some());
            if m.byte_size() > 0 {
                self.taken = match m.bitfield {
                    Some(_) => m.end().div_ceil(8),
                    None => m.byte_offset() + m.byte_size(),
                };
            }
        }
        if self.ty.kind() == Kind::Struct {
            self.figures.aligned = infer_alignment(self.line, self.size.into(), natural, self.taken);
        }
    }

    /// Rows of a struct, in order of their offsets: files may have members in any order (Rust's do).
    fn cover_struct(&mut self, members: &mut [MemberLayout], sink: &mut Sink<'_>) {
        members.sort_by_key(|m| m.offset);
        let mut cursor = Cursor::new();
        for m in members {
            let taken = cursor.seen();
            if m.bits > 0 && m.offset < taken {
                m.error = m.error.or(Some(MemberError::Overlap { taken }));
            }
            let gap = cursor.step(m);
            let bytes = gap.bits(HoleKind::Bytes) / 8;
            let bits = gap.bits(HoleKind::Bits);
            let f = &mut self.figures;
            f.holes += u32::from(bytes > 0);
            f.hole_bytes += bytes;
            f.bit_holes += u32::from(bits > 0);
            f.bit_hole_bits += bits;
            if m.aligned.is_some() {
                f.forced_holes += u32::from(bytes > 0);
                f.forced_hole_bytes += bytes;
            }
            sink.gap(&gap, |offset, bits, kind| LayoutRow::Hole { offset, bits, kind });
            sink.push(LayoutRow::Member(*m));
        }
        self.pad(cursor, sink);
    }

    /// Rows of a union: its members overlap; only the bits behind the longest are padding.
    fn cover_union(&mut self, members: &[MemberLayout], sink: &mut Sink<'_>) {
        let mut cursor = Cursor::new();
        if let Some(longest) = members.iter().reduce(|a, b| if b.end() > a.end() { b } else { a }) {
            cursor.step(longest);
        }
        for m in members {
            sink.push(LayoutRow::Member(*m));
        }
        self.pad(cursor, sink);
    }

    fn pad(&mut self, cursor: Cursor, sink: &mut Sink<'_>) {
        let gap = cursor.finish(u64::from(self.size) * 8);
        self.figures.padding = gap.bits(HoleKind::Bytes) / 8;
        self.figures.bit_padding = gap.bits(HoleKind::Bits);
        sink.gap(&gap, |offset, bits, kind| LayoutRow::Padding { offset, bits, kind });
    }

    /// pahole's `class__infer_packed_attributes`.
    fn infer_packed(&self, members: &[MemberLayout]) -> bool {
        let f = &self.figures;
        if f.padding > 0 || f.holes > 0 {
            return false;
        }
        let largest = members.iter().map(|m| m.natural_align).max().unwrap_or(1);
        members.iter().any(|m| !m.byte_offset().is_multiple_of(m.natural_align.into()))
            || !self.size.is_multiple_of(largest)
    }
}

/// The alignment in bytes that the source seems to force on a member at byte `offset`, when the members before it end
/// at byte `taken`: the smallest power of two greater than the gap before the member, or the size of a cache line
/// if it is a multiple of that power, and the offset is a multiple of it. None if there is no gap, the offset is odd, or the natural alignment explains the
/// gap.
fn infer_alignment(line: u32, offset: u64, natural: u32, taken: u64) -> Option<u32> {
    let gap = u32::try_from(offset.checked_sub(taken)?).ok()?;
    if gap == 0 || !offset.is_multiple_of(2) {
        return None;
    }
    let align = gap.checked_add(1)?.checked_next_power_of_two()?;
    if align <= natural || align == 1 {
        return None;
    }
    if align < line && line.is_multiple_of(align) && offset.is_multiple_of(line.into()) {
        return Some(line);
    }
    Some(align)
}

/// The alignment or the error that libbpf computes for a struct, by its own rules for bitfields and offsets. Only for a
/// damaged struct this differs: libbpf does not look at the members behind one that is not aligned.
struct Libbpf {
    align: Result<u32, LayoutError>,
    /// Whether a member does not lie at a multiple of its alignment.
    unaligned: bool,
}

impl Default for Libbpf {
    fn default() -> Self {
        Libbpf { align: Ok(1), unaligned: false }
    }
}

impl Libbpf {
    fn member(&mut self, m: &Member<'_>, align: Result<u32, LayoutError>) {
        let (Ok(so_far), Ok(this)) = (self.align, align) else {
            self.align = self.align.and(align);
            return;
        };
        self.align = Ok(so_far.max(this));
        self.unaligned |= m.bitfield_size() == 0 && !u64::from(m.raw_offset).is_multiple_of(u64::from(this) * 8);
    }

    /// The alignment, and whether the type must be packed.
    fn finish(self, size: u32) -> (Result<u32, LayoutError>, bool) {
        let packed = self.unaligned || self.align.is_ok_and(|align| !size.is_multiple_of(align));
        (self.align.map(|align| if packed { 1 } else { align }), packed)
    }
}

/// Where rows go, if the caller wants them.
struct Sink<'a> {
    rows: Option<&'a mut Vec<LayoutRow>>,
}

impl Sink<'_> {
    fn push(&mut self, row: LayoutRow) {
        if let Some(rows) = &mut self.rows {
            rows.push(row);
        }
    }

    fn gap(&mut self, gap: &Gap, row: impl Fn(u64, u64, HoleKind) -> LayoutRow) {
        for piece in gap.pieces() {
            self.push(row(piece.offset, piece.bits, piece.kind));
        }
    }
}

/// Whether a type is itself an array of one dimension, not behind a typedef or qualifier.
fn is_plain_array(btf: &Btf, id: TypeId) -> bool {
    let array = btf.get(id).and_then(|t| t.array());
    array.is_some_and(|a| btf.kind(a.element) != Some(Kind::Array))
}

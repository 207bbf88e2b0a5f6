//! Our layouts in the plain form: pahole's output without type names.

use btf::{Btf, Kind, Member, TypeId};
use layout::{Figures, HoleKind, Layout, LayoutRow, Layouts, MemberLayout, Options};

const LINE: u64 = 64;

/// All lines of a struct or union.
pub fn lines(btf: &Btf, id: TypeId) -> Vec<String> {
    let mut printer = Printer {
        btf,
        layouts: Layouts::new(btf, Options { cache_line: LINE as u32 }),
        out: Vec::new(),
        cache_line: 0,
    };
    let layout = printer.composite(id, 0);
    if layout.kind == Kind::Struct {
        printer.figures(&layout.figures);
    }
    let end = printer.attributes(&layout, false);
    printer.out.push(format!("close{end}"));
    printer.out
}

struct Printer<'a> {
    btf: &'a Btf,
    layouts: Layouts<'a>,
    out: Vec<String>,
    /// The number of the cache line whose boundary was printed last; 0 before the first boundary.
    cache_line: u64,
}

/// A member and the holes after it.
struct Step {
    member: MemberLayout,
    bit_hole: u64,
    hole: u64,
}

fn plural(n: u64, word: &str) -> String {
    format!("{n} {word}{}", if n == 1 { "" } else { "s" })
}

impl<'a> Printer<'a> {
    /// Prints the lines from the opening brace to the last member, and returns the layout. `base` is the offset of the
    /// type, in bytes.
    fn composite(&mut self, id: TypeId, base: u64) -> Layout {
        let layout = self.layouts.layout(id).expect("a struct or union");
        if layout.kind == Kind::Union {
            self.out.push("open union".to_owned());
            let line = self.cache_line;
            for m in layout.members() {
                // The members of a union all start at the base.
                self.member(&layout, m, base);
                self.cache_line = line;
            }
        } else {
            self.out.push("open struct".to_owned());
            self.members(&layout, base);
        }
        layout
    }

    fn members(&mut self, layout: &Layout, base: u64) {
        let mut steps: Vec<Step> = Vec::new();
        let (mut bits_before, mut bytes_before) = (0, 0);
        for row in &layout.rows {
            match row {
                LayoutRow::Member(m) => steps.push(Step { member: *m, bit_hole: 0, hole: 0 }),
                LayoutRow::Hole { bits, kind, .. } => {
                    let (bit_hole, hole) = match steps.last_mut() {
                        Some(last) => (&mut last.bit_hole, &mut last.hole),
                        None => (&mut bits_before, &mut bytes_before),
                    };
                    match kind {
                        HoleKind::Bits => *bit_hole += bits,
                        HoleKind::Bytes => *hole += bits / 8,
                    }
                }
                LayoutRow::Padding { .. } => {}
            }
        }
        self.holes(bits_before, bytes_before);
        let mut last: Option<&Step> = None;
        let mut last_size = 0;
        for step in &steps {
            let m = &step.member;
            if let Some(last) = last
                && last_size != 0
            {
                self.combined(last, m, last_size);
            }
            self.member(layout, m, base);
            self.inner(m.type_id);
            self.holes(step.bit_hole, step.hole);
            let moved = last.is_none_or(|l| l.member.byte_offset() != m.byte_offset());
            let began = last.is_some_and(|l| l.member.bitfield.is_none()) && m.bitfield.is_some();
            if last_size == 0 || moved || began {
                last_size = m.byte_size();
            }
            last = Some(step);
        }
    }

    fn holes(&mut self, bits: u64, bytes: u64) {
        if bits > 0 {
            self.out.push(format!("XXX {} hole, try to pack", plural(bits, "bit")));
        }
        if bytes > 0 {
            self.out.push(format!("XXX {} hole, try to pack", plural(bytes, "byte")));
        }
    }

    /// The lines about storage units that two members share.
    fn combined(&mut self, last: &Step, m: &MemberLayout, last_size: u64) {
        let (before, here) = (last.member.byte_offset(), m.byte_offset());
        if last.bit_hole > 0 && m.bitfield.is_some() {
            if before != here {
                self.out.push("Force alignment to the next boundary:".to_owned());
            }
            self.out.push(format!(":{}", if before == here { last.bit_hole } else { 0 }));
        }
        if here < before || here == before && last.member.bitfield.is_none() && m.bitfield.is_some() {
            self.out.push("Bitfield combined with previous fields".to_owned());
        } else if here > before && here - before < last_size {
            self.out.push("Bitfield combined with next fields".to_owned());
        }
    }

    fn member(&mut self, layout: &Layout, m: &MemberLayout, base: u64) {
        let record = self.record(layout, m);
        let at = base + m.byte_offset();
        if at / LINE > self.cache_line {
            self.cache_line = at / LINE;
            let (line, start, ago) = (at / LINE, at / LINE * LINE, at % LINE);
            let was = if ago > 0 { format!(" was {} ago", plural(ago, "byte")) } else { String::new() };
            self.out.push(format!("--- cacheline {line} boundary ({start} bytes){was} ---"));
        }
        let bit = m.bitfield.map(|b| format!(":{}", b.bit_in_unit)).unwrap_or_default();
        let place = format!("{at}{bit} {}", m.byte_size());
        let name = match m.bitfield {
            Some(b) => format!("{}:{}", record.name(), b.bits),
            None => record.name().to_owned(),
        };
        let aligned = m.aligned.map(|a| format!(" aligned({a})")).unwrap_or_default();
        match self.expanded(m.type_id) {
            Some((inner, through_pointer)) => {
                let base = if through_pointer { 0 } else { at };
                let inner = self.composite(inner, base);
                let marked = m.unnatural && !through_pointer && layout.id != inner.id && {
                    let f = &layout.figures;
                    layout.kind == Kind::Union || f.holes > 0 || f.padding > 0
                };
                let end = self.attributes(&inner, marked);
                self.out.push(format!("close{end} {name} {place}{aligned}"));
            }
            None => self.out.push(format!("{name} {place}{aligned}")),
        }
    }

    fn record(&self, layout: &Layout, m: &MemberLayout) -> Member<'a> {
        let ty = self.btf.get(layout.id).expect("the type");
        ty.members().from_index(m.index.0).next().expect("the member")
    }

    /// The anonymous struct or union that is printed in place, and whether it is behind a pointer.
    fn expanded(&self, id: TypeId) -> Option<(TypeId, bool)> {
        let mut at = id;
        let mut through_pointer = false;
        loop {
            let t = self.btf.get(at)?;
            match t.kind() {
                Kind::Array if !through_pointer => at = t.array()?.element,
                Kind::Const | Kind::TypeTag => at = t.type_ref()?,
                Kind::Ptr if !through_pointer => {
                    through_pointer = true;
                    at = t.type_ref()?;
                }
                Kind::Struct | Kind::Union if t.is_anonymous() => {
                    return Some((at, through_pointer));
                }
                _ => return None,
            }
        }
    }

    /// The line about holes, padding and flexible arrays in a member that is a struct.
    fn inner(&mut self, id: TypeId) {
        if self.btf.kind(id) != Some(Kind::Struct) {
            return;
        }
        let layout = self.layouts.layout(id).expect("a struct");
        let f = &layout.figures;
        let mut parts = Vec::new();
        if f.flexible {
            parts.push("a flexible array".to_owned());
        }
        if f.flexible_inside {
            parts.push("embedded flexible array(s)".to_owned());
        }
        if f.padding > 0 {
            parts.push(format!("{} of padding", plural(f.padding, "byte")));
        }
        if f.bit_padding > 0 {
            parts.push(format!("{} of padding", plural(f.bit_padding, "bit")));
        }
        if f.holes > 0 {
            parts.push(plural(f.holes.into(), "hole"));
        }
        if f.bit_holes > 0 {
            parts.push(plural(f.bit_holes.into(), "bit hole"));
        }
        if !parts.is_empty() {
            self.out.push(format!("XXX last struct has {}", parts.join(", ")));
        }
    }

    fn attributes(&self, layout: &Layout, marked: bool) -> String {
        if layout.kind == Kind::Union {
            return String::new();
        }
        match (layout.figures.packed || marked, layout.figures.aligned) {
            (true, _) => " packed".to_owned(),
            (false, Some(align)) => format!(" aligned({align})"),
            (false, None) => String::new(),
        }
    }

    fn figures(&mut self, f: &Figures) {
        let out = &mut self.out;
        out.push(format!("size: {}, cachelines: {}, members: {}", f.size, f.cache_lines, f.members));
        if f.hole_bytes > 0 || f.bit_hole_bits > 0 {
            if f.sum_members > 0 {
                let holes = match f.holes {
                    0 => String::new(),
                    n => format!(", holes: {n}, sum holes: {}", f.hole_bytes),
                };
                out.push(format!("sum members: {}{holes}", f.sum_members));
            }
            if f.sum_bitfield_bits > 0 {
                let holes = match f.bit_holes {
                    0 => format!(" ({} bytes)", f.sum_bitfield_bits / 8),
                    n => format!(", bit holes: {n}, sum bit holes: {} bits", f.bit_hole_bits),
                };
                out.push(format!("sum bitfield members: {} bits{holes}", f.sum_bitfield_bits));
            }
        }
        if f.padding > 0 {
            out.push(format!("padding: {}", f.padding));
        }
        let t = &f.member_types;
        let mut parts = Vec::new();
        if t.with_holes > 0 {
            parts.push(format!("holes: {}, total: {}", t.with_holes, t.holes));
        }
        if t.with_bit_holes > 0 {
            parts.push(format!("bit holes: {}, total: {}", t.with_bit_holes, t.bit_holes));
        }
        if t.with_bit_padding > 0 {
            parts.push(format!("bit paddings: {}, total: {}", t.with_bit_padding, plural(t.bit_padding, "bit")));
        }
        if !parts.is_empty() {
            out.push(format!("member types with {}", parts.join(", ")));
        }
        if t.with_padding > 0 {
            out.push(format!("paddings: {}, sum paddings: {}", t.with_padding, t.padding));
        }
        if f.bit_padding > 0 {
            out.push(format!("bit_padding: {} bits", f.bit_padding));
        }
        if f.forced_alignments > 0 {
            let holes = match f.forced_holes {
                0 => String::new(),
                n => format!(", forced holes: {n}, sum forced holes: {}", f.forced_hole_bytes),
            };
            out.push(format!("forced alignments: {}{holes}", f.forced_alignments));
        }
        let mut parts = Vec::new();
        if t.flexible > 0 {
            parts.push(format!("end: {}", t.flexible));
        }
        if t.flexible_inside > 0 {
            parts.push(format!("middle: {}", t.flexible_inside));
        }
        if !parts.is_empty() {
            out.push(format!("flexible array members: {}", parts.join(", ")));
        }
        if f.last_cache_line > 0 {
            out.push(format!("last cacheline: {} bytes", f.last_cache_line));
        }
    }
}

//! The body of a struct or union: its members in order, and comments between them (`__class__fprintf`,
//! `union__fprintf`).

use btf::Kind;
use layout::{HoleKind, Layout, LayoutRow, MemberLayout};

use super::member::Declared;
use super::{Printer, Style};
use crate::token::{Sink, TokenKind};

/// A struct or union to print.
pub(super) struct Body<'l, 'a> {
    pub(super) layout: &'l Layout,
    /// The name it declares; none for the type asked for, which is printed with its own name.
    pub(super) suffix: Option<Declared<'a>>,
    pub(super) packed: bool,
}

impl Body<'_, '_> {
    /// Whether an embedded struct at an unaligned offset is marked as packed: in a union always, in a struct only if
    /// holes or padding show pahole that the outer struct is not packed (`class__infer_packed_attributes`).
    pub(super) fn marks(&self) -> bool {
        let f = &self.layout.figures;
        self.layout.kind == Kind::Union || f.holes > 0 || f.padding > 0
    }
}

/// A member and the holes behind it.
struct Step {
    member: MemberLayout,
    /// In bits.
    bit_hole: u64,
    /// In bytes.
    hole: u64,
}

impl<'a, S: Sink + ?Sized> Printer<'a, '_, S> {
    /// Prints from the keyword to the text behind the closing brace.
    pub(super) fn body(&mut self, body: &Body<'_, 'a>, style: Style) {
        let layout = body.layout;
        self.put(TokenKind::Keyword, if layout.kind == Kind::Union { "union" } else { "struct" });
        if body.suffix.is_none()
            && let Some(t) = self.btf.get(layout.id).filter(|t| t.name_offset().0 != 0)
        {
            self.space(" ");
            self.put(TokenKind::TypeName(t.id()), self.strings.name(t.name_offset()));
        }
        self.punct(" {");
        self.space("\n");
        let sums = style.sums && (body.suffix.is_none() || style.qualified);
        let inner = Style { indent: style.indent + 1, sums, qualified: false, ..style };
        if layout.kind == Kind::Union {
            self.alternatives(body, inner);
        } else {
            self.members(body, inner);
            if sums {
                self.sums(&layout.figures, &inner);
            }
        }
        self.tabs(style.indent);
        self.punct("}");
        if body.packed {
            self.packed();
        }
        if let Some(declared) = body.suffix {
            self.suffix(declared);
        }
        if layout.kind == Kind::Struct
            && !body.packed
            && let Some(aligned) = layout.figures.aligned
        {
            self.aligned(aligned);
        }
    }

    fn spend(&mut self) -> bool {
        let left = self.budget.checked_sub(1);
        self.budget = left.unwrap_or(0);
        left.is_some()
    }

    fn alternatives(&mut self, body: &Body<'_, 'a>, style: Style) {
        let style = Style { in_union: true, ..style };
        // Each member begins where the union does, so the cache line is reset.
        let line = self.cache_line;
        for m in body.layout.members() {
            if !self.spend() {
                return;
            }
            self.tabs(style.indent);
            self.member(body, m, true, style);
            self.space("\n");
            self.cache_line = line;
        }
    }

    fn members(&mut self, body: &Body<'_, 'a>, style: Style) {
        let (before, steps) = steps(body.layout);
        // Whether the last line is a comment, which is separated from the next member by an empty line.
        let mut apart = false;
        for (n, unit) in [(before.0, "bit"), (before.1, "byte")] {
            if n > 0 {
                self.part(&mut apart);
                self.hole(n, unit, style.indent);
                self.space("\n");
            }
        }
        let mut last: Option<&Step> = None;
        let mut last_size = 0;
        for (i, step) in steps.iter().enumerate() {
            if !self.spend() {
                return;
            }
            let m = &step.member;
            if let Some(last) = last.filter(|_| last_size != 0) {
                self.combined(last, m, last_size, &mut apart, style);
            }
            if std::mem::replace(&mut apart, false) {
                self.space("\n");
            }
            self.tabs(style.indent);
            let style = Style { first: i == 0, last: i + 1 == steps.len(), ..style };
            self.member(body, m, false, style);
            if self.btf.kind(m.type_id) == Some(Kind::Struct) {
                self.inside(m, &mut apart, style.indent);
            }
            for (n, unit) in [(step.bit_hole, "bit"), (step.hole, "byte")] {
                if n > 0 {
                    self.part(&mut apart);
                    self.space("\n");
                    self.hole(n, unit, style.indent);
                }
            }
            self.space("\n");
            let moved = last.is_none_or(|l| l.member.byte_offset() != m.byte_offset());
            let began = last.is_some_and(|l| l.member.bitfield.is_none()) && m.bitfield.is_some();
            if last_size == 0 || moved || began {
                last_size = m.byte_size();
            }
            last = Some(step);
        }
    }

    /// Separates a group of comments from the line before.
    fn part(&mut self, apart: &mut bool) {
        if !std::mem::replace(apart, true) {
            self.space("\n");
        }
    }

    fn hole(&mut self, n: u64, unit: &str, indent: usize) {
        self.tabs(indent);
        self.comment("/* XXX ");
        self.count(n, unit);
        self.comment(" hole, try to pack */");
    }

    /// Comments on a storage unit that two neighbours share.
    fn combined(&mut self, last: &Step, m: &MemberLayout, last_size: u64, apart: &mut bool, style: Style) {
        let (before, here) = (last.member.byte_offset(), m.byte_offset());
        if last.bit_hole > 0 && m.bitfield.is_some() {
            if before != here {
                self.space("\n");
                self.tabs(style.indent);
                self.comment("/* Force alignment to the next boundary: */");
                self.space("\n");
            }
            self.tabs(style.indent);
            self.typed(m.type_id, Declared::default(), false, style);
            self.punct(":");
            self.number(TokenKind::Number, if before == here { last.bit_hole } else { 0 });
            self.punct(";");
            self.space("\n");
        }
        let with = if here < before || here == before && last.member.bitfield.is_none() && m.bitfield.is_some() {
            "previous"
        } else if here > before && here - before < last_size {
            "next"
        } else {
            return;
        };
        self.part(apart);
        self.tabs(style.indent);
        self.comment("/* Bitfield combined with ");
        self.comment(with);
        self.comment(" fields */");
        self.space("\n");
    }

    /// Comments on the holes, padding and flexible arrays in a member that is itself a struct.
    fn inside(&mut self, m: &MemberLayout, apart: &mut bool, indent: usize) {
        let Ok(layout) = self.layouts.layout(m.type_id) else { return };
        let f = &layout.figures;
        let arrays = [(f.flexible, " a flexible array"), (f.flexible_inside, " embedded flexible array(s)")];
        let counts = [
            (f.padding, "byte", " of padding"),
            (f.bit_padding, "bit", " of padding"),
            (f.holes.into(), "hole", ""),
            (f.bit_holes.into(), "bit hole", ""),
        ];
        if arrays.iter().all(|(has, _)| !has) && counts.iter().all(|(n, ..)| *n == 0) {
            return;
        }
        self.part(apart);
        self.space("\n");
        self.tabs(indent);
        self.comment("/* XXX last struct has");
        let mut first = true;
        for (_, what) in arrays.into_iter().filter(|(has, _)| *has) {
            self.comment(if std::mem::replace(&mut first, false) { "" } else { "," });
            self.comment(what);
        }
        for (n, unit, what) in counts.into_iter().filter(|(n, ..)| *n > 0) {
            self.comment(if std::mem::replace(&mut first, false) { " " } else { ", " });
            self.count(n, unit);
            self.comment(what);
        }
        self.comment(" */");
    }
}

/// The holes before the first member (in bits and in bytes), and the members, each with the holes behind it.
fn steps(layout: &Layout) -> ((u64, u64), Vec<Step>) {
    let mut before = (0, 0);
    let mut steps: Vec<Step> = Vec::new();
    for row in &layout.rows {
        match row {
            LayoutRow::Member(m) => steps.push(Step { member: *m, bit_hole: 0, hole: 0 }),
            LayoutRow::Hole { bits, kind, .. } => {
                let (bit_hole, hole) = match steps.last_mut() {
                    Some(last) => (&mut last.bit_hole, &mut last.hole),
                    None => (&mut before.0, &mut before.1),
                };
                match kind {
                    HoleKind::Bits => *bit_hole += bits,
                    HoleKind::Bytes => *hole += bits / 8,
                }
            }
            LayoutRow::Padding { .. } => {}
        }
    }
    (before, steps)
}

//! The sums below the members of a struct.

use layout::Figures;

use super::{Printer, Style};
use crate::token::{Sink, TokenKind};

impl<S: Sink + ?Sized> Printer<'_, '_, S> {
    pub(super) fn sums(&mut self, f: &Figures, style: &Style) {
        let indent = style.indent;
        self.space("\n");
        self.begin(indent);
        self.labelled("size: ", f.size);
        self.labelled(", cachelines: ", f.cache_lines);
        self.labelled(", members: ", f.members);
        self.end();
        if f.hole_bytes > 0 || f.bit_hole_bits > 0 {
            self.members_and_holes(f, indent);
        }
        if f.padding > 0 {
            self.begin(indent);
            self.labelled("padding: ", f.padding);
            self.end();
        }
        self.members_types(f, indent);
        if f.bit_padding > 0 {
            self.begin(indent);
            self.labelled("bit_padding: ", f.bit_padding);
            self.comment(" bits");
            self.end();
        }
        if f.forced_alignments > 0 {
            self.begin(indent);
            self.labelled("forced alignments: ", f.forced_alignments);
            if f.forced_holes > 0 {
                self.labelled(", forced holes: ", f.forced_holes);
                self.labelled(", sum forced holes: ", f.forced_hole_bytes);
            }
            self.end();
        }
        let types = &f.member_types;
        if types.flexible > 0 || types.flexible_inside > 0 {
            self.begin(indent);
            self.comment("flexible array members: ");
            if types.flexible > 0 {
                self.labelled("end: ", types.flexible);
            }
            if types.flexible_inside > 0 {
                self.labelled(if types.flexible > 0 { ", middle: " } else { "middle: " }, types.flexible_inside);
            }
            self.end();
        }
        let used = (style.base + u64::from(f.size)) % self.line;
        if used > 0 {
            self.begin(indent);
            self.labelled("last cacheline: ", used);
            self.comment(" bytes");
            self.end();
        }
        self.unexplained(f, indent);
    }

    fn begin(&mut self, indent: usize) {
        self.tabs(indent);
        self.comment("/* ");
    }

    fn end(&mut self) {
        self.comment(" */");
        self.space("\n");
    }

    fn labelled(&mut self, label: &str, n: impl Into<u64>) {
        self.comment(label);
        self.number(TokenKind::Comment, n.into());
    }

    fn members_and_holes(&mut self, f: &Figures, indent: usize) {
        if f.sum_members > 0 {
            self.begin(indent);
            self.labelled("sum members: ", f.sum_members);
            if f.hole_bytes > 0 {
                self.labelled(", holes: ", f.holes);
                self.labelled(", sum holes: ", f.hole_bytes);
            }
            self.end();
        }
        if f.sum_bitfield_bits > 0 {
            self.begin(indent);
            self.labelled("sum bitfield members: ", f.sum_bitfield_bits);
            self.comment(" bits");
            if f.bit_hole_bits > 0 {
                self.labelled(", bit holes: ", f.bit_holes);
                self.labelled(", sum bit holes: ", f.bit_hole_bits);
                self.comment(" bits");
            } else {
                self.labelled(" (", f.sum_bitfield_bits / 8);
                self.comment(" bytes)");
            }
            self.end();
        }
    }

    fn members_types(&mut self, f: &Figures, indent: usize) {
        let t = &f.member_types;
        if t.with_holes > 0 || t.with_bit_holes > 0 || t.with_bit_padding > 0 {
            self.begin(indent);
            self.comment("member types with ");
            let mut separator = "";
            if t.with_holes > 0 {
                self.labelled("holes: ", t.with_holes);
                self.labelled(", total: ", t.holes);
                separator = ", ";
            }
            if t.with_bit_holes > 0 {
                self.comment(separator);
                self.labelled("bit holes: ", t.with_bit_holes);
                self.labelled(", total: ", t.bit_holes);
                separator = ", ";
            }
            if t.with_bit_padding > 0 {
                self.comment(separator);
                self.labelled("bit paddings: ", t.with_bit_padding);
                self.comment(", total: ");
                self.count(t.bit_padding, "bit");
            }
            self.end();
        }
        if t.with_padding > 0 {
            self.begin(indent);
            self.labelled("paddings: ", t.with_padding);
            self.labelled(", sum paddings: ", t.padding);
            self.end();
        }
    }

    /// pahole's message when the sums do not add up to the size.
    fn unexplained(&mut self, f: &Figures, indent: usize) {
        let counted = i128::from(f.sum_members) * 8
            + i128::from(f.sum_bitfield_bits)
            + i128::from(f.hole_bytes) * 8
            + i128::from(f.bit_hole_bits)
            + i128::from(f.padding) * 8
            + i128::from(f.bit_padding);
        let difference = i128::from(f.size) * 8 - counted;
        if difference == 0 || f.members == 0 {
            return;
        }
        self.space("\n");
        self.begin(indent);
        self.labelled("BRAIN FART ALERT! ", f.size);
        self.labelled(" bytes != ", f.sum_members);
        self.labelled(" (member bytes) + ", f.sum_bitfield_bits);
        self.labelled(" (member bits) + ", f.hole_bytes);
        self.labelled(" (byte holes) + ", f.bit_hole_bits);
        self.comment(" (bit holes), diff = ");
        if difference < 0 {
            self.comment("-");
        }
        self.labelled("", u64::try_from(difference.unsigned_abs()).unwrap_or(u64::MAX));
        self.comment(" bits");
        self.end();
    }
}

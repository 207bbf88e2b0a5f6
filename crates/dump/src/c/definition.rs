//! Bodies of structs, unions and enums (libbpf `btf_dump_emit_struct_def`, `btf_dump_emit_enum_def`).

use btf::{Kind, Type};

use super::declarator::{Declared, tag_keyword};
use super::padding::Gap;
use super::writer::Writer;
use crate::token::{Print, Sink, TokenKind};

impl<'a, S: Sink + ?Sized> Writer<'a, '_, S> {
    /// `struct name`, or only `struct` for an anonymous one.
    pub(crate) fn tag(&mut self, t: &Type<'a>) {
        self.sink.keyword(tag_keyword(t));
        if t.name_offset().0 != 0 {
            self.sink.text(" ");
            self.type_name(t);
        }
    }

    /// A struct or union with its members, on a line indented by `level`.
    pub(crate) fn composite(&mut self, t: &Type<'a>, level: u32) {
        let is_struct = t.kind() == Kind::Struct;
        let packed = is_struct && self.is_packed(t);
        self.tag(t);
        self.sink.punct(" {");
        let mut end = 0u64;
        let mut after_bitfield = false;
        for m in t.members() {
            let (offset, width) = (u64::from(m.bit_offset()), m.bitfield_size());
            let next_align = if packed { 1 } else { self.alignment(m.type_id) };
            let gap = Gap { from: end, to: offset, next_align, in_bitfield: after_bitfield && width != 0 };
            self.padding(gap, level + 1);
            self.line(level + 1);
            if !self.spend() {
                break;
            }
            self.declare(m.type_id, Declared::member(t.id(), m.index, self.strings.name(m.name_offset)), level + 1);
            if width != 0 {
                self.sink.punct(": ");
                self.sink.number(width.into());
                end = offset + u64::from(width);
            } else {
                end = offset + u64::from(self.btf.size_of(m.type_id).unwrap_or(0)) * 8;
            }
            after_bitfield = width != 0;
            self.sink.punct(";");
        }
        if is_struct {
            let next_align = self.alignment(t.id());
            let to = u64::from(t.size_or_type()) * 8;
            self.padding(Gap { from: end, to, next_align, in_bitfield: false }, level + 1);
        }
        if t.vlen() != 0 || t.size_or_type() != 0 {
            self.line(level);
        }
        self.sink.punct("}");
        if packed {
            self.sink.directive(" __attribute__((packed))");
        }
    }

    /// An enum with its values, on a line indented by `level`. Without values it is a forward declaration.
    pub(crate) fn enumeration(&mut self, t: &Type<'a>, level: u32) {
        self.tag(t);
        if t.vlen() == 0 {
            return;
        }
        self.sink.punct(" {");
        let mut high_bits = false;
        for e in t.enumerators() {
            self.line(level + 1);
            if !self.spend() {
                break;
            }
            let name = self.strings.name(e.name_offset);
            let number = self.names.as_mut().map_or(1, |names| names.number_of_enumerator(name));
            self.numbered(TokenKind::Member(t.id(), e.index), name, number);
            self.sink.punct(" = ");
            match (e.wide, e.signed) {
                (false, false) => self.sink.number(u64::from(e.raw as u32)),
                (false, true) => self.sink.signed(i64::from(e.raw as u32 as i32)),
                (true, false) => self.sink.number(e.raw),
                (true, true) => self.sink.signed(e.raw as i64),
            }
            if e.wide {
                self.sink.token(TokenKind::Number, if e.signed { "LL" } else { "ULL" });
                high_bits |= e.raw >> 32 != 0;
            }
            self.sink.punct(",");
        }
        self.line(level);
        self.sink.punct("}");
        match t.size_or_type() {
            1 => self.sink.directive(" __attribute__((mode(byte)))"),
            // The compiler takes 8 bytes by itself only when a value needs them.
            8 if self.btf.pointer_size() == 8 && !high_bits => self.sink.directive(" __attribute__((mode(word)))"),
            _ => {}
        }
    }
}

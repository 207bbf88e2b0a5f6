//! Bodies of structs, unions and enums (libbpf `btf_dump_emit_struct_def`, `btf_dump_emit_enum_def`).

use btf::{Kind, Member, Type};

use super::align::Composite;
use super::declarator::Declared;
use super::padding::Gap;
use super::tags::WHOLE;
use super::writer::Writer;
use crate::token::{Print, Sink, TokenKind};

impl<'a, S: Sink + ?Sized> Writer<'a, '_, S> {
    /// `struct name`, or only `struct` for an anonymous one.
    pub(crate) fn tag(&mut self, t: &Type<'a>) {
        self.sink.keyword(t.tag_keyword().unwrap_or_default());
        if t.name_offset().0 != 0 {
            self.sink.text(" ");
            self.type_name(t);
        }
    }

    /// A struct or union with its members, on a line indented by `level`.
    pub(crate) fn composite(&mut self, t: &Type<'a>, level: u32) {
        self.tag(t);
        self.body(t, level);
    }

    /// The braces of a struct or union with the members between them, and the attributes behind the closing brace.
    fn body(&mut self, t: &Type<'a>, level: u32) {
        if self.bodies.contains(&t.id()) {
            self.sink.token(TokenKind::Comment, " /* holds itself */");
            return;
        }
        self.bodies.push(t.id());
        self.body_of(t, level);
        self.bodies.pop();
    }

    fn body_of(&mut self, t: &Type<'a>, level: u32) {
        let btf = self.btf;
        let is_struct = t.kind() == Kind::Struct;
        let Composite { align, packed, stated, short } = self.alignments().composite(btf, t);
        self.sink.punct(" {");
        let mut end = 0u64;
        let mut after_bitfield = false;
        for m in t.members() {
            let (offset, width) = self.place(&m);
            if end < offset {
                // The compiler puts a bitfield directly behind the member before it if the storage unit has room for
                // the bitfield. The gap must then be written.
                let unit = u64::from(btf.size_of(m.type_id).unwrap_or(0)) * 8;
                let stays = self.portable && width != 0 && unit != 0;
                let stays = stays && end / unit == (end + width - 1) / unit;
                let next_align = if packed || stays { 1 } else { self.alignments().of(btf, m.type_id).least };
                let in_bitfield = after_bitfield && width != 0;
                self.padding(Gap { from: end, to: offset, next_align, in_bitfield, packed }, level + 1);
            }
            self.line(level + 1);
            if !self.spend() {
                break;
            }
            self.member(t, &m, level + 1);
            if width != 0 {
                self.sink.punct(": ");
                self.sink.number(width);
                end = offset + width;
            } else {
                end = offset + u64::from(btf.size_of(m.type_id).unwrap_or(0)) * 8;
            }
            after_bitfield = width != 0;
            self.decl_tags(t.id(), i32::try_from(m.index.0).unwrap_or(i32::MAX));
            self.sink.punct(";");
        }
        if is_struct {
            let next_align = if packed { 1 } else { align.least };
            let to = u64::from(t.size_or_type()) * 8;
            self.padding(Gap { from: end, to, next_align, in_bitfield: false, packed }, level + 1);
        } else if short && t.size_or_type() <= 8 {
            let to = u64::from(t.size_or_type()) * 8;
            self.padding(Gap { from: 0, to, next_align: 1, in_bitfield: false, packed: true }, level + 1);
        }
        if t.vlen() != 0 || t.size_or_type() != 0 {
            self.line(level);
        }
        self.sink.punct("}");
        if packed {
            self.sink.directive(" __attribute__((packed))");
        }
        if let Some(stated) = stated {
            self.sink.directive(" __attribute__((aligned(");
            self.sink.number(stated.into());
            self.sink.directive(")))");
        }
        self.decl_tags(t.id(), WHOLE);
    }

    /// A member's offset in the struct and its width, in bits; the width is 0 unless it is a bitfield. Only the
    /// portable mode knows the form that bitfields had before 2019: libbpf does not.
    fn place(&self, m: &Member<'a>) -> (u64, u64) {
        if self.portable {
            let bits = m.bits();
            return (bits.offset.into(), bits.bitfield.unwrap_or(0).into());
        }
        (m.bit_offset().into(), m.bitfield_size().into())
    }

    /// A member's declaration.
    fn member(&mut self, of: &Type<'a>, m: &Member<'a>, level: u32) {
        let name = Declared::member(of.id(), m.index, self.strings.name(m.name_offset));
        let nameless = self.portable && m.name_offset.0 == 0;
        let inlined = nameless.then(|| self.btf.get(m.type_id)).flatten();
        match inlined.filter(|t| t.kind().is_composite() && t.name_offset().0 != 0) {
            // An unnamed member of a named struct type needs -fms-extensions; printing its members alone does not.
            Some(t) => {
                if self.enter() {
                    self.sink.keyword(t.tag_keyword().unwrap_or_default());
                    self.sink.token(TokenKind::Comment, " /* ");
                    self.numbered(TokenKind::TypeName(t.id()), self.strings.name(t.name_offset()), 1);
                    self.sink.token(TokenKind::Comment, " */");
                    self.body(&t, level);
                    self.leave();
                }
            }
            None => self.declare(m.type_id, name, level),
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
            // C has no literal for the least number: its digits alone do not fit a signed type.
            let least = self.portable && e.wide && e.signed && e.raw as i64 == i64::MIN;
            match e.signed {
                true => self.sink.signed(e.value() as i64 + i64::from(least)),
                false => self.sink.number(e.value() as u64),
            }
            if e.wide {
                self.sink.token(TokenKind::Number, if e.signed { "LL" } else { "ULL" });
                if least {
                    self.sink.punct(" - ");
                    self.sink.number(1);
                }
                high_bits |= e.raw >> 32 != 0;
            }
            self.sink.punct(",");
        }
        self.line(level);
        self.sink.punct("}");
        match t.size_or_type() {
            1 => self.sink.directive(" __attribute__((mode(byte)))"),
            // The compiler chooses 8 bytes only when a value needs them.
            8 if self.btf.pointer_size() == 8 && !high_bits => self.sink.directive(" __attribute__((mode(word)))"),
            // libbpf leaves out the attribute for these sizes.
            2 if self.portable => self.sink.directive(" __attribute__((mode(HI)))"),
            8 if self.portable && !high_bits => self.sink.directive(" __attribute__((mode(DI)))"),
            _ => {}
        }
    }
}

//! The section `.BTF`.

use btf::{FieldName, HeaderField, Kind, Owner, Part, StringOffset, Type, TypeId};

use super::line::Asm;
use crate::raw::shown_name;
use crate::token::{Print, Sink, TokenKind};

impl<'a, S: Sink + ?Sized> Asm<'a, '_, S> {
    /// Prints the bytes of one owner.
    pub(super) fn owned(&mut self, owned: btf::Owned) {
        let bytes = self.btf.bytes().get(owned.range.as_usize()).unwrap_or_default();
        match owned.owner {
            Owner::Header(field) => self.header(field, bytes),
            Owner::Type(id, part) => self.field(id, part, bytes, owned.range.start),
            Owner::Layout(kind) => self.layout(kind, bytes),
            Owner::String(offset) => self.string(offset, bytes),
            Owner::Gap => self.bytes(bytes, "gap"),
            Owner::Unreadable => self.bytes(bytes, "unreadable"),
        }
    }

    /// Prints the kind and the name of the type with an id.
    pub(super) fn type_name(&mut self, id: TypeId) {
        match self.btf.get(id) {
            Some(t) => {
                self.say(t.kind().as_str());
                self.say(" '");
                self.plain(TokenKind::TypeName(t.id()), shown_name(&self.strings, t.name_offset()));
                self.say("'");
            }
            None => self.say(if id.is_void() { "void" } else { "no such type" }),
        }
    }

    fn header(&mut self, field: HeaderField, bytes: &[u8]) {
        if field == HeaderField::Extra || !matches!(bytes.len(), 1 | 2 | 4) {
            return self.bytes(bytes, field.as_str());
        }
        let value = self.value(bytes);
        if field == HeaderField::Magic || self.annotate {
            self.comment();
            if field == HeaderField::Magic {
                self.hex(value);
            }
            if self.annotate {
                self.say(if field == HeaderField::Magic { " " } else { "" });
                self.say(field.as_str());
            }
        }
        self.end();
    }

    fn layout(&mut self, kind: u32, bytes: &[u8]) {
        let &[info, elem, ref flags @ ..] = bytes else { return self.bytes(bytes, "layout") };
        self.value(&[info]);
        self.comment();
        self.say("BTF_KIND_");
        self.say(u8::try_from(kind).map_or("UNKNOWN", |n| Kind::from_number(n).as_str()));
        self.say(" info_sz");
        self.end();
        for (bytes, name) in [(&[elem][..], "elem_sz"), (flags, "flags")] {
            self.value(bytes);
            if self.annotate {
                self.comment();
                self.say(name);
            }
            self.end();
        }
    }

    fn field(&mut self, id: TypeId, part: Part, bytes: &[u8], at: u32) {
        let Some(t) = self.btf.get(id).filter(|_| bytes.len() == 4) else { return self.bytes(bytes, "record") };
        let names = self.names;
        let value = match part.name {
            // In an object that is not linked, a variable's offset is a symbol.
            FieldName::Offset if names.in_btf.contains_key(&at) => {
                self.symbol(names.in_btf.get(&at).map_or("", String::as_str));
                super::line::number(self.btf.endian(), bytes)
            }
            // LLVM prints the values of every ENUM as signed numbers.
            FieldName::Val => self.signed(bytes),
            name if name.is_type_id() => self.type_id(self.btf.endian(), bytes),
            _ => self.value(bytes),
        };
        let first = part.item.is_none() && part.name == FieldName::NameOff;
        let in_hex = match part.name {
            FieldName::Info | FieldName::IntData | FieldName::ValLo32 | FieldName::ValHi32 => true,
            FieldName::Offset => t.kind().is_composite(),
            _ => false,
        };
        if first || in_hex || self.annotate {
            self.comment();
        }
        if first {
            self.say("BTF_KIND_");
            self.sink.token(TokenKind::Comment, t.kind().as_str());
            self.say("(id = ");
            self.sink.id(id);
            self.say(")");
        } else if in_hex {
            self.hex(value);
        }
        if self.annotate {
            self.say(if first || in_hex { " " } else { "" });
            self.meaning(&t, part, value);
        }
        self.end();
    }

    /// Prints the field's name, and the meaning of its value.
    fn meaning(&mut self, t: &Type<'a>, part: Part, value: u32) {
        self.say(part.name.as_str());
        let item = |asm: &mut Self| {
            if let Some(index) = part.item {
                asm.say(" of ");
                asm.sink.number(index.0.into());
            }
        };
        match part.name {
            FieldName::NameOff => {
                item(self);
                self.say(": ");
                self.plain(TokenKind::Comment, shown_name(&self.strings, StringOffset(value)));
            }
            FieldName::Info => {
                self.say(": kind ");
                self.sink.number(t.kind().number().into());
                self.say(", vlen ");
                self.sink.number(t.vlen().into());
                self.say(if t.kind_flag() { ", kind_flag" } else { "" });
            }
            FieldName::IntData => {
                if let Some(int) = t.int() {
                    self.say(": encoding ");
                    self.sink.number(int.encoding.into());
                    self.say(", offset ");
                    self.sink.number(int.offset.into());
                    self.say(", bits ");
                    self.sink.number(int.bits.into());
                }
            }
            name if name.is_type_id() => {
                item(self);
                self.say(": ");
                self.type_name(TypeId(value));
            }
            FieldName::Offset if t.kind().is_composite() => {
                item(self);
                self.say(": bit ");
                let width = if t.kind_flag() { value >> 24 } else { 0 };
                self.sink.number(if t.kind_flag() { value & 0x00ff_ffff } else { value }.into());
                if width > 0 {
                    self.say(", width ");
                    self.sink.number(width.into());
                }
            }
            _ => item(self),
        }
    }

    fn string(&mut self, offset: StringOffset, bytes: &[u8]) {
        let (text, nul) = match bytes.split_last() {
            Some((0, text)) => (text, true),
            _ => (bytes, false),
        };
        match text {
            [] => {}
            &[one] => {
                self.value(&[one]);
            }
            text => self.ascii(text),
        }
        if !text.is_empty() {
            self.string_offset(offset);
            self.end();
        }
        if nul {
            self.value(&[0]);
            if text.is_empty() {
                self.string_offset(offset);
            }
            self.end();
        }
    }

    fn string_offset(&mut self, offset: StringOffset) {
        self.comment();
        self.say("string offset=");
        self.sink.number(offset.0.into());
    }
}

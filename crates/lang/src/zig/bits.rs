//! Accessors of bitfields.

use btf::Type;
use dump::Sink;

use super::{WANTS, Zig};
use crate::names::Scope;
use crate::printer::member_name;
use crate::scalar::Scalar;
use crate::shape::{BitField, Part, Shape};

impl<S: Sink + ?Sized> Zig<'_, '_, S> {
    /// For each bitfield, a function that reads it and one that writes it. Their names must not be names of types,
    /// which would be ambiguous within the struct.
    pub(super) fn bit_fields(&mut self, t: &Type<'_>, shape: &Shape, scope: &mut Scope, shared: &[String]) {
        for (part, bytes) in shape.parts.iter().zip(shared) {
            let Part::Bits(bits) = part else { continue };
            for field in &bits.fields {
                let own = member_name(t, field.member);
                let mut name = |what: &str| {
                    scope.name_unless(&WANTS.spelling, &format!("{what}_{own}"), &|n| self.plan.scope.has(n))
                };
                let (get, set) = (name("get"), name("set"));
                self.reader(t, field, &get, bytes);
                self.writer(t, field, &set, bytes);
            }
        }
    }

    fn reader(&mut self, t: &Type<'_>, f: &BitField, name: &str, bytes: &str) {
        let (named, number) = self.value(f);
        let (word, order) = (f.word, self.btf.endian().as_str());
        self.w.code("    pub fn ");
        self.w.member(t.id(), f.member, name);
        self.w.code("(self_: *const @This()) ");
        self.value_type(f, named.as_deref(), number.name());
        self.w.code(&format!(
            " {{\n        const b_ = &self_.{bytes};\n        const word_: u{word} = @bitCast([_]u8{{ "
        ));
        self.w.code(&self.word_of(f, "b_"));
        let shifted = format!("@import(\"std\").mem.{order}ToNative(u{word}, word_) << {}", f.lshift);
        let shifted = match f.signed {
            true => format!("@as(i{word}, @bitCast({shifted})) >> {}", f.rshift),
            false => format!("({shifted}) >> {}", f.rshift),
        };
        // The number has room for the bits of the field, so the cast loses only copies of the sign, or zeros.
        let (same, other) = (number.name(), (Scalar { signed: f.signed, ..number }).name());
        let cast = match same == other {
            true => format!("@as({same}, @intCast({shifted}))"),
            false => format!("@as({same}, @bitCast(@as({other}, @intCast({shifted}))))"),
        };
        self.w.code(" });\n        return ");
        match named {
            Some(_) => self.w.code(&format!("@enumFromInt({cast});\n    }}\n")),
            None => self.w.code(&format!("{cast};\n    }}\n")),
        }
    }

    fn writer(&mut self, t: &Type<'_>, f: &BitField, name: &str, bytes: &str) {
        let (named, number) = self.value(f);
        let (word, order) = (f.word, self.btf.endian().as_str());
        self.w.code("    pub fn ");
        self.w.member(t.id(), f.member, name);
        self.w.code("(self_: *@This(), value_: ");
        self.value_type(f, named.as_deref(), number.name());
        let value = if named.is_some() { "@intFromEnum(value_)" } else { "value_" };
        let unsigned = (Scalar { signed: false, ..number }).name();
        let (mask, up) = (f.mask(), f.up());
        self.w.code(&format!(
            ") void {{\n        const b_ = &self_.{bytes};\n        \
             const mask_: [{0}]u8 = @bitCast(@import(\"std\").mem.nativeTo{order2}(u{word}, {mask:#x}));\n        \
             const bits_: [{0}]u8 = @bitCast(@import(\"std\").mem.nativeTo{order2}(u{word}, @as(u{word}, @as({unsigned}, \
             @bitCast({value}))) << {up}));\n",
            word / 8,
            order2 = order[..1].to_ascii_uppercase() + &order[1..],
        ));
        let range = f.place(self.btf.endian());
        for at in range.clone() {
            let b = f.first + at - range.start;
            self.w.code(&format!("        b_[{b}] = (b_[{b}] & ~mask_[{at}]) | (bits_[{at}] & mask_[{at}]);\n"));
        }
        self.w.code("    }\n");
    }
}

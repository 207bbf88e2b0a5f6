//! Accessors of bitfields.

use btf::{Endian, Type};
use dump::Sink;

use super::{Rust, WANTS};
use crate::names::Scope;

use crate::shape::{BitField, Part, Shape};

impl<S: Sink + ?Sized> Rust<'_, '_, S> {
    /// For each bitfield, a function that reads it and one that writes it.
    pub(super) fn bit_fields(&mut self, t: &Type<'_>, shape: &Shape, name: &str, shared: &[String]) {
        let all = || {
            shape.parts.iter().zip(shared).filter_map(|(p, s)| if let Part::Bits(b) = p { Some((b, s)) } else { None })
        };
        if all().next().is_none() {
            return;
        }
        let union = t.kind() == btf::Kind::Union;
        self.w.code("impl ");
        self.w.ty(t.id(), name);
        self.w.code(" {\n");
        let mut scope = Scope::default();
        for (bits, bytes) in all() {
            for field in &bits.fields {
                let own = t.members().from_index(field.member.0).next().map_or("", |m| m.name());
                let get = scope.name(&WANTS.spelling, own);
                let set = scope.name(&WANTS.spelling, &format!("set_{own}"));
                let place = if union { format!("unsafe {{ &self.{bytes} }}") } else { format!("&self.{bytes}") };
                self.reader(t, field, &get, &place);
                let place =
                    if union { format!("unsafe {{ &mut self.{bytes} }}") } else { format!("&mut self.{bytes}") };
                self.writer(t, field, &set, &place);
            }
        }
        self.w.code("}\n");
    }

    /// The type of the value: the enum's own name, or a number's.
    fn value(&self, field: &BitField) -> (Option<String>, &'static str) {
        let number = field.number(self.btf, field.word / 8);
        let named = field.enumeration(self.btf, number).and_then(|id| self.plan.name(id));
        (named.map(str::to_owned), number.name())
    }

    fn reader(&mut self, t: &Type<'_>, f: &BitField, name: &str, place: &str) {
        let (named, number) = self.value(f);
        let (word, order) = (format!("u{}", f.word), order(self.btf.endian()));
        self.w.code("    pub fn ");
        self.w.member(t.id(), f.member, name);
        self.w.code("(&self) -> ");
        self.value_type(f, named.as_deref(), number);
        self.w.code(&format!(" {{\n        let b = {place};\n        let word = {word}::from_{order}_bytes(["));
        let range = f.place(self.btf.endian());
        for at in 0..f.word / 8 {
            let comma = if at > 0 { ", " } else { "" };
            match range.contains(&at) {
                true => self.w.code(&format!("{comma}b[{}]", f.first + at - range.start)),
                false => self.w.code(&format!("{comma}0")),
            }
        }
        let shifted = match f.signed {
            true => format!("((word << {}) as i{} >> {}) as {number}", f.lshift, f.word, f.rshift),
            false => format!("(word << {} >> {}) as {number}", f.lshift, f.rshift),
        };
        self.w.code("]);\n        ");
        match named {
            Some(named) => {
                self.w.ty(self.btf.resolve(f.type_id), &named);
                self.w.code(&format!("({shifted})\n    }}\n"));
            }
            None => self.w.code(&format!("{shifted}\n    }}\n")),
        }
    }

    fn value_type(&mut self, f: &BitField, named: Option<&str>, number: &str) {
        match named {
            Some(named) => self.w.ty(self.btf.resolve(f.type_id), named),
            None => self.w.code(number),
        }
    }

    fn writer(&mut self, t: &Type<'_>, f: &BitField, name: &str, place: &str) {
        let (named, number) = self.value(f);
        let (word, order) = (format!("u{}", f.word), order(self.btf.endian()));
        let value = if named.is_some() { "value.0" } else { "value" };
        self.w.code("    pub fn ");
        self.w.member(t.id(), f.member, name);
        self.w.code("(&mut self, value: ");
        self.value_type(f, named.as_deref(), number);
        let (mask, up) = (f.mask(), f.up());
        self.w.code(&format!(
            ") {{\n        let b = {place};\n        let mask = ({mask:#x} as {word}).to_{order}_bytes();\n        \
             let bits = (({value} as {word}) << {up}).to_{order}_bytes();\n"
        ));
        let range = f.place(self.btf.endian());
        for at in range.clone() {
            let b = f.first + at - range.start;
            self.w.code(&format!("        b[{b}] = b[{b}] & !mask[{at}] | bits[{at}] & mask[{at}];\n"));
        }
        self.w.code("    }\n");
    }
}

fn order(endian: Endian) -> &'static str {
    match endian {
        Endian::Little => "le",
        Endian::Big => "be",
    }
}

//! Accessors of bitfields.

use btf::{Endian, Type};
use dump::Sink;

use super::{Rust, WANTS};
use crate::names::Scope;
use crate::printer::member_name;
use crate::shape::{BitField, Part, Shape};

impl<S: Sink + ?Sized> Rust<'_, '_, S> {
    /// For each bitfield, a function that reads it and one that writes it.
    pub(super) fn bit_fields(&mut self, t: &Type<'_>, shape: &Shape, shared: &[String]) {
        let all = || {
            shape.parts.iter().zip(shared).filter_map(|(p, s)| if let Part::Bits(b) = p { Some((b, s)) } else { None })
        };
        if all().next().is_none() {
            return;
        }
        let union = t.kind() == btf::Kind::Union;
        self.declared("impl ", t.id(), " {\n");
        let mut scope = Scope::default();
        for (bits, bytes) in all() {
            for field in &bits.fields {
                let own = member_name(t, field.member);
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

    fn reader(&mut self, t: &Type<'_>, f: &BitField, name: &str, place: &str) {
        let (named, number) = self.value(f);
        let (word, order) = (format!("u{}", f.word), order(self.btf.endian()));
        self.w.code("    pub fn ");
        self.w.member(t.id(), f.member, name);
        self.w.code("(&self) -> ");
        self.value_type(f, named.as_deref(), number.name());
        self.w.code(&format!(" {{\n        let b = {place};\n        let word = {word}::from_{order}_bytes(["));
        self.w.code(&self.word_of(f, "b"));
        let shifted = match f.signed {
            true => format!("((word << {}) as i{} >> {}) as {}", f.lshift, f.word, f.rshift, number.name()),
            false => format!("(word << {} >> {}) as {}", f.lshift, f.rshift, number.name()),
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

    fn writer(&mut self, t: &Type<'_>, f: &BitField, name: &str, place: &str) {
        let (named, number) = self.value(f);
        let (word, order) = (format!("u{}", f.word), order(self.btf.endian()));
        let value = if named.is_some() { "value.0" } else { "value" };
        self.w.code("    pub fn ");
        self.w.member(t.id(), f.member, name);
        self.w.code("(&mut self, value: ");
        self.value_type(f, named.as_deref(), number.name());
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

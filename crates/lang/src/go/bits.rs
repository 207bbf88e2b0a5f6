//! Accessors of bitfields.

use btf::{Endian, Kind, Type};
use dump::Sink;

use super::{Go, WANTS, primitive};
use crate::names::Scope;
use crate::printer::member_name;
use crate::shape::{BitField, Part, Shape};

impl<S: Sink + ?Sized> Go<'_, '_, S> {
    /// For each bitfield of at most 64 bits, a function that reads it and one that writes it.
    pub(super) fn bit_fields(&mut self, t: &Type<'_>, shape: &Shape, scope: &mut Scope) {
        for part in &shape.parts {
            let Part::Bits(bits) = part else { continue };
            let place = match t.kind() {
                Kind::Union => "s.bytes".to_owned(),
                _ => format!("s.bits_{}", bits.offset),
            };
            for f in &bits.fields {
                let own = member_name(t, f.member);
                let get = scope.name(&WANTS.spelling, own);
                let set = scope.name(&WANTS.spelling, &format!("Set_{own}"));
                if f.bits > 64 {
                    self.w.comment(&format!("\n// No function {get}: Go has no numbers of {} bits.\n", f.bits));
                    continue;
                }
                self.reader(t, f, &get, &place);
                self.writer(t, f, &set, &place);
            }
        }
    }

    /// The Go type of the bitfield's value: the name of its enum, if a value can have that type, and the number type.
    fn go_value(&self, field: &BitField) -> (Option<String>, &'static str) {
        let number = field.number(self.btf, 8);
        // On 32-bit machines, an enum of 8 bytes is a struct in Go, not a number.
        let narrow = self.btf.pointer_size() == 4 && number.size == 8;
        let named = field.enumeration(self.btf, number).filter(|_| !narrow).and_then(|id| self.plan.name(id));
        (named.map(str::to_owned), primitive(number))
    }

    fn reader(&mut self, t: &Type<'_>, f: &BitField, name: &str, place: &str) {
        let (named, number) = self.go_value(f);
        self.function(t, f.member, name, "() ");
        self.value_type(f, named.as_deref(), number);
        self.w.code(&format!(" {{\n\tb := &{place}\n"));
        if f.word == 64 {
            self.w.code("\tword := ");
            for (i, (byte, up)) in self.bytes(f).into_iter().enumerate() {
                let or = if i > 0 { " | " } else { "" };
                match up {
                    0 => self.w.code(&format!("{or}uint64(b[{byte}])")),
                    _ => self.w.code(&format!("{or}uint64(b[{byte}])<<{up}")),
                }
            }
            self.w.code("\n");
        } else {
            // A bitfield that spans more than 8 bytes is read bit by bit.
            self.w.code(&format!("\tvar word uint64\n\tfor i := 0; i < {}; i++ {{\n\t\t", f.bits));
            self.w.code(&self.bit(f));
            match self.btf.endian() {
                Endian::Little => self.w.code("\n\t\tword |= uint64(b[at/8]>>(at%8)&1) << i\n\t}\n"),
                Endian::Big => self.w.code("\n\t\tword = word<<1 | uint64(b[at/8]>>(7-at%8)&1)\n\t}\n"),
            }
        }
        // The shifts in a word of 64 bits.
        let (left, right) = if f.word == 64 { (f.lshift, f.rshift) } else { (64 - f.bits, 64 - f.bits) };
        let shifted = match f.signed {
            true => format!("int64(word<<{left}) >> {right}"),
            false => format!("word << {left} >> {right}"),
        };
        self.w.code("\treturn ");
        self.value_type(f, named.as_deref(), number);
        self.w.code(&format!("({shifted})\n}}\n"));
    }

    fn writer(&mut self, t: &Type<'_>, f: &BitField, name: &str, place: &str) {
        let (named, number) = self.go_value(f);
        self.function(t, f.member, name, "(v ");
        self.value_type(f, named.as_deref(), number);
        self.w.code(&format!(") {{\n\tb := &{place}\n"));
        if f.word == 64 {
            let (mask, up) = (f.mask() as u64, f.up());
            self.w.code(&format!("\tword := uint64(v) << {up}\n"));
            for (byte, up) in self.bytes(f) {
                let mask = mask >> up & 0xff;
                self.w.code(&format!("\tb[{byte}] = b[{byte}]&^{mask:#x} | byte(word>>{up})&{mask:#x}\n"));
            }
        } else {
            self.w.code(&format!("\tfor i := 0; i < {}; i++ {{\n\t\t", f.bits));
            self.w.code(&self.bit(f));
            let (from, to) = match self.btf.endian() {
                Endian::Little => ("i".to_owned(), "(at%8)"),
                Endian::Big => (format!("({}-i)", f.bits - 1), "(7-at%8)"),
            };
            self.w.code(&format!("\n\t\tb[at/8] = b[at/8]&^(1<<{to}) | byte(uint64(v)>>{from}&1)<<{to}\n\t}}\n"));
        }
        self.w.code("}\n");
    }

    /// The indices of the bytes to read or write, each with the place of its lowest bit in the word.
    fn bytes(&self, f: &BitField) -> Vec<(u32, u32)> {
        let range = f.place(self.btf.endian());
        let up = |at: u32| match self.btf.endian() {
            Endian::Little => at * 8,
            Endian::Big => f.word - 8 - at * 8,
        };
        range.clone().map(|at| (f.first + at - range.start, up(at))).collect()
    }

    /// Go code that sets `at` to the number of the field's bit `i` among the bits of the shared bytes. In big-endian
    /// BTF, bit 0 of a byte is its highest bit.
    fn bit(&self, f: &BitField) -> String {
        let within = match self.btf.endian() {
            Endian::Little => f.up(),
            Endian::Big => f.lshift - (f.word - f.bytes * 8),
        };
        format!("at := {} + i", f.first * 8 + within)
    }
}

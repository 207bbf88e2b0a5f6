//! One value (bpftool's `btf_dumper_do_type` and the functions that it calls).

use btf::{Btf, Budget, Int, Kind, Type, TypeId};

use super::writer::Writer;
use crate::bits::{read_bits, signed};
use crate::error::Trouble;
use crate::float::{fixed_text, long_text};
use crate::text::Meter;
use crate::tree::{DEEPEST, Record};

/// Prints values of one record.
pub(crate) struct Dumper<'a, 'w> {
    btf: &'a Btf,
    record: Record<'a>,
    plain: bool,
    out: &'w mut Writer,
    meter: Meter<'w>,
    /// The first fault.
    trouble: Option<Trouble>,
}

impl<'a, 'w> Dumper<'a, 'w> {
    pub(crate) fn new(record: &Record<'a>, plain: bool, out: &'w mut Writer, budget: &'w Budget) -> Dumper<'a, 'w> {
        let meter = Meter::new(budget, out.len());
        Dumper { btf: record.btf, record: *record, plain, out, meter, trouble: None }
    }

    pub(crate) fn record(mut self) -> Result<(), Trouble> {
        self.value(self.record.id, 0, 0);
        self.trouble.map_or(Ok(()), Err)
    }

    fn fail(&mut self, trouble: Trouble) {
        self.trouble.get_or_insert(trouble);
        self.out.bare("null");
    }

    fn read(&mut self, bit: u64, bits: u32) -> Option<u128> {
        let found = read_bits(self.record.bytes, bit, bits, self.record.order);
        if found.is_none() {
            let need = bit.saturating_add(bits.into()).div_ceil(8);
            self.fail(Trouble::Short { need, have: self.record.bytes.len() as u64 });
        }
        found
    }

    /// Prints the value that starts at bit `bit` of the record. `nested`: its depth in other values.
    fn value(&mut self, id: TypeId, bit: u64, nested: usize) {
        if nested > DEEPEST || !self.meter.has_room(self.out.len()) {
            return self.fail(Trouble::Deep);
        }
        let Some(t) = self.btf.resolved(id) else {
            return self.fail(Trouble::Size(btf::ResolveError::Missing(id)));
        };
        match t.kind() {
            Kind::Int => {
                if let Some(int) = t.int() {
                    self.int(&t, int, bit);
                }
            }
            Kind::Struct | Kind::Union => self.members(&t, bit, nested),
            Kind::Array => self.array(&t, bit, nested),
            Kind::Enum | Kind::Enum64 => self.enumerator(&t, bit),
            Kind::Ptr => {
                let Some(raw) = self.read(bit, self.btf.pointer_size() * 8) else { return };
                match (self.plain, raw) {
                    (true, 0) => self.out.bare("(nil)"),
                    (true, raw) => self.out.bare(&format!("{raw:#x}")),
                    (false, raw) => self.out.bare(&raw.to_string()),
                }
            }
            Kind::Float => self.float(&t, bit),
            Kind::Var => {
                self.out.begin('{');
                self.out.name(t.name());
                self.value(TypeId(t.size_or_type()), bit, nested + 1);
                self.out.end('}');
            }
            Kind::DataSec => {
                self.out.begin('{');
                self.out.name(t.name());
                self.out.begin('[');
                for v in t.vars() {
                    self.value(v.type_id, bit.saturating_add(u64::from(v.offset) * 8), nested + 1);
                    if self.meter.is_spent() {
                        break;
                    }
                }
                self.out.end(']');
                self.out.end('}');
            }
            _ => self.fail(Trouble::Size(btf::ResolveError::Unsized(id))),
        }
    }

    /// Prints bits as a hexadecimal number (`btf_dumper_bitfield`, `btf_int128_print`).
    fn hex(&mut self, bit: u64, bits: u32) {
        let Some(raw) = self.read(bit, bits.min(128)) else { return };
        let text = format!("{raw:#x}");
        if self.plain { self.out.bare(&text) } else { self.out.string(&text) }
    }

    /// Prints an INT (`btf_dumper_int`).
    fn int(&mut self, t: &Type<'_>, int: Int, bit: u64) {
        let bits = u32::from(int.bits);
        if !bit.is_multiple_of(8) || int.offset > 0 || bits % 8 != 0 || bits == 128 {
            return self.hex(bit.saturating_add(int.offset.into()), bits);
        }
        match int.encoding {
            0 | 1 if matches!(bits, 8 | 16 | 32 | 64) => {
                let Some(raw) = self.read(bit, bits) else { return };
                let text = if int.encoding == 1 { signed(raw, bits).to_string() } else { raw.to_string() };
                self.out.bare(&text);
            }
            0 | 1 => self.hex(bit, bits),
            2 => {
                let Some(raw) = self.read(bit, 8) else { return };
                match raw as u8 {
                    c @ b' '..=b'~' => self.out.string((c as char).encode_utf8(&mut [0; 4])),
                    c if self.plain => self.out.bare(&format!("{c:#x}")),
                    c => self.out.bare(&format!("\"\\u00{c:02x}\"")),
                }
            }
            4 => {
                let Some(raw) = self.read(bit, 8) else { return };
                self.out.bare(if raw != 0 { "true" } else { "false" });
            }
            _ => self.fail(Trouble::Width { kind: t.kind(), bits: bits.into() }),
        }
    }

    /// `btf_dumper_enum` compares 32 bits as signed numbers, `btf_dumper_enum64` 64 bits; a value without a name is
    /// printed as a signed number.
    fn enumerator(&mut self, t: &Type<'_>, bit: u64) {
        let size = t.size_or_type();
        if !matches!(size, 1 | 2 | 4 | 8) {
            return self.fail(Trouble::Width { kind: t.kind(), bits: u64::from(size) * 8 });
        }
        let Some(raw) = self.read(bit, size * 8) else { return };
        let value = signed(raw, size * 8);
        let wide = t.kind() == Kind::Enum64;
        let found = t.enumerators().find(|e| match wide {
            true => raw == u128::from(e.raw),
            false => value == i128::from(e.raw as u32 as i32),
        });
        match found {
            Some(e) => self.out.string(e.name()),
            None => self.out.bare(&value.to_string()),
        }
    }

    /// A floating-point number; bpftool cannot print these.
    fn float(&mut self, t: &Type<'_>, bit: u64) {
        let size = t.size_or_type();
        if !matches!(size, 4 | 8 | 16) {
            return self.fail(Trouble::Width { kind: t.kind(), bits: u64::from(size) * 8 });
        }
        let Some(raw) = self.read(bit, size * 8) else { return };
        let text = match size {
            4 => fixed_text(f32::from_bits(raw as u32).into()),
            8 => fixed_text(f64::from_bits(raw as u64)),
            _ => long_text(raw, self.record.long),
        };
        // JSON has no notation for NaN and infinities.
        if text.contains(['n', 'i']) { self.out.string(&text) } else { self.out.bare(&text) }
    }

    fn members(&mut self, t: &Type<'_>, bit: u64, nested: usize) {
        self.out.begin('{');
        for m in t.members() {
            self.out.name(m.name());
            let at = bit.saturating_add(m.bit_offset().into());
            match m.bitfield_size() {
                0 => self.value(m.type_id, at, nested + 1),
                bits => self.hex(at, bits),
            }
            if self.meter.is_spent() {
                break;
            }
        }
        self.out.end('}');
    }

    fn array(&mut self, t: &Type<'_>, bit: u64, nested: usize) {
        let Some(array) = t.array() else { return };
        if let Some(text) = self.text(array.element, bit, array.nelems) {
            return self.out.string(&text);
        }
        let each = match self.btf.size_of(array.element) {
            Ok(each) => u64::from(each) * 8,
            Err(e) => return self.fail(Trouble::Size(e)),
        };
        self.out.begin('[');
        let end = (self.record.bytes.len() as u64).saturating_mul(8);
        for i in 0..u64::from(array.nelems) {
            let at = bit.saturating_add(i.saturating_mul(each));
            // One `null` for all elements that are missing.
            if i > 0 && at >= end && self.trouble.is_some() || self.meter.is_spent() {
                break;
            }
            self.value(array.element, at, nested + 1);
        }
        self.out.end(']');
    }

    /// `is_str_array`: an array of `char`, not through a typedef, with only printable ASCII before a NUL.
    fn text(&self, element: TypeId, bit: u64, len: u32) -> Option<String> {
        let t = self.btf.get(self.btf.skip_qualifiers(element))?;
        let int = t.int().filter(|int| int.size == 1)?;
        if int.encoding != 2 && t.name_bytes() != b"char" {
            return None;
        }
        let from = usize::try_from(bit / 8).ok()?;
        let bytes = self.record.bytes.get(from..)?;
        let bytes = bytes.get(..bytes.len().min(len as usize))?;
        let end = bytes.iter().position(|&b| b == 0)?;
        let chars = bytes.get(..end)?;
        chars.iter().all(|&b| matches!(b, b' '..=b'~')).then(|| String::from_utf8_lossy(chars).into_owned())
    }
}

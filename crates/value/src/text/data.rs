//! Prints values as libbpf does (`btf_dump_dump_type_data` and the functions that it calls), with the same state. Like
//! libbpf it does not reset two parts of the state: `is_array_char` after an array, and `depth` after an error in a
//! member.

use btf::{Array, Btf, Budget, Endian, Kind, Type, TypeId};

use super::cast::Names;
use super::{Bits, Fail, Meter, TextOptions, cut_indent, linkage_word};
use crate::float::{LongDouble, fixed_text, long_text};
use crate::tree::{DEEPEST, Record};

/// libbpf's `struct btf_dump_data`, and the bytes.
pub(crate) struct Dumper<'a, 'o> {
    pub(super) btf: &'a Btf,
    pub(super) bytes: &'a [u8],
    pub(super) order: Endian,
    long: LongDouble,
    options: &'o TextOptions,
    meter: Meter<'o>,
    indent: &'o str,
    names: Names<'a>,
    pub(crate) out: String,
    pub(super) depth: u32,
    pub(super) is_array_member: bool,
    is_array_terminated: bool,
    pub(super) is_array_char: bool,
}

impl<'a, 'o> Dumper<'a, 'o> {
    pub(crate) fn new(
        record: &Record<'a>,
        options: &'o TextOptions,
        names: Names<'a>,
        budget: &'o Budget,
    ) -> Dumper<'a, 'o> {
        Dumper {
            btf: record.btf,
            bytes: record.bytes,
            order: record.order,
            long: record.long,
            options,
            meter: Meter::new(budget, 0),
            indent: cut_indent(&options.indent),
            names,
            out: String::new(),
            depth: 0,
            is_array_member: false,
            is_array_terminated: false,
            is_array_char: false,
        }
    }

    pub(super) fn emit_zeroes(&self) -> bool {
        self.options.emit_zeroes
    }

    fn newline(&self) -> &'static str {
        if self.options.compact || self.depth == 0 { "" } else { "\n" }
    }

    fn prefix(&mut self) {
        if !self.options.compact {
            let level = u64::from(self.options.indent_level) + u64::from(self.depth);
            // The limit is higher than any sound text needs.
            for _ in 0..level.min(1 << 12) {
                self.out.push_str(self.indent);
            }
        }
    }

    /// A value, with its comma and line break (`btf_dump_type_values`).
    fn print(&mut self, text: &str) {
        self.out.push_str(text);
        if self.depth > 0 {
            self.out.push(',');
        }
        self.out.push_str(self.newline());
    }

    fn cast(&mut self, id: TypeId, parentheses: bool) {
        let is_declaration = matches!(self.btf.kind(id), Some(Kind::Var | Kind::DataSec));
        if self.is_array_member || is_declaration {
            return;
        }
        let name = self.names.cast(id);
        if parentheses {
            self.out.push_str(&format!("({name})"));
        } else {
            self.out.push_str(&name);
        }
    }

    /// The number in the `len` bytes at `at`; bytes behind the end are zero.
    fn number(&self, at: u64, len: u32) -> u128 {
        let byte = |i: u32| {
            let at = at.checked_add(i.into()).and_then(|at| usize::try_from(at).ok());
            u128::from(at.and_then(|at| self.bytes.get(at)).copied().unwrap_or(0))
        };
        match self.order {
            Endian::Little => (0..len).rev().fold(0, |sum, i| sum << 8 | byte(i)),
            Endian::Big => (0..len).fold(0, |sum, i| sum << 8 | byte(i)),
        }
    }

    /// The byte at `at`; zero behind the end.
    pub(super) fn byte(&self, at: u64) -> u8 {
        self.number(at, 1) as u8
    }

    pub(super) fn ends_before(&self, at: u64, len: u64) -> bool {
        at.saturating_add(len) > self.bytes.len() as u64
    }

    /// True if an offset is a multiple of the type's alignment (`ptr_is_aligned`). The record is assumed to start at an
    /// aligned address.
    fn is_aligned(&self, id: TypeId, at: u64) -> bool {
        layout::align_of(self.btf, id).is_ok_and(|align| at.is_multiple_of(u64::from(align.max(1))))
    }

    /// `btf_dump_get_bitfield_value`, with the shifts of a 64-bit machine.
    pub(super) fn bitfield(&self, t: &Type<'_>, at: u64, (offset, bits): Bits) -> Result<u64, Fail> {
        if self.ends_before(at, u64::from((u32::from(offset % 8) + u32::from(bits)).div_ceil(8))) {
            return Err(Fail::TooShort);
        }
        let size = t.size_or_type();
        if size > 8 {
            return Err(Fail::Invalid);
        }
        let number = self.number(at, size) as u64;
        let copied = match self.order {
            Endian::Little => bits.wrapping_add(offset),
            Endian::Big => (size as u8 * 8).wrapping_sub(offset),
        };
        let (left, right) = (64u32.wrapping_sub(copied.into()), 64u32.wrapping_sub(bits.into()));
        Ok(number.wrapping_shl(left).wrapping_shr(right))
    }

    /// `btf_dump_get_enum_value`.
    pub(super) fn enumerated(&self, t: &Type<'_>, id: TypeId, at: u64) -> Result<i64, Fail> {
        let size = t.size_or_type();
        if !self.is_aligned(id, at) {
            // libbpf reads an unaligned enum as a bitfield of 0 bits (`btf_dump_get_bitfield_value`): it shifts by 64,
            // which has no effect on x86.
            return if size > 8 { Err(Fail::Invalid) } else { Ok(self.number(at, size) as i64) };
        }
        if !matches!(size, 1 | 2 | 4 | 8) {
            return Err(Fail::Invalid);
        }
        Ok(narrow(self.number(at, size) as u64, size, t.kind_flag()))
    }

    /// The size of a value in bytes (`btf_dump_type_data_check_overflow`). Fails if the bytes end within a bitfield, a
    /// number, a pointer or an enum.
    fn check_size(&self, id: TypeId, at: u64, (offset, bits): Bits) -> Result<u64, Fail> {
        if bits > 0 {
            let bytes = u64::from((u32::from(offset) + u32::from(bits)).div_ceil(8));
            return if self.ends_before(at, bytes) { Err(Fail::TooShort) } else { Ok(bytes) };
        }
        let size = self.btf.size_of(id).map_err(|_| Fail::Invalid)?;
        if size >= i32::MAX as u32 {
            return Err(Fail::Invalid);
        }
        let whole = matches!(
            self.btf.resolved(id).map(|t| t.kind()),
            Some(Kind::Int | Kind::Float | Kind::Ptr | Kind::Enum | Kind::Enum64)
        );
        if whole && self.ends_before(at, size.into()) { Err(Fail::TooShort) } else { Ok(size.into()) }
    }

    /// Prints a value: `btf_dump_dump_type_data`. Returns its size.
    pub(crate) fn value(
        &mut self,
        name: Option<&str>,
        id: TypeId,
        at: u64,
        bits: Bits,
        nested: usize,
    ) -> Result<u64, Fail> {
        if nested > DEEPEST || !self.meter.has_room(self.out.len()) {
            return Err(Fail::NoEnd);
        }
        let size = self.check_size(id, at, bits)?;
        if self.is_zero(id, at, bits, nested)? {
            return Ok(size);
        }
        self.prefix();
        if !self.options.skip_names {
            if let Some(name) = name.filter(|name| !name.is_empty()) {
                self.out.push('.');
                self.out.push_str(name);
                self.out.push_str(" = ");
            }
            self.cast(id, true);
        }
        let Some(t) = self.btf.resolved(id) else {
            self.out.push_str("<unsupported kind:0>");
            return Err(Fail::Unsupported);
        };
        match t.kind() {
            Kind::Int if bits.1 > 0 => {
                let value = self.bitfield(&t, at, bits)?;
                self.print(&format!("{value:#x}"));
            }
            Kind::Int => self.int(&t, at)?,
            Kind::Float => self.float(&t, at)?,
            Kind::Ptr => self.pointer(id, at),
            Kind::Array => self.array(&t, at, nested)?,
            Kind::Struct | Kind::Union => self.members(&t, at, nested)?,
            Kind::Enum | Kind::Enum64 if bits.1 > 0 => {
                let raw = self.bitfield(&t, at, bits)?;
                let size = t.size_or_type();
                // libbpf copies the bitfield's number, and reads the copy as an enum of its size.
                self.enumerator(&t, narrow(raw, size, t.kind_flag()));
            }
            Kind::Enum | Kind::Enum64 => {
                let value = self.enumerated(&t, id, at)?;
                self.enumerator(&t, value);
            }
            Kind::Var => self.variable(&t, at, nested)?,
            Kind::DataSec => self.section(&t, at, nested)?,
            kind => {
                self.out.push_str(&format!("<unsupported kind:{}>", kind.number()));
                return Err(Fail::Unsupported);
            }
        }
        Ok(size)
    }

    /// `btf_dump_int_data`.
    fn int(&mut self, t: &Type<'_>, at: u64) -> Result<(), Fail> {
        let (size, signed) = (t.size_or_type(), t.int().is_some_and(|int| int.is_signed()));
        if !matches!(size, 1 | 2 | 4 | 8 | 16) {
            return Err(Fail::Invalid);
        }
        let raw = self.number(at, size);
        if size == 16 {
            self.print(&format!("{raw:#x}"));
            return Ok(());
        }
        if size == 1 && self.is_array_char {
            if self.is_array_terminated {
                return Ok(());
            }
            let byte = raw as u8;
            if byte == 0 {
                self.print("'\\0'");
                self.is_array_terminated = true;
                return Ok(());
            }
            if is_print(byte) {
                self.print(&format!("'{}'", byte as char));
                return Ok(());
            }
        }
        let text = if signed { narrow(raw as u64, size, true).to_string() } else { raw.to_string() };
        self.print(&text);
        Ok(())
    }

    /// `btf_dump_float_data`.
    fn float(&mut self, t: &Type<'_>, at: u64) -> Result<(), Fail> {
        let size = t.size_or_type();
        let raw = self.number(at, size.min(16));
        let text = match size {
            16 => long_text(raw, self.long),
            8 => fixed_text(f64::from_bits(raw as u64)),
            4 => fixed_text(f32::from_bits(raw as u32).into()),
            _ => return Err(Fail::Invalid),
        };
        self.print(&text);
        Ok(())
    }

    /// `btf_dump_ptr_data`: an aligned pointer of 8 bytes is printed by `%p`, which writes `(nil)` for 0.
    fn pointer(&mut self, id: TypeId, at: u64) {
        let size = self.btf.pointer_size();
        let raw = self.number(at, size);
        if raw == 0 && size == 8 && self.is_aligned(id, at) {
            self.print("(nil)");
        } else {
            self.print(&format!("{raw:#x}"));
        }
    }

    /// `btf_dump_enum_data`: an ENUM compares its 32 bits as signed numbers.
    fn enumerator(&mut self, t: &Type<'_>, value: i64) {
        let wide = t.kind() == Kind::Enum64;
        let found = t.enumerators().find(|e| match wide {
            true => value as u64 == e.raw,
            false => value == i64::from(e.raw as u32 as i32),
        });
        match (found, wide, t.kind_flag()) {
            (Some(e), ..) => self.print(e.name()),
            // No comma: libbpf's macro adds a comma to the format of unsigned numbers only.
            (None, false, true) => self.out.push_str(&(value as i32).to_string()),
            (None, true, true) => self.out.push_str(&format!("{value}LL")),
            (None, false, false) => self.print(&(value as u32).to_string()),
            (None, true, false) => self.print(&format!("{}ULL", value as u64)),
        }
    }

    /// Prints the characters before the NUL in quotes (`btf_dump_string_data`). If there is no NUL, prints nothing and
    /// returns false.
    fn string(&mut self, array: &Array, at: u64) -> bool {
        let len = (self.bytes.len() as u64).saturating_sub(at).min(array.nelems.into());
        let Some(end) = (0..len).find(|&i| self.byte(at + i) == 0) else { return false };
        self.prefix();
        self.out.push('"');
        for i in 0..end {
            match self.byte(at + i) {
                byte if is_print(byte) => self.out.push(byte as char),
                byte => self.out.push_str(&format!("\\x{byte:02x}")),
            }
        }
        self.out.push('"');
        true
    }

    /// `btf_dump_array_data`: ignores errors of elements, except for our own limit ([`Fail::NoEnd`]).
    fn array(&mut self, t: &Type<'_>, at: u64, nested: usize) -> Result<(), Fail> {
        let Some(array) = t.array() else { return Err(Fail::Invalid) };
        let each = self.btf.size_of(array.element).ok().filter(|&each| each > 0).ok_or(Fail::Invalid)?;
        let element = self.btf.resolved(array.element).map(|t| t.kind());
        if element == Some(Kind::Int) && each == 1 {
            if self.options.emit_strings && self.string(&array, at) {
                return Ok(());
            }
            self.is_array_char = true;
        }
        self.depth += 1;
        self.out.push('[');
        self.out.push_str(self.newline());
        let was = (self.is_array_member, self.is_array_terminated);
        self.is_array_member = true;
        self.is_array_terminated = false;
        for i in 0..u64::from(array.nelems) {
            let from = at.saturating_add(i * u64::from(each));
            if self.is_array_terminated {
                break;
            }
            let before = (self.out.len(), self.depth);
            if self.value(None, array.element, from, (0, 0), nested + 1) == Err(Fail::NoEnd) {
                return Err(Fail::NoEnd);
            }
            // Behind the end of the bytes all elements are equal: if one prints nothing, none of them does.
            if from >= self.bytes.len() as u64 && before == (self.out.len(), self.depth) {
                break;
            }
        }
        (self.is_array_member, self.is_array_terminated) = was;
        self.depth -= 1;
        self.prefix();
        self.print("]");
        Ok(())
    }

    /// `btf_dump_struct_data`: after a member's error the depth is not restored.
    fn members(&mut self, t: &Type<'_>, at: u64, nested: usize) -> Result<(), Fail> {
        self.depth += 1;
        self.out.push('{');
        self.out.push_str(self.newline());
        for m in t.members() {
            let offset = m.bit_offset();
            let bits = ((offset % 8) as u8, m.bitfield_size() as u8);
            self.value(Some(m.name()), m.type_id, at.saturating_add((offset / 8).into()), bits, nested + 1)?;
        }
        self.depth -= 1;
        self.prefix();
        self.print("}");
        Ok(())
    }

    /// `btf_dump_var_data`.
    fn variable(&mut self, t: &Type<'_>, at: u64, nested: usize) -> Result<(), Fail> {
        self.out.push_str(linkage_word(t));
        let id = TypeId(t.size_or_type());
        self.cast(id, false);
        self.out.push_str(&format!(" {} = ", t.name()));
        self.value(None, id, at, (0, 0), nested + 1).map(|_| ())
    }

    /// `btf_dump_datasec_data`.
    fn section(&mut self, t: &Type<'_>, at: u64, nested: usize) -> Result<(), Fail> {
        self.print(&format!("SEC(\"{}\") ", t.name()));
        for v in t.vars() {
            self.value(None, v.type_id, at.saturating_add(v.offset.into()), (0, 0), nested + 1)?;
            self.out.push(';');
        }
        Ok(())
    }
}

/// `isprint` in the C locale.
fn is_print(byte: u8) -> bool {
    matches!(byte, b' '..=b'~')
}

/// The low `size` bytes of a number, sign-extended if `signed`.
fn narrow(raw: u64, size: u32, signed: bool) -> i64 {
    match (size, signed) {
        (1, true) => i64::from(raw as i8),
        (1, false) => i64::from(raw as u8),
        (2, true) => i64::from(raw as i16),
        (2, false) => i64::from(raw as u16),
        (4, true) => i64::from(raw as i32),
        (4, false) => i64::from(raw as u32),
        _ => raw as i64,
    }
}

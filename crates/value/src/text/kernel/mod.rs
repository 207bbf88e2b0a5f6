//! Values as the kernel shows them (`btf_type_snprintf_show` and the functions that it calls, kernel/bpf/btf.c):
//! `bpf_snprintf_btf`, `cat` of a pinned map.
//!
//! Keeps the same state as the kernel's `struct btf_show`, and so prints its oddities: elements of an array have
//! neither a name nor an opening brace, and a struct, union or array inside another value is searched for something
//! that is not zero before it is printed ([`Show::aggregate`]).

mod name;

use btf::{Array, Btf, Budget, Endian, Kind, Type, TypeId};

use super::cast::Names;
use super::{Fail, Meter, TextOptions, linkage_word};
use crate::bits::{read_bits, signed};
use crate::float::{LongDouble, fixed_text, long_text};
use crate::tree::{DEEPEST, Record};

/// The member whose value is shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member<'a> {
    name: &'a str,
    type_id: TypeId,
}

/// The kernel's `struct btf_show`, and the bytes.
pub(super) struct Show<'a, 'o> {
    btf: &'a Btf,
    bytes: &'a [u8],
    order: Endian,
    long: LongDouble,
    options: &'o TextOptions,
    names: Names<'a>,
    pub(super) out: String,
    /// Limits the work: a hostile type may be endless without printing anything.
    meter: Meter<'o>,
    depth: u32,
    /// The deepest level with something to print.
    depth_to_show: u32,
    /// One more than the level that is being searched; 0 while printing.
    depth_check: u32,
    array_member: bool,
    array_terminated: bool,
    array_of_chars: bool,
    member: Option<Member<'a>>,
    /// The type whose name is printed with the value, and its kind behind typedefs.
    shown: Option<(TypeId, Kind)>,
}

impl<'a, 'o> Show<'a, 'o> {
    pub(super) fn new(record: &Record<'a>, options: &'o TextOptions, budget: &'o Budget) -> Show<'a, 'o> {
        Show {
            btf: record.btf,
            bytes: record.bytes,
            order: record.order,
            long: record.long,
            options,
            names: Names::new(record.btf, budget),
            out: String::new(),
            meter: Meter::new(budget, 0),
            depth: 0,
            depth_to_show: 0,
            depth_check: 0,
            array_member: false,
            array_terminated: false,
            array_of_chars: false,
            member: None,
            shown: None,
        }
    }

    /// Prints the whole record. Returns its size.
    pub(super) fn record(&mut self, record: &Record<'a>) -> Result<u32, Fail> {
        let btf = self.btf;
        match btf.resolved(record.id) {
            Some(t) if t.kind() == Kind::Var => self.variable(&t, 0)?,
            Some(t) if t.kind() == Kind::DataSec => self.section(&t)?,
            Some(t) => self.value(&t, record.id, (0, 0), 0)?,
            None => {
                self.out.push_str("<unsupported kind:0>");
                return Err(Fail::Unsupported);
            }
        }
        // The kernel also ends the line behind the whole value; here the caller does.
        if self.out.ends_with('\n') {
            self.out.pop();
        }
        Ok(record.size)
    }

    /// Appends a text; nothing while a value is only searched for something to print (`btf_show`).
    fn put(&mut self, text: &str) {
        if self.depth_check == 0 {
            self.out.push_str(text);
        }
    }

    /// One space for each level, 32 at most; none in the compact form (`btf_show_indent`).
    fn indent(&self) -> String {
        let levels = u64::from(self.depth).saturating_add(self.options.indent_level.into());
        if self.options.compact { String::new() } else { " ".repeat(levels.min(32) as usize) }
    }

    fn newline(&self) -> &'static str {
        if self.options.compact { "" } else { "\n" }
    }

    /// `btf_show_delim`.
    fn delimiter(&self) -> &'static str {
        match self.shown {
            _ if self.depth == 0 => "",
            Some((_, Kind::Union)) if self.options.compact => "|",
            _ => ",",
        }
    }

    /// A value without parts. A zero within another value is left out, unless zeros are to be shown
    /// (`btf_show_type_value`).
    fn leaf(&mut self, is_zero: bool, text: impl FnOnce() -> String) {
        if is_zero && !self.options.emit_zeroes && self.depth > 0 {
            return;
        }
        if self.depth_check == 0 {
            let line = [&self.indent(), &self.name(), &text(), self.delimiter(), self.newline()].concat();
            self.out.push_str(&line);
        }
        self.depth_to_show = self.depth_to_show.max(self.depth);
    }

    /// The number in `bits` bits, from bit `bit` of the byte `at` on.
    fn read(&self, at: u64, bit: u64, bits: u32) -> Result<u128, Fail> {
        if bits > 128 {
            return Err(Fail::Invalid);
        }
        let from = at.saturating_mul(8).saturating_add(bit);
        read_bits(self.bytes, from, bits, self.order).ok_or(Fail::TooShort)
    }

    /// The number in `bytes` bytes from the byte `at` on.
    fn number(&self, at: u64, bytes: u32) -> Result<u128, Fail> {
        self.read(at, 0, bytes.saturating_mul(8))
    }

    /// Prints a value (`btf_type_ops(t)->show`). `t` is its type behind typedefs and qualifiers, `named` the type for
    /// its name, `place` its byte and the bit in that byte, `nested` its depth in other values.
    fn value(&mut self, t: &Type<'a>, named: TypeId, place: (u64, u32), nested: usize) -> Result<(), Fail> {
        if nested > DEEPEST || !self.meter.has_room(self.out.len()) {
            return Err(Fail::NoEnd);
        }
        let (at, bit) = place;
        match t.kind() {
            Kind::Array | Kind::Struct | Kind::Union => return self.aggregate(t, named, at, nested),
            Kind::Int | Kind::Ptr | Kind::Enum | Kind::Enum64 | Kind::Float => {}
            kind => {
                self.put(&format!("<unsupported kind:{}>", kind.number()));
                return Err(Fail::Unsupported);
            }
        }
        self.shown = Some((named, t.kind()));
        match t.kind() {
            Kind::Int => self.int(t, at, bit)?,
            Kind::Ptr => {
                let size = self.btf.pointer_size();
                let raw = self.number(at, size)?;
                self.leaf(raw == 0, || format!("0x{raw:0width$x}", width = size as usize * 2));
            }
            Kind::Float => {
                let size = t.size_or_type();
                let raw = if matches!(size, 4 | 8 | 16) { self.number(at, size)? } else { return Err(Fail::Invalid) };
                let long = self.long;
                self.leaf(raw == 0, || match size {
                    16 => long_text(raw, long),
                    8 => fixed_text(f64::from_bits(raw as u64)),
                    _ => fixed_text(f32::from_bits(raw as u32).into()),
                });
            }
            _ => self.enumerated(t, at)?,
        }
        self.shown = None;
        Ok(())
    }

    /// `btf_int_show`: numbers of 8, 16, 32 and 64 bits are decimal; bitfields, and numbers of 128 bits, hexadecimal.
    /// In an array of characters, printable characters are in quotes, and nothing is shown from the NUL on. An
    /// old-style bitfield has its own width and its own offset; this offset is added to the member's.
    fn int(&mut self, t: &Type<'a>, at: u64, bit: u32) -> Result<(), Fail> {
        let Some(int) = t.int() else { return Err(Fail::Invalid) };
        let (offset, bits) = (bit + u32::from(int.offset), u32::from(int.bits));
        if offset > 0 || !matches!(bits, 8 | 16 | 32 | 64) {
            return self.bits(at, offset, bits);
        }
        let raw = self.number(at, bits / 8)?;
        if bits == 8 && self.array_of_chars {
            let byte = raw as u8;
            self.array_terminated |= byte == 0;
            if self.array_terminated {
                return Ok(());
            }
            if is_print(byte) {
                self.leaf(false, || format!("'{}'", byte as char));
                return Ok(());
            }
        }
        let is_signed = int.is_signed();
        self.leaf(raw == 0, || if is_signed { signed(raw, bits).to_string() } else { raw.to_string() });
        Ok(())
    }

    /// `btf_bitfield_show`.
    fn bits(&mut self, at: u64, offset: u32, bits: u32) -> Result<(), Fail> {
        let raw = self.read(at, offset.into(), bits)?;
        self.leaf(raw == 0, || format!("{raw:#x}"));
        Ok(())
    }

    /// `btf_enum_show`, `btf_enum64_show`: a name is printed even if the number is zero.
    fn enumerated(&mut self, t: &Type<'a>, at: u64) -> Result<(), Fail> {
        let size = t.size_or_type();
        if !matches!(size, 1 | 2 | 4 | 8) {
            return Err(Fail::Invalid);
        }
        let raw = self.number(at, size)?;
        let value = if t.kind_flag() { signed(raw, size * 8) } else { raw as i128 };
        // Enumerators of an ENUM have 32 bits; kind_flag says whether they are signed.
        let number = |raw: u64| match (t.kind(), t.kind_flag()) {
            (Kind::Enum, true) => i128::from(raw as u32 as i32),
            (Kind::Enum, false) => i128::from(raw as u32),
            (_, true) => i128::from(raw as i64),
            (_, false) => i128::from(raw),
        };
        match t.enumerators().find(|e| number(e.raw) == value) {
            Some(e) => self.leaf(false, || e.name().to_owned()),
            None => self.leaf(value == 0, || value.to_string()),
        }
        Ok(())
    }

    /// A value with parts. Inside of another value it is searched first, and it is left out if it has nothing to print,
    /// unless zeros are to be shown (`btf_struct_show`, `btf_array_show`). A part that cannot be read counts as
    /// something to print.
    fn aggregate(&mut self, t: &Type<'a>, named: TypeId, at: u64, nested: usize) -> Result<(), Fail> {
        if self.depth > 0 && !self.options.emit_zeroes {
            let (member, depth) = (self.member, self.depth);
            if self.depth_check == 0 {
                self.depth_check = depth + 1;
                self.depth_to_show = 0;
            }
            let is_first = self.depth_check == depth + 1;
            let state = (self.array_member, self.array_terminated, self.array_of_chars);
            let looked = self.parts(t, named, at, nested);
            self.member = member;
            match looked {
                Err(Fail::TooShort | Fail::Invalid | Fail::Unsupported) if is_first => {
                    (self.depth, self.depth_to_show) = (depth, u32::MAX);
                    (self.array_member, self.array_terminated, self.array_of_chars) = state;
                }
                other => other?,
            }
            if !is_first {
                return Ok(());
            }
            self.depth_check = 0;
            if self.depth_to_show <= depth {
                return Ok(());
            }
        }
        self.parts(t, named, at, nested)
    }

    fn parts(&mut self, t: &Type<'a>, named: TypeId, at: u64, nested: usize) -> Result<(), Fail> {
        match t.array() {
            Some(array) => self.array(&array, named, at, nested),
            None => self.members(t, named, at, nested),
        }
    }

    /// `btf_show_start_aggr_type`.
    fn open(&mut self, named: TypeId, kind: Kind) {
        self.shown = Some((named, kind));
        if self.depth_check == 0 {
            let line = [&self.indent(), &self.name(), self.newline()].concat();
            self.out.push_str(&line);
        }
        self.depth += 1;
    }

    /// `btf_show_end_aggr_type`.
    fn close(&mut self, bracket: &str) {
        self.depth -= 1;
        if self.depth_check == 0 {
            let line = [&self.indent(), bracket, self.delimiter(), self.newline()].concat();
            self.out.push_str(&line);
        }
        self.shown = None;
    }

    /// `__btf_array_show`. The kernel moves on by the size in the element's record, which pointers and arrays do not
    /// have: it shows the first such element again and again. Here each element is read at its own place.
    fn array(&mut self, array: &Array, named: TypeId, at: u64, nested: usize) -> Result<(), Fail> {
        let btf = self.btf;
        let Some(element) = btf.resolved(array.element) else { return Err(Fail::Invalid) };
        let each = u64::from(btf.size_of(array.element).map_err(|_| Fail::Invalid)?);
        let int = element.int();
        let is_chars = int.is_some_and(|int| int.size == 1 || int.is_char());
        if self.options.emit_strings
            && is_chars
            && each == 1
            && let Some(text) = self.string(array, at)
        {
            self.shown = Some((named, Kind::Array));
            let name = self.name();
            // `name` ends with the bracket of an array; a string is printed without it.
            let name = name.strip_suffix('[').unwrap_or(&name);
            if !text.is_empty() || self.options.emit_zeroes || self.depth == 0 {
                let line = [&self.indent(), name, "\"", &text, "\"", self.delimiter(), self.newline()].concat();
                self.put(&line);
                self.depth_to_show = self.depth_to_show.max(self.depth.saturating_add(1));
            }
            self.shown = None;
            return Ok(());
        }
        self.array_of_chars = is_chars;
        self.array_terminated = false;
        self.open(named, Kind::Array);
        for i in 0..u64::from(array.nelems) {
            self.array_member = true;
            self.member = None;
            let from = at.saturating_add(i.saturating_mul(each));
            self.value(&element, array.element, (from, 0), nested + 1)?;
            self.array_member = false;
            self.member = None;
            if self.array_terminated {
                break;
            }
        }
        self.array_of_chars = false;
        self.array_terminated = false;
        self.close("]");
        Ok(())
    }

    /// The characters before the NUL, with escapes for quotes, backslashes and what is not printable. None if there is
    /// no NUL within the array and the bytes.
    fn string(&self, array: &Array, at: u64) -> Option<String> {
        let from = usize::try_from(at).ok()?;
        let bytes = self.bytes.get(from..)?;
        let bytes = bytes.get(..bytes.len().min(array.nelems as usize))?;
        let end = bytes.iter().position(|&b| b == 0)?;
        let mut text = String::new();
        for &byte in bytes.get(..end)? {
            match byte {
                b'"' | b'\\' => text.extend(['\\', byte as char]),
                b' '..=b'~' => text.push(byte as char),
                _ => text.push_str(&format!("\\x{byte:02x}")),
            }
        }
        Some(text)
    }

    /// `__btf_struct_show`: a bitfield is a number in hexadecimal, whatever its type.
    fn members(&mut self, t: &Type<'a>, named: TypeId, at: u64, nested: usize) -> Result<(), Fail> {
        let btf = self.btf;
        self.open(named, t.kind());
        for m in t.members() {
            self.member = Some(Member { name: m.name(), type_id: m.type_id });
            let (offset, bits) = (m.bit_offset(), m.bitfield_size());
            let (from, bit) = (at.saturating_add((offset / 8).into()), offset % 8);
            let Some(member) = btf.resolved(m.type_id) else { return Err(Fail::Unsupported) };
            if bits > 0 {
                self.shown = Some((m.type_id, member.kind()));
                self.bits(from, bit, bits)?;
                self.shown = None;
            } else {
                self.value(&member, m.type_id, (from, bit), nested + 1)?;
            }
            self.member = None;
        }
        self.close("}");
        Ok(())
    }

    /// A variable. The kernel shows only its value; the declaration is libbpf's (`btf_dump_var_data`).
    fn variable(&mut self, t: &Type<'a>, at: u64) -> Result<(), Fail> {
        let btf = self.btf;
        let id = TypeId(t.size_or_type());
        let line = [linkage_word(t), &self.names.cast(id), " ", t.name(), " = "].concat();
        self.out.push_str(&line);
        let Some(target) = btf.resolved(id) else { return Err(Fail::Unsupported) };
        // The kernel's text has no name for a qualified type, so the qualifiers are skipped.
        self.value(&target, btf.skip_qualifiers(id), (at, 0), 1)
    }

    /// A section: its name and a declaration for each variable, as libbpf has them (`btf_dump_datasec_data`). The
    /// kernel's text of a section has no names of variables and no closing brace.
    fn section(&mut self, t: &Type<'a>) -> Result<(), Fail> {
        let btf = self.btf;
        let between = if self.options.compact { " " } else { "\n" };
        self.out.push_str(&format!("SEC(\"{}\")", t.name()));
        for v in t.vars() {
            self.out.push_str(between);
            let Some(variable) = btf.get(v.type_id).filter(|t| t.kind() == Kind::Var) else {
                return Err(Fail::Unsupported);
            };
            self.variable(&variable, v.offset.into())?;
            if self.out.ends_with('\n') {
                self.out.pop();
            }
            self.out.push(';');
        }
        Ok(())
    }
}

/// The kernel's `isprint` (lib/ctype.c): Latin-1.
fn is_print(byte: u8) -> bool {
    matches!(byte, b' '..=b'~' | 0xa0..)
}

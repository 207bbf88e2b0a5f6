//! The blob as an assembler listing, as `clang -S` writes the section `.BTF` (LLVM's `BTFDebug.cpp`): a directive for each field, a
//! comment on what it is. It assembles to the same bytes, so it is also a way to write a BTF by hand.

use btf::{Btf, Endian, FieldName, HeaderField, Kind, Owner, Part, StringOffset, Type, TypeId};

use crate::raw::shown_name;
use crate::strings::Strings;
use crate::token::{Print, Sink, TokenKind};

/// How an assembler listing is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AsmOptions {
    /// With the name of each field and what its value means; clang comments on few of them.
    pub annotate: bool,
}

/// Prints all bytes of `btf` itself (not of its base), in file order.
///
/// Identical to `clang -S` for what clang writes, but for offsets in sections: clang has there the variable's symbol, the blob 0.
pub fn asm<S: Sink + ?Sized>(btf: &Btf, sink: &mut S, options: &AsmOptions) {
    let mut w = Asm { btf, strings: Strings::whole(btf), sink, annotate: options.annotate, column: 0 };
    w.sink.directive("\t.section\t.BTF,\"\",@progbits\n");
    for owned in btf.owners_from(0) {
        let bytes = btf.bytes().get(owned.range.as_usize()).unwrap_or_default();
        match owned.owner {
            Owner::Header(field) => w.header(field, bytes),
            Owner::Type(id, part) => w.field(id, part, bytes),
            Owner::Layout(kind) => w.layout(kind, bytes),
            Owner::String(offset) => w.string(offset, bytes),
            Owner::Gap => w.bytes(bytes, "gap"),
            Owner::Unreadable => w.bytes(bytes, "unreadable"),
        }
    }
}

struct Asm<'a, 's, S: ?Sized> {
    btf: &'a Btf,
    strings: Strings<'a>,
    sink: &'s mut S,
    annotate: bool,
    /// Where the line is, with tabs every 8.
    column: usize,
}

/// The number in these bytes.
fn number(endian: Endian, bytes: &[u8]) -> u32 {
    let fold = |n: u32, b: &u8| n << 8 | u32::from(*b);
    match endian {
        Endian::Little => bytes.iter().rev().fold(0, fold),
        Endian::Big => bytes.iter().fold(0, fold),
    }
}

impl<'a, S: Sink + ?Sized> Asm<'a, '_, S> {
    /// `.byte`, `.short` or `.long` with the value of 1, 2 or 4 bytes.
    fn value(&mut self, bytes: &[u8]) -> u32 {
        let value = number(self.btf.endian(), bytes);
        self.directive(match bytes.len() {
            1 => ".byte",
            2 => ".short",
            _ => ".long",
        });
        self.sink.number(value.into());
        self.column += value.checked_ilog10().unwrap_or(0) as usize + 1;
        value
    }

    /// `.long` with the value of 4 bytes as a signed number.
    fn signed(&mut self, bytes: &[u8]) -> u32 {
        let value = number(self.btf.endian(), bytes);
        if value as i32 >= 0 {
            return self.value(bytes);
        }
        self.directive(".long");
        self.sink.signed(i64::from(value as i32));
        self.column += (value as i32).unsigned_abs().ilog10() as usize + 2;
        value
    }

    fn directive(&mut self, name: &str) {
        self.sink.text("\t");
        self.sink.directive(name);
        self.sink.text("\t");
        self.column = 8 + (name.len() + 1).next_multiple_of(8);
    }

    /// Goes on to where comments are, and begins one.
    fn comment(&mut self) {
        const SPACES: &str = "                                                ";
        self.sink.text(&SPACES[..SPACES.len().saturating_sub(self.column).max(1)]);
        self.say("# ");
    }

    fn say(&mut self, text: &str) {
        self.sink.token(TokenKind::Comment, text);
    }

    fn hex(&mut self, value: u32) {
        let mut digits = *b"0x00000000";
        let mut rest = value;
        for digit in digits.iter_mut().skip(2).rev() {
            *digit = b"0123456789abcdef"[(rest & 15) as usize];
            rest >>= 4;
        }
        let first = 10 - (value.checked_ilog2().unwrap_or(0) as usize / 4 + 1);
        self.say("0x");
        self.say(std::str::from_utf8(&digits[first..]).unwrap_or_default());
    }

    fn end(&mut self) {
        self.sink.text("\n");
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

    fn field(&mut self, id: TypeId, part: Part, bytes: &[u8]) {
        let Some(t) = self.btf.get(id).filter(|_| bytes.len() == 4) else { return self.bytes(bytes, "record") };
        let value = match part.name {
            // LLVM keeps the values of an ENUM in a signed number, even those of an unsigned one.
            FieldName::Val => self.signed(bytes),
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

    /// The field's name, and what its value says.
    fn meaning(&mut self, t: &Type<'a>, part: Part, value: u32) {
        self.say(part.name.as_str());
        let item = |name: &mut Self| {
            if let Some(index) = part.item {
                name.say(" of ");
                name.sink.number(index.0.into());
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
                match self.btf.get(TypeId(value)) {
                    Some(t) => {
                        self.say(t.kind().as_str());
                        self.say(" '");
                        self.plain(TokenKind::TypeName(t.id()), shown_name(&self.strings, t.name_offset()));
                        self.say("'");
                    }
                    None => self.say(if value == 0 { "void" } else { "no such type" }),
                }
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

    /// A name in a comment, which a line break would end.
    fn plain(&mut self, kind: TokenKind, name: &str) {
        for part in name.split(['\n', '\r']) {
            self.sink.token(kind, part);
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
        let mut told = false;
        if !text.is_empty() {
            self.string_offset(offset);
            told = true;
            self.end();
        }
        if nul {
            self.value(&[0]);
            if !told {
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

    /// A quoted string, with what is not printable ASCII in octal.
    fn ascii(&mut self, text: &[u8]) {
        self.directive(".ascii");
        self.sink.punct("\"");
        let mut column = self.column + 2;
        for &b in text {
            let octal = [b'\\', b'0' + (b >> 6), b'0' + (b >> 3 & 7), b'0' + (b & 7)];
            let one = [b];
            let shown: &[u8] = match b {
                b'"' => b"\\\"",
                b'\\' => b"\\\\",
                0x08 => b"\\b",
                0x0c => b"\\f",
                b'\n' => b"\\n",
                b'\r' => b"\\r",
                b'\t' => b"\\t",
                0x20..=0x7e => &one,
                _ => &octal,
            };
            column += shown.len();
            self.sink.token(TokenKind::Name, std::str::from_utf8(shown).unwrap_or_default());
        }
        self.sink.punct("\"");
        self.column = column;
    }

    /// Bytes that belong to no field, one a line.
    fn bytes(&mut self, bytes: &[u8], what: &str) {
        for &b in bytes {
            self.value(&[b]);
            self.comment();
            self.say(what);
            self.end();
        }
    }
}

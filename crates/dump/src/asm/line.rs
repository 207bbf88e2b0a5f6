//! Lines of the listing: a directive with its value, a comment at its column.

use btf::{Btf, Endian, TypeId};

use super::AsmNames;
use crate::strings::Strings;
use crate::token::{Print, Sink, TokenKind};

pub(super) struct Asm<'a, 's, S: ?Sized> {
    pub(super) btf: &'a Btf,
    pub(super) names: &'a AsmNames,
    pub(super) strings: Strings<'a>,
    pub(super) sink: &'s mut S,
    pub(super) annotate: bool,
    /// The current column, with a tab stop every 8 columns.
    pub(super) column: usize,
}

/// The number in these bytes.
pub(super) fn number(endian: Endian, bytes: &[u8]) -> u32 {
    let fold = |n: u32, b: &u8| n << 8 | u32::from(*b);
    match endian {
        Endian::Little => bytes.iter().rev().fold(0, fold),
        Endian::Big => bytes.iter().fold(0, fold),
    }
}

impl<'a, S: Sink + ?Sized> Asm<'a, '_, S> {
    /// `.byte`, `.short` or `.long` with the value of 1, 2 or 4 bytes.
    pub(super) fn value(&mut self, bytes: &[u8]) -> u32 {
        self.value_in(self.btf.endian(), bytes)
    }

    /// As [`Self::value`], with the bytes in this order.
    pub(super) fn value_in(&mut self, endian: Endian, bytes: &[u8]) -> u32 {
        let value = number(endian, bytes);
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
    pub(super) fn signed(&mut self, bytes: &[u8]) -> u32 {
        let value = number(self.btf.endian(), bytes);
        if value as i32 >= 0 {
            return self.value(bytes);
        }
        self.directive(".long");
        self.sink.signed(i64::from(value as i32));
        self.column += (value as i32).unsigned_abs().ilog10() as usize + 2;
        value
    }

    pub(super) fn directive(&mut self, name: &str) {
        self.sink.text("\t");
        self.sink.directive(name);
        self.sink.text("\t");
        self.column = 8 + (name.len() + 1).next_multiple_of(8);
    }

    /// `.long` with the id of a type, which is a link to the type.
    pub(super) fn type_id(&mut self, endian: Endian, bytes: &[u8]) -> u32 {
        let value = number(endian, bytes);
        let id = TypeId(value);
        if id.is_void() || self.btf.get(id).is_none() {
            return self.value_in(endian, bytes);
        }
        self.directive(".long");
        self.sink.id(id);
        self.column += value.checked_ilog10().unwrap_or(0) as usize + 1;
        value
    }

    /// `.long` with a symbol.
    pub(super) fn symbol(&mut self, name: &str) {
        self.directive(".long");
        self.sink.token(TokenKind::Name, name);
        self.column += name.len();
    }

    /// Moves to the column of comments, and begins one.
    pub(super) fn comment(&mut self) {
        const SPACES: &str = "                                                ";
        self.sink.text(&SPACES[..SPACES.len().saturating_sub(self.column).max(1)]);
        self.say("# ");
    }

    pub(super) fn say(&mut self, text: &str) {
        self.sink.token(TokenKind::Comment, text);
    }

    pub(super) fn hex(&mut self, value: u32) {
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

    pub(super) fn end(&mut self) {
        self.sink.text("\n");
    }

    /// `.ascii` with a quoted string. Quotes, backslashes and bytes that are not printable ASCII are escaped.
    pub(super) fn ascii(&mut self, text: &[u8]) {
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

    /// Prints bytes, one a line, each with `what` as its comment.
    pub(super) fn bytes(&mut self, bytes: &[u8], what: &str) {
        for &b in bytes {
            self.value(&[b]);
            self.comment();
            self.say(what);
            self.end();
        }
    }

    /// A name in a comment. Line breaks, which would end the comment, are left out.
    pub(super) fn plain(&mut self, kind: TokenKind, name: &str) {
        for part in name.split(['\n', '\r']) {
            self.sink.token(kind, part);
        }
    }
}

//! [`RawNames`]: names as they stand in the blob.

use btf::unescaped;

use crate::token::{Sink, TokenKind};

/// Hands on what is printed, with names as the bytes that they are in the blob: what bpftool writes. Printers write them as text of one
/// line ([`btf::visible`]), which leads back to the bytes.
///
/// Such a text may command a terminal, or begin a line of its own.
pub struct RawNames<'s, S: ?Sized>(pub &'s mut S);

impl<S: Sink + ?Sized> Sink for RawNames<'_, S> {
    fn token(&mut self, kind: TokenKind, text: &str) {
        let is_name = matches!(kind, TokenKind::TypeName(_) | TokenKind::Member(..) | TokenKind::Name);
        match is_name && text.contains('\\') {
            true => self.0.bytes(kind, &unescaped(text)),
            false => self.0.token(kind, text),
        }
    }

    fn decimal(&mut self, kind: TokenKind, n: u64) {
        self.0.decimal(kind, n);
    }

    fn bytes(&mut self, kind: TokenKind, bytes: &[u8]) {
        self.0.bytes(kind, bytes);
    }

    fn is_closed(&self) -> bool {
        self.0.is_closed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_bytes_again_and_nothing_else_is_touched() {
        let mut out: Vec<u8> = Vec::new();
        let mut raw = RawNames(&mut out);
        raw.token(TokenKind::Name, "a\\x0ab\\xff");
        raw.token(TokenKind::Comment, " \\x0a ");
        raw.token(TokenKind::Name, "c\\n");
        raw.decimal(TokenKind::Number, 7);
        assert_eq!(out, b"a\nb\xff \\x0a c\\n7");
    }
}

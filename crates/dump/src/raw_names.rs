//! [`RawNames`]: names as their bytes in the blob.

use btf::unescaped;

use crate::token::{Sink, TokenKind};

/// Passes output on with names as their bytes in the blob, as bpftool writes them. Printers write names as text of one
/// line ([`btf::visible`]); this turns them back into bytes.
///
/// Such output may contain terminal commands and line breaks.
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

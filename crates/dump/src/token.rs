//! The output of printers.

use btf::{MemberIndex, TypeId};

/// The meaning of a token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TokenKind {
    /// A keyword of the printed language, or the kind of a record.
    Keyword,
    /// The name of a type, or its id in a listing of records: a link to it.
    TypeName(TypeId),
    /// The name of a member, enumerator, parameter or section variable: the type whose record has it, and its index
    /// there.
    Member(TypeId, MemberIndex),
    /// Any other name.
    Name,
    /// A number: a size, an offset, a value, the length of an array.
    Number,
    /// A comment.
    Comment,
    /// An attribute or a line for the preprocessor.
    Directive,
    /// Punctuation: braces, asterisks, semicolons.
    Punct,
    /// White space, and the labels of a listing.
    Text,
}

/// The receiver of a printer's output.
pub trait Sink {
    /// Takes the next piece. The joined pieces are the output.
    fn token(&mut self, kind: TokenKind, text: &str);

    /// Takes a number, in decimal, as the next piece. Sinks that collect plain text override this to be faster.
    fn decimal(&mut self, kind: TokenKind, n: u64) {
        self.token(kind, itoa::Buffer::new().format(n));
    }

    /// Takes a piece that may not be UTF-8 ([`crate::RawNames`]). A sink for text replaces invalid bytes.
    fn bytes(&mut self, kind: TokenKind, bytes: &[u8]) {
        self.token(kind, &String::from_utf8_lossy(bytes));
    }

    /// Whether the sink ignores further output, so that a printer with much output may stop early.
    fn is_closed(&self) -> bool {
        false
    }
}

impl Sink for String {
    #[inline]
    fn token(&mut self, _: TokenKind, text: &str) {
        self.push_str(text);
    }

    #[inline]
    fn decimal(&mut self, _: TokenKind, n: u64) {
        self.push_str(itoa::Buffer::new().format(n));
    }
}

/// Collects the text's bytes. Names that are not UTF-8 keep their bytes.
impl Sink for Vec<u8> {
    #[inline]
    fn token(&mut self, _: TokenKind, text: &str) {
        self.extend_from_slice(text.as_bytes());
    }

    #[inline]
    fn decimal(&mut self, _: TokenKind, n: u64) {
        self.extend_from_slice(itoa::Buffer::new().format(n).as_bytes());
    }

    fn bytes(&mut self, _: TokenKind, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

/// One token of [`Tokens`]: its kind, and where its text lies in [`Tokens::text`], in bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// Its first byte in the text.
    pub start: u32,
    /// One past its last byte in the text.
    pub end: u32,
}

/// A sink that keeps the tokens. Adjacent tokens of the same kind are joined, unless they name types or members.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Tokens {
    text: String,
    list: Vec<Token>,
}

impl Tokens {
    /// An empty sink.
    pub fn new() -> Tokens {
        Tokens::default()
    }

    /// All texts joined.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The tokens, in order. Together they cover the text.
    pub fn list(&self) -> &[Token] {
        &self.list
    }

    /// The text of one token of this list.
    pub fn text_of(&self, token: &Token) -> &str {
        self.text.get(token.start as usize..token.end as usize).unwrap_or_default()
    }

    /// The tokens as kind and text, in order.
    pub fn iter(&self) -> impl Iterator<Item = (TokenKind, &str)> {
        self.list.iter().map(|t| (t.kind, self.text_of(t)))
    }
}

impl Sink for Tokens {
    fn token(&mut self, kind: TokenKind, text: &str) {
        let start = self.text.len() as u32;
        self.text.push_str(text);
        let end = self.text.len() as u32;
        let joins = !matches!(kind, TokenKind::TypeName(_) | TokenKind::Member(..));
        match self.list.last_mut() {
            Some(last) if joins && last.kind == kind => last.end = end,
            _ if start < end => self.list.push(Token { kind, start, end }),
            _ => {}
        }
    }
}

/// Shorthands for printers.
pub(crate) trait Print: Sink {
    #[inline]
    fn keyword(&mut self, text: &str) {
        self.token(TokenKind::Keyword, text);
    }

    #[inline]
    fn punct(&mut self, text: &str) {
        self.token(TokenKind::Punct, text);
    }

    #[inline]
    fn text(&mut self, text: &str) {
        self.token(TokenKind::Text, text);
    }

    #[inline]
    fn directive(&mut self, text: &str) {
        self.token(TokenKind::Directive, text);
    }

    #[inline]
    fn number(&mut self, n: u64) {
        self.decimal(TokenKind::Number, n);
    }

    #[inline]
    fn signed(&mut self, n: i64) {
        if n < 0 {
            self.token(TokenKind::Number, "-");
        }
        self.decimal(TokenKind::Number, n.unsigned_abs());
    }

    /// An id as a link.
    #[inline]
    fn id(&mut self, id: TypeId) {
        self.decimal(TokenKind::TypeName(id), u64::from(id.0));
    }
}

impl<S: Sink + ?Sized> Print for S {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_cover_the_text_and_join() {
        let mut t = Tokens::new();
        t.keyword("struct");
        Print::text(&mut t, " ");
        t.token(TokenKind::TypeName(TypeId(7)), "a");
        t.token(TokenKind::TypeName(TypeId(7)), "b");
        t.punct("");
        t.punct(" {");
        t.punct("\n");
        t.number(18_446_744_073_709_551_615);
        t.signed(-9_223_372_036_854_775_808);
        let texts: Vec<&str> = t.iter().map(|(_, text)| text).collect();
        assert_eq!(texts, ["struct", " ", "a", "b", " {\n", "18446744073709551615-9223372036854775808"]);
        assert_eq!(texts.concat(), t.text());
    }
}

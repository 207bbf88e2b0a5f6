//! Writes code as tokens: printers give lines of text, with the names of types and members inserted as links.

use btf::{Btf, MemberIndex, TypeId};
use dump::{Sink, TokenKind};

/// Writes into a sink.
pub(crate) struct Writer<'s, S: Sink + ?Sized> {
    sink: &'s mut S,
    keywords: &'static [&'static str],
    /// The units of work left for spelling types and for comments on pointers; limited, because prototypes can refer to
    /// each other in exponentially many ways.
    work: u64,
}

impl<'s, S: Sink + ?Sized> Writer<'s, S> {
    /// A writer. The work that it may do grows with the bytes of the blob and its bases.
    pub(crate) fn new(btf: &Btf, sink: &'s mut S, keywords: &'static [&'static str]) -> Self {
        let bytes: u64 =
            std::iter::successors(Some(btf), |b| b.base().map(|b| &**b)).map(|b| b.bytes().len() as u64).sum();
        Writer { sink, keywords, work: bytes.saturating_mul(2) + (1 << 14) }
    }

    /// Takes one unit of the work; false when nothing is left.
    pub(crate) fn spend(&mut self) -> bool {
        let left = self.work.checked_sub(1);
        self.work = left.unwrap_or(0);
        left.is_some()
    }

    /// Whether the sink is closed.
    pub(crate) fn is_closed(&self) -> bool {
        self.sink.is_closed()
    }

    /// Code: words, numbers, punctuation and white space.
    pub(crate) fn code(&mut self, text: &str) {
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let same: fn(char) -> bool = match first {
                c if is_word(c) => is_word,
                c if c.is_whitespace() => char::is_whitespace,
                _ => |c| !is_word(c) && !c.is_whitespace(),
            };
            let end = rest.find(|c| !same(c)).unwrap_or(rest.len());
            let (piece, behind) = rest.split_at(end);
            let kind = match first {
                c if c.is_ascii_digit() => TokenKind::Number,
                c if is_word(c) && self.keywords.contains(&piece) => TokenKind::Keyword,
                c if is_word(c) => TokenKind::Name,
                c if c.is_whitespace() => TokenKind::Text,
                _ => TokenKind::Punct,
            };
            self.sink.token(kind, piece);
            rest = behind;
        }
    }

    /// The name of a type, as a link to it.
    pub(crate) fn ty(&mut self, id: TypeId, name: &str) {
        self.sink.token(TokenKind::TypeName(id), name);
    }

    /// The name of a member, enumerator or parameter, as a link to it.
    pub(crate) fn member(&mut self, id: TypeId, index: MemberIndex, name: &str) {
        self.sink.token(TokenKind::Member(id, index), name);
    }

    /// A comment, with its slashes.
    pub(crate) fn comment(&mut self, text: &str) {
        self.sink.token(TokenKind::Comment, text);
    }

    /// An attribute.
    pub(crate) fn attribute(&mut self, text: &str) {
        self.sink.token(TokenKind::Directive, text);
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// A name for a comment: on one line, of limited length.
pub(crate) fn plain(name: &str) -> String {
    name.chars().take(120).map(|c| if c.is_control() || c == '/' || c == '*' { '?' } else { c }).collect()
}

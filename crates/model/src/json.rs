//! Writes JSON, indented, in the order in which it is told.

use dump::{Sink, TokenKind};

/// The inside of an object or array that is being written.
pub struct Json<'o> {
    out: &'o mut dyn Sink,
    depth: usize,
    first: bool,
}

impl Json<'_> {
    /// Writes one object and a newline.
    pub fn object(out: &mut dyn Sink, fill: impl FnOnce(&mut Json<'_>)) {
        Json { out, depth: 0, first: true }.nest("{", "}", fill);
        out.token(TokenKind::Text, "\n");
    }

    /// Writes one array and a newline.
    pub fn array(out: &mut dyn Sink, fill: impl FnOnce(&mut Json<'_>)) {
        Json { out, depth: 0, first: true }.nest("[", "]", fill);
        out.token(TokenKind::Text, "\n");
    }

    /// Whether nobody reads any more.
    pub fn is_closed(&self) -> bool {
        self.out.is_closed()
    }

    fn nest(&mut self, open: &str, close: &str, fill: impl FnOnce(&mut Json<'_>)) {
        self.out.token(TokenKind::Punct, open);
        let mut inner = Json { out: &mut *self.out, depth: self.depth + 1, first: true };
        fill(&mut inner);
        if !inner.first {
            self.line(self.depth);
        }
        self.out.token(TokenKind::Punct, close);
    }

    fn line(&mut self, depth: usize) {
        self.out.token(TokenKind::Text, "\n");
        for _ in 0..depth {
            self.out.token(TokenKind::Text, "  ");
        }
    }

    /// Starts the next element of an array.
    fn element(&mut self) {
        if !std::mem::take(&mut self.first) {
            self.out.token(TokenKind::Punct, ",");
        }
        self.line(self.depth);
    }

    fn key(&mut self, key: &str) {
        self.element();
        self.quoted(TokenKind::Keyword, key);
        self.out.token(TokenKind::Punct, ": ");
    }

    /// An object in an array.
    pub fn item(&mut self, fill: impl FnOnce(&mut Json<'_>)) {
        self.element();
        self.nest("{", "}", fill);
    }

    /// An object in an object.
    pub fn group(&mut self, key: &str, fill: impl FnOnce(&mut Json<'_>)) {
        self.key(key);
        self.nest("{", "}", fill);
    }

    /// An array in an object.
    pub fn list(&mut self, key: &str, fill: impl FnOnce(&mut Json<'_>)) {
        self.key(key);
        self.nest("[", "]", fill);
    }

    /// A string in an array.
    pub fn string(&mut self, text: &str) {
        self.element();
        self.quoted(TokenKind::Name, text);
    }

    /// An array of numbers.
    pub fn numbers(&mut self, key: &str, all: impl Iterator<Item = u32>) {
        self.list(key, |list| {
            for n in all {
                list.element();
                list.out.decimal(TokenKind::Number, n.into());
            }
        });
    }

    /// A number.
    pub fn number(&mut self, key: &str, n: impl Into<u64>) {
        self.key(key);
        self.out.decimal(TokenKind::Number, n.into());
    }

    /// A number, or null.
    pub fn maybe_number(&mut self, key: &str, n: Option<impl Into<u64>>) {
        match n {
            Some(n) => self.number(key, n),
            None => self.null(key),
        }
    }

    /// A string.
    pub fn text(&mut self, key: &str, text: &str) {
        self.key(key);
        self.quoted(TokenKind::Name, text);
    }

    /// A string, or null.
    pub fn maybe_text(&mut self, key: &str, text: Option<&str>) {
        match text {
            Some(text) => self.text(key, text),
            None => self.null(key),
        }
    }

    /// True or false.
    pub fn flag(&mut self, key: &str, on: bool) {
        self.key(key);
        self.out.token(TokenKind::Number, if on { "true" } else { "false" });
    }

    /// Null.
    pub fn null(&mut self, key: &str) {
        self.key(key);
        self.out.token(TokenKind::Number, "null");
    }

    fn quoted(&mut self, kind: TokenKind, text: &str) {
        self.out.token(kind, &quoted(text));
    }
}

/// A text as a JSON string, quotes and all.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

//! bpftool's `json_writer.c`: commas and indents. With `pretty`, each name in an object starts a line, and so does each
//! closing bracket or brace behind items; the elements of an array are on one line.

/// The text under construction.
pub(crate) struct Writer {
    out: String,
    depth: usize,
    pretty: bool,
    comma: bool,
}

impl Writer {
    pub(crate) fn new(pretty: bool) -> Writer {
        Writer { out: String::new(), depth: 0, pretty, comma: false }
    }

    pub(crate) fn finish(self) -> String {
        self.out
    }

    pub(crate) fn len(&self) -> usize {
        self.out.len()
    }

    fn line(&mut self) {
        if self.pretty {
            self.out.push('\n');
            for _ in 0..self.depth {
                self.out.push_str("    ");
            }
        }
    }

    fn separate(&mut self) {
        if self.comma {
            self.out.push(',');
        }
        self.comma = true;
    }

    pub(crate) fn begin(&mut self, bracket: char) {
        self.separate();
        self.out.push(bracket);
        self.depth += 1;
        self.comma = false;
    }

    pub(crate) fn end(&mut self, bracket: char) {
        self.depth = self.depth.saturating_sub(1);
        if self.comma {
            self.line();
        }
        self.out.push(bracket);
        self.comma = true;
    }

    pub(crate) fn name(&mut self, name: &str) {
        self.separate();
        self.line();
        self.comma = false;
        self.quote(name);
        self.out.push(':');
        if self.pretty {
            self.out.push(' ');
        }
    }

    /// A value without quotes.
    pub(crate) fn bare(&mut self, text: &str) {
        self.separate();
        self.out.push_str(text);
    }

    pub(crate) fn string(&mut self, text: &str) {
        self.separate();
        self.quote(text);
    }

    fn quote(&mut self, text: &str) {
        self.out.push('"');
        for c in text.chars() {
            match c {
                '\t' => self.out.push_str("\\t"),
                '\n' => self.out.push_str("\\n"),
                '\r' => self.out.push_str("\\r"),
                '\u{c}' => self.out.push_str("\\f"),
                '\u{8}' => self.out.push_str("\\b"),
                '\\' => self.out.push_str("\\\\"),
                '"' => self.out.push_str("\\\""),
                c if c < ' ' => self.out.push_str(&format!("\\u{:04x}", u32::from(c))),
                c => self.out.push(c),
            }
        }
        self.out.push('"');
    }
}

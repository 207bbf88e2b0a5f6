//! Splits C source into parts for colouring: keywords, preprocessor directives, names of types, numbers, strings and
//! comments, recognised by their spelling alone. It is for source that a person wrote; crate `dump` prints C as tokens.

/// The class of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A keyword that C's declarations use, or a preprocessor directive: `#define`.
    Keyword,
    /// The name after `struct`, `union` or `enum`, and the names that the caller gives as types.
    Type,
    /// A number.
    Number,
    /// `// ..` to the end of the line, or of the next one if the line ends in `\`; `/* .. */`.
    Comment,
    /// A string or a character in its quotes.
    Text,
    /// Anything else.
    Plain,
}

const KEYWORDS: [&str; 24] = [
    "_Bool",
    "__attribute__",
    "_Static_assert",
    "char",
    "const",
    "double",
    "enum",
    "extern",
    "float",
    "inline",
    "int",
    "long",
    "restrict",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "typedef",
    "typeof",
    "union",
    "unsigned",
    "void",
    "volatile",
];

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The end of a `//` comment: the end of the first line that does not end in `\` (C11 5.1.1.2, translation phase 2).
fn line_comment(text: &str) -> usize {
    let goes_on = |line: &str| line.strip_suffix('\r').unwrap_or(line).ends_with('\\');
    let mut ends = text.match_indices('\n').map(|(at, _)| at);
    ends.find(|&at| text.get(..at).is_some_and(|line| !goes_on(line))).unwrap_or(text.len())
}

/// The end of a string or a character: after its closing quote, or at the end of the first line that does not end in
/// `\`.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            // A `\` before the two bytes of a line end joins the lines, too.
            '\r' if escaped => {}
            _ if escaped => escaped = false,
            '\n' => return at,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The first piece of a nonempty text: a comment, a string, a directive, a word, or one character.
fn piece(text: &str) -> &str {
    let end = if text.starts_with("//") {
        line_comment(text)
    } else if let Some(inside) = text.strip_prefix("/*") {
        inside.find("*/").map_or(text.len(), |end| end + 4)
    } else if let Some(quote) = text.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        quoted(text, quote)
    } else if text.starts_with('#') {
        // A directive of the preprocessor.
        text.char_indices().skip(1).find(|(_, c)| !is_word(*c)).map_or(text.len(), |(at, _)| at)
    } else if text.starts_with(is_word) {
        text.find(|c| !is_word(c)).unwrap_or(text.len())
    } else {
        text.chars().next().map_or(0, char::len_utf8)
    };
    text.get(..end).unwrap_or(text)
}

/// Splits a source into parts, in order. `types`: names of types that the source uses without a keyword.
pub fn parts<'a>(source: &'a str, types: &[&str]) -> Vec<(Part, &'a str)> {
    let mut out: Vec<(Part, &str)> = Vec::new();
    let mut at = 0;
    // Where the current run of plain text began.
    let mut plain = 0;
    let mut before = "";
    while let Some(rest) = source.get(at..).filter(|rest| !rest.is_empty()) {
        let text = piece(rest);
        let part = if text.starts_with("//") || text.starts_with("/*") {
            Part::Comment
        } else if text.starts_with(['"', '\'']) {
            Part::Text
        } else if text.starts_with('#') && text.len() > 1 {
            Part::Keyword
        } else if text.starts_with(|c: char| c.is_ascii_digit()) {
            Part::Number
        } else if KEYWORDS.contains(&text) {
            Part::Keyword
        } else if text.starts_with(is_word) && (["struct", "union", "enum"].contains(&before) || types.contains(&text))
        {
            Part::Type
        } else {
            Part::Plain
        };
        if part != Part::Plain {
            out.extend(source.get(plain..at).filter(|run| !run.is_empty()).map(|run| (Part::Plain, run)));
            out.push((part, text));
            plain = at + text.len();
        }
        if !text.trim().is_empty() {
            before = text;
        }
        at += text.len();
    }
    out.extend(source.get(plain..).filter(|run| !run.is_empty()).map(|run| (Part::Plain, run)));
    out
}

#[cfg(test)]
mod tests {
    use super::{Part, parts};

    #[test]
    fn a_struct_in_parts() {
        let source = "// two\nstruct pair { u16 a : 4; };";
        let found = parts(source, &["u16"]);
        let wanted = [
            (Part::Comment, "// two"),
            (Part::Plain, "\n"),
            (Part::Keyword, "struct"),
            (Part::Plain, " "),
            (Part::Type, "pair"),
            (Part::Plain, " { "),
            (Part::Type, "u16"),
            (Part::Plain, " a : "),
            (Part::Number, "4"),
            (Part::Plain, "; };"),
        ];
        assert_eq!(found, wanted);
    }

    #[test]
    fn comments_strings_and_the_preprocessor() {
        let source = "#define A 1 /* b\n*/ \"c\\\"d\" 'e' \"f\nint";
        let found = parts(source, &[]);
        let wanted = [
            (Part::Keyword, "#define"),
            (Part::Plain, " A "),
            (Part::Number, "1"),
            (Part::Plain, " "),
            (Part::Comment, "/* b\n*/"),
            (Part::Plain, " "),
            (Part::Text, "\"c\\\"d\""),
            (Part::Plain, " "),
            (Part::Text, "'e'"),
            (Part::Plain, " "),
            (Part::Text, "\"f"),
            (Part::Plain, "\n"),
            (Part::Keyword, "int"),
        ];
        assert_eq!(found, wanted);
    }

    /// A `\` at the end of a line joins it to the next one, as in the scratch pad's compiler.
    #[test]
    fn comments_and_strings_go_on_behind_a_backslash() {
        for (source, part, length) in [
            ("// a\\\nint\nint", Part::Comment, 9),
            ("// a\\\r\nint\nint", Part::Comment, 10),
            ("// a\\\n\\\n\nint", Part::Comment, 8),
            ("// a\\ \nint", Part::Comment, 6),
            ("// a\\", Part::Comment, 5),
            ("\"a\\\nint\"int", Part::Text, 8),
            ("\"a\\\r\nint\"int", Part::Text, 9),
            ("\"a\\\\\nint", Part::Text, 4),
        ] {
            assert_eq!(
                parts(source, &[]).first(),
                source.get(..length).map(|text| (part, text)).as_ref(),
                "{source:?}"
            );
        }
    }

    #[test]
    fn nothing_is_lost_and_words_stay_whole() {
        for source in
            ["", "#", "/*", "/* x", "'", "\"\\", "x", "int4 structure u16s", "ä // ö", "struct {\n\tint x0;\n}"]
        {
            let found = parts(source, &["u16"]);
            assert_eq!(found.iter().map(|(_, text)| *text).collect::<String>(), source);
        }
        assert_eq!(parts("int4 structure u16s", &["u16"]), [(Part::Plain, "int4 structure u16s")]);
    }
}

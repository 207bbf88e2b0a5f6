//! C source in parts, for its colours: keywords, names of types, numbers and comments by their look alone. What a printer made has tokens of
//! its own (`dump`); this is for source that is shown as it was written.

/// What a part is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A keyword of C.
    Keyword,
    /// The name after `struct`, `union` or `enum`, and what the source has a `typedef` for.
    Type,
    /// A number.
    Number,
    /// `// ..` to the end of the line.
    Comment,
    /// All else.
    Plain,
}

const KEYWORDS: [&str; 14] = [
    "_Bool", "char", "const", "enum", "int", "long", "short", "static", "struct", "typedef", "union", "unsigned",
    "void", "volatile",
];

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The first piece of a text that is not empty: a comment, a word, or one character.
fn piece(text: &str) -> &str {
    let end = if text.starts_with("//") {
        text.find('\n').unwrap_or(text.len())
    } else if text.starts_with(is_word) {
        text.find(|c| !is_word(c)).unwrap_or(text.len())
    } else {
        text.chars().next().map_or(0, char::len_utf8)
    };
    text.get(..end).unwrap_or(text)
}

/// A source in parts, in order; together they are the source. `types` are names of types that it uses without a keyword before them.
pub fn parts<'a>(source: &'a str, types: &[&str]) -> Vec<(Part, &'a str)> {
    let mut out: Vec<(Part, &str)> = Vec::new();
    let mut at = 0;
    // Where the run of plain text that is being read began.
    let mut plain = 0;
    let mut before = "";
    while let Some(rest) = source.get(at..).filter(|rest| !rest.is_empty()) {
        let text = piece(rest);
        let part = if text.starts_with("//") {
            Part::Comment
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
    fn nothing_is_lost_and_words_stay_whole() {
        for source in ["", "x", "int4 structure u16s", "ä // ö", "struct {\n\tint x0;\n}"] {
            let found = parts(source, &["u16"]);
            assert_eq!(found.iter().map(|(_, text)| *text).collect::<String>(), source);
        }
        assert_eq!(parts("int4 structure u16s", &["u16"]), [(Part::Plain, "int4 structure u16s")]);
    }
}

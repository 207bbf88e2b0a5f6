//! Text within HTML and XML.

/// Escapes text for HTML and XML, also within double quotes. Control characters other than newline and tab become `�`,
/// and so do U+FFFE and U+FFFF.
pub fn markup(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::markup;

    #[test]
    fn nothing_in_a_text_is_markup() {
        assert_eq!(markup("<a b=\"c\">&\u{1}\u{ffff}\n"), "&lt;a b=&quot;c&quot;&gt;&amp;\u{fffd}\u{fffd}\n");
    }
}

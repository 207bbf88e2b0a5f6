//! Cells of tables in files: CSV, TSV, Markdown.

/// A row of a CSV file with its line feed, cells in quotes where they need them (RFC 4180). A cell that a spreadsheet
/// would take for a formula gets an apostrophe before it; whole numbers stay as they are.
pub fn csv_row<T: AsRef<str>>(cells: impl IntoIterator<Item = T>) -> String {
    let cells: Vec<String> = cells.into_iter().map(|cell| csv_cell(cell.as_ref())).collect();
    cells.join(",") + "\n"
}

fn csv_cell(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@']) && text.parse::<i64>().is_err();
    let text = if formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// Text on one line and without tabs: tab, newline, return and backslash become `\t`, `\n`, `\r` and `\\`.
pub fn tsv_cell(text: &str) -> String {
    if !text.contains(['\t', '\n', '\r', '\\']) {
        return text.to_owned();
    }
    text.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
}

/// Text within a cell of a Markdown table: on one line, with escapes for the characters of Markdown's markup.
pub fn markdown_cell(text: &str) -> String {
    let mut cell = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let rest = text.get(at + c.len_utf8()..).unwrap_or_default();
        match c {
            '\\' | '|' | '*' | '`' | '~' => cell.extend(['\\', c]),
            ']' if rest.starts_with(['(', '[']) => cell.push_str("\\]"),
            // Only an underscore at the end of a word can end emphasis, so the others need no escape.
            '_' if !rest.trim_start_matches('_').starts_with(char::is_alphanumeric) => cell.push_str("\\_"),
            '\n' | '\r' => cell.push(' '),
            '<' => cell.push_str("&lt;"),
            '&' => cell.push_str("&amp;"),
            c => cell.push(c),
        }
    }
    cell
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_csv_has_quotes_where_it_must() {
        let cells = ["plain", "a,b", "say \"x\"", "two\nlines", "-7", "-x", "@sum"];
        assert_eq!(csv_row(cells), "plain,\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",-7,'-x,'@sum\n");
        assert_eq!(csv_row([""; 2]), ",\n");
    }

    #[test]
    fn cells_stay_cells() {
        assert_eq!(tsv_cell("a\tb\\\r\n"), "a\\tb\\\\\\r\\n");
        assert_eq!(markdown_cell("a|b*`<i>`\n"), "a\\|b\\*\\`&lt;i>\\` ");
        assert_eq!(markdown_cell("[a](http://x) ~~b~~ &lt;"), "[a\\](http://x) \\~\\~b\\~\\~ &amp;lt;");
        assert_eq!(markdown_cell("__x__ __state, task_struct x[4]"), "__x\\_\\_ __state, task_struct x[4]");
    }
}

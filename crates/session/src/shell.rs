//! Words for a shell, for the commands that the page copies.

/// A file's name as a word for a shell. A name that begins with a hyphen gets `./` before it, so that it is not read as
/// an option.
pub(crate) fn file_word(name: &str) -> String {
    if name.starts_with('-') { quoted(&format!("./{name}")) } else { quoted(name) }
}

/// A text as one word for a shell.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./+:@%,=".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_no_option() {
        assert_eq!(file_word("--json"), "./--json");
    }

    #[test]
    fn a_shell_reads_words_back() {
        assert_eq!(
            [quoted("a b"), quoted("it's"), quoted("vmlinux-6.1"), quoted("")],
            ["'a b'", r"'it'\''s'", "vmlinux-6.1", "''"]
        );
    }
}

//! Compares the spelling of names and words: what may be left out, and whether two words differ by one letter.

/// Words that the page and C put before a name.
const BEFORE: [&str; 24] = [
    "struct",
    "union",
    "enum",
    "typedef",
    "func",
    "function",
    "var",
    "variable",
    "member",
    "parameter",
    "section",
    "forward",
    "int",
    "float",
    "decl",
    "type",
    "tag",
    "const",
    "volatile",
    "unsigned",
    "char",
    "long",
    "u32",
    "u64",
];

/// A text reduced to its words for comparison: `DECL_TAG` is `decl tag`.
pub(crate) fn words(text: &str) -> String {
    let text = text.trim().to_lowercase().replace(['_', '-'], " ");
    let text = text.strip_prefix("btf kind ").unwrap_or(&text);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A name without what the page puts around it: `pid` for `int pid`, `task.pid` and `pid;`, `on_exit` for `on_exit()`,
/// `a.c` for `./a.c`. An access string, such as `0:1`, stays as it is.
pub(crate) fn bare_name(text: &str) -> &str {
    let text = text.trim().trim_end_matches(';').trim_end_matches("()").trim();
    let mut words = text.split_whitespace();
    let last = words.next_back().unwrap_or_default().trim_start_matches('*');
    let known = |word: &str| BEFORE.contains(&word.trim_end_matches('*'));
    let text = if !last.is_empty() && words.all(known) { last } else { text };
    let text = text.strip_prefix("./").unwrap_or(text);
    // The last member of a path. Names of sections and files have dots of their own.
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    match text.rsplit_once('.') {
        Some((path, member)) if member.len() > 2 && path.split('.').all(is_word) && is_word(member) => member,
        _ => text,
    }
}

/// An answer without what stands around it in a sentence: `24` of `= 24.` and `(24)`, `int` of `the int!`.
pub(crate) fn without_marks(text: &str) -> &str {
    let text = text.trim().trim_end_matches(['.', ',', ';', '!', '?']).trim_start_matches('=').trim();
    let inside =
        text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).filter(|inside| !inside.contains(['(', ')']));
    let text = inside.unwrap_or(text).trim();
    let plus = text.strip_prefix('+').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let text = plus.unwrap_or(text);
    ["the ", "The ", "an ", "An ", "a ", "A "].iter().find_map(|article| text.strip_prefix(article)).unwrap_or(text)
}

/// Whether two words differ by one letter that is missing, added, changed or swapped with the next one. False if the
/// right word has fewer than four letters: one other letter makes a different word of it.
pub(crate) fn is_misspelt(typed: &str, right: &str) -> bool {
    let (typed, right): (Vec<char>, Vec<char>) = (typed.chars().collect(), right.chars().collect());
    if right.len() < 4 || typed.len().abs_diff(right.len()) > 1 || typed == right {
        return false;
    }
    let before = typed.iter().zip(&right).take_while(|(a, b)| a == b).count();
    let behind = typed.iter().rev().zip(right.iter().rev()).take_while(|(a, b)| a == b).count();
    let shorter = typed.len().min(right.len());
    if before + behind >= shorter.saturating_sub(usize::from(typed.len() == right.len())) {
        return true;
    }
    let middle = |word: &[char]| word.get(before..before + 2).map(|two| [two[0], two[1]]);
    let swapped = middle(&typed).zip(middle(&right)).is_some_and(|([a, b], [c, d])| a == d && b == c);
    typed.len() == right.len() && swapped && before + behind + 2 >= right.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_what_stands_around_them() {
        for (typed, name) in [
            ("pid", "pid"),
            ("int pid;", "pid"),
            ("struct task_struct", "task_struct"),
            ("const char *name", "name"),
            ("on_exit()", "on_exit"),
            ("flow.urgent", "urgent"),
            ("struct flow.urgent", "urgent"),
            ("./lesson-sizes.bpf.c", "lesson-sizes.bpf.c"),
            ("lesson-sizes.bpf.c", "lesson-sizes.bpf.c"),
            (".text", ".text"),
            ("0:1", "0:1"),
            ("no rcu", "no rcu"),
            ("type tag rcu", "rcu"),
        ] {
            assert_eq!(bare_name(typed), name, "{typed}");
        }
        assert_eq!(bare_name("main.c"), "main.c", "the end of a file's name is no member");
    }

    #[test]
    fn answers_lose_what_a_sentence_puts_around_them() {
        for typed in ["24", "24.", "= 24", "=24;", "(24)", "+24", " 24 !", "the 24"] {
            assert_eq!(without_marks(typed), "24", "{typed}");
        }
        for typed in [".text", "./a.c", "-3", "0:1", "EINVAL (22)", "a", "int *"] {
            assert_eq!(without_marks(typed), typed);
        }
        assert_eq!(without_marks("."), "");
    }

    #[test]
    fn one_letter_makes_a_misspelt_word() {
        for typed in ["poisond", "poisonned", "poisomed", "posioned"] {
            assert!(is_misspelt(typed, "poisoned"), "{typed}");
        }
        for (typed, right) in [("poisoned", "poisoned"), ("prison", "poisoned"), ("rcv", "rcu"), ("rdc", "abcd")] {
            assert!(!is_misspelt(typed, right), "{typed}");
        }
        assert!(!is_misspelt("abxycd", "abcdef") && !is_misspelt("aaaaaa", "aaabbb"));
    }
}

//! Helpers for texts of lines that begin with an offset or address.

/// The lines of a text, with the bytes where they start.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split('\n').map(move |line| {
        let start = at;
        at += line.len() + 1;
        (start, line)
    })
}

/// The words of a text, with the bytes of the text where they start.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    words_between(text, |c| c.is_ascii_whitespace())
}

/// The words between separators, with the bytes of the text where they start. Each separator is one byte.
pub(super) fn words_between(text: &str, separates: fn(char) -> bool) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split(separates).filter_map(move |word| {
        let start = at;
        at += word.len() + 1;
        (!word.is_empty()).then_some((start, word))
    })
}

/// True if a word is made of hexadecimal digits.
pub(super) fn is_hex(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_hexdigit())
}

/// Where a line starts, behind blanks and the kernel's time stamp: `[   12.345678] `.
pub(super) fn lead(line: &str) -> usize {
    let from = |rest: &str| line.len() - rest.len();
    let line = line.trim_start();
    let stamp = line.strip_prefix('[').and_then(|rest| rest.split_once("] "));
    let is_time = |time: &str| {
        let (seconds, part) = time.trim_start().split_once('.').unwrap_or_default();
        !seconds.is_empty() && !part.is_empty() && seconds.bytes().chain(part.bytes()).all(|b| b.is_ascii_digit())
    };
    match stamp {
        Some((time, rest)) if is_time(time) => from(rest.trim_start()),
        _ => from(line),
    }
}

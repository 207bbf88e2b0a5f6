//! Describes a file that is not BTF, for the person who dropped it.

use crate::formats;

/// Describes a file by its first bytes, `head`.
pub(crate) fn describe(head: &[u8]) -> String {
    if let Some(format) = formats::detect(head) {
        return format.phrase.to_owned();
    }
    if let Some(format) = formats::looks_like(head) {
        return format!("{} with a header that is damaged or not known", format.phrase);
    }
    if head.iter().all(|&b| b == 0) {
        return "zeros".to_owned();
    }
    if is_text(head) {
        let text = String::from_utf8_lossy(head.get(..4096).unwrap_or(head)).to_ascii_lowercase();
        let start = text.trim_start();
        if let Some(what) = of_bpftool(start) {
            return format!("{what}, which has no bytes: open the file that it was made from ({})", quoted(head));
        }
        let what =
            if start.starts_with("<!doctype html") || start.starts_with("<html") { "an HTML page" } else { "text" };
        return format!("{what} ({})", quoted(head));
    }
    let bytes: Vec<String> = head.iter().take(8).map(|b| format!("{b:02x}")).collect();
    format!("bytes {}", bytes.join(" "))
}

/// The kind of bpftool output that a text is, by its start in small letters.
fn of_bpftool(start: &str) -> Option<&'static str> {
    let row = start.strip_prefix('[').and_then(|rest| rest.split_once("] "));
    let is_listing = row.is_some_and(|(id, rest)| {
        let quoted = rest.split_once(' ').is_some_and(|(_, name)| name.starts_with('\''));
        quoted && id.parse::<u32>().is_ok()
    });
    match () {
        () if is_listing => Some("the text of `bpftool btf dump`"),
        () if start.starts_with("{\"types\":[{\"id\":") => Some("the JSON of `bpftool btf dump`"),
        () if start.starts_with("#ifndef __vmlinux_h__") => Some("the C of `bpftool btf dump` (vmlinux.h)"),
        () => None,
    }
}

/// Whether the bytes are UTF-8 without control characters, except white space and ESC; a character may be cut at the
/// end.
pub(crate) fn is_text(head: &[u8]) -> bool {
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        Err(e) if e.error_len().is_none() => {
            head.get(..e.valid_up_to()).and_then(|b| std::str::from_utf8(b).ok()).unwrap_or_default()
        }
        Err(_) => return false,
    };
    !text.is_empty() && !text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t' | '\x0c' | '\x1b'))
}

/// The first words of a text, in quotes.
fn quoted(head: &[u8]) -> String {
    let text = String::from_utf8_lossy(head.get(..256).unwrap_or(head)).into_owned();
    let words: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut short: String = words.chars().take(32).collect();
    if words.chars().count() > 32 {
        short.push('…');
    }
    format!("“{short}”")
}

//! Comments of C, Rust, Go and JavaScript.

/// The length of the comment that a text begins with.
pub(super) fn comment(text: &[u8]) -> Option<usize> {
    if text.starts_with(b"/*") {
        let end = text.windows(2).skip(2).position(|pair| pair == b"*/");
        return Some(end.map_or(text.len(), |at| at + 4));
    }
    let end = || text.iter().position(|&b| b == b'\n').unwrap_or(text.len());
    text.starts_with(b"//").then(end)
}

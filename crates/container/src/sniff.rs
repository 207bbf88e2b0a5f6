//! What a file is that is not BTF: said in words, for the person who dropped it.

use crate::image;

/// Says what `head`, the first bytes of a file, look like.
pub(crate) fn describe(head: &[u8]) -> String {
    if let Some(image) = image::parse(head) {
        return format!("{} {}", if image.facts.what.starts_with(['a', 'E']) { "an" } else { "a" }, image.facts.what);
    }
    if let Some((_, what)) = HOPEFUL.iter().chain(HOPELESS).find(|(magic, _)| head.starts_with(magic)) {
        return (*what).to_owned();
    }
    if head.iter().all(|&b| b == 0) {
        return "zeros".to_owned();
    }
    if is_text(head) {
        let text = String::from_utf8_lossy(head.get(..4096).unwrap_or(head)).to_ascii_lowercase();
        let start = text.trim_start();
        let what =
            if start.starts_with("<!doctype html") || start.starts_with("<html") { "an HTML page" } else { "text" };
        return format!("{what} ({})", quoted(head));
    }
    let bytes: Vec<String> = head.iter().take(8).map(|b| format!("{b:02x}")).collect();
    format!("bytes {}", bytes.join(" "))
}

/// Whether the file is known to be something that holds no BTF.
pub(crate) fn is_hopeless(head: &[u8]) -> bool {
    HOPELESS.iter().any(|(magic, _)| head.starts_with(magic))
}

/// Starts of files that may hold BTF.
const HOPEFUL: &[(&[u8], &str)] = &[
    (b"\x1f\x8b", "gzip data"),
    (b"\xfd7zXZ\0", "xz data"),
    (b"\x28\xb5\x2f\xfd", "zstd data"),
    (b"BZh", "bzip2 data"),
    (b"\x04\x22\x4d\x18", "lz4 data"),
    (b"\x02\x21\x4c\x18", "lz4 data (legacy)"),
    (b"!<arch>\n", "an ar archive"),
    (b"\xed\xab\xee\xdb", "an RPM package"),
    (b"070701", "a cpio archive"),
    (b"MZ", "a PE or DOS executable"),
];

/// Starts of files that hold none.
const HOPELESS: &[(&[u8], &str)] = &[
    (b"PK\x03\x04", "a zip archive"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"%PDF", "a PDF document"),
    (b"\0asm", "a WebAssembly module"),
    (b"BC\xc0\xde", "LLVM bitcode"),
    (b"\xcf\xfa\xed\xfe", "a Mach-O file"),
];

/// Whether the bytes are UTF-8 (but for a character that the end cuts) without control characters.
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

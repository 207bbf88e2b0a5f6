//! The text of a log in the forms that people have: UTF-8 or UTF-16, with a terminal's escape sequences, with unusual
//! blanks.

use std::borrow::Cow;

/// How many bytes are examined to tell UTF-16 from UTF-8.
const LOOKED_AT: usize = 4096;

/// Textual forms of the escape character: by `cat -v`, JSON, C and Rust, rsyslog, `bat`.
const WRITTEN: [&str; 8] = ["^[", "\\u001b", "\\u001B", "\\u{1b}", "\\x1b", "\\x1B", "\\033", "#033"];

/// The text of a file: UTF-16 is recognised by its byte order mark, or by the zeros of ASCII letters; a mark is
/// removed. Invalid bytes are replaced.
pub fn decode(bytes: &[u8]) -> String {
    let wide = |bytes: &[u8], read: fn([u8; 2]) -> u16| {
        let units = bytes.chunks_exact(2).filter_map(|pair| Some(read(pair.try_into().ok()?)));
        char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    };
    match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        [0xff, 0xfe, rest @ ..] => wide(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => wide(rest, u16::from_be_bytes),
        _ => {
            let start = bytes.get(..bytes.len().min(LOOKED_AT)).unwrap_or(bytes);
            let zeros = |side: usize| start.chunks_exact(2).filter(|pair| pair.get(side) == Some(&0)).count();
            let (first, second, all) = (zeros(0), zeros(1), start.len() / 2);
            match () {
                () if second * 2 > all && first * 8 <= all => wide(bytes, u16::from_le_bytes),
                () if first * 2 > all && second * 8 <= all => wide(bytes, u16::from_be_bytes),
                () => String::from_utf8_lossy(bytes).into_owned(),
            }
        }
    }
}

/// The text without escape sequences (also in textual form or without their first byte, `[33m`), and without marks and
/// zeros from another encoding. Unusual blanks become spaces, and a carriage return alone becomes a line break.
pub(crate) fn cleaned(text: &str) -> Cow<'_, str> {
    if !text.bytes().any(|b| !b.is_ascii() || matches!(b, 0x1b | 0 | b'\r' | b'^' | b'\\' | b'#' | b'[')) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let behind = rest.get(c.len_utf8()..).unwrap_or_default();
        let (put, next) = one(c, rest, behind);
        out.extend(put);
        rest = next;
    }
    if out == text { Cow::Borrowed(text) } else { Cow::Owned(out) }
}

/// Handles the character `c`, with which `rest` begins; `behind` is the text behind it. Returns the replacement of the
/// character or of the sequence that begins with it, and the text behind that.
fn one<'t>(c: char, rest: &'t str, behind: &'t str) -> (Option<char>, &'t str) {
    const BLANKS: [&str; 3] = ["\\u{a0}", "\\u00a0", "\\xa0"];
    match c {
        '\u{1b}' => (None, sequence(behind)),
        '\u{9b}' => (None, control(behind).unwrap_or(behind)),
        '^' | '\\' | '#' => match (written(rest), BLANKS.iter().find_map(|blank| rest.strip_prefix(blank))) {
            (Some(behind), _) => (None, behind),
            (None, Some(behind)) => (Some(' '), behind),
            (None, None) => (Some(c), behind),
        },
        '[' => match bare(behind) {
            Some(behind) => (None, behind),
            None => (Some(c), behind),
        },
        '\0' | '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}' => (None, behind),
        '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => (Some(' '), behind),
        // A carriage return, from the log of a terminal or serial line; alone it starts a new line.
        '\r' => ((!behind.starts_with(['\r', '\n'])).then_some('\n'), behind),
        c => (Some(c), behind),
    }
}

/// The text behind the escape sequence that `text` begins with. The first character of the sequence, ESC, is not in
/// `text`.
fn sequence(text: &str) -> &str {
    let Some(c) = text.chars().next() else { return text };
    let behind = text.get(c.len_utf8()..).unwrap_or_default();
    match c {
        '[' => control(behind).unwrap_or(behind),
        // A string, such as the title of a window or a link, up to its end, which is BEL or ESC \. A string without an
        // end takes the rest of the line.
        ']' | 'P' | '_' | '^' | 'X' => {
            let line = behind.find(['\n', '\u{7}', '\u{1b}']).unwrap_or(behind.len());
            let end = behind.get(line..).unwrap_or_default();
            ["\u{7}", "\u{1b}\\"].iter().find_map(|stop| end.strip_prefix(stop)).unwrap_or(end)
        }
        // One more byte follows the intermediate bytes, as in ESC ( B, which chooses a character set.
        ' '..='/' => {
            let lead = behind.trim_start_matches(|c| matches!(c, ' '..='/'));
            lead.strip_prefix(|c: char| c.is_ascii_graphic()).unwrap_or(lead)
        }
        c if c.is_ascii_graphic() => behind,
        _ => text,
    }
}

/// The text behind a control sequence, if `text` begins with its parameters and its final character.
fn control(text: &str) -> Option<&str> {
    let end = text.bytes().take_while(|b| matches!(b, b' '..=b'?')).take(64).count();
    let rest = text.get(end..)?;
    rest.strip_prefix(|c| matches!(c, '@'..='~'))
}

/// The text behind an escape sequence whose first byte is in textual form.
fn written(text: &str) -> Option<&str> {
    let behind = WRITTEN.iter().find_map(|sign| text.strip_prefix(sign))?;
    control(behind.strip_prefix('[')?)
}

/// The text behind a colour sequence whose first byte was lost: `33m`, `1;31m`.
fn bare(text: &str) -> Option<&str> {
    let end = text.bytes().take_while(|b| b.is_ascii_digit() || *b == b';').take(20).count();
    let digits = text.get(..end)?;
    let plain = digits.split(';').all(|n| !n.is_empty() && n.len() <= 3);
    plain.then(|| text.get(end..)?.strip_prefix('m')).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "libbpf: 0: (bf) r6 = r1\n; x = a[1]; @ p.c:3\n";

    #[test]
    fn encodings_are_found() {
        let le: Vec<u8> = LOG.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let be: Vec<u8> = LOG.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let marked = |mark: &[u8], bytes: &[u8]| [mark, bytes].concat();
        for bytes in [
            LOG.as_bytes().to_vec(),
            marked(&[0xef, 0xbb, 0xbf], LOG.as_bytes()),
            marked(&[0xff, 0xfe], &le),
            marked(&[0xfe, 0xff], &be),
            le,
            be,
        ] {
            assert_eq!(decode(&bytes), LOG, "{:x?}", &bytes[..4]);
        }
        assert_eq!(decode(b"\xff"), "\u{fffd}");
        assert_eq!(decode(&[0xff, 0xfe, 0x30]), "");
        assert_eq!(decode(&[0xff, 0xfe, 0x00, 0xd8]), "\u{fffd}");
    }

    #[test]
    fn colours_are_taken_off_wherever_they_stand() {
        for text in [
            "0\u{1b}[33m: (bf)\u{1b}[0m r6 = r1",
            "\u{1b}[38;5;12m0: (bf) r6 = r1\u{1b}[m",
            "\u{1b}[1;31m\u{1b}[K0: (bf)\u{1b}[m\u{1b}[K r6 = r1",
            "\u{1b}]0;title\u{7}0: (bf) r6 = r1",
            "\u{1b}]8;;http://a\u{1b}\\0: (bf) r6 = r1\u{1b}]8;;\u{1b}\\",
            "\u{1b}(B0: (bf) r6 = r1",
            "\u{9b}33m0: (bf) r6 = r1",
            "^[[33m0: (bf) r6 = r1^[[0m",
            "\\u001b[33m0: (bf) r6 = r1\\u001b[0m",
            "\\x1b[33m0: (bf) r6 = r1\\x1b[0m",
            "\\033[33m0: (bf) r6 = r1\\033[0m",
            "\\u{1b}[33m0: (bf) r6 = r1\\u{1b}[0m",
            "#033[33m0: (bf) r6 = r1#033[0m",
            "[33m0: (bf) r6 = r1[0m",
            "0:\u{a0}(bf)\u{a0}r6\u{2009}=\u{a0}r1",
            "0:\\u{a0}(bf) r6 = r1",
            "\u{feff}0: (bf) r6\u{200b} = r1",
            "0\0:\0 \0(\0b\0f\0)\0 \0r\x006\0 \0=\0 \0r\x001\0",
        ] {
            assert_eq!(cleaned(text), "0: (bf) r6 = r1", "{text:?}");
        }
        assert_eq!(cleaned("a\r\nb\r\r\nc\rd"), "a\nb\nc\nd");
        for text in ["; x = a[1] ^ b[33]; # [8] STRUCT \\n", "[  123.456789] 0: (b7) r0 = 0", "a\u{1f980}"] {
            assert!(matches!(cleaned(text), Cow::Borrowed(_)), "{text}");
        }
        // Damaged sequences end where the text does.
        for text in ["\u{1b}", "\u{1b}[", "\u{1b}[33", "\u{1b}]0;t", "\u{1b}(", "^[[", "\u{9b}", "[33"] {
            let _ = cleaned(text);
        }
    }
}

//! Text that spells bytes: what `xxd`, `xxd -p`, `xxd -i`, `hexdump -C`, `hexdump`, `od -x` and `base64` print, as people paste it.

use crate::formats::{self, Reader};

/// The most bytes that a text may spell; a line `*` of hexdump repeats the one before for as long as it likes.
const MAX: usize = 256 << 20;

/// Where a text that looks like a dump is not one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wrong {
    /// The byte of the text.
    pub(crate) at: usize,
    /// What was expected there.
    pub(crate) expected: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Style {
    /// An offset, a colon, hex digits in groups, two spaces, the characters.
    Xxd,
    /// An offset, bytes of two hex digits, characters between bars.
    Canonical,
    /// An offset, words of four hex digits in little-endian order.
    Words,
    /// Hex digits and white space.
    Plain,
    /// `0x9f, 0xeb`, maybe between braces.
    C,
    Base64,
}

/// Whether a text, of which these are the first bytes, spells something that [`crate::unpack`] can go on with.
pub(crate) fn is_dump(head: &[u8]) -> bool {
    // The last line may be cut, and one line may be all there is.
    let lines = match head.iter().rposition(|&b| b == b'\n') {
        Some(end) if end > 80 => &head[..end],
        _ => head,
    };
    let Some(style) = style(lines) else { return false };
    let mut bytes = Vec::new();
    // What was read up to something wrong is enough to decide, and the head may end anywhere.
    let _ = decode_as(style, lines, &mut bytes);
    let reader = formats::detect(&bytes).map(|format| format.reader);
    matches!(reader, Some(Reader::Btf | Reader::Elf | Reader::Codec(_)))
}

/// The bytes that a text spells, and what its form is called.
pub(crate) fn decode(text: &[u8]) -> Result<(Vec<u8>, &'static str), Wrong> {
    let style = style(text).ok_or(Wrong { at: 0, expected: "a hex dump or base64" })?;
    let mut bytes = Vec::new();
    decode_as(style, text, &mut bytes)?;
    let name = match style {
        Style::Base64 => "base64",
        Style::C => "a C array",
        _ => "a hex dump",
    };
    Ok((bytes, name))
}

fn is_hex(word: &[u8]) -> bool {
    !word.is_empty() && word.iter().all(u8::is_ascii_hexdigit)
}

fn style(text: &[u8]) -> Option<Style> {
    let line = text.split(|&b| b == b'\n').map(<[u8]>::trim_ascii).find(|line| !line.is_empty())?;
    let mut words = line.split(|b| b.is_ascii_whitespace()).filter(|w| !w.is_empty());
    let first = words.next()?;
    if let Some((b':', offset)) = first.split_last()
        && is_hex(offset)
    {
        return Some(Style::Xxd);
    }
    if line.starts_with(b"0x") || line.contains(&b'{') {
        return Some(Style::C);
    }
    if (6..=16).contains(&first.len()) && is_hex(first) {
        let rest: Vec<&[u8]> = words.take_while(|w| is_hex(w)).collect();
        match rest.first().map(|w| w.len()) {
            Some(2) if rest.len() > 1 || line.contains(&b'|') => return Some(Style::Canonical),
            Some(4) if rest.iter().all(|w| w.len() == 4) => return Some(Style::Words),
            _ => {}
        }
    }
    if line.iter().all(|b| b.is_ascii_hexdigit() || b.is_ascii_whitespace()) {
        return Some(Style::Plain);
    }
    let base64 = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=');
    line.iter().all(base64).then_some(Style::Base64)
}

fn decode_as(style: Style, text: &[u8], out: &mut Vec<u8>) -> Result<(), Wrong> {
    match style {
        Style::Base64 => base64(text, out),
        Style::C => c_array(text, out),
        Style::Plain => digits(text, 0, out),
        Style::Xxd | Style::Canonical | Style::Words => lines(style, text, out),
    }
}

/// Lines that begin with an offset.
fn lines(style: Style, text: &[u8], out: &mut Vec<u8>) -> Result<(), Wrong> {
    let mut at = 0;
    let (mut repeat, mut last) = (false, Vec::new());
    // Dumps may begin anywhere in a file: only differences of offsets matter.
    let mut first = None;
    for line in text.split(|&b| b == b'\n') {
        let start = at;
        at += line.len() + 1;
        let body = line.trim_ascii();
        if body.is_empty() {
            continue;
        }
        if body == b"*" {
            repeat = true;
            continue;
        }
        let offset_len = body.iter().position(|b| !b.is_ascii_hexdigit()).unwrap_or(body.len());
        let (offset, rest) = body.split_at(offset_len);
        let wrong = |expected| Wrong { at: start, expected };
        let offset = std::str::from_utf8(offset)
            .ok()
            .and_then(|o| usize::from_str_radix(o, 16).ok())
            .ok_or(wrong("a line that begins with an offset in hex"))?;
        let base = *first.get_or_insert(offset);
        if repeat {
            repeat = false;
            let end = offset.checked_sub(base).filter(|&end| end <= MAX).ok_or(wrong("an offset that rises"))?;
            while out.len() < end && !last.is_empty() {
                let count = last.len().min(end - out.len());
                out.extend_from_slice(&last[..count]);
            }
        }
        let before = out.len();
        match style {
            Style::Xxd => {
                let rest = rest.strip_prefix(b":").ok_or(wrong("a colon after the offset"))?;
                digits(before_text(rest.trim_ascii_start()), start, out)?;
            }
            Style::Canonical => {
                let end = rest.iter().position(|&b| b == b'|').unwrap_or(rest.len());
                // od has its characters between >< instead.
                let end = rest.iter().position(|&b| b == b'>').unwrap_or(end).min(end);
                digits(&rest[..end], start, out)?;
            }
            _ => {
                digits(rest, start, out)?;
                for pair in out[before..].as_chunks_mut::<2>().0 {
                    pair.swap(0, 1);
                }
            }
        }
        if out.len() > before {
            last = out[before..].to_vec();
        } else if rest.is_empty() {
            // The last line is the length alone: hexdump fills the last word up.
            out.truncate(offset.saturating_sub(base));
        }
    }
    Ok(())
}

/// The part of a line of xxd before the characters: they come after two spaces.
fn before_text(rest: &[u8]) -> &[u8] {
    rest.windows(2).position(|pair| pair == b"  ").map_or(rest, |end| &rest[..end])
}

/// Pairs of hex digits; white space is passed over.
fn digits(text: &[u8], start: usize, out: &mut Vec<u8>) -> Result<(), Wrong> {
    let mut high = None;
    for (i, &b) in text.iter().enumerate() {
        let wrong = Wrong { at: start + i, expected: "hex digits" };
        if b.is_ascii_whitespace() {
            continue;
        }
        let digit = char::from(b).to_digit(16).ok_or(wrong)? as u8;
        match high.take() {
            None => high = Some(digit),
            Some(_) if out.len() >= MAX => return Err(wrong),
            Some(high) => out.push(high << 4 | digit),
        }
    }
    match high {
        None => Ok(()),
        Some(_) => Err(Wrong { at: start + text.len(), expected: "an even number of hex digits" }),
    }
}

/// Numbers after `0x`; with braces, only what is between them.
fn c_array(text: &[u8], out: &mut Vec<u8>) -> Result<(), Wrong> {
    let from = text.iter().position(|&b| b == b'{').map_or(0, |at| at + 1);
    let to = text.iter().rposition(|&b| b == b'}').unwrap_or(text.len()).max(from);
    let mut at = from;
    for word in text[from..to].split(|b| matches!(b, b',' | b' ' | b'\n' | b'\r' | b'\t')) {
        let start = at;
        at += word.len() + 1;
        if word.is_empty() {
            continue;
        }
        let value = word.strip_prefix(b"0x").and_then(|digits| std::str::from_utf8(digits).ok());
        let value = value.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        out.push(value.ok_or(Wrong { at: start, expected: "a byte as 0x and two hex digits" })?);
    }
    Ok(())
}

/// RFC 4648, section 4; white space is passed over, padding may be missing.
fn base64(text: &[u8], out: &mut Vec<u8>) -> Result<(), Wrong> {
    let (mut bits, mut count, mut ended) = (0u32, 0, false);
    for (at, &b) in text.iter().enumerate() {
        let value = match b {
            b'A'..=b'Z' => b - b'A',
            b'a'..=b'z' => b - b'a' + 26,
            b'0'..=b'9' => b - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => {
                ended = true;
                continue;
            }
            _ if b.is_ascii_whitespace() => continue,
            _ => return Err(Wrong { at, expected: "base64" }),
        };
        if ended || out.len() >= MAX {
            return Err(Wrong { at, expected: "the end of the base64" });
        }
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    Ok(())
}

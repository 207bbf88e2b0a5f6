//! Strings in quotes with escapes. An escape that means different bytes in different languages is refused.

use super::comment::comment;
use super::{MAX, Wrong};

/// Strings one after the other, which C and Python join.
pub(super) struct Literal {
    pub(super) bytes: Vec<u8>,
    pub(super) wrong: Option<Wrong>,
    /// Where to go on in the text.
    pub(super) end: usize,
}

/// Reads from a quote on. `is_bytes`: the quote has a `b` before it, as byte strings of Python and Rust have.
pub(super) fn read(text: &[u8], from: usize, is_bytes: bool) -> Literal {
    let mut literal = Literal { bytes: Vec::new(), wrong: None, end: from + 1 };
    let Some(&quote) = text.get(from) else { return literal };
    let mut at = from;
    loop {
        if let Err(wrong) = one(text, &mut at, quote, is_bytes, &mut literal.bytes) {
            literal.end = at.max(from + 1);
            literal.wrong = Some(wrong);
            return literal;
        }
        literal.end = at;
        // Another string may follow.
        let mut next = at;
        loop {
            let rest = text.get(next..).unwrap_or_default();
            let skip = rest.iter().take_while(|b| b.is_ascii_whitespace() || **b == b'\\').count();
            next += skip;
            match comment(rest.get(skip..).unwrap_or_default()) {
                Some(len) => next += len,
                None => break,
            }
        }
        let rest = text.get(next..).unwrap_or_default();
        next += usize::from(is_bytes && matches!(rest.first(), Some(b'b' | b'B')));
        if text.get(next) != Some(&quote) || (is_bytes && next == at) {
            return literal;
        }
        at = next;
    }
}

/// Reads one string. `at` is the place of its first quote; the call moves it behind the last quote, or to the fault.
fn one(text: &[u8], at: &mut usize, quote: u8, is_bytes: bool, out: &mut Vec<u8>) -> Result<(), Wrong> {
    *at += 1;
    while let Some(&byte) = text.get(*at) {
        match byte {
            _ if byte == quote => {
                *at += 1;
                return Ok(());
            }
            b'\n' => return Err(Wrong::at(*at, "a closing quote")),
            b'\\' => {
                let rest = text.get(*at + 1..).unwrap_or_default();
                let len = escape(rest, is_bytes, out).map_err(|expected| Wrong::at(*at, expected))?;
                *at += 1 + len;
            }
            _ => {
                out.push(byte);
                *at += 1;
            }
        }
        if out.len() > MAX {
            return Err(Wrong::at(*at, "fewer bytes"));
        }
    }
    Err(Wrong::at(*at, "a closing quote"))
}

/// The bytes that the text between two quotes spells; none when an escape in it is not known.
pub(super) fn unescape(inner: &[u8], is_bytes: bool) -> Option<Vec<u8>> {
    let quoted = [b"\"", inner, b"\""].concat();
    let mut out = Vec::new();
    let mut at = 0;
    one(&quoted, &mut at, b'"', is_bytes, &mut out).ok()?;
    (at == quoted.len()).then_some(out)
}

/// Appends the byte that an escape stands for (a line continuation stands for none). `rest` begins behind the
/// backslash. Returns the escape's length without the backslash.
fn escape(rest: &[u8], is_bytes: bool, out: &mut Vec<u8>) -> Result<usize, &'static str> {
    let value = |from: usize, to: usize, radix| {
        let text = rest.get(from..to).and_then(|digits| std::str::from_utf8(digits).ok());
        text.and_then(|digits| u8::from_str_radix(digits, radix).ok())
    };
    let Some(&first) = rest.first() else { return Err("an escape") };
    let simple = match first {
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'a' => 7,
        b'b' => 8,
        b'f' => 12,
        b'v' => 11,
        b'\\' | b'"' | b'\'' | b'?' => first,
        // A line continuation. Rust drops the blanks that follow, other languages keep them.
        b'\n' | b'\r' => {
            let len = if rest.starts_with(b"\r\n") { 2 } else { 1 };
            let blank = rest.get(len).is_some_and(|b| matches!(b, b' ' | b'\t'));
            return if blank { Err("no blanks at the start of a continued line") } else { Ok(len) };
        }
        b'x' => {
            let len = rest.iter().skip(1).take_while(|b| b.is_ascii_hexdigit()).count();
            if len < 2 {
                return Err("two hex digits after \\x");
            }
            // C takes all hex digits that follow, if their value is at most 0xff; other languages take two digits.
            let zeros = rest.iter().skip(1).take(len - 2).all(|&b| b == b'0');
            if len > 2 && !is_bytes && zeros {
                return Err("two hex digits after \\x: with more, C has another byte than other languages");
            }
            out.push(value(1, 3, 16).ok_or("two hex digits after \\x")?);
            return Ok(3);
        }
        b'0'..=b'7' => {
            let len = rest.iter().take(3).take_while(|b| matches!(b, b'0'..=b'7')).count();
            // Rust has only \0.
            if is_bytes && (first != b'0' || len > 1) {
                return Err("bytes as \\x and two digits: octal is not the same in all languages");
            }
            out.push(value(0, len, 8).ok_or("an octal escape up to \\377")?);
            return Ok(len);
        }
        _ => return Err("an escape that C, Python, Rust and Go know"),
    };
    out.push(simple);
    Ok(1)
}

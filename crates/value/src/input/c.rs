//! Initialisers of C: `{ 0x01, 2, 'a' }`, with or without a declaration before it (`xxd -i`), and strings:
//! `"\x01\x02"`. Also strings and lists of other languages: `b'\x01'` of Python and Rust, `[1, 2]`, `[]byte{1, 2}`,
//! `Uint8Array(2) [ 1, 2 ]`.

use super::error::{InputError, InputErrorKind};
use crate::edit::unescape;

/// True if a text may be an initialiser or a string: it contains a brace, `= "` or a literal of bytes, begins with a
/// quote, or ends with a list in square brackets.
pub(super) fn looks_like(text: &str) -> bool {
    text.contains('{')
        || text.starts_with(['"', '\''])
        || text.contains("= \"")
        || first_bytes(text).is_some()
        || list(text).is_some()
}

/// The offsets of the brackets around the numbers of a list: of braces, else of square brackets at the end of the text.
/// The second offset is None if the closing bracket is missing.
fn list(text: &str) -> Option<(usize, Option<usize>)> {
    if let Some(open) = text.find('{') {
        return Some((open, text.rfind('}').filter(|&end| end > open)));
    }
    let ends = text.trim_end_matches(|c: char| c.is_ascii_whitespace() || matches!(c, ';' | ',' | ')')).ends_with(']');
    let open = text.rfind('[').filter(|_| ends)?;
    Some((open, text.get(open..)?.find(']').map(|end| open + end)))
}

/// Where the first literal of bytes begins: `b'` or `b"`, with no letter before it.
fn first_bytes(text: &str) -> Option<usize> {
    let quoted = |at: &usize| {
        let before = text.get(..*at).and_then(|before| before.chars().next_back());
        !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '\\' | '"' | '\''))
    };
    ["b'", "b\"", "B'", "B\""]
        .into_iter()
        .filter_map(|start| text.match_indices(start).map(|(at, _)| at).find(quoted))
        .min()
}

/// The bytes that an initialiser or string gives.
pub(super) fn read(text: &str) -> Result<Vec<u8>, InputError> {
    if let Some(at) = first_bytes(text)
        && text.find(['{', '"', '\'']).is_none_or(|first| first > at)
    {
        return strings(text, at);
    }
    let quote = text.find(['"', '\'']);
    let Some((open, end)) = list(text).filter(|(open, _)| text.contains('{') || quote.is_none_or(|at| at > *open))
    else {
        return strings(text, quote.unwrap_or(text.len()));
    };
    let end = end.ok_or_else(|| InputError::at(text, open..open + 1, InputErrorKind::Unclosed("bracket")))?;
    let in_brackets = text.get(open..).is_some_and(|rest| rest.starts_with('['));
    let mut bytes = Vec::new();
    let mut at = open + 1;
    while at < end {
        let rest = text.get(at..end).unwrap_or_default();
        let skip = rest.len()
            - rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || matches!(c, ',' | '{' | '}')).len();
        let rest = rest.get(skip..).unwrap_or_default();
        at += skip;
        if rest.is_empty() {
            break;
        }
        if let Some(len) = comment(rest) {
            at += len.ok_or_else(|| InputError::at(text, at..at + 2, InputErrorKind::Unclosed("comment")))?;
            continue;
        }
        let len = match rest.as_bytes().first() {
            Some(&quote @ (b'\'' | b'"')) => closing(rest, quote)
                .ok_or_else(|| InputError::at(text, at..at + 1, InputErrorKind::Unclosed("quote")))?,
            _ => rest
                .find(|c: char| c.is_ascii_whitespace() || matches!(c, ',' | '{' | '}' | '/'))
                .unwrap_or(rest.len())
                .max(1),
        };
        let Some(word) = rest.get(..len) else {
            return Err(InputError::at(text, at..at + 1, InputErrorKind::NotANumber));
        };
        // bpftool's JSON has the bytes of keys and values in quotes.
        let quoted = word.strip_prefix("\"0x").and_then(|_| word.get(1..word.len() - 1)).filter(|_| in_brackets);
        element(quoted.unwrap_or(word), &mut bytes).map_err(|kind| InputError::at(text, at..at + len, kind))?;
        at += len;
    }
    if bytes.is_empty() {
        return Err(InputError::at(text, open..end + 1, InputErrorKind::Empty));
    }
    Ok(bytes)
}

/// The length of the comment that a text starts with; `Some(None)` if it does not end.
fn comment(text: &str) -> Option<Option<usize>> {
    if let Some(inside) = text.strip_prefix("/*") {
        return Some(inside.find("*/").map(|at| at + 4));
    }
    text.starts_with("//").then(|| Some(text.find('\n').unwrap_or(text.len())))
}

/// The length of a quoted text, with its quotes; None if the closing quote is missing.
pub(super) fn closing(text: &str, quote: u8) -> Option<usize> {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            byte if byte == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

fn element(word: &str, bytes: &mut Vec<u8>) -> Result<(), InputErrorKind> {
    let inner = |quote: char| word.strip_prefix(quote).and_then(|w| w.strip_suffix(quote)).map(unescape);
    if let Some(text) = inner('"') {
        bytes.extend(text.ok_or(InputErrorKind::NotANumber)?);
        return Ok(());
    }
    if let Some(text) = inner('\'') {
        let Some([byte]) = text.as_deref() else { return Err(InputErrorKind::NotANumber) };
        bytes.push(*byte);
        return Ok(());
    }
    let (negative, digits) = match word.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, word),
    };
    let lower = digits.to_ascii_lowercase();
    let is_hex = lower.starts_with("0x");
    let digits = lower.trim_end_matches(['u', 'l']);
    let number = match digits {
        d if is_hex => u64::from_str_radix(d.get(2..).unwrap_or_default(), 16),
        d if d.starts_with("0b") => u64::from_str_radix(d.get(2..).unwrap_or_default(), 2),
        d if d.len() > 1 && d.starts_with('0') => u64::from_str_radix(d, 8),
        d => d.parse(),
    };
    let number = number.map_err(|_| InputErrorKind::NotANumber)?;
    let byte = u8::try_from(number).map_err(|_| InputErrorKind::NotAByte)?;
    bytes.push(match (negative, byte) {
        (true, 129..) => return Err(InputErrorKind::NotAByte),
        (true, byte) => byte.wrapping_neg(),
        (false, byte) => byte,
    });
    Ok(())
}

/// The bytes of consecutive strings, joined as in C and Python, but without the NUL at the end of a string of C.
fn strings(text: &str, from: usize) -> Result<Vec<u8>, InputError> {
    let mut bytes = Vec::new();
    let mut at = from;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let skip = rest.len()
            - rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || matches!(c, ';' | ',' | ')' | '\\')).len();
        at += skip;
        let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) else { break };
        // A bytes literal may be in either kind of quotes; in C, single quotes hold one character.
        let is_bytes = rest.starts_with(['b', 'B']);
        let rest = rest.get(usize::from(is_bytes)..).unwrap_or_default();
        at += usize::from(is_bytes);
        let quote = rest.as_bytes().first().copied().filter(|b| matches!(b, b'"' | b'\''));
        let Some(quote) = quote else {
            let len = rest.chars().next().map_or(1, char::len_utf8);
            return Err(InputError::at(text, at..at + len, InputErrorKind::NotANumber));
        };
        let len =
            closing(rest, quote).ok_or_else(|| InputError::at(text, at..at + 1, InputErrorKind::Unclosed("quote")))?;
        let word = rest.get(..len).unwrap_or_default();
        match word.get(1..word.len().saturating_sub(1)).filter(|_| is_bytes).map(unescape) {
            Some(Some(inner)) => bytes.extend(inner),
            Some(None) => return Err(InputError::at(text, at..at + len, InputErrorKind::NotANumber)),
            None => element(word, &mut bytes).map_err(|kind| InputError::at(text, at..at + len, kind))?,
        }
        at += len;
    }
    if bytes.is_empty() {
        return Err(InputError::at(text, 0..text.len(), InputErrorKind::Empty));
    }
    Ok(bytes)
}

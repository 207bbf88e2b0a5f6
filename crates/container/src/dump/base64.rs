//! Base64 (RFC 4648, sections 4 and 5), in lines or not; white space is ignored, padding may be missing.

use super::{MAX, Spelled, Wrong, is_known};

/// Characters at the start that are examined to decide whether to read on.
const START: usize = 4096;

pub(super) fn read(text: &[u8]) -> super::Result {
    let (mut from, mut to) = (0, text.len());
    if text.trim_ascii_start().starts_with(b"data:") {
        from = text.iter().position(|&b| b == b',')? + 1;
    }
    // PEM: the text between the line that starts with -----BEGIN and the next -----.
    if let Some(rest) = text.get(from..).filter(|rest| rest.trim_ascii_start().starts_with(b"-----BEGIN")) {
        from += rest.iter().position(|&b| b == b'\n')? + 1;
        to = from + text.get(from..)?.windows(5).position(|window| window == b"-----")?;
    }
    let text = text.get(from..to)?;
    let start = text.get(..START).unwrap_or(text);
    let (head, _) = decode(start);
    if !is_known(&head) {
        return None;
    }
    let shift = |wrong: Wrong| Wrong { at: wrong.at + from, ..wrong };
    let (bytes, wrong) = decode(text);
    Some(match wrong {
        None => Ok(Spelled::new(bytes, "base64")),
        Some(wrong) => Err(shift(wrong)),
    })
}

/// The bytes up to the first fault, and the fault.
fn decode(text: &[u8]) -> (Vec<u8>, Option<Wrong>) {
    let mut out = Vec::new();
    let (mut bits, mut count, mut ended) = (0u32, 0u32, None);
    let mut padding = 0;
    for (at, &b) in text.iter().enumerate() {
        let value = match b {
            b'A'..=b'Z' => b - b'A',
            b'a'..=b'z' => b - b'a' + 26,
            b'0'..=b'9' => b - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b'=' => {
                ended.get_or_insert(at);
                padding += 1;
                continue;
            }
            _ if b.is_ascii_whitespace() => continue,
            _ => return (out, Some(Wrong::at(at, "base64"))),
        };
        if ended.is_some() || out.len() >= MAX {
            return (out, Some(Wrong::at(at, "the end of the base64")));
        }
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    // The bits of the last character that are not part of a whole byte must be zeros.
    let left = bits & ((1 << count) - 1);
    let wrong_padding = padding > 0 && padding != count / 2;
    let wrong = count == 6 || left != 0 || wrong_padding;
    let at = ended.unwrap_or(text.len());
    (out, wrong.then(|| Wrong::at(at, "all of the base64, whose last characters are missing or wrong")))
}

//! The content of strings and character constants.

use std::iter::Peekable;
use std::str::Chars;

/// The text of a string or character constant, without its quotes and with its escapes replaced.
pub(crate) fn text_of(quoted: &str) -> String {
    let (mut out, mut rest) = (String::new(), inside(quoted));
    while let Some(c) = rest.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        let Some(c) = rest.next() else { break };
        let byte = |value: u32| char::from_u32(value & 0xff).unwrap_or_default();
        out.push(match c {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'a' => '\x07',
            'b' => '\x08',
            'f' => '\x0c',
            'v' => '\x0b',
            'e' => '\x1b',
            // C takes all digits that follow.
            'x' => byte(digits(&mut rest, 16, usize::MAX, 0)),
            '0'..='7' => byte(digits(&mut rest, 8, 2, c.to_digit(8).unwrap_or_default())),
            'u' => char::from_u32(digits(&mut rest, 16, 4, 0)).unwrap_or_default(),
            'U' => char::from_u32(digits(&mut rest, 16, 8, 0)).unwrap_or_default(),
            other => other,
        });
    }
    out
}

/// How many bytes a string has without its final zero. An escape is one byte, except `\u` and `\U`, which give the
/// number of a Unicode character.
pub(super) fn text_bytes(quoted: &str) -> usize {
    let (mut bytes, mut rest) = (0usize, inside(quoted));
    while let Some(c) = rest.next() {
        let escape = if c == '\\' { rest.next() } else { None };
        bytes = bytes.saturating_add(match escape {
            None => c.len_utf8(),
            Some('0'..='7') => {
                digits(&mut rest, 8, 2, 0);
                1
            }
            Some('x') => {
                digits(&mut rest, 16, usize::MAX, 0);
                1
            }
            Some(wide @ ('u' | 'U')) => {
                let value = digits(&mut rest, 16, if wide == 'u' { 4 } else { 8 }, 0);
                char::from_u32(value).map_or(1, char::len_utf8)
            }
            Some(_) => 1,
        });
    }
    bytes
}

/// The characters between the quotes.
fn inside(quoted: &str) -> Peekable<Chars<'_>> {
    quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default().chars().peekable()
}

/// Consumes the digits that come next, at most `most` of them, and appends them to the number `first`.
fn digits(rest: &mut Peekable<Chars<'_>>, radix: u32, most: usize, first: u32) -> u32 {
    let mut value = first;
    for _ in 0..most {
        let Some(digit) = rest.peek().and_then(|c| c.to_digit(radix)) else { break };
        value = value.wrapping_mul(radix).wrapping_add(digit);
        rest.next();
    }
    value
}

#[cfg(test)]
mod tests {
    use super::{text_bytes, text_of};

    #[test]
    fn escapes_are_replaced() {
        for (quoted, text) in [
            (r"'\u0041'", "A"),
            (r#""\u00e9\U0001F600b""#, "\u{e9}\u{1f600}b"),
            (r#""\x41\102\n\"""#, "AB\n\""),
            (r#""\ud800""#, "\0"),
        ] {
            assert_eq!(text_of(quoted), text, "{quoted}");
        }
        assert_eq!(text_bytes(r#""\u00e9\U0001F600b""#), "\u{e9}\u{1f600}b".len());
    }
}

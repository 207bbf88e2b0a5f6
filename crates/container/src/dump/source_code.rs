//! Source code with bytes in it: arrays and strings of C (`xxd -i`, skeletons of bpftool), Python, Rust, Go and
//! JavaScript. Of all arrays and strings, takes the one whose bytes begin like a known file.

use super::comment::comment;
use super::lines::{has, lines};
use super::list::{self, List};
use super::literal::{self, Literal};
use super::{MAX, Spelled, Wrong, base64, is_known, plain};

/// Bytes that begin like a known file, and their place in the text.
struct Found {
    what: &'static str,
    bytes: Vec<u8>,
    /// The fault after the bytes, if any.
    wrong: Option<Wrong>,
    /// The array's size, as it is declared.
    declared: Option<usize>,
    /// The first byte of the array or string in the text.
    start: usize,
    end: usize,
}

pub(super) fn read(text: &[u8]) -> super::Result {
    let mut found: Vec<Found> = Vec::new();
    let mut of_words = None;
    let mut declared = None;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        if let Some(len) = comment(text.get(at..)?) {
            at += len;
            continue;
        }
        match byte {
            b';' => declared = None,
            b'\'' if !is_bytes(text, at) => at += character(text.get(at..)?).saturating_sub(1),
            b'"' | b'\'' => {
                let literal = literal::read(text, at, is_bytes(text, at));
                let end = literal.end;
                found.extend(of_literal(literal, at));
                at = end;
                continue;
            }
            b'{' | b'[' => {
                let list = list::read(text, at + 1, Some(if byte == b'{' { b'}' } else { b']' }));
                if let Some(size) = list.size(byte) {
                    declared = Some(size);
                }
                of_words = of_words.or(list.of_words(at));
                let end = list.end;
                found.extend(of_list(list, at, declared));
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    // Numbers without an array around them, as xxd -i prints them when it reads its standard input.
    if found.is_empty() && text.trim_ascii_start().first().is_some_and(u8::is_ascii_digit) {
        found.extend(of_list(list::read(text, 0, None), 0, None));
    }
    found.dedup_by(|next, before| next.bytes == before.bytes && next.wrong.is_none() && before.wrong.is_none());
    if found.len() > 1 {
        let again = "one of them: keep the array or string that is meant";
        let form = "a text with more than one file in it as an array or string";
        return Some(Err(Wrong { at: found.last()?.start, ..Wrong::refused(form, again) }));
    }
    let Some(mut found) = found.pop() else {
        let light = "the object that it was made from: a light skeleton has a loader's program in its place";
        let is_light = lines(text).any(|line| has(line.text, b"bpf_load_and_run"));
        let is_light = is_light.then(|| Wrong::refused("a light skeleton", light));
        return of_words.or(is_light).map(Err);
    };
    if let Some(wrong) = found.wrong {
        return Some(Err(wrong));
    }
    if let Some(size) = found.declared.filter(|&size| size != found.bytes.len()) {
        // An array longer than its initialiser ends in zeros.
        if size < found.bytes.len() || size > MAX {
            return Some(Err(Wrong::at(found.end, format!("{size} bytes, as the array is declared"))));
        }
        found.bytes.resize(size, 0);
    }
    if let Some(size) = said_size(text, &found).filter(|&size| size != found.bytes.len()) {
        let have = found.bytes.len();
        return Some(Err(Wrong::at(found.end, format!("{size} bytes, the size given beside them, not {have}"))));
    }
    Some(Ok(Spelled::new(found.bytes, found.what)))
}

fn of_list(list: List, start: usize, declared: Option<usize>) -> Option<Found> {
    is_known(&list.bytes).then_some(Found {
        what: "a C array",
        bytes: list.bytes,
        wrong: list.wrong,
        declared,
        start,
        end: list.end,
    })
}

fn of_literal(literal: Literal, start: usize) -> Option<Found> {
    let Literal { bytes, wrong, end } = literal;
    let found = |what, bytes, wrong| Some(Found { what, bytes, wrong, declared: None, start, end });
    if is_known(&bytes) {
        return found("a string", bytes, wrong);
    }
    // Hex digits or base64 in quotes, as in JSON or after `bytes.fromhex`.
    let inner = plain::read(&bytes).or_else(|| base64::read(&bytes))?.ok()?;
    found(inner.what, inner.bytes, wrong)
}

/// The size given beside an array or string: `name_len = 37;` behind it (xxd -i), `sz = 37;` before it (skeletons).
fn said_size(text: &[u8], found: &Found) -> Option<usize> {
    const NEAR: usize = 160;
    let before = text.get(found.start.saturating_sub(NEAR)..found.start)?;
    let behind = text.get(found.end..(found.end + NEAR).min(text.len()))?;
    number_after(behind, b"_len = ").or_else(|| number_after(before, b"sz = "))
}

fn number_after(text: &[u8], name: &[u8]) -> Option<usize> {
    let at = text.windows(name.len()).rposition(|window| window == name)? + name.len();
    let digits = text.get(at..)?.split(|b| !b.is_ascii_digit()).next()?;
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// The length of the quoted character that a text begins with; 1 if it begins with something else.
fn character(text: &[u8]) -> usize {
    match text {
        [_, b'\\', _, b'\'', ..] => 4,
        [_, inner, b'\'', ..] if *inner != b'\'' => 3,
        _ => 1,
    }
}

/// Whether the quote at a byte has a `b` before it that is not part of a name.
fn is_bytes(text: &[u8], at: usize) -> bool {
    let Some(before) = at.checked_sub(1) else { return false };
    let is_part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'\\' | b'"' | b'\'');
    matches!(text.get(before), Some(b'b' | b'B'))
        && !before.checked_sub(1).and_then(|at| text.get(at)).is_some_and(is_part)
}

//! `xxd -p`, `od -A n -t x1` and parts cut out of other dumps: hex digits and white space.

use super::lines::{is_hex, lines, words};
use super::notation::{Notation, pairs};
use super::numbers::AGAIN;
use super::{MAX, Spelled, Wrong, is_known};

/// Bytes at the start that are examined to decide whether to read on.
const START: usize = 1024;

pub(super) fn read(text: &[u8]) -> super::Result {
    let mut bytes = Vec::new();
    let mut starred = None;
    // Where each line is one word, lines may break in the middle of a byte.
    let one_word = lines(text).all(|line| words(line.text).count() == 1);
    let mut odd: Option<u8> = None;
    let mut known = false;
    for line in lines(text) {
        if line.text.trim_ascii() == b"*" {
            starred.get_or_insert(line.at);
            continue;
        }
        // od -A n -t x1z has the characters between > and <.
        let end = line.text.iter().position(|&b| b == b'>').filter(|_| line.text.trim_ascii().ends_with(b"<"));
        let numbers = line.text.get(..end.unwrap_or(line.text.len())).unwrap_or_default();
        for (at, word) in words(numbers) {
            let wrong = |expected| Some(Err(Wrong::at(line.at + at, expected)));
            let joined: Vec<u8>;
            let mut word = word;
            if one_word && let Some(digit) = odd.take() {
                joined = [&[digit], word].concat();
                word = &joined;
            }
            if one_word && word.len() % 2 != 0 && is_hex(word) {
                odd = word.last().copied();
                word = word.get(..word.len() - 1).unwrap_or_default();
                if word.is_empty() {
                    continue;
                }
            }
            let before = bytes.len();
            let fine = pairs(word, &mut bytes);
            if !known && (bytes.len() >= START || !fine) {
                known = is_known(&bytes);
                if !known {
                    return in_numbers(text);
                }
            }
            match fine {
                true if bytes.len() > MAX => return wrong("fewer bytes"),
                true => {}
                false if is_hex(word) => return wrong("two hex digits for each byte"),
                false => {
                    let digits = bytes.len() - before;
                    return Some(Err(Wrong::at(line.at + at + 2 * digits, "hex digits")));
                }
            }
        }
    }
    if !is_known(&bytes) {
        return in_numbers(text);
    }
    if let Some(at) = starred {
        let form = "a dump without offsets that leaves lines out (*)";
        return Some(Err(Wrong { at, ..Wrong::refused(form, AGAIN) }));
    }
    if odd.is_some() {
        return Some(Err(Wrong::at(text.len(), "an even number of hex digits")));
    }
    Some(Ok(Spelled::new(bytes, "a hex dump")))
}

/// Recognises numbers of several bytes without offsets, as `od -A n -t x2` prints them, and refuses them with advice:
/// such a dump does not show where the bytes end, because the last number is filled up.
fn in_numbers(text: &[u8]) -> super::Result {
    use super::notation::Digits;
    [2, 4, 8].into_iter().find_map(|unit| {
        let notation = Notation::new(Digits::WholeHex, unit);
        let mut bytes = Vec::new();
        let mut all = lines(text).flat_map(|line| words(line.text)).map(|(_, word)| word).take(START / unit);
        let read = all.all(|word| notation.push(word, &mut bytes));
        let form = "a dump of numbers of more than one byte, without offsets";
        (read && is_known(&bytes)).then(|| Err(Wrong::refused(form, AGAIN)))
    })
}

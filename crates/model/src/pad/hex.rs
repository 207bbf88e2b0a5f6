//! A blob as text in the scratch pad: bytes in hexadecimal digits, with comments.

use std::fmt::Write as _;
use std::ops::Range;

use btf::{BlobRange, Btf, Owner, TypeId};

use crate::inspect::type_label;

/// The text of the pad before anything is written: a comment for each part of a blob.
pub const EMPTY: &str = "// header: 24 bytes\n\n// types\n\n// strings\n";

/// The most bytes of a blob that are read from a text.
const MAX_BYTES: usize = 64 << 10;

/// A text of bytes, parsed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HexText {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The offset in the text at which each byte begins.
    starts: Vec<u32>,
    /// Words that are not read: the range of each in the text, and the reason.
    pub faults: Vec<(Range<u32>, &'static str)>,
}

impl HexText {
    /// Reads a text. Two digits are a byte; `//` and `#` begin a comment up to the end of the line.
    pub fn read(text: &str) -> HexText {
        let mut out = HexText::default();
        let mut line_start = 0;
        for line in text.split_inclusive('\n') {
            let end = comment_at(line);
            let mut at = 0;
            for word in line.get(..end).unwrap_or_default().split(|c: char| c.is_ascii_whitespace() || c == ',') {
                out.word(word, line_start + at);
                at += word.len() + 1;
            }
            line_start += line.len();
        }
        out
    }

    fn word(&mut self, word: &str, start: usize) {
        let place = |from: usize, len: usize| (start + from) as u32..(start + from + len) as u32;
        if word.is_empty() {
        } else if !word.bytes().all(|b| b.is_ascii_hexdigit()) {
            self.faults.push((place(0, word.len()), "this is no byte in hexadecimal, such as 9f"));
        } else if !word.len().is_multiple_of(2) {
            self.faults.push((place(0, word.len()), "a byte has two digits"));
        } else if self.bytes.len() + word.len() / 2 > MAX_BYTES {
            self.faults.push((place(0, word.len()), "up to 64 KB are read"));
        } else {
            for at in (0..word.len()).step_by(2) {
                let byte = word.get(at..at + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
                self.bytes.extend(byte);
                self.starts.push((start + at) as u32);
            }
        }
    }

    /// The range of the text in which bytes of the blob are written. If they are beyond the last byte of the blob, the
    /// range is empty, at the end of that byte's digits.
    pub fn place(&self, range: BlobRange) -> Range<u32> {
        let end = self.starts.last().map_or(0, |start| start + 2);
        let of = |at: u32| self.starts.get(at as usize).copied();
        let start = of(range.start).unwrap_or(end);
        let last = range.end.saturating_sub(1).max(range.start);
        start..of(last).map_or(end, |start| start + 2).max(start)
    }
}

/// The offset at which the comment of a line begins; the length of the line if it has none.
pub fn comment_at(line: &str) -> usize {
    [line.find("//"), line.find('#')].into_iter().flatten().min().unwrap_or(line.len())
}

/// A blob as text: each field on a line of its own, with its name. Stops after about 256 KB of text.
pub fn text_of(btf: &Btf) -> String {
    let mut out = String::new();
    let mut part = String::new();
    for owned in btf.owners_from(0) {
        let (of, name) = named(btf, owned.owner, owned.range);
        if of != part {
            let _ = writeln!(out, "{}// {of}", if part.is_empty() { "" } else { "\n" });
            part = of;
        }
        let bytes = btf.bytes().get(owned.range.as_usize()).unwrap_or_default();
        let digits: Vec<String> = bytes.iter().map(|b| format!("{b:02x}")).collect();
        let _ = writeln!(out, "{:<24}// {name}", digits.join(" "));
        if out.len() > MAX_BYTES * 4 {
            break;
        }
    }
    out
}

/// The part of the blob that some bytes belong to, and the name of the field.
pub(super) fn named(btf: &Btf, owner: Owner, range: BlobRange) -> (String, String) {
    let label = |id: TypeId| format!("[{id}] {}", type_label(btf, id));
    match owner {
        Owner::Header(field) => ("header".to_owned(), field.as_str().to_owned()),
        Owner::Type(id, part) => match part.item {
            None => (label(id), part.name.as_str().to_owned()),
            Some(item) => (label(id), format!("{} of {}", part.name.as_str(), item.0)),
        },
        Owner::Layout(kind) => ("layout".to_owned(), format!("kind {kind}")),
        Owner::String(_) => {
            let bytes = btf.bytes().get(range.as_usize()).unwrap_or_default();
            let text = bytes.strip_suffix(&[0]).unwrap_or(bytes);
            ("strings".to_owned(), format!("\"{}\"", text.escape_ascii()))
        }
        Owner::Gap => ("between the parts".to_owned(), "unused".to_owned()),
        Owner::Unreadable => ("types".to_owned(), "not readable".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_with_their_places() {
        let text = HexText::read("9f eb // magic ff\n01,0002 # zz\n");
        assert_eq!(text.bytes, [0x9f, 0xeb, 1, 0, 2]);
        assert_eq!(text.faults, []);
        assert_eq!(text.place(BlobRange::new(1, 3)), 3..20);
        assert_eq!(text.place(BlobRange::new(4, 5)), 23..25);
        // These bytes are after the last byte of the text.
        assert_eq!(text.place(BlobRange::new(5, 9)), 25..25);
        let text = HexText::read("9f e xy\n12");
        assert_eq!(text.bytes, [0x9f, 0x12]);
        assert_eq!(text.faults.iter().map(|f| f.0.clone()).collect::<Vec<_>>(), [3..4, 5..7]);
    }

    #[test]
    fn a_blob_as_text_is_that_blob() {
        let source = "struct s { unsigned int a : 1; int b[3]; };";
        let blob = scratch::compile(source, scratch::Target::default()).blob.unwrap();
        let btf = Btf::parse(blob.clone(), None).unwrap();
        let text = text_of(&btf);
        assert_eq!(HexText::read(&text).bytes, blob, "{text}");
        assert!(
            text.starts_with("// header\n9f eb                   // magic\n01                      // version\n"),
            "{text}"
        );
    }
}

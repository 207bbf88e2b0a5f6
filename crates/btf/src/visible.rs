//! Names as text: bytes that would alter the text around a name are written as escapes.
//!
//! A name in a blob is any bytes up to a NUL: it may have line feeds, terminal commands, or bytes that are not UTF-8.
//! Here it becomes text of one line that reads in one direction, and different names become different texts.

use std::borrow::Cow;
use std::sync::OnceLock;

/// A name as text: control characters, characters that are invisible or written from right to left, and bytes that are
/// not UTF-8 become escapes (`\x0a` for a byte, `\u{202e}` for a character). All other bytes stay as they are.
///
/// A backslash becomes `\x5c` only where it would read as the start of an escape. So different bytes give different
/// texts, and [`unescaped`] turns the text back into the bytes.
pub fn visible(bytes: &[u8]) -> Cow<'_, str> {
    as_text(bytes, |b| !may_be_escaped(b))
}

/// A line of source code as text: as [`visible`], but tabs and backslashes stay.
pub fn source_line(bytes: &[u8]) -> Cow<'_, str> {
    as_text(bytes, |b| b == b'\t' || b == b'\\' || !may_be_escaped(b))
}

/// Bytes as text, with escapes. A byte for which `is_plain` is true stays as it is; all plain bytes must be ASCII.
fn as_text(bytes: &[u8], is_plain: impl Fn(u8) -> bool) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) if bytes.iter().all(|&b| is_plain(b)) => Cow::Borrowed(text),
        _ => {
            let mut text = String::with_capacity(bytes.len() + 16);
            let mut rest = bytes;
            while let Some(step) = Step::of(rest, Reading::Utf8) {
                let as_is = rest.first().is_some_and(|&b| is_plain(b));
                Step { form: if as_is { Form::AsIs } else { step.form }, ..step }.write(rest, &mut text);
                rest = rest.get(step.len..).unwrap_or_default();
            }
            Cow::Owned(text)
        }
    }
}

/// The bytes of a name from the text that [`visible`] made. A text without escapes gives its own bytes.
pub fn unescaped(text: &str) -> Cow<'_, [u8]> {
    if !text.contains('\\') {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        bytes.extend_from_slice(before.as_bytes());
        let (read, len) = escape_at(escape.as_bytes()).unwrap_or((vec![b'\\'], 1));
        bytes.extend(read);
        rest = escape.get(len..).unwrap_or_default();
    }
    bytes.extend_from_slice(rest.as_bytes());
    Cow::Owned(bytes)
}

/// Whether [`visible`] writes a character as an escape wherever it stands: false for a backslash, which becomes an
/// escape only in some places. True for tabs and line feeds: a caller that wants to keep them has to check for them
/// first.
pub fn alters_text(c: char) -> bool {
    c.is_control()
        || matches!(c as u32,
        // Invisible: Unicode's Default_Ignorable_Code_Point, separators of lines and paragraphs, annotation anchors;
        // with U+202A to U+202E, which change the direction of writing.
        0xad | 0x34f | 0x115f..=0x1160 | 0x17b4..=0x17b5 | 0x180b..=0x180f | 0x200b..=0x200f | 0x2028..=0x202e | 0x2060..=0x206f
        | 0x3164 | 0xfe00..=0xfe0f | 0xfeff | 0xffa0 | 0xfff0..=0xfffb | 0x1bca0..=0x1bca3 | 0x1d173..=0x1d17a | 0xe0000..=0xe0fff
        // Written from right to left (Bidi_Class R and AL, with the marks between them).
        | 0x590..=0x8ff | 0xfb1d..=0xfdff | 0xfe70..=0xfefc | 0x1_0800..=0x1_0fff | 0x1_e800..=0x1_efff)
}

/// Whether a byte may begin something that [`visible`] escapes: most strings have no such byte.
pub(crate) fn may_be_escaped(b: u8) -> bool {
    !(0x20..0x7f).contains(&b) || b == b'\\'
}

/// How bytes from 0x80 on are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reading {
    /// As UTF-8 where they are valid.
    Utf8,
    /// Each by itself: for a string that begins inside a character of another string.
    Bytes,
}

/// The next character or byte of a name, and what is written for it.
struct Step {
    /// How many bytes it has.
    len: usize,
    form: Form,
}

enum Form {
    /// The bytes themselves, which are UTF-8.
    AsIs,
    Byte(u8),
    Char(char),
}

impl Step {
    fn of(rest: &[u8], reading: Reading) -> Option<Step> {
        let &first = rest.first()?;
        if first < 0x80 {
            let escaped = match first {
                b'\\' => escape_at(rest).is_some(),
                // The NUL between two strings; no name contains one.
                0 => false,
                _ => may_be_escaped(first),
            };
            return Some(Step { len: 1, form: if escaped { Form::Byte(first) } else { Form::AsIs } });
        }
        let c = (reading == Reading::Utf8).then(|| first_char(rest)).flatten();
        Some(match c {
            None => Step { len: 1, form: Form::Byte(first) },
            Some(c) if alters_text(c) => Step { len: c.len_utf8(), form: Form::Char(c) },
            Some(c) => Step { len: c.len_utf8(), form: Form::AsIs },
        })
    }

    /// Writes the step, which was made from the start of `rest`.
    fn write(&self, rest: &[u8], text: &mut String) {
        match self.form {
            Form::AsIs => {
                text.push_str(std::str::from_utf8(rest.get(..self.len).unwrap_or_default()).unwrap_or_default())
            }
            Form::Byte(b) => {
                const HEX: &[u8; 16] = b"0123456789abcdef";
                text.push_str("\\x");
                text.push(HEX[usize::from(b >> 4)] as char);
                text.push(HEX[usize::from(b & 15)] as char);
            }
            Form::Char(c) => text.push_str(&format!("\\u{{{:x}}}", c as u32)),
        }
    }

    /// How many bytes [`Step::write`] writes.
    fn written(&self) -> usize {
        match self.form {
            Form::AsIs => self.len,
            Form::Byte(_) => 4,
            Form::Char(c) => format!("{:x}", c as u32).len() + 4,
        }
    }
}

fn first_char(rest: &[u8]) -> Option<char> {
    let start = rest.get(..rest.len().min(4)).unwrap_or_default();
    let valid = match std::str::from_utf8(start) {
        Ok(text) => text,
        Err(e) => std::str::from_utf8(start.get(..e.valid_up_to()).unwrap_or_default()).unwrap_or_default(),
    };
    valid.chars().next()
}

/// The bytes that an escape stands for, and the length of the escape in bytes. None if the backslash at the start of
/// `text` does not begin an escape in exactly the form that [`visible`] writes.
fn escape_at(text: &[u8]) -> Option<(Vec<u8>, usize)> {
    let lower = |b: &u8| matches!(b, b'0'..=b'9' | b'a'..=b'f');
    let number = |digits: &[u8]| {
        let digits = std::str::from_utf8(digits).ok().filter(|d| (1..=6).contains(&d.len()))?;
        digits.bytes().all(|b| lower(&b)).then(|| u32::from_str_radix(digits, 16).ok()).flatten()
    };
    match text.get(1)? {
        b'x' => Some((vec![u8::try_from(number(text.get(2..4)?)?).ok()?], 4)),
        b'u' if text.get(2) == Some(&b'{') => {
            let digits = text.get(3..)?.iter().take(7).position(|&b| b == b'}')?;
            let value = number(text.get(3..3 + digits)?)?;
            Some((char::from_u32(value)?.to_string().into_bytes(), 4 + digits))
        }
        _ => None,
    }
}

/// The strings of one section as text, made when a string that may need an escape is first asked for.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    whole: OnceLock<Section>,
    /// The section read byte by byte, for offsets inside a character.
    bytewise: OnceLock<Section>,
}

/// A section with its escapes written out.
#[derive(Debug)]
struct Section {
    text: String,
    /// Ascending, the first at 0, and so close together that a walk from one to the next is short.
    marks: Vec<Mark>,
}

/// An offset in the section whose offset in the text is known.
#[derive(Clone, Copy, Default, Debug)]
struct Mark {
    from: u32,
    /// The offset in the text.
    to: u32,
    /// From the mark up to here, section and text have the same bytes, NULs included.
    same_until: u32,
}

/// How far apart marks are, in bytes of the section: an escape makes a new mark if the last mark is at least this far
/// back, and so does a run of at least this many bytes without escapes. Small, so that a name in the middle of a long
/// string is found soon.
const BETWEEN: u32 = 64;

impl Shown {
    /// The string that starts at an offset of the section, as [`visible`] writes it, up to `longest` bytes of text.
    /// `strings` must be the same section in each call.
    pub(crate) fn string(&self, strings: &[u8], at: u32, longest: u32) -> Option<&str> {
        let of = |reading, kept: &OnceLock<Section>| {
            kept.get_or_init(|| Section::new(strings, reading)).place(strings, at, reading)
        };
        let (section, start) = match of(Reading::Utf8, &self.whole) {
            Some(start) => (self.whole.get()?, start),
            None => {
                let start = of(Reading::Bytes, &self.bytewise)?;
                (self.bytewise.get()?, start)
            }
        };
        // The end of the string is searched only so far: many strings may have one end, which may be far away.
        let rest = start_of(section.text.get(start..)?, longest as usize);
        Some(rest.split('\0').next().unwrap_or_default())
    }
}

/// The first `most` bytes of a text; fewer where this would cut a character in two.
fn start_of(text: &str, most: usize) -> &str {
    (0..=most.min(text.len())).rev().find_map(|end| text.get(..end)).unwrap_or_default()
}

impl Section {
    fn new(strings: &[u8], reading: Reading) -> Section {
        let mut text = String::with_capacity(strings.len() + strings.len() / 8);
        let (mut marks, mut last) = (Vec::new(), Mark::default());
        let mut at = 0u32;
        let mut rest = strings;
        while !rest.is_empty() {
            let same = rest.iter().position(|&b| b != 0 && may_be_escaped(b)).unwrap_or(rest.len());
            if same > 0 {
                let to = text.len() as u32;
                text.push_str(std::str::from_utf8(rest.get(..same).unwrap_or_default()).unwrap_or_default());
                let end = at.saturating_add(same as u32);
                if last.same_until == at {
                    last.same_until = end;
                } else if end - at >= BETWEEN {
                    marks.push(last);
                    last = Mark { from: at, to, same_until: end };
                }
                at = end;
                rest = rest.get(same..).unwrap_or_default();
                continue;
            }
            let Some(step) = Step::of(rest, reading) else { break };
            step.write(rest, &mut text);
            at = at.saturating_add(step.len as u32);
            rest = rest.get(step.len..).unwrap_or_default();
            if at - last.from >= BETWEEN {
                marks.push(last);
                last = Mark { from: at, to: text.len() as u32, same_until: at };
            }
        }
        marks.push(last);
        Section { text, marks }
    }

    /// The offset in the text that corresponds to the offset `at` in the section; none inside a character.
    fn place(&self, strings: &[u8], at: u32, reading: Reading) -> Option<usize> {
        let mark = *self.marks.get(self.marks.partition_point(|mark| mark.from <= at).checked_sub(1)?)?;
        let known = mark.same_until.min(at);
        let (mut from, mut to) = (known as usize, (mark.to + (known - mark.from)) as usize);
        let at = at as usize;
        while from < at {
            let step = Step::of(strings.get(from..)?, reading)?;
            from += step.len;
            to += step.written();
        }
        (from == at).then_some(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [(&[u8], &str); 14] = [
        (b"task_struct", "task_struct"),
        (b"a\nb", "a\\x0ab"),
        (b"a\tb\x7f", "a\\x09b\\x7f"),
        (b"\x1b[31mred", "\\x1b[31mred"),
        (b"bad\xff\xfe", "bad\\xff\\xfe"),
        (b"bad\xc3", "bad\\xc3"),
        (b"\x80x", "\\x80x"),
        ("na\u{ef}ve".as_bytes(), "na\u{ef}ve"),
        ("c1\u{9b}2J".as_bytes(), "c1\\u{9b}2J"),
        ("rtl\u{202e}.txt".as_bytes(), "rtl\\u{202e}.txt"),
        ("zw\u{200b}x".as_bytes(), "zw\\u{200b}x"),
        (b"a\\nb", "a\\nb"),
        (b"a\\x0ab", "a\\x5cx0ab"),
        (b"a\\u{202e}b", "a\\x5cu{202e}b"),
    ];

    #[test]
    fn names_become_text_and_bytes_again() {
        for (bytes, text) in NAMES {
            assert_eq!(visible(bytes), text);
            assert_eq!(unescaped(text), bytes, "{text}");
        }
    }

    #[test]
    fn source_code_keeps_tabs_and_backslashes() {
        assert_eq!(source_line(b"\tprintk(\"\\x41 %d\\n\");"), "\tprintk(\"\\x41 %d\\n\");");
        assert_eq!(source_line(b"\ta\\x41\n\xff::error::"), "\ta\\x41\\x0a\\xff::error::");
    }

    /// Different names give different texts. The names have up to five bytes: bytes that escapes are made of, and bytes
    /// that are escaped.
    #[test]
    fn no_two_names_are_one_text() {
        let mut known = std::collections::HashMap::new();
        let letters = *b"\\xu{}0a2e\x80\xc3\xa9\xff\n";
        let mut names: Vec<Vec<u8>> = vec![Vec::new()];
        for _ in 0..5 {
            let longer = names.iter().flat_map(|name| letters.map(|l| [&name[..], &[l]].concat()));
            names = longer.collect();
            for name in &names {
                let text = visible(name).into_owned();
                assert_eq!(unescaped(&text), &name[..], "{text}");
                assert!(!text.chars().any(alters_text), "{text:?}");
                assert_eq!(known.insert(text, name.clone()), None);
            }
            // Each seventh name is enough to make the longer names from.
            names = names.into_iter().step_by(7).collect();
        }
    }

    /// The text for an offset equals the text of the bytes from there, at every offset.
    #[test]
    fn a_section_gives_the_text_of_each_of_its_offsets() {
        let long = [&b"x"[..]; 300].concat();
        let mut strings = vec![0];
        for (name, _) in NAMES {
            strings.extend_from_slice(name);
            strings.push(0);
            strings.extend_from_slice(&long);
            strings.extend_from_slice(name);
            strings.push(0);
            strings.extend([name, name, name, name, name, name, name, name].concat());
            strings.push(0);
        }
        let shown = Shown::default();
        for at in 0..strings.len() {
            let name = strings[at..].split(|&b| b == 0).next().unwrap();
            let text = own_text(&strings, at, name);
            assert_eq!(shown.string(&strings, at as u32, u32::MAX), Some(&*text), "{at}");
            let cut = shown.string(&strings, at as u32, 7).expect("the offset is in the section");
            assert!(text.starts_with(cut) && (cut.len() == text.len() || (4..=7).contains(&cut.len())), "{at}: {cut}");
        }
        assert_eq!(shown.string(&strings, strings.len() as u32 + 1, u32::MAX), None);
    }

    /// However the escapes lie, a walk from a mark to an offset is short. Otherwise the time to read all names of a
    /// section would grow with the square of the section's length.
    #[test]
    fn a_walk_in_a_section_is_short() {
        let plain = |len| [&b"x"[..]; 2].concat().repeat(len);
        for strings in [
            [&b"\0a\n"[..], &plain(100_000)].concat(),
            [&b"\0\n"[..], &plain(31), b"\n", &plain(100_000)].concat(),
            [&b"\0\n"[..], &plain(16)].concat().repeat(1000),
            plain(1000),
        ] {
            let section = Section::new(&strings, Reading::Utf8);
            let ends = section.marks.iter().skip(1).map(|mark| mark.from).chain([strings.len() as u32]);
            for (mark, end) in section.marks.iter().zip(ends) {
                assert!(end - mark.same_until.min(end) <= 3 * BETWEEN, "{mark:?} to {end}");
            }
        }
    }

    /// The text of the bytes at `at`: inside a character, each byte is read by itself.
    fn own_text(strings: &[u8], at: usize, name: &[u8]) -> String {
        let start = strings[..at].iter().rposition(|&b| b == 0).map_or(0, |nul| nul + 1);
        let (mut from, mut inside) = (start, false);
        while from < at {
            from += Step::of(&strings[from..], Reading::Utf8).unwrap().len;
            inside = from > at;
        }
        let (mut text, mut rest) = (String::new(), name);
        while let Some(step) = Step::of(rest, if inside { Reading::Bytes } else { Reading::Utf8 }) {
            step.write(rest, &mut text);
            rest = &rest[step.len..];
        }
        text
    }
}

//! Hex dumps: `xxd`, `hexdump`, `od`, lldb, crash's `rd`, the kernel's log. A line has an offset, bytes or numbers, and
//! maybe the text.

use std::ops::Range;

use btf::Endian;

use super::error::{InputError, InputErrorKind};
use super::hex::push;
use super::lines::{is_hex, lead, lines, words};

/// The largest difference between the offset of a line and that of the first line, in bytes: left-out lines (`*`) could
/// otherwise stand for any number of bytes.
const MOST: u64 = 64 << 20;

/// How the numbers of a dump are written, and the bytes that they stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Notation {
    /// Hexadecimal, the bytes in the order of the text.
    Bytes,
    /// Hexadecimal numbers, in a machine's byte order.
    Words(Endian),
    /// `xxd -b`: eight binary digits for each byte.
    Binary,
    /// `od -b`: three octal digits for each byte.
    Octal,
    /// `od`: six octal digits for a number of two bytes.
    OctalWords(Endian),
}

/// A line: an offset, and the numbers there.
struct Line<'a> {
    /// Where the offset stands in the text.
    start: usize,
    offset: &'a str,
    colon: bool,
    /// Lines before this one were left out.
    repeats: bool,
    /// The numbers, with their places in the text.
    words: Vec<(usize, &'a str)>,
    /// The text behind the numbers; None if the line has none, or has no colon.
    text: Option<&'a str>,
}

impl Line<'_> {
    /// True if the line has no text, or if its text shows the bytes of its groups; with `turned`, the bytes of each
    /// group in reverse order.
    fn agrees(&self, turned: bool) -> bool {
        let groups: Vec<&str> = self.words.iter().map(|(_, word)| *word).collect();
        let fits = |text: &str| agrees(&groups, text, turned) || agrees(&groups, text.trim_start(), turned);
        self.text.is_none_or(fits)
    }
}

/// The head of a line: where its offset stands, the offset's digits, whether a colon follows, and where the bytes
/// begin. Examples: `00000010:` of xxd, `00000010 ` of hexdump -C, `000010` of od -A x.
fn head(line: &str) -> Option<(usize, &str, bool, usize)> {
    let lead = lead(line);
    let rest = line.get(lead..)?;
    let prefix = if rest.starts_with("0x") { 2 } else { 0 };
    let rest = rest.get(prefix..)?;
    let digits = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
    let offset = rest.get(..digits)?;
    let behind = rest.get(digits..)?;
    let is_end = |text: &str| text.is_empty() || text.starts_with(|c: char| c.is_ascii_whitespace());
    match behind.strip_prefix(':') {
        Some(after) if digits >= 4 && is_end(after) => Some((lead, offset, true, lead + prefix + digits + 1)),
        // 7 digits are an offset of od, 6 digits an offset of `od -A x`; an offset alone ends the dump.
        None if prefix == 0 && digits >= 6 && is_end(behind) => Some((lead, offset, false, lead + digits)),
        _ => None,
    }
}

/// True if a text looks like a dump, judged by its first line; with an offset of six digits, also by its last line.
pub(super) fn looks_like(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default();
    let Some((_, offset, colon, head)) = head(line) else { return false };
    let Some((_, first)) = words(line.get(head..).unwrap_or_default()).next() else { return false };
    match (colon, offset.len()) {
        (true, _) => is_hex(first) && first.len() % 2 == 0,
        // Seven digits cannot be bytes.
        (false, 7) => is_hex(first),
        // Six may be bytes, but od starts at 0 and ends with an offset alone.
        (false, 6) => {
            is_hex(first) && offset == "000000" && text.lines().last().is_some_and(|end| end.trim().len() == 6)
        }
        // Eight digits followed by four are ambiguous.
        (false, _) => is_hex(first) && first.len() == 2,
    }
}

/// The size in bytes of a dump's numbers, and the dump's bytes. The size is 1, unless the numbers are in a machine's
/// byte order: then it is the size of the longest number.
pub(super) fn read(text: &str, order: Endian) -> Result<(u8, Vec<u8>), InputError> {
    let read = read_lines(text)?;
    let mut notation = notation(&read, order);
    if let Some(line) = either_order(&read, notation) {
        // Addresses of 16 digits come from crash's rd, whose numbers are in the machine's order.
        if line.offset.len() >= 16 {
            notation = Notation::Words(order);
        } else {
            let (from, to) = (line.words.first(), line.words.last());
            let range = from.map_or(0, |w| w.0)..to.map_or(0, |w| w.0 + w.1.len());
            return Err(InputError::at(text, range, InputErrorKind::GroupOrder));
        }
    }
    if notation == Notation::Bytes
        && let Some(&(at, word)) = read.iter().filter(|line| !line.colon).find_map(|line| {
            line.words.iter().find(|(at, word)| {
                // od -t u1 and d1 put numbers into columns of 4 and more characters, hexadecimal bytes into 3.
                let is_od = line.offset.len() < 8;
                let is_wide = at.checked_sub(2).is_some_and(|from| text.get(from..*at) == Some("  "));
                // Such words are from od -c (characters), or from od -d and hexdump -d (decimal numbers).
                !is_hex(word) || matches!(word.len(), 3 | 5) || is_od && is_wide && word.len() <= 2
            })
        })
    {
        return Err(InputError::at(text, at..at + word.len(), InputErrorKind::DumpDigits));
    }
    let radix = radix(&read, notation);
    let mut bytes: Vec<u8> = Vec::new();
    let mut first = None;
    let mut last_line: Vec<u8> = Vec::new();
    for line in &read {
        let fail = || InputError::at(text, line.start..line.start + line.offset.len(), InputErrorKind::Offset);
        let offset = u64::from_str_radix(line.offset, radix).map_err(|_| fail())?;
        let here = offset.checked_sub(*first.get_or_insert(offset)).filter(|&at| at <= MOST).ok_or_else(fail)?;
        let here = usize::try_from(here).map_err(|_| fail())?;
        if is_padding(line, here as u64, bytes.len() as u64, notation) {
            bytes.truncate(here);
        }
        if here != bytes.len() && !(line.repeats && here > bytes.len()) || line.repeats && last_line.is_empty() {
            return Err(fail());
        }
        let missing = here - bytes.len();
        bytes.extend(last_line.iter().copied().cycle().take(missing));
        let from = bytes.len();
        for &(at, word) in &line.words {
            number(text, at, word, notation, &mut bytes)?;
        }
        last_line = bytes.get(from..).unwrap_or_default().to_vec();
    }
    if bytes.is_empty() {
        return Err(InputError::at(text, 0..text.len(), InputErrorKind::Empty));
    }
    let longest = read.iter().flat_map(|line| &line.words).map(|(_, word)| word.len() / 2).max().unwrap_or(1);
    let unit = match notation {
        Notation::Words(_) => u8::try_from(longest).unwrap_or(1),
        Notation::OctalWords(_) => 2,
        Notation::Bytes | Notation::Binary | Notation::Octal => 1,
    };
    Ok((unit, bytes))
}

fn read_lines(text: &str) -> Result<Vec<Line<'_>>, InputError> {
    let mut read = Vec::new();
    let mut repeats = false;
    let mut column = None;
    for (start, line) in lines(text) {
        let lead = lead(line);
        match line.get(lead..).unwrap_or_default().trim() {
            "" => continue,
            "*" => {
                repeats = true;
                continue;
            }
            _ => {}
        }
        let Some((at, offset, colon, head)) = head(line) else {
            return Err(InputError::at(text, start + lead..start + line.trim_end().len(), InputErrorKind::Offset));
        };
        let body = line.get(head..).unwrap_or_default().trim_end_matches('\r');
        let (end, behind) = match colon {
            true => split(body, &mut column),
            // hexdump -C has the text between bars, od -t x1z between brackets.
            false => {
                let end = body.find(['|', '>']).unwrap_or(body.len());
                (end, None)
            }
        };
        let words = words(body.get(..end).unwrap_or_default()).map(|(at, word)| (start + head + at, word)).collect();
        read.push(Line { start: start + at, offset, colon, repeats, words, text: behind });
        repeats = false;
    }
    Ok(read)
}

/// Where the bytes of a line with a colon end, and the text behind them. `column` is where the text of an earlier line
/// begins, if that is sure: tools fill short lines up with blanks, so that all texts begin there.
fn split<'a>(body: &'a str, column: &mut Option<usize>) -> (usize, Option<&'a str>) {
    let is_hex_before = |at: usize| words(body.get(..at).unwrap_or_default()).all(|(_, word)| is_hex(word));
    let known = column.filter(|&at| body.get(at - 2..at) == Some("  ") && is_hex_before(at));
    let sure = known.or_else(|| gaps(body).find_map(|gap| text_of_all(body, gap)));
    *column = column.or(sure);
    if let Some(at) = sure {
        return (at, body.get(at..).filter(|text| !text.is_empty()));
    }
    // The blanks around the text may be lost. Two blanks may also stand within the text, so later gaps are tried only if
    // the first does not fit.
    let fits = |gap: &Range<usize>| {
        let said = body.get(gap.end..).unwrap_or_default();
        shows(body, gap.start, said) && digits(body, gap.start) == said.chars().count() * 2
    };
    let Some(first) = gaps(body).next() else { return (body.len(), None) };
    let gap = gaps(body).find(fits).unwrap_or(first);
    let text = body.get(gap.start + 2..).unwrap_or_default();
    (gap.start, Some(text).filter(|text| !text.trim().is_empty()))
}

/// The first gaps of two blanks or more behind the first group. xxd has one blank between groups and two before the
/// text, but `xxd -e` has more before an incomplete group.
fn gaps(body: &str) -> impl Iterator<Item = Range<usize>> {
    const MOST: usize = 4;
    let lead = body.len() - body.trim_start().len();
    let starts = body.match_indices("  ").map(|(at, _)| at);
    let starts = starts.filter(move |&at| at > lead && !body.get(..at).unwrap_or(" ").ends_with(' '));
    starts.take(MOST).map(|at| at..body.len() - body.get(at..).unwrap_or_default().trim_start_matches(' ').len())
}

/// Where the text begins that shows all bytes before a gap; it may begin with blanks. None if there is no such text.
fn text_of_all(body: &str, gap: Range<usize>) -> Option<usize> {
    let at = body.len().checked_sub(digits(body, gap.start) / 2)?;
    let is_behind = (gap.start + 2..=gap.end).contains(&at);
    (is_behind && shows(body, gap.start, body.get(at..)?)).then_some(at)
}

/// How many digits the groups have that are before the byte `end` of a line.
fn digits(body: &str, end: usize) -> usize {
    words(body.get(..end).unwrap_or_default()).map(|(_, word)| word.len()).sum()
}

/// True if a text shows the bytes of the groups that end before a byte of the line, in either order.
fn shows(body: &str, end: usize, text: &str) -> bool {
    let groups: Vec<&str> = words(body.get(..end).unwrap_or_default()).map(|(_, word)| word).collect();
    groups.iter().all(|group| is_hex(group)) && (agrees(&groups, text, false) || agrees(&groups, text, true))
}

/// True if a text shows the bytes of some groups; with `turned`, the bytes of each group in reverse order.
fn agrees(groups: &[&str], text: &str, turned: bool) -> bool {
    let mut bytes = Vec::new();
    for group in groups {
        let from = bytes.len();
        if push("", 0, group, &mut bytes).is_err() {
            return false;
        }
        if turned && let Some(group) = bytes.get_mut(from..) {
            group.reverse();
        }
    }
    let shown = |byte: u8| if matches!(byte, b' '..=b'~') { byte as char } else { '.' };
    bytes.iter().zip(text.chars()).all(|(&byte, c)| c == shown(byte))
}

/// How the numbers are written, judged by their digits, and by the text beside them, which is in the order of memory.
fn notation(read: &[Line<'_>], order: Endian) -> Notation {
    let all = || read.iter().flat_map(|line| &line.words).map(|(_, word)| *word);
    let each = |len: usize, is: fn(&u8) -> bool| all().all(|word| word.len() == len && word.bytes().all(|b| is(&b)));
    let is_bit = |b: &u8| matches!(b, b'0' | b'1');
    let is_octal = |b: &u8| matches!(b, b'0'..=b'7');
    let colon = read.first().is_some_and(|line| line.colon);
    let longest = all().map(str::len).max().unwrap_or(0);
    if colon {
        let text_of = |line: &Line<'_>| line.text.map(|text| text.trim().chars().count());
        if each(8, is_bit) && read.iter().any(|line| text_of(line) == Some(line.words.len())) {
            return Notation::Binary;
        }
        let agree = |turned: bool| read.iter().all(|line| line.agrees(turned));
        // Only xxd -e has blanks in place of missing bytes.
        let is_moved = |pair: &[(usize, &str)]| matches!(pair, [(at, word), (next, _)] if at + word.len() + 1 < *next);
        let moved = read.iter().any(|line| line.words.windows(2).any(is_moved));
        // xxd -e, crash's rd, and the kernel's log with groups of several bytes write each group as a number: on a
        // little-endian machine its bytes are in reverse order.
        let turned = longest > 2 && agree(true) && (moved || !agree(false));
        return if turned { Notation::Words(Endian::Little) } else { Notation::Bytes };
    }
    match longest {
        3 if each(3, is_octal) => Notation::Octal,
        6 if each(6, is_octal) => Notation::OctalWords(order),
        4 | 8 | 16 if all().all(is_hex) => Notation::Words(order),
        _ => Notation::Bytes,
    }
}

/// The first line whose bytes are not clear. A group is either bytes in their order (`xxd -g4`) or a number (`xxd -e`),
/// and the texts beside the groups tell which, unless both readings fit all of them, or neither does. None if all is
/// clear, or if both fit and a line has no text.
/// Groups of two bytes are taken for bytes: they are xxd's default, and numbers of two bytes are rare.
fn either_order<'a, 'b>(read: &'b [Line<'a>], notation: Notation) -> Option<&'b Line<'a>> {
    let is_colon = read.first().is_some_and(|line| line.colon) && notation == Notation::Bytes;
    let [bytes, numbers] = [false, true].map(|turned| read.iter().all(|line| line.agrees(turned)));
    let is_sound = |line: &Line<'_>| line.words.iter().all(|(_, word)| is_hex(word) && word.len() % 2 == 0);
    let unclear = match (bytes, numbers) {
        (true, true) => read.iter().all(|line| line.text.is_some()),
        (false, false) => read.iter().all(is_sound),
        (true, false) | (false, true) => false,
    };
    read.iter().filter(|_| is_colon && unclear).find(|line| {
        line.words.iter().any(|(_, word)| {
            let pairs = word.as_bytes().chunks(2);
            word.len() > 4 && (!bytes || !pairs.clone().eq(pairs.rev()))
        })
    })
}

/// How many bytes a number has.
fn length(word: &str, notation: Notation) -> u64 {
    match notation {
        Notation::Bytes | Notation::Words(_) => (word.len() as u64).div_ceil(2),
        Notation::Binary | Notation::Octal => 1,
        Notation::OctalWords(_) => 2,
    }
}

/// True if a line has only an offset, which ends the dump, and the last number goes on behind this offset: od and
/// hexdump fill the last number up with zeros.
fn is_padding(line: &Line<'_>, here: u64, have: u64, notation: Notation) -> bool {
    let may = matches!(notation, Notation::Words(_) | Notation::OctalWords(_));
    may && line.words.is_empty() && here < have && have - here < 8
}

/// The base of the offsets: the base in which each offset equals the number of bytes before it. od uses eight by
/// default, hexdump sixteen, `od -A d` and `xxd -d` ten.
fn radix(read: &[Line<'_>], notation: Notation) -> u32 {
    let goes_on = |radix: u32| {
        let (mut first, mut have, mut last) = (None, 0u64, 0u64);
        read.iter().all(|line| {
            let Ok(offset) = u64::from_str_radix(line.offset, radix) else { return false };
            let Some(here) = offset.checked_sub(*first.get_or_insert(offset)) else { return false };
            let missing = here.saturating_sub(have);
            let is_next = here == have || is_padding(line, here, have, notation);
            let is_right = is_next || line.repeats && last > 0 && missing > 0 && missing.is_multiple_of(last);
            last = line.words.iter().map(|(_, word)| length(word, notation)).sum();
            have = here.saturating_add(last);
            is_right
        })
    };
    let is_od = read.first().is_some_and(|line| !line.colon && line.offset.len() == 7);
    let is_hexdump = is_od && matches!(notation, Notation::Words(_));
    let bases = if is_od && !is_hexdump { [8, 16, 10] } else { [16, 8, 10] };
    bases.into_iter().find(|&radix| goes_on(radix)).unwrap_or(16)
}

/// Appends the bytes of a number.
fn number(text: &str, at: usize, word: &str, notation: Notation, bytes: &mut Vec<u8>) -> Result<(), InputError> {
    let fail = || InputError::at(text, at..at + word.len(), InputErrorKind::DumpDigits);
    match notation {
        Notation::Bytes => push(text, at, word, bytes),
        Notation::Words(order) => {
            let from = bytes.len();
            push(text, at, word, bytes)?;
            if order == Endian::Little
                && let Some(number) = bytes.get_mut(from..)
            {
                number.reverse();
            }
            Ok(())
        }
        Notation::Binary | Notation::Octal => {
            let base = if notation == Notation::Binary { 2 } else { 8 };
            bytes.push(u8::from_str_radix(word, base).map_err(|_| fail())?);
            Ok(())
        }
        Notation::OctalWords(order) => {
            let number = u16::from_str_radix(word, 8).map_err(|_| fail())?;
            bytes.extend(match order {
                Endian::Little => number.to_le_bytes(),
                Endian::Big => number.to_be_bytes(),
            });
            Ok(())
        }
    }
}

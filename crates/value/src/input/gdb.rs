//! The output of gdb's `x`: `0x601040 <counter+8>:` and numbers.

use btf::Endian;

use super::error::{InputError, InputErrorKind};
use super::lines::{is_hex, lines, words};

/// The prompt before a typed command.
pub(super) const PROMPT: &str = "(gdb)";

/// The address at the start of a line, `0x7ffe3c:` or `0x601040 <counter+8>:`, and where the numbers start.
fn head(line: &str) -> Option<(u64, usize)> {
    let lead = line.len() - line.trim_start().len();
    let rest = line.get(lead..)?.strip_prefix("0x")?;
    let digits = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
    let behind = rest.get(digits..)?;
    let trimmed = behind.trim_start();
    let symbol = match trimmed.strip_prefix('<') {
        // A C++ symbol may contain `>::` itself.
        Some(_) => {
            let ends = |at: usize| {
                behind.get(at + 2..).is_some_and(|rest| rest.trim_start().len() < rest.len() || rest.is_empty())
            };
            behind.match_indices(">:").map(|(at, _)| at).find(|&at| ends(at))? + 1
        }
        None => 0,
    };
    let colon = behind.get(symbol..)?.strip_prefix(':').map(|_| symbol)?;
    let address = u64::from_str_radix(rest.get(..digits)?, 16).ok()?;
    Some((address, lead + 2 + digits + colon + 1))
}

/// True if a line begins with an address as gdb prints it, and is not lldb's: lldb prints no symbol, a blank behind the
/// colon, and bytes of two digits without `0x`.
pub(super) fn looks_like(line: &str) -> bool {
    let Some((_, head)) = head(line) else { return false };
    let body = line.get(head..).unwrap_or_default();
    let is_byte = |word: &str| word.len() == 2 && is_hex(word);
    !(body.starts_with(' ') && !line.contains('<') && words(body).next().is_some_and(|(_, word)| is_byte(word)))
}

/// A line: its address, and the words behind it with their places in the text.
struct Line<'a> {
    address: u64,
    words: Vec<(usize, &'a str)>,
    /// It has characters in quotes, as from `x/c`.
    quoted: bool,
}

/// How many bytes each number has, and the bytes of all numbers as they are in memory. `unit` is the number of bytes
/// that the caller knows; 0 to find it in the text.
pub(super) fn read(text: &str, unit: u8, order: Endian) -> Result<(u8, Vec<u8>), InputError> {
    let read = read_lines(text)?;
    let Some(first) = read.iter().flat_map(|line| &line.words).next() else {
        return Err(InputError::at(text, 0..text.len(), InputErrorKind::Empty));
    };
    // With x/…x a number's digits show its length; with other letters the addresses do.
    let digits = |word: &str| word.strip_prefix("0x").filter(|d| is_hex(d)).map(str::len);
    let is_short = |unit: u8| {
        read.iter()
            .flat_map(|line| &line.words)
            .any(|(_, word)| digits(word).is_some_and(|len| len != usize::from(unit) * 2))
    };
    // x/a leaves out leading zeros, so its digits do not show the length.
    let by_digits = matches!(digits(first.1), Some(2 | 4 | 8 | 16)) && !unit_of(&read).is_some_and(is_short);
    let mut bytes = Vec::new();
    let mut unit = unit;
    if !by_digits {
        let found = Some(unit).filter(|&unit| unit != 0).or_else(|| unit_of(&read));
        unit =
            found.ok_or_else(|| InputError::at(text, first.0..first.0 + first.1.len(), InputErrorKind::GdbDigits))?;
    }
    let all = || read.iter().flat_map(|line| &line.words).copied();
    let bits = usize::from(unit) * 8;
    let binary = !by_digits && all().all(|(_, w)| w.len() == bits && w.bytes().all(|b| matches!(b, b'0' | b'1')));
    for (at, word) in all() {
        let fail = |kind| InputError::at(text, at..at + word.len(), kind);
        let digits = word.strip_prefix("0x").filter(|d| is_hex(d));
        let number = match digits {
            Some(digits) if by_digits => {
                if !matches!(digits.len(), 2 | 4 | 8 | 16) {
                    return Err(fail(InputErrorKind::GdbDigits));
                }
                let len = (digits.len() / 2) as u8;
                if unit == 0 {
                    unit = len;
                }
                if unit != len {
                    return Err(fail(InputErrorKind::GdbUnit));
                }
                u64::from_str_radix(digits, 16).ok()
            }
            Some(digits) => u64::from_str_radix(digits, 16).ok(),
            None if by_digits => None,
            None if binary => u64::from_str_radix(word, 2).ok(),
            None => number(word, unit),
        };
        let number = number.ok_or_else(|| fail(InputErrorKind::NotANumber))?;
        let len = usize::from(unit.clamp(1, 8));
        if len < 8 && number >> (len * 8) != 0 {
            return Err(fail(InputErrorKind::GdbUnit));
        }
        match order {
            Endian::Little => bytes.extend(number.to_le_bytes().into_iter().take(len)),
            Endian::Big => bytes.extend(number.to_be_bytes().into_iter().skip(8 - len)),
        }
    }
    Ok((unit.max(1), bytes))
}

fn read_lines(text: &str) -> Result<Vec<Line<'_>>, InputError> {
    let mut read = Vec::new();
    for (start, line) in lines(text) {
        let Some((address, head)) = head(line) else {
            match words(line).next() {
                // An empty line, or a typed command.
                None | Some((_, PROMPT)) => continue,
                Some((at, word)) => {
                    let range = start + at..start + at + word.len();
                    return Err(InputError::at(text, range, InputErrorKind::NotANumber));
                }
            }
        };
        let mut found = Line { address, words: Vec::new(), quoted: false };
        let body = line.get(head..).unwrap_or_default();
        let mut at = 0;
        while let Some(rest) = body.get(at..).filter(|rest| !rest.is_empty()) {
            let blanks = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_whitespace()).len();
            if blanks > 0 {
                at += blanks;
                continue;
            }
            // Behind a number, x/a prints the symbol and x/c the character.
            at += match rest.as_bytes().first() {
                Some(b'\'') if !found.words.is_empty() => {
                    found.quoted = true;
                    super::c::closing(rest, b'\'').unwrap_or(rest.len())
                }
                Some(b'<') if !found.words.is_empty() => rest.find(">\t").map_or(rest.len(), |end| end + 1),
                _ => {
                    let len = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
                    found.words.push((start + head + at, rest.get(..len).unwrap_or_default()));
                    len
                }
            };
        }
        read.push(found);
    }
    Ok(read)
}

/// The length of the numbers in bytes: 1 if there are characters, else the difference of the first two addresses
/// divided by the count of numbers on the first line. None if this is not 1, 2, 4 or 8, or if there is only one line.
fn unit_of(read: &[Line<'_>]) -> Option<u8> {
    if read.iter().any(|line| line.quoted) {
        return Some(1);
    }
    let [first, second, ..] = read else { return None };
    let bytes = second.address.checked_sub(first.address)?;
    let unit = bytes.checked_div(first.words.len() as u64)?;
    let is_whole = unit * first.words.len() as u64 == bytes;
    u8::try_from(unit).ok().filter(|unit| is_whole && matches!(unit, 1 | 2 | 4 | 8))
}

/// A number of `x/d`, `x/u` or `x/o`, as its bits in `unit` bytes.
fn number(word: &str, unit: u8) -> Option<u64> {
    let bits = u32::from(unit.clamp(1, 8)) * 8;
    if let Some(digits) = word.strip_prefix('-') {
        let number: u64 = digits.parse().ok()?;
        let negative = number.wrapping_neg() & (u64::MAX >> (64 - bits));
        return (number <= 1 << (bits - 1)).then_some(negative);
    }
    match word.strip_prefix('0').filter(|digits| !digits.is_empty()) {
        Some(digits) => u64::from_str_radix(digits, 8).ok(),
        None => word.parse().ok(),
    }
}

//! Lines with an address or an offset before the bytes: `xxd`, `hexdump -C`, gdb's `x`.

use btf::Endian;

use super::error::{InputError, InputErrorKind};

/// A dump may leave out lines that repeat (`*`); this is the most that they may stand for, in bytes.
const MOST: usize = 64 << 20;

/// The lines of a text, with the bytes where they start.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split('\n').map(move |line| {
        let start = at;
        at += line.len() + 1;
        (start, line)
    })
}

/// The words of a line, with the bytes of the line where they start.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    line.split(|c: char| c.is_ascii_whitespace()).filter_map(move |word| {
        let start = at;
        at += word.len() + 1;
        (!word.is_empty()).then_some((start, word))
    })
}

fn is_hex(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_hexdigit())
}

/// The address at the start of a line of gdb: `0x7ffe3c:`, `0x601040 <counter+8>:`. The numbers start behind it.
fn gdb_head(line: &str) -> Option<usize> {
    let lead = line.len() - line.trim_start().len();
    let rest = line.get(lead..)?.strip_prefix("0x")?;
    let digits = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
    let behind = rest.get(digits..)?;
    let trimmed = behind.trim_start();
    let symbol = match trimmed.strip_prefix('<') {
        // A symbol of C++ may hold `>::` itself.
        Some(_) => {
            let ends = |at: usize| {
                behind.get(at + 2..).is_some_and(|rest| rest.trim_start().len() < rest.len() || rest.is_empty())
            };
            behind.match_indices(">:").map(|(at, _)| at).find(|&at| ends(at))? + 1
        }
        None => 0,
    };
    let colon = behind.get(symbol..)?.strip_prefix(':').map(|_| symbol)?;
    (digits > 0).then_some(lead + 2 + digits + colon + 1)
}

pub(super) fn is_gdb(line: &str) -> bool {
    gdb_head(line).is_some()
}

/// The numbers' bytes as they lie in memory, and how many each number has.
pub(super) fn gdb(text: &str, unit: u8, order: Endian) -> Result<(u8, Vec<u8>), InputError> {
    let (mut unit, mut bytes) = (unit, Vec::new());
    for (start, line) in lines(text) {
        let Some(head) = gdb_head(line) else {
            match words(line).next() {
                None => continue,
                // What was typed stands there, too.
                Some((_, "(gdb)")) => continue,
                Some((at, word)) => {
                    let range = start + at..start + at + word.len();
                    return Err(InputError::at(text, range, InputErrorKind::NotANumber));
                }
            }
        };
        for (at, word) in words(line.get(head..).unwrap_or_default()) {
            let from = start + head + at;
            let range = from..from + word.len();
            let fail = |kind| InputError::at(text, range.clone(), kind);
            let digits =
                word.strip_prefix("0x").filter(|d| is_hex(d)).ok_or_else(|| fail(InputErrorKind::NotANumber))?;
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
            let from = bytes.len();
            super::hex::push(text, range.start + 2, digits, &mut bytes)?;
            if order == Endian::Little
                && let Some(number) = bytes.get_mut(from..)
            {
                number.reverse();
            }
        }
    }
    if bytes.is_empty() {
        return Err(InputError::at(text, 0..text.len(), InputErrorKind::Empty));
    }
    Ok((unit.max(1), bytes))
}

/// The offset at the start of a line, and where the bytes start: `00000010:` of xxd, `00000010  ` of hexdump -C, `0010:` of people.
fn dump_head(line: &str) -> Option<(u64, usize)> {
    let lead = line.len() - line.trim_start().len();
    let rest = line.get(lead..)?;
    let digits = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
    let offset = u64::from_str_radix(rest.get(..digits)?, 16).ok()?;
    let behind = rest.get(digits..)?;
    match behind.strip_prefix(':') {
        Some(after) if digits >= 4 && (after.is_empty() || after.starts_with(|c: char| c.is_ascii_whitespace())) => {
            Some((offset, lead + digits + 1))
        }
        // 7 digits are od's; a lone one ends the dump.
        None if digits >= 7 && (behind.trim().is_empty() || behind.starts_with("  ") || behind.starts_with(' ')) => {
            Some((offset, lead + digits))
        }
        _ => None,
    }
}

/// Whether the first line of a text is one of a dump: an offset of 0 or so, and bytes.
pub(super) fn is_dump(line: &str) -> bool {
    let Some((_, head)) = dump_head(line) else { return false };
    let has_colon = line.get(..head).is_some_and(|start| start.ends_with(':'));
    let Some((_, first)) = words(line.get(head..).unwrap_or_default()).next() else { return false };
    // Without a colon, the first byte decides: eight digits and then four may be anything.
    is_hex(first) && (has_colon && first.len() % 2 == 0 || first.len() == 2)
}

/// Where the bytes of a line end: before the text that xxd writes behind two spaces, and hexdump between bars.
fn bytes_end(line: &str, head: usize, has_colon: bool) -> usize {
    let body = line.get(head..).unwrap_or_default();
    if has_colon {
        // xxd: one space between groups, two before the text.
        let lead = body.len() - body.trim_start().len();
        let rest = body.get(lead..).unwrap_or_default();
        return head + lead + rest.find("  ").unwrap_or(rest.len());
    }
    head + body.find('|').unwrap_or(body.len())
}

/// The bytes of a dump.
pub(super) fn dump(text: &str) -> Result<Vec<u8>, InputError> {
    let mut bytes: Vec<u8> = Vec::new();
    let mut first = None;
    let mut repeats = false;
    let mut last_line: Vec<u8> = Vec::new();
    for (start, line) in lines(text) {
        match line.trim() {
            "" => continue,
            "*" => {
                repeats = true;
                continue;
            }
            _ => {}
        }
        let Some((offset, head)) = dump_head(line) else {
            let lead = line.len() - line.trim_start().len();
            return Err(InputError::at(text, start + lead..start + line.trim_end().len(), InputErrorKind::Offset));
        };
        let base = *first.get_or_insert(offset);
        let here = offset.checked_sub(base).and_then(|at| usize::try_from(at).ok()).filter(|&at| at <= MOST);
        let fail = || InputError::at(text, start..start + head, InputErrorKind::Offset);
        let here = here.filter(|&at| at == bytes.len() || repeats && at > bytes.len()).ok_or_else(fail)?;
        if repeats && last_line.is_empty() {
            return Err(fail());
        }
        let missing = here - bytes.len();
        bytes.extend(last_line.iter().copied().cycle().take(missing));
        repeats = false;
        let has_colon = line.get(..head).is_some_and(|start| start.ends_with(':'));
        let end = bytes_end(line, head, has_colon);
        let from = bytes.len();
        for (at, word) in words(line.get(head..end).unwrap_or_default()) {
            super::hex::push(text, start + head + at, word, &mut bytes)?;
        }
        last_line = bytes.get(from..).unwrap_or_default().to_vec();
    }
    if bytes.is_empty() {
        return Err(InputError::at(text, 0..text.len(), InputErrorKind::Empty));
    }
    Ok(bytes)
}

//! `readelf -x` and `objdump -s`, of GNU and of LLVM: an address, 16 bytes in four groups, the characters. Read by
//! columns, because the characters may look like digits.

use super::lines::{Line, has, is_hex, lines};
use super::notation::Notation;
use super::progress::{Base, Row, walk};
use super::{Spelled, Wrong, is_known};

/// Characters of a whole row's groups: four of 8 digits, with blanks between.
const GROUPS: usize = 35;

/// A section that was dumped, with its rows.
struct Section<'a> {
    name: &'a [u8],
    rows: Vec<Row<'a>>,
    /// The number of digits of its first address.
    digits: usize,
}

/// The name of the section, if the line is its heading.
fn heading<'a>(line: &Line<'a>) -> Option<&'a [u8]> {
    let text = line.text.trim_ascii();
    if let Some(rest) = text.strip_prefix(b"Hex dump of section '") {
        return rest.strip_suffix(b":").unwrap_or(rest).strip_suffix(b"'");
    }
    // GNU objdump may say more behind the name: (Starting at file offset: 0x40).
    let rest = text.strip_prefix(b"Contents of section ")?;
    rest.split(|b| matches!(b, b':' | b' ')).next()
}

/// The groups of a row, without the characters behind them.
fn row<'a>(line: &Line<'a>) -> Option<Row<'a>> {
    let lead = line.text.iter().take_while(|&&b| b == b' ').count();
    let body = line.text.get(lead..)?;
    let prefix = if body.starts_with(b"0x") { 2 } else { 0 };
    let body = body.get(prefix..)?;
    let digits = body.iter().position(|&b| b == b' ')?;
    let offset = body.get(..digits).filter(|offset| offset.len() >= 4 && is_hex(offset))?;
    let groups = body.get(digits + 1..)?;
    let groups = groups.get(..GROUPS).unwrap_or(groups);
    let mut len = 0;
    for (count, group) in groups.split(|&b| b == b' ').enumerate() {
        if group.is_empty() {
            break;
        }
        // An incomplete group is the last.
        if count >= 4 || !is_hex(group) || group.len() > 8 || group.len() % 2 != 0 {
            return None;
        }
        len += group.len() + usize::from(count > 0);
        if group.len() < 8 {
            break;
        }
    }
    let numbers = groups.get(..len).filter(|numbers| !numbers.is_empty())?;
    let numbers_at = line.at + lead + prefix + digits + 1;
    Some(Row::Numbers { at: line.at, offset, numbers, numbers_at })
}

/// Whether the characters of a row without a heading agree with its bytes; needed because other forms have such rows,
/// too.
fn has_characters(line: &Line<'_>, row: &Row<'_>) -> bool {
    let Row::Numbers { numbers, numbers_at, .. } = row else { return false };
    let mut bytes = Vec::new();
    let read = numbers.split(|&b| b == b' ').all(|group| Notation::BYTES.push(group, &mut bytes));
    let behind = line.text.get((numbers_at - line.at + numbers.len().max(GROUPS)).min(line.text.len())..);
    let behind = behind.unwrap_or_default();
    let said = behind.strip_prefix(b"  ").or(behind.strip_prefix(b" ")).unwrap_or(behind);
    let shown = |byte: u8| if matches!(byte, b' '..=b'~') { byte } else { b'.' };
    read && said.len() >= bytes.len() && said.iter().zip(&bytes).all(|(&c, &byte)| c == shown(byte))
}

/// The sections of a text; none when it is not such a dump.
fn sections(text: &[u8]) -> Option<Vec<Section<'_>>> {
    let mut all: Vec<Section<'_>> = Vec::new();
    for (count, line) in lines(text).enumerate() {
        if let Some(name) = heading(&line) {
            all.push(Section { name, rows: Vec::new(), digits: 0 });
            continue;
        }
        let row = row(&line);
        let is_bare = count == 0 && row.as_ref().is_some_and(|row| has_characters(&line, row));
        if is_bare {
            all.push(Section { name: b"", rows: Vec::new(), digits: 0 });
        }
        match (all.last_mut(), row) {
            (Some(section), Some(row)) => {
                if let (Row::Numbers { offset, .. }, true) = (&row, section.rows.is_empty()) {
                    section.digits = offset.len();
                }
                section.rows.push(row);
            }
            // Text before the first section is ignored: objdump names the file there, and readelf may have printed
            // more.
            (None, _) => {}
            (Some(section), None) => {
                let said = line.text.trim_ascii();
                let is_said =
                    said.starts_with(b"NOTE:") || said.starts_with(b"Section '") || has(said, b"file format ");
                // Notes of readelf and the line with which objdump names the file are ignored. Any other text behind
                // the first heading is damage.
                if !is_said {
                    section.rows.push(Row::Other(line.at));
                }
            }
        }
    }
    all.iter().any(|section| !section.rows.is_empty()).then_some(all)
}

pub(super) fn read(text: &[u8]) -> super::Result {
    let mut all = sections(text)?;
    let others = all.len() - 1;
    let btf = all.iter().position(|section| section.name == b".BTF");
    let section = match btf {
        Some(btf) => all.swap_remove(btf),
        None if others > 0 => {
            let form = "a dump of sections of which none is .BTF";
            return Some(Err(Wrong::refused(
                form,
                "a dump of .BTF: print it with `readelf -x .BTF` or `objdump -s -j .BTF`",
            )));
        }
        None => all.pop()?,
    };
    if section.name == b".BTF.ext" {
        let form = "a dump of the section .BTF.ext alone";
        return Some(Err(Wrong::refused(
            form,
            "a dump of .BTF, or the whole file: .BTF.ext means nothing without the types of .BTF",
        )));
    }
    let base = Base { radix: 16, digits: section.digits, line: Some(16) };
    let bare = section.name.is_empty();
    if bare {
        let starts = |count| walk(section.rows.iter().take(count).copied(), Notation::BYTES, base);
        let sure = starts(2).is_ok_and(|start| start.rows == 2) || starts(1).is_ok_and(|start| is_known(&start.bytes));
        if !sure {
            return None;
        }
    }
    Some(walk(section.rows.into_iter(), Notation::BYTES, base).map(|walked| {
        let mut spelled = Spelled::new(walked.bytes, "a hex dump");
        if others > 0 {
            spelled.notes.push("of the sections in the dump only .BTF was read".to_owned());
        }
        spelled
    }))
}

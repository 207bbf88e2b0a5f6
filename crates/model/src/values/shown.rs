//! [`Shown`]: the rows of values beside the bytes. Each byte has the row that it belongs to.

use btf::{Btf, TypeId};
use value::{Open, ValueRow, ValueStep, View};

use super::sheet::{By, Sheet};
use crate::path::Path;
use crate::words::{bits_text, grouped, many, offset_text, type_class};

/// The most rows that are shown.
pub const MOST_ROWS: u64 = 20_000;
/// Bytes in a line.
pub const LINE: u64 = 16;
/// Stands in [`Shown::owner`] for a byte without a row.
const NONE: u32 = u32::MAX;

/// A row of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownRow {
    /// The value.
    pub row: ValueRow,
    /// Its first bit, from the start of all bytes.
    pub at: u64,
    /// Its first bit, from the start of its record; for variables, from the start of their section.
    pub bit_offset: u64,
    /// The CSS class of its colour.
    pub class: &'static str,
}

/// Bytes of a line that belong to one row, or to none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByteRun {
    /// The first byte.
    pub start: u64,
    /// The number of bytes.
    pub len: u64,
    /// The row that they belong to: the innermost one that is visible.
    pub row: Option<usize>,
}

impl ByteRun {
    /// The range of the bytes in words: `byte 3`, `bytes 4 to 7`.
    pub fn words(&self) -> String {
        match self.len {
            1 => format!("byte {}", self.start),
            len => format!("bytes {} to {}", self.start, self.start.saturating_add(len).saturating_sub(1)),
        }
    }
}

/// A range of bytes: the first, and one past the last.
type Bytes = (u64, u64);

/// Rows and bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The rows.
    pub rows: Vec<ShownRow>,
    /// Whether there are more rows than are shown.
    pub more: bool,
    /// The number of bytes.
    pub len: u64,
    /// Remarks on how the bytes fit the type: the number of records, missing bytes, bytes that are left over.
    pub notes: Vec<String>,
    /// The row of each byte.
    owner: Vec<u32>,
}

impl Shown {
    /// The rows and bytes of a sheet.
    pub fn of(btf: &Btf, sheet: &Sheet, open: &Open) -> Shown {
        let mut rows = Vec::new();
        let mut more = false;
        // One record more than there is room for, so that it is known whether there are more rows.
        let pieces = sheet.pieces(btf, MOST_ROWS as usize + 1);
        for (place, piece) in (0..).zip(&pieces) {
            let Ok(record) = sheet.record(btf, piece) else { continue };
            let room = MOST_ROWS.saturating_sub(rows.len() as u64);
            let found = View::named(record, place, &piece.name).first_rows(open, room);
            let start = piece.start as u64 * 8;
            let shown_from = if matches!(sheet.by, By::Own(_)) { start } else { 0 };
            rows.extend(found.rows.into_iter().map(|row| ShownRow {
                at: start.saturating_add(row.bit_offset),
                bit_offset: shown_from.saturating_add(row.bit_offset),
                class: if row.bitfield { "bit" } else { type_class(btf, row.type_id) },
                row,
            }));
            more = found.more;
            if more {
                break;
            }
        }
        let mut shown =
            Shown { owner: Vec::new(), more, len: sheet.bytes.len() as u64, notes: notes(btf, sheet), rows };
        shown.owner = shown.owners();
        shown
    }

    /// For each byte, the row that it belongs to: the innermost one; in a union, the row of the first member.
    ///
    /// A row takes its bytes from the row around it, as ranges: to look at each byte for each row would take minutes for
    /// a union of thousands of large arrays.
    fn owners(&self) -> Vec<u32> {
        let mut owner = vec![NONE; self.len as usize];
        let mut leave = |place: u32, left: Vec<Bytes>| {
            for (from, to) in left {
                owner.get_mut(from as usize..to as usize).unwrap_or_default().fill(place);
            }
        };
        // The rows around the current one, each with the bytes that no row inside it has taken. The first stands for no
        // row, and begins with all bytes.
        let mut around: Vec<(u32, Vec<Bytes>)> = vec![(NONE, vec![(0, self.len)])];
        for (place, row) in (0u32..).zip(&self.rows) {
            let above = (row.row.depth as usize).saturating_add(1).min(around.len());
            around.drain(above..).for_each(|(place, left)| leave(place, left));
            let taken = around.last_mut().map(|(_, left)| take(left, bytes_of(row, self.len))).unwrap_or_default();
            around.push((place, taken));
        }
        around.into_iter().for_each(|(place, left)| leave(place, left));
        owner
    }

    /// The row of a value; if it is hidden in a collapsed row, the innermost visible row around it.
    pub fn row_of(&self, record: u64, path: &[ValueStep]) -> Option<usize> {
        let holds = |row: &ValueRow| {
            row.record == record
                && row.path.len() <= path.len()
                && row.path.iter().zip(path).enumerate().all(|(i, (have, want))| match (have, want) {
                    (ValueStep::Element(from), ValueStep::Element(at)) if i + 1 == row.path.len() => {
                        (*from..from.saturating_add(row.repeats)).contains(at)
                    }
                    _ => have == want,
                })
        };
        let all = self.rows.iter().enumerate().filter(|(_, row)| holds(&row.row));
        all.max_by_key(|(i, row)| (row.row.depth, std::cmp::Reverse(*i))).map(|(i, _)| i)
    }

    /// The innermost visible row of a byte.
    pub fn row_at(&self, byte: u64) -> Option<usize> {
        let owner = self.owner.get(usize::try_from(byte).ok()?)?;
        (*owner != NONE).then_some(*owner as usize)
    }

    /// The bytes of a row: the index of the first, and one past the last.
    pub fn bytes_of(&self, row: usize) -> Option<(u64, u64)> {
        self.rows.get(row).map(|row| bytes_of(row, self.len))
    }

    /// How many lines the bytes have.
    pub fn lines(&self) -> u64 {
        self.len.div_ceil(LINE)
    }

    /// A line of bytes, split where the row changes and at `cuts`.
    pub fn line(&self, line: u64, cuts: &[u64]) -> Vec<ByteRun> {
        let start = line.saturating_mul(LINE).min(self.len);
        let end = start.saturating_add(LINE).min(self.len);
        let mut runs: Vec<ByteRun> = Vec::new();
        for at in start..end {
            let row = self.row_at(at);
            match runs.last_mut() {
                Some(run) if run.row == row && !cuts.contains(&at) => run.len += 1,
                _ => runs.push(ByteRun { start: at, len: 1, row }),
            }
        }
        runs
    }

    /// The row that contains this row.
    pub fn parent(&self, row: usize) -> Option<usize> {
        let depth = self.rows.get(row)?.row.depth;
        self.rows.get(..row)?.iter().rposition(|r| r.row.depth < depth)
    }
}

fn bytes_of(row: &ShownRow, len: u64) -> Bytes {
    let end = row.at.saturating_add(row.row.bits).div_ceil(8).min(len);
    ((row.at / 8).min(end), end)
}

/// Takes the bytes `from..to` out of ranges that are in ascending order and apart from each other. Returns those that
/// were there.
fn take(ranges: &mut Vec<Bytes>, (from, to): Bytes) -> Vec<Bytes> {
    if from >= to {
        return Vec::new();
    }
    let first = ranges.partition_point(|range| range.1 <= from);
    let end = ranges.partition_point(|range| range.0 < to);
    let touched = ranges.get(first..end).unwrap_or_default();
    let taken = touched.iter().map(|range| (range.0.max(from), range.1.min(to))).collect();
    // Of the first and the last range a part may stay.
    let before = touched.first().map(|range| (range.0, from));
    let behind = touched.last().map(|range| (to, range.1));
    let stay = [before, behind].into_iter().flatten().filter(|range| range.0 < range.1);
    drop(ranges.splice(first..end, stay));
    taken
}

impl ShownRow {
    /// The name to show: `(anonymous)` if there is none; for a single record the name of the type.
    pub fn title(&self) -> &str {
        match (self.row.name.as_str(), self.row.depth) {
            ("", 0) => &self.row.type_text,
            ("", _) => "(anonymous)",
            (name, _) => name,
        }
    }

    /// Its offset: `12`, `12:3`.
    pub fn offset(&self) -> String {
        offset_text(self.bit_offset, self.row.bitfield)
    }

    /// Its size: `4`, `2 bits`.
    pub fn size(&self) -> String {
        if self.row.bitfield { bits_text(self.row.bits) } else { (self.row.bits / 8).to_string() }
    }

    /// The text for screen readers: `a3, 6, 4 bits at 1:4`.
    pub fn say(&self) -> String {
        let value = if self.row.value.is_empty() { "" } else { &format!(", {}", self.row.value) };
        let unit = if self.row.bitfield { "" } else { " bytes" };
        format!("{}{value}, {}{unit} at {}", self.title(), self.size(), self.offset())
    }

    /// The path from the record to it, without steps to elements.
    pub fn path(&self) -> Path {
        members(&self.row.path)
    }
}

/// The steps of a path that are members: a path as the other views have it.
pub(super) fn members(path: &[ValueStep]) -> Path {
    let member = |step: &ValueStep| match step {
        ValueStep::Member(index) | ValueStep::Var(index) => Some(index.0),
        ValueStep::Element(_) => None,
    };
    Path(path.iter().filter_map(member).collect())
}

/// Remarks on how the bytes fit the types.
fn notes(btf: &Btf, sheet: &Sheet) -> Vec<String> {
    let len = sheet.bytes.len() as u64;
    match &sheet.by {
        By::Type(id) => fit(btf, *id, len, sheet),
        By::Map { value, entries, .. } => {
            let mut notes = vec![many(entries.len() as u64, "entry")];
            let missing = entries.iter().filter(|entry| entry.value.is_none()).count() as u64;
            if missing > 0 {
                notes.push(format!("{} without a value", grouped(missing)));
            }
            if btf.size_of(*value).is_err() {
                notes.push("its values have no size".to_owned());
            }
            notes
        }
        By::Own(parts) => vec![many(parts.len() as u64, "variable")],
    }
}

fn fit(btf: &Btf, id: TypeId, len: u64, sheet: &Sheet) -> Vec<String> {
    let Ok(record) = value::Record::new(btf, id, &sheet.bytes) else { return Vec::new() };
    let size = u64::from(record.size());
    let whole = len.checked_div(size).unwrap_or(0);
    let left = len.checked_rem(size).unwrap_or(len);
    match () {
        () if size == 0 && len > 0 => vec!["the type has no bytes: nothing is read".to_owned()],
        () if len < size => vec![format!("{} of {} are there", grouped(len), many(size, "byte"))],
        () if record.is_flexible() => vec![],
        () if left > 0 => {
            vec![format!("{} of {}, and {} of another", many(whole, "record"), many(size, "byte"), many(left, "byte"))]
        }
        () if whole > 1 => vec![format!("{} of {}", many(whole, "record"), many(size, "byte"))],
        () => vec![],
    }
}

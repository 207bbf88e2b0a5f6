//! The bytes that the rows of a table are about, for a display of sixteen bytes on each line.

use btf::FileRange;

use super::{FileSection, Table};

/// Neighbouring bytes of a line that belong to the same row, or to no row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HexPart {
    /// The bytes.
    pub range: FileRange,
    /// The row that they belong to; none if they belong to no row.
    pub row: Option<usize>,
}

/// The bytes of a row; `mark` is an index of [`Table::marks`].
fn marked(table: &Table, row: usize, mark: usize) -> Option<FileRange> {
    table.rows.get(row)?.bytes.get(mark).copied().filter(|range| !range.is_empty())
}

/// The section that contains the bytes of a row; `mark` is an index of [`Table::marks`]. Without a row, or if the row
/// has no bytes, the section that contains the bytes of the first row with bytes.
pub fn shown_section(table: &Table, row: Option<usize>, mark: usize) -> Option<&FileSection> {
    let first = || (0..table.rows.len()).find_map(|row| marked(table, row, mark));
    let bytes = row.and_then(|row| marked(table, row, mark)).or_else(first)?;
    table.sections.iter().find(|s| s.range.start <= bytes.start && bytes.end <= s.range.end)
}

/// The row that a byte belongs to: the chosen row if it contains the byte; else, of the rows that contain it, the row
/// with the fewest bytes.
pub fn row_at(table: &Table, chosen: Option<usize>, mark: usize, at: u64) -> Option<usize> {
    row_among(0..table.rows.len(), table, chosen, mark, at)
}

/// As [`row_at`], among some rows.
fn row_among(
    rows: impl Iterator<Item = usize>,
    table: &Table,
    chosen: Option<usize>,
    mark: usize,
    at: u64,
) -> Option<usize> {
    let holds = |row: usize| marked(table, row, mark).filter(|range| range.contains(at));
    let least = || rows.filter_map(|row| Some((holds(row)?.len(), row))).min().map(|(_, row)| row);
    chosen.filter(|&row| holds(row).is_some()).or_else(least)
}

/// A line of bytes, split into parts that belong to the same row.
pub fn hex_parts(table: &Table, chosen: Option<usize>, mark: usize, line: FileRange) -> Vec<HexPart> {
    // Take only the rows with bytes in this line; there may be thousands of rows.
    let near = |row: &usize| marked(table, *row, mark).is_some_and(|r| r.start < line.end && line.start < r.end);
    let rows: Vec<usize> = (0..table.rows.len()).filter(near).collect();
    let mut parts: Vec<HexPart> = Vec::new();
    for at in line.start..line.end {
        let row = row_among(rows.iter().copied(), table, chosen, mark, at);
        match parts.last_mut() {
            Some(last) if last.row == row => last.range.end = at + 1,
            _ => parts.push(HexPart { range: FileRange::new(at, at + 1), row }),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use btf::FileRange;

    use super::{HexPart, hex_parts, row_at, shown_section};
    use crate::kernel_lists::{FileSection, Table};

    fn table() -> Table {
        let mut table = Table::new("t", &[("n", "n", false)], 0);
        for range in [(4, 8), (8, 12), (2, 20), (0, 0)] {
            table.push(vec![String::new()], None, false);
            if let Some(row) = table.rows.last_mut() {
                row.bytes = vec![FileRange::new(range.0, range.1)];
            }
        }
        table.sections = vec![FileSection { name: "a".into(), range: FileRange::new(0, 32) }];
        table
    }

    #[test]
    fn lines_are_cut_where_rows_begin() {
        let part = |start, end, row| HexPart { range: FileRange::new(start, end), row };
        let parts = hex_parts(&table(), None, 0, FileRange::new(0, 16));
        let all =
            [part(0, 2, None), part(2, 4, Some(2)), part(4, 8, Some(0)), part(8, 12, Some(1)), part(12, 16, Some(2))];
        assert_eq!(parts, all);
        // The chosen row is not interrupted by other rows.
        assert_eq!(hex_parts(&table(), Some(2), 0, FileRange::new(0, 16)), [part(0, 2, None), part(2, 16, Some(2))]);
    }

    #[test]
    fn bytes_lead_to_rows_and_rows_to_sections() {
        let table = table();
        assert_eq!((row_at(&table, None, 0, 5), row_at(&table, None, 0, 1)), (Some(0), None));
        assert_eq!(row_at(&table, Some(2), 0, 5), Some(2));
        assert_eq!(shown_section(&table, Some(3), 0).map(|s| s.name.as_str()), Some("a"));
        assert_eq!(shown_section(&table, Some(0), 1), None);
    }
}

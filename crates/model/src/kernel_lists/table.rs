//! A table of texts; its rows refer to types and bytes.

use btf::{FileRange, TypeId};
use wire::Wire;

/// A column of a table.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Column {
    /// Its key in JSON: `real_id`.
    pub key: String,
    /// Its heading.
    pub title: String,
    /// Whether each of its cells is a number or empty.
    pub number: bool,
}

/// A row of a table.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct ListRow {
    /// A text for each column.
    pub cells: Vec<String>,
    /// The type that it is about: a type of the file, or of the kernel if [`Table::of_kernel`].
    pub go: Option<TypeId>,
    /// Whether it has a fault.
    pub warn: bool,
    /// Its bytes in the file, one range for each of [`Table::marks`]; may be empty.
    pub bytes: Vec<FileRange>,
}

/// A section of the file.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct FileSection {
    /// Its name.
    pub name: String,
    /// Its bytes.
    pub range: FileRange,
}

/// A table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Table {
    /// Its title.
    pub title: String,
    /// Explanations, one sentence each.
    pub about: Vec<String>,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows.
    pub rows: Vec<ListRow>,
    /// How many rows there are, including those that [`Table::rows`] leaves out.
    pub total: u32,
    /// The column whose text is the link to [`ListRow::go`].
    pub link: u32,
    /// Whether [`ListRow::go`] is a type of the kernel instead of the file.
    pub of_kernel: bool,
    /// For a distilled base: whether the module's BTF can be relocated onto the kernel.
    pub fits: bool,
    /// The columns' widths in the page, as CSS; computed from the lengths of their texts.
    pub grid: String,
    /// Whether no cell is cut; the page scrolls a wide table.
    pub whole: bool,
    /// The least width of a row, in pixels; 0 for any.
    pub least: u32,
    /// The meaning of each byte range of a row: `place`, `record`. Empty if rows have no ranges.
    pub marks: Vec<String>,
    /// The sections that have bytes in the file. Empty if rows have no ranges.
    pub sections: Vec<FileSection>,
}

impl Table {
    pub(super) fn new(title: &str, columns: &[(&str, &str, bool)], link: u32) -> Table {
        let columns = columns
            .iter()
            .map(|&(key, title, number)| Column { key: key.into(), title: title.into(), number })
            .collect();
        Table { title: title.into(), columns, link, ..Table::default() }
    }

    pub(super) fn push(&mut self, cells: Vec<String>, go: Option<TypeId>, warn: bool) {
        self.rows.push(ListRow { cells, go, warn, bytes: Vec::new() });
        self.total = self.total.saturating_add(1);
    }

    /// Keeps the rows that have `text` in a cell, ignoring case, and at most `most` of these.
    pub fn narrow(&mut self, text: &str, most: usize) {
        let wanted = text.trim().to_ascii_lowercase();
        if !wanted.is_empty() {
            self.rows.retain(|row| row.cells.iter().any(|cell| cell.to_ascii_lowercase().contains(&wanted)));
        }
        self.rows.truncate(most);
    }

    /// Removes columns without any text, and computes the widths of the others.
    pub fn tidy(&mut self) {
        /// A column with at most this many letters gets its full width. Wider columns share the width that is left.
        const NARROW: usize = 12;
        /// The same limit for columns whose cells are all equally long, such as 64-bit numbers in hexadecimal.
        const WORD: usize = 16;
        /// The same limit for the column of linked names, which often differ only at the end; but at most half of the
        /// table's width is kept free for this column.
        const NAME: usize = 40;
        const WIDEST: usize = 60;
        /// Pixels of a letter.
        const LETTER: usize = 8;
        /// Pixels between two columns, and at the sides of a row.
        const GAP: usize = 14;
        const AROUND: usize = 40;
        let link = self.link as usize;
        // The longest cell of each column, and the length that nine in ten nonempty cells do not exceed, so that a
        // few long cells do not narrow the other columns.
        let (keep, widths): (Vec<bool>, Vec<(usize, bool)>) = (0..self.columns.len())
            .map(|i| {
                let cells = self.rows.iter().filter_map(|row| row.cells.get(i));
                let widths = cells.map(|cell| cell.chars().count());
                let mut widths: Vec<usize> = widths.filter(|&width| width > 0).collect();
                widths.sort_unstable();
                let widest = widths.last().copied().unwrap_or(0);
                let most = widths.get(widths.len() * 9 / 10).copied().unwrap_or(0);
                let even = widths.first() == widths.last() && widest <= WORD;
                let whole = widest <= NARROW || i == link && widest <= NAME;
                let width = if whole { widest } else { most };
                (widest > 0, (width, even))
            })
            .unzip();
        self.link = keep.iter().take(link).filter(|&&keep| keep).count() as u32;
        for row in &mut self.rows {
            let mut kept = keep.iter();
            row.cells.retain(|_| kept.next() == Some(&true));
        }
        let titles: Vec<usize> = self.columns.iter().map(|column| column.title.chars().count()).collect();
        let mut kept = keep.iter();
        self.columns.retain(|_| kept.next() == Some(&true));
        let (mut grid, mut least) = ("grid-template-columns:".to_owned(), AROUND);
        for (i, (&(width, even), title)) in
            widths.iter().zip(titles).enumerate().filter(|(i, _)| keep.get(*i) == Some(&true))
        {
            let width = width.max(title).clamp(3, WIDEST);
            least += width * LETTER + GAP;
            match width * LETTER {
                pixels if width <= NARROW || even => grid.push_str(&format!("{pixels}px ")),
                pixels if self.whole => grid.push_str(&format!("minmax({pixels}px,{width}fr) ")),
                pixels if i == link && width <= NAME => {
                    grid.push_str(&format!("minmax(min({pixels}px,50%),{width}fr) "));
                }
                _ => grid.push_str(&format!("minmax(0,{width}fr) ")),
            }
        }
        self.grid = grid;
        self.least = if self.whole { least as u32 } else { 0 };
    }

    /// The text for a table without rows to show.
    pub fn empty_text(&self) -> &'static str {
        if self.total == 0 { "It is empty." } else { "No row contains this text." }
    }
}

//! A table of texts whose rows lead to types and bytes.

use btf::{FileRange, TypeId};
use wire::Wire;

/// A column of a table.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Column {
    /// Its key in JSON: `real_id`.
    pub key: String,
    /// Its heading.
    pub title: String,
    /// Whether its cells are numbers, or empty.
    pub number: bool,
}

/// A row of a table.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct ListRow {
    /// A text for each column.
    pub cells: Vec<String>,
    /// The type that it is about: in the file, or in the kernel when [`Table::of_kernel`].
    pub go: Option<TypeId>,
    /// Whether it has a fault.
    pub warn: bool,
    /// Its bytes in the file, one range for each of [`Table::marks`]; may be empty.
    pub bytes: Vec<FileRange>,
}

/// A section with bytes of rows.
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
    /// Explanations, a sentence each.
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
    /// For a distilled base: whether the module can be moved to the kernel.
    pub fits: bool,
    /// The columns' widths for the page, as CSS, from their longest texts.
    pub grid: String,
    /// Whether no cell is cut; a wide table is scrolled.
    pub whole: bool,
    /// The least width of a row, in pixels; 0 for any.
    pub least: u32,
    /// The meaning of the rows' byte ranges: `place`, `record`. Empty if rows have none.
    pub marks: Vec<String>,
    /// The sections with these bytes, in file order.
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

    /// Keeps rows with `text` in a cell, ignoring case, and at most `most` of them.
    pub fn narrow(&mut self, text: &str, most: usize) {
        let wanted = text.trim().to_ascii_lowercase();
        if !wanted.is_empty() {
            self.rows.retain(|row| row.cells.iter().any(|cell| cell.to_ascii_lowercase().contains(&wanted)));
        }
        self.rows.truncate(most);
    }

    /// Removes columns without text, and measures the others.
    pub fn tidy(&mut self) {
        /// Columns up to this many letters get their full width; longer ones share the rest, as if they had at most
        /// this many.
        const NARROW: usize = 12;
        /// The same for columns of words of equal length, such as 64-bit numbers in hexadecimal, up to this many
        /// letters.
        const WORD: usize = 16;
        /// Linked names often differ only at the end: up to this many letters they are not cut, if half of the width is
        /// enough.
        const NAME: usize = 40;
        const WIDEST: usize = 60;
        /// Pixels of a letter.
        const LETTER: usize = 8;
        /// Pixels between columns, and around a row.
        const GAP: usize = 14;
        const AROUND: usize = 40;
        let link = self.link as usize;
        // The widest cell; and the width that nine in ten nonempty cells fit, so that a few long ones do not narrow all
        // others.
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
        let of = |i: usize| keep.get(i).copied().unwrap_or(false);
        for row in &mut self.rows {
            let mut at = 0;
            row.cells.retain(|_| {
                at += 1;
                of(at - 1)
            });
        }
        let mut at = 0;
        let titles: Vec<usize> = self.columns.iter().map(|column| column.title.chars().count()).collect();
        self.columns.retain(|_| {
            at += 1;
            of(at - 1)
        });
        let (mut grid, mut least) = ("grid-template-columns:".to_owned(), AROUND);
        for (i, (&(width, even), title)) in widths.iter().zip(titles).enumerate().filter(|(i, _)| of(*i)) {
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
        if self.total == 0 { "It is empty." } else { "No row has this in it." }
    }
}

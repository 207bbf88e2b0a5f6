//! Messages of the screen Fits.

use model::fits::Fit;

/// Messages of Fits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FitsMsg {
    /// Show the screen.
    Show,
    /// Show only rows with this result on some kernel; none for all.
    Only(Option<Fit>),
    /// Select an answer: the index of its row among all, and its column.
    Cell(usize, usize),
    /// Select a row, by its index among all.
    Row(usize),
    /// Move by this many rows.
    Step(i64),
    /// Move by this many columns.
    Column(i64),
    /// Ask these kernels of the atlas, too; none: no atlas.
    Atlas(Option<String>),
    /// Replace the answers of a link by those of the kernels here.
    Here,
    /// Go to the relocation of the answer.
    Open,
    /// Compare the type that the answer is about with the nearest kernel that has what the program needs.
    Compare,
    /// Show the history of the type or function that the answer is about.
    History,
    /// Open the first kernel of the answer's column, if the atlas has it.
    Kernel,
    /// Save the table.
    Save(FitsFile),
}

/// A file format of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FitsFile {
    /// CSV, one answer a row.
    Csv,
    /// JSON, for scripts.
    Json,
    /// Markdown, for a pull request.
    Markdown,
    /// A picture, as SVG.
    Svg,
}

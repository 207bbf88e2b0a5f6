//! Messages of the screen Fits.

use model::fits::{Fit, LineId};

/// Messages of Fits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FitsMsg {
    /// Show the screen.
    Show,
    /// Show only programs with this result on some kernel; none for all.
    Only(Option<Fit>),
    /// Select an answer: its line and column.
    Cell(LineId, usize),
    /// Select a row, by its index among all.
    Row(usize),
    /// Open or close what a line holds.
    Toggle(LineId),
    /// Show a column for each other architecture, or one for all.
    Others,
    /// Move by this many lines.
    Step(i64),
    /// Move by this many answers; from a program's name to the right opens it, to the left closes it.
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
    /// Open the newest kernel with this answer, if the atlas has it.
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

//! Messages of the screen Fits.

use model::fits::{Fit, LineId};

/// Messages of Fits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FitsMsg {
    /// Show the screen.
    Show,
    /// Show only programs and needs with this result on some kernel; none for all.
    Only(Option<Fit>),
    /// Select an answer: its line and column.
    Cell(LineId, usize),
    /// Select a row, by its index among all rows.
    Row(usize),
    /// Open or close a line.
    Toggle(LineId),
    /// Show one column for each architecture other than the program's, or one column for all of them.
    Others,
    /// Move by this many lines.
    Step(i64),
    /// Move by this many answers. At the name of a closed line, a move to the right opens the line; at the name of an
    /// open line, a move to the left closes it.
    Column(i64),
    /// Also ask the kernels of the atlas that these conditions choose; none: no kernels of an atlas.
    Atlas(Option<String>),
    /// Replace the answers that a link carried by answers of the kernels that are available here.
    Here,
    /// Go to the relocation that the answer is about.
    Open,
    /// Compare the type that the answer is about with the same type on the nearest kernel that has what the program
    /// needs.
    Compare,
    /// Show the history of the type or function that the answer is about.
    History,
    /// Open the newest kernel that gives this answer, if the atlas has it.
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

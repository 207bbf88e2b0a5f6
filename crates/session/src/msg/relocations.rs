//! Messages of the screen CO-RE.

use desk::FileId;
use model::relocations::Sift;

/// Messages of the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CoreMsg {
    /// Show the relocations.
    Show,
    /// Choose a chip.
    Sift(Sift),
    /// Filter the list by words.
    Filter(String),
    /// Move by this many rows of the list.
    Step(i64),
    /// Pick a relocation, by its index among all relocations.
    Pick(usize),
    /// Pick a relocation, and leave the matrix to show it.
    Read(usize),
    /// Show the reason on this kernel.
    Kernel(FileId),
    /// Show this step of resolving the relocation, counted from 0; none for the whole relocation.
    Walk(Option<usize>),
    /// Go forward by this many steps; back if negative.
    WalkBy(i64),
    /// Show the matrix (true), or the picked relocation.
    Matrix(bool),
    /// Move by this many columns of the matrix.
    Column(i64),
    /// Show a relocation, by its index, on a kernel.
    Cell(usize, FileId),
    /// Save the matrix: as JSON (true), or as CSV.
    Save(bool),
}

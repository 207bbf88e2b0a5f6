//! Messages of the lists that a file has beside its types.

use desk::FileId;

/// Messages of the lists of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ListsMsg {
    /// Show the lists, or the types again.
    Show(bool),
    /// Show the list with this index.
    Pick(u32),
    /// Move by this many lists.
    Step(i64),
    /// Show only rows with this text.
    Filter(String),
    /// Choose a row.
    Row(usize),
    /// Move by this many rows.
    RowStep(i64),
    /// Go to the type of the chosen row.
    Open,
    /// Show the list with this name, and choose the row with this index.
    Find(String, u32),
    /// Show the list with this name for a step of a lesson, without a new step in the browser's history.
    ShowNamed(String),
    /// Show the bytes of the chosen row that have this index in [`Table::marks`](model::kernel_lists::Table::marks):
    /// its record, say, or the bytes that it patches.
    Mark(usize),
    /// Choose the row that contains this byte of the file.
    Byte(u64),
    /// Match the distilled base with this kernel.
    Kernel(FileId),
    /// Open the module with its types moved from the distilled base onto the kernel.
    Move,
    /// Open the `.BTF.inline` of the current file as another file.
    Records,
}

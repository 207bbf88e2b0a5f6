//! Messages of the paths between two types.

/// Messages of the panel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PathsMsg {
    /// The name of the other type was typed.
    To(String),
    /// Follow embedded members only (true), or pointers, too.
    Embedded(bool),
    /// Search for paths.
    Find,
    /// Show this path in the Tree.
    Open(usize),
    /// Close the panel.
    Close,
}

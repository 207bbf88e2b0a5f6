//! Messages of the scratch pad.

use model::pad::PadTarget;

/// Messages of the pad.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PadMsg {
    /// Show the pad, with its last source or an example.
    Open,
    /// The source was edited.
    Edit(String),
    /// Compile for this machine.
    Target(PadTarget),
    /// Replace the source by this example: its index.
    Example(usize),
    /// Show the pad with this source.
    Show(String),
    /// Select the declaration on this line, counted from 1.
    Line(u32),
    /// Save the blob.
    SaveBlob,
    /// Save the source.
    SaveSource,
    /// Compile the packed source of a link, for this machine.
    Packed(String, PadTarget),
}

//! Messages of the scratch pad.

use btf::TypeId;
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
    /// Show the pad for bytes, with an empty blob.
    Bytes,
    /// Show the pad with this source.
    Show(String),
    /// Select the declaration on this line, counted from 1.
    Line(u32),
    /// Save the blob.
    SaveBlob,
    /// Save the source.
    SaveSource,
    /// Move members.
    Scrub(ScrubMsg),
    /// Compile the packed source of a link, for this machine.
    Packed(String, PadTarget),
}

/// Messages that move members of a struct of the pad.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScrubMsg {
    /// Move the selected member by this many declarations; -1 is one up.
    Step(i32),
    /// Put the members in the order with the fewest bytes.
    Smallest,
    /// The person drags a member of this type (the first index) to the place of another member (the second index).
    /// The indices are those from before the drag.
    Drag(TypeId, u32, u32),
    /// The drag has ended.
    Drop,
    /// Undo in the editor, or redo (true).
    Undo(bool),
}

/// A change of the editor's text by the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PadEdit {
    /// Replace the text, in a way that Undo takes back.
    Replace {
        /// The text that the editor has now; if it has another one, nothing is replaced.
        from: String,
        /// The text to put there.
        to: String,
        /// Whether the last replacement is undone first, so that both are one step of Undo.
        again: bool,
    },
    /// Undo, or redo (true).
    Undo(bool),
}

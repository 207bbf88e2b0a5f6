//! Parts of the page that messages and effects name.

/// A dialog or panel above the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Overlay {
    /// Nothing.
    #[default]
    None,
    /// The help.
    Help,
    /// The command box.
    GoTo,
    /// The list of a file's problems.
    Problems,
    /// The field for an offset.
    Offset,
    /// The search for the member at an offset of a type.
    At,
    /// Links to the current view.
    Share,
    /// The kernels of the atlas.
    Atlas,
    /// The explained messages of a log whose program is not open.
    Log,
    /// The files that the server of the page offers.
    Offered,
}

/// A pane of the page. A narrow screen shows one pane at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pane {
    /// The list on the left: types (below the scratch pad, if that is open), functions, relocations, changes ..
    List,
    /// The view of a type, a program or a list.
    View,
    /// Bytes and inspector.
    Bytes,
}

/// How a change of the address enters the browser's history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BrowserHistory {
    /// A new entry, which Back undoes.
    Push,
    /// Replaces the current entry.
    Replace,
}

/// The part of the view to draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shot {
    /// The whole view.
    View,
    /// In Layout, the bit strip alone.
    Strip,
}

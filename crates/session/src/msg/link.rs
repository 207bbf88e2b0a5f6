//! Messages about links.

use model::address::{Address, Source};

/// Messages about links.
#[derive(Clone, Debug)]
pub enum LinkMsg {
    /// Ask the person for the file of this link.
    Want(Box<Wanted>),
    /// The person closed the alert that asks for a link's file.
    Forget,
    /// Stop waiting for a link's file: it is open, or cannot be had.
    Drop,
    /// Show the link's view in the file that is open, although it is not the link's file.
    ShowAnyway,
    /// The file that a link waits for is read from the browser's store, as this source; none: it is not stored, so ask the person.
    Read(Option<Source>),
    /// The page was reloaded: files that were open come back without a question.
    Reloaded,
    /// The list of files that the browser stores was read.
    Kept,
    /// A file could not be opened: if a link waits for it, ask the person.
    Failed,
    /// Follow this link of the page, as a step in the browser's history.
    Follow(String),
    /// The kernel of this name was taken out of an atlas and is current: the link that waits for it is shown.
    TakenOut(String),
    /// The kernel of this name could not be taken out of an atlas.
    NotTakenOut(String),
    /// An atlas was opened, which may have the kernel of the link in the address bar.
    AtlasCame,
    /// Open what a link carries: its text, and the name of the file that it was made from.
    Unpack(String, String),
}

/// A link that waits for its file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// The link's address.
    pub address: Address,
    /// The name of another file that was opened while the link waits.
    pub other: Option<String>,
    /// Whether the file is being read from the browser's store, so that the person is not asked for it.
    pub reading: bool,
}

impl Wanted {
    /// Whether the file comes without a question: the link carries it, the atlas has it, or the browser stores it.
    pub fn is_coming(&self) -> bool {
        self.reading
            || matches!(self.address.main_file(), Some(Source::Data { .. } | Source::Pad { .. } | Source::Atlas(_)))
    }
}

//! Messages about links.

use model::address::{Address, Source};

/// Messages about links.
#[derive(Clone, Debug)]
pub enum LinkMsg {
    /// Ask the person for the file of this link.
    Want(Box<Wanted>),
    /// The person closed the alert that asks for a link's file.
    Forget,
    /// Stop waiting for a link's file: it is open, or it cannot be opened.
    Drop,
    /// Show in the open file what the link shows, although it is not the link's file.
    ShowAnyway,
    /// Read from the browser's storage the file that a link waits for; this source names it.
    Read(Source),
    /// The browser's storage does not have the file with this SHA-256. If a link waits for it, ask the person for it.
    NotStored(String),
    /// The page was reloaded: files that were open are opened again without a question.
    Reloaded,
    /// The list of files that the browser stores was read.
    Kept,
    /// The file with this name could not be opened. Unless the waiting link names another file, ask the person for the
    /// link's file.
    Failed(String),
    /// Follow this link of the page; Back undoes it.
    Follow(String),
    /// Follow this link of the page, and load its file without a question if it is a sample that is not open.
    FollowSample(String),
    /// The kernel with this name was taken out of an atlas and is current. If a link waits for it, show the link.
    TakenOut(String),
    /// The kernel with this name could not be taken out of an atlas.
    NotTakenOut(String),
    /// An atlas was opened; it may have the kernel that the link in the address bar names.
    AtlasCame,
    /// Open a file that a link carries: the packed text, and the name of the file that it was made from.
    Unpack(String, String),
}

/// A link that waits for its file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// The address in the link.
    pub address: Address,
    /// The name of another file that was opened while the link waits.
    pub other: Option<String>,
    /// Whether the person is not asked for the file yet: it is being read from the browser's storage, or it is a sample
    /// that is being loaded, or the page was reloaded and the list of stored files is not read yet.
    pub reading: bool,
}

impl Wanted {
    /// Whether the file is opened without a question: the link carries it, an atlas may have it, or it is being read
    /// ([`Wanted::reading`]).
    pub fn is_coming(&self) -> bool {
        self.reading
            || matches!(self.address.main_file(), Some(Source::Data { .. } | Source::Pad { .. } | Source::Atlas(_)))
    }
}

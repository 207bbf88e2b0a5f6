//! Messages about the files that were open last, and those that the browser stores.

use desk::FileId;

use crate::incoming::{NotKept, Remembered};

/// Messages about recent files and files that the browser stores.
#[derive(Clone, Debug)]
pub enum RecentMsg {
    /// The files whose bytes this browser stores were read.
    Remembered(Vec<Remembered>),
    /// Store a file's bytes in this browser.
    Remember(FileId),
    /// The bytes with this digest could not be stored for a reload of this tab.
    NotKept(String, NotKept),
    /// Delete the stored bytes with this digest.
    Forget(String),
    /// Open the stored file with this digest.
    OpenRemembered(String),
    /// The stored file with this digest is gone.
    Lost(String),
    /// The list was read, as [`Effect::SaveRecent`](super::Effect::SaveRecent) wrote it.
    List(String),
    /// Reopen the file with this digest, at its last view.
    Reopen(String),
    /// Remove the file with this digest from the list, and its stored bytes; none: all files.
    ForgetRecent(Option<String>),
}

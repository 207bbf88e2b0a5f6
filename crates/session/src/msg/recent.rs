//! Messages about the files that were open last, and those that the browser stores.

use desk::FileId;

use crate::incoming::{NotKept, Remembered};

/// Messages about recent files and files that the browser stores.
#[derive(Clone, Debug)]
pub enum RecentMsg {
    /// The browser's list of files whose bytes it stores was read.
    Remembered(Vec<Remembered>),
    /// Store a file's bytes in this browser.
    Remember(FileId),
    /// The bytes with this digest could not be stored for reloads of this tab.
    NotKept(String, NotKept),
    /// Delete the stored bytes with this digest.
    Forget(String),
    /// Open the stored file with this digest.
    OpenRemembered(String),
    /// The stored file with this digest is not there any more.
    Lost(String),
    /// The list of recent files was read, in the form that [`Effect::SaveRecent`](super::Effect::SaveRecent) has.
    List(String),
    /// Open the file with this digest again, as it was shown last.
    Reopen(String),
    /// Remove the file with this digest from the list, and its stored bytes; none: all files.
    ForgetRecent(Option<String>),
}

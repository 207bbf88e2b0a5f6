//! The effects that the session asks the browser to carry out.

use std::sync::Arc;

use desk::{FileId, Job, Lane};

use super::{BrowserHistory, PadEdit, Pane, Unpack};

/// An action that only the browser can do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Set the address bar.
    Address(String, BrowserHistory),
    /// Copy the first text; show the second text when that is done.
    Copy(String, String),
    /// Save a file with this name (first) and this text (second).
    Download(String, String),
    /// Save a file with this name and these bytes: text, an SVG or a blob.
    Save(String, Arc<[u8]>),
    /// Make a PNG of an SVG file and save it under this name.
    SavePng(String, Arc<[u8]>),
    /// Ask the desk; its answer comes as [`Msg::Desk`](super::Msg::Desk).
    Ask(Job),
    /// Cancel the desk's work in this lane.
    CancelJob(Lane),
    /// A file was closed: the desk can drop it.
    LeaveDesk(FileId),
    /// The desk does not respond: end its worker. The next question starts another one.
    RestartDesk,
    /// Copy the page's address with this fragment (first text); show the second text when that is done.
    CopyLink(String, String),
    /// Compute the SHA-256 of this file, after the next paint.
    Digest(FileId),
    /// Show the file dialog.
    FileDialog,
    /// Focus the search field; on the start page, the search of the atlas.
    FocusSearch,
    /// Put the focus back to where it was before a dialog or panel opened above the page.
    FocusBack,
    /// Change the text in the scratch pad's editor, or undo there.
    EditPad(PadEdit),
    /// Focus the view.
    FocusView,
    /// Focus the inspector.
    FocusInspector,
    /// Focus the next pane: list, view, inspector.
    NextPane,
    /// Open the menu Export, if the view has one.
    OpenExport,
    /// Show or hide the list on the left.
    ToggleList,
    /// On a narrow screen, show this pane, without moving the focus.
    Pane(Pane),
    /// Send back [`Msg::Picture`](super::Msg::Picture) with the page's theme: PNG (true) or SVG.
    Picture(bool),
    /// Switch to the next theme.
    ToggleTheme,
    /// Go back in the browser's history.
    HistoryBack,
    /// Go forward in the browser's history.
    HistoryForward,
    /// Store the settings, as these words.
    SaveSettings(String),
    /// Read the browser's file with this [key](crate::BrowserFile::key) by ranges; send the result as
    /// [`FilesMsg::Read`](super::FilesMsg::Read).
    Read(FileId, u32),
    /// Start a worker that unpacks or searches files; send its result as [`FilesMsg::Read`](super::FilesMsg::Read).
    Unpack(Unpack),
    /// End the worker that unpacks or searches: it has finished, or the person cancelled it.
    EndUnpacking,
    /// Load a sample of the page, or a file of a lesson.
    LoadSample(String),
    /// Load the file at this web address; the file gets this id.
    LoadUrl(FileId, String),
    /// Cancel the loading of a file from the web.
    EndLoading,
    /// Load the offered file with this index, and report it as if it had been dropped.
    LoadOffered(usize),
    /// Read the page's lesson with this name; its text comes as [`LearnMsg::Text`](super::LearnMsg::Text).
    LoadLesson(String),
    /// Store the progress in the lessons.
    SaveProgress(String),
    /// Focus the field for the log, below the program.
    FocusLog,
    /// Focus the slider over kernels, and scroll it into view.
    FocusSlide,
    /// Focus the step of the lesson.
    FocusLesson,
    /// Store the address at which btfscope is published.
    SaveSite(String),
    /// Store a file's bytes in this browser.
    Remember(FileId),
    /// Store a file's bytes until this tab is closed, so that a reload can open the file again.
    KeepForTab(FileId),
    /// Store the log (second) of the program with this digest until this tab is closed; an empty log deletes the stored
    /// one.
    StoreLog(String, Arc<str>),
    /// Send back the stored log of the program with this digest, if there is such a log, as
    /// [`LogMsg::Stored`](super::LogMsg::Stored).
    ReadLog(String),
    /// Delete the bytes with this digest, and the log, that were stored for reloads of this tab.
    LeaveTab(String),
    /// Delete the stored bytes with this digest.
    Forget(String),
    /// Read the stored bytes with these digests and open them, one after the other.
    OpenRemembered(Vec<String>),
    /// Store the list of recent files.
    SaveRecent(String),
}

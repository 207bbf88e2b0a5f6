//! Messages of atlases.

use std::sync::Arc;

use btf::TypeId;
use desk::FileId;
use model::atlas::Answer;
use model::path::Path;

/// An atlas that the page's server has beside the page's own, as the list there has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServerAtlas {
    /// Its address.
    pub address: String,
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// How many kernels it has.
    pub kernels: u32,
}

/// Messages about atlases.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AtlasMsg {
    /// The page comes with an atlas; its contents in words: `297 kernels of Debian, 5.10 to 7.2`.
    OnBoard(String),
    /// The page comes with an answer of its atlas.
    First(Box<Answer>),
    /// An atlas was dropped: its name and its bytes.
    Dropped(FileId, String, Arc<[u8]>),
    /// A sample came that is an atlas: its name, `KERNEL.atlas`, and its bytes. The kernel that it is named after is opened, and it is
    /// searched until the lesson ends.
    Sample(FileId, String, Arc<[u8]>),
    /// A lesson began, with this sample if it has an atlas of its own, or ended.
    Lesson(Option<String>),
    /// The server has these atlases, too. Nothing of them is fetched before one is chosen.
    OnServer(Vec<ServerAtlas>),
    /// Search this atlas: a dropped one, or none for the page's.
    Choose(Option<FileId>),
    /// Search all atlases.
    All,
    /// Ask the kernels of this distribution, too, or no longer.
    Distribution(String),
    /// Ask the kernels of all distributions.
    AllDistributions,
    /// Close a dropped atlas.
    Close(FileId),
    /// The text of the search changed: a type, a path or a function.
    Text(String),
    /// Ask for this type, path or function, as if it had been typed to its end.
    Example(String),
    /// Ask about the selection, and from now on whenever it changes.
    Selected,
    /// Show the history of the answer on the start page.
    History,
    /// Show the list of kernels.
    Kernels,
    /// Move in the names found, by this many rows.
    Step(i64),
    /// Show the history of the chosen name, or of the typed text.
    Enter,
    /// Show the history of this type, path or function.
    About(String),
    /// Show the History of this type or member of the current file.
    HistoryAt(TypeId, Path),
    /// Show the history of this text, which the current file need not have, in the panel.
    HistoryOf(String),
    /// Show or hide the list of kernels.
    List(bool),
    /// Ask which kernel of the atlas the current file is.
    Identify,
    /// List only kernels that match these words.
    Filter(String),
    /// Open the kernel of this name.
    Open(String),
    /// Open the kernel of this name at the type whose history is shown; true: at the selected field.
    OpenAt(String, bool),
    /// Show these kernels of the history in the view beside each other: which atlas's (0: the first), the kernel before if
    /// there is one, and the kernel, as indices into its kernels.
    Side(usize, Option<u32>, u32),
    /// Compare the selected type on two kernels, the older one first.
    Compare(String, String),
    /// Keep the names of the selected member apart, or take them for one again.
    Split(bool),
    /// Show in the inspector the code that reads the selected field on all kernels, or that for the kernel in view.
    ReadsAll(bool),
    /// Take the kernel of this name out of the atlas, because a link names it.
    TakeOut(String),
    /// The person cancelled taking a kernel out.
    Cancelled,
    /// Save a history as CSV. True: that of the selected field. The number: which atlas's (0: the first).
    Save(bool, usize),
    /// Save a history as a picture. The first two values as for `Save`; then PNG (true) or SVG, dark (true) or light.
    Picture(bool, usize, bool, bool),
}

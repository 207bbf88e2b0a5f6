//! Messages of atlases.

use std::sync::Arc;

use btf::TypeId;
use desk::FileId;
use model::atlas::Answer;
use model::path::Path;

/// An atlas on the page's server, in addition to the page's own, as the server's list describes it.
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
    /// The page comes with an atlas. The text says what is in it: `297 kernels of Debian, 5.10 to 7.2`.
    OnBoard(String),
    /// The page comes with an answer from its atlas.
    First(Box<Answer>),
    /// An atlas was dropped: its name and its bytes.
    Dropped(FileId, String, Arc<[u8]>),
    /// A sample that is an atlas was loaded: its name, `KERNEL.atlas`, and its bytes. The kernel after which the sample
    /// is named is opened, and the atlas is searched until the lesson ends.
    Sample(FileId, String, Arc<[u8]>),
    /// A lesson began, or ended. The name of the sample that is the lesson's own atlas; none if the lesson has no
    /// atlas, and at the end.
    Lesson(Option<String>),
    /// The server has these atlases, too. Nothing of an atlas is fetched before the person chooses it.
    OnServer(Vec<ServerAtlas>),
    /// Search this atlas: a dropped one, or none for the page's.
    Choose(Option<FileId>),
    /// Search all atlases.
    All,
    /// Choose this distribution, or drop the choice.
    Distribution(String),
    /// Ask the kernels of all distributions.
    AllDistributions,
    /// Close a dropped atlas.
    Close(FileId),
    /// The text of the search changed: a type, a path or a function.
    Text(String),
    /// Ask for this type, path or function, as if the person had typed all of it.
    Example(String),
    /// Ask an atlas about the selection, now and whenever the selection changes.
    Selected,
    /// Show the history of the type, path or function that the answer on the start page is about.
    History,
    /// Open the panel, with the list of kernels.
    Kernels,
    /// Move by this many rows in the list of names.
    Step(i64),
    /// Show the history of the chosen name, or of the typed text.
    Enter,
    /// Show the history of this type, path or function in the panel.
    About(String),
    /// Show the view History of this type or member of the current file.
    HistoryAt(TypeId, Path),
    /// Show the history of this name or path in the panel; the current file need not have it.
    HistoryOf(String),
    /// In the panel, show or hide the list of kernels.
    List(bool),
    /// Ask which kernel of the atlas the current file is.
    Identify,
    /// Ask which kernels of the atlas this BTF continues. It is the BTF of a module whose kernel is not open.
    Continued(Arc<[u8]>),
    /// List only kernels that match these words.
    Filter(String),
    /// Open the kernel of this name.
    Open(String),
    /// Open the kernel of this name, at the type whose history is shown; true: at the selected field.
    OpenAt(String, bool),
    /// In the view History, show two kernels of a history beside each other: the index of the atlas whose history it is
    /// (0: the first), the kernel before (if any), and the kernel after. Kernels are indices into the kernels of the
    /// history.
    Side(usize, Option<u32>, u32),
    /// Compare the selected type on two kernels, the older one first.
    Compare(String, String),
    /// Show the history of the member under its present name only (true), or under all names that it had.
    Split(bool),
    /// In the inspector, show the code that reads the selected field on all kernels (true), or the code for the open
    /// kernel.
    ReadsAll(bool),
    /// Take the kernel with this name out of the atlas, because a link or a lesson names it.
    TakeOut(String),
    /// The person cancelled taking a kernel out.
    Cancelled,
    /// Draw all steps of the history with this title.
    AllSteps(String),
    /// Save a history as CSV: of the selected field (true) or of the type (false), from the atlas with this index.
    Save(bool, usize),
    /// Save a history as a picture. The first two values are as in `Save`; then PNG (true) or SVG, dark (true) or
    /// light.
    Picture(bool, usize, bool, bool),
}

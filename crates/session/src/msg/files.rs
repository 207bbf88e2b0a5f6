//! Messages about files on their way in and out.

use std::sync::Arc;

use desk::archive::ArchiveView;
use desk::{Amount, FileId, FileInput, Problem};
use model::print::DumpFormat;

use crate::incoming::Reading;

/// Messages about files.
#[derive(Clone, Debug)]
pub enum FilesMsg {
    /// These files were dropped, chosen or pasted, together.
    Given(Vec<BrowserFile>),
    /// A file was read, as [`Effect::Read`](super::Effect::Read) or [`Effect::Unpack`](super::Effect::Unpack) asked.
    Read(FileId, ReadResult),
    /// Progress of reading a file; the text is the current step, if it changed.
    Progress(FileId, Option<String>, Amount),
    /// A file was loaded from the web, as [`Effect::LoadUrl`](super::Effect::LoadUrl) asked.
    Loaded(FileId, BrowserFile),
    /// A file was opened that needs no reading: a sample, or one that the browser stores, an atlas has, or a link carries.
    Opened(Box<FileInput>),
    /// Such a file could not be opened.
    Failed(Problem),
    /// The person closed a problem: its index in the list.
    Dismiss(usize),
    /// The person closed the alert of a module that waits for its kernel: its index in the list.
    DropWaiting(usize),
    /// The digest of a file was computed.
    Digest(FileId, String),
    /// The browser cannot compute the digest of a file (it does so only in a secure context, as https): ask the desk.
    AskDigest(FileId),
    /// Make this file the current one.
    Switch(FileId),
    /// Close this file.
    Close(FileId),
    /// Print the whole file, in the worker, and save it.
    Print(FileId, DumpFormat),
    /// Open another file with types made from this file's debug information.
    FromDwarf(FileId),
    /// Read this kernel header anew, with the layouts of the machine of this name.
    Machine(FileId, String),
    /// Load one of the page's samples.
    LoadSample(String),
    /// Ask the person whether to load the file at this address.
    AskUrl(String),
    /// Load the file at this address: the person agreed.
    LoadUrl(String),
    /// The desk starts work that has a bar from its beginning.
    Reading(Reading),
    /// The bar's button was clicked: cancel the work, or restart the desk.
    CancelReading,
    /// The person chose an entry of the archive.
    ChooseEntry(u32),
    /// The person closed the archive without a choice.
    CloseArchive,
    /// The server of the page has these files for the person (`btfscope view FOLDER`). `true`: nothing else is opened.
    Offered(Vec<OfferedFile>, bool),
    /// The person chose an offered file: its index in the list.
    ChooseOffered(usize),
}

/// A file that the server of the page has, and that is loaded when the person chooses it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OfferedFile {
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
}

/// A file of the browser's, before it is read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrowserFile {
    /// The page's number for the file; effects name it.
    pub key: u32,
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// Time of the last change, in milliseconds since 1970.
    pub modified: u64,
}

/// The result of reading a file.
#[derive(Clone, Debug)]
pub enum ReadResult {
    /// It has BTF, or it is a program without BTF.
    Opened(Box<FileInput>),
    /// It must be unpacked or searched by a worker.
    LongWork,
    /// It is an archive; the person must choose an entry.
    Listed(ArchiveView),
    /// It is the log of a verifier or loader, with this text.
    Log(String),
    /// It is a lesson, with this text.
    Lesson(String),
    /// It is an atlas: its bytes.
    Atlas(Arc<[u8]>),
    /// It could not be opened.
    Failed(Problem),
}

/// The job of a worker that unpacks or searches files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unpack {
    /// The id of the resulting file.
    pub id: FileId,
    /// The name of the first file.
    pub name: String,
    /// The file, then others with more of its debug information: [`BrowserFile::key`]s.
    pub files: Vec<u32>,
    /// The chosen entry of the first file, if that is an archive.
    pub entry: Option<u32>,
    /// Where its types come from.
    pub types: TypesFrom,
}

/// Where the types of a file come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypesFrom {
    /// From what it holds: its BTF, or else what BTF can be made of.
    File,
    /// From its debug information, whether it has BTF or not.
    DebugInfo,
    /// From its C, with the layouts of the machine of this name.
    Header(String),
}

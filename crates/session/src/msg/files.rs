//! Messages about opening, printing and closing files.

use std::sync::Arc;

use desk::archive::ArchiveView;
use desk::{Amount, FileId, FileInput, Problem};
use model::print::DumpFormat;

use crate::incoming::Reading;

/// Messages about files.
#[derive(Clone, Debug)]
pub enum FilesMsg {
    /// These files were dropped, chosen or pasted together.
    Given(Vec<BrowserFile>),
    /// A file was read, as [`Effect::Read`](super::Effect::Read) or [`Effect::Unpack`](super::Effect::Unpack) asked.
    Read(FileId, ReadResult),
    /// Progress of reading a file; the text is the current step, if it changed.
    Progress(FileId, Option<String>, Amount),
    /// A file was loaded from the web, as [`Effect::LoadUrl`](super::Effect::LoadUrl) asked.
    Loaded(FileId, BrowserFile),
    /// A file that need not be read is there: a sample, or a file from the browser's storage, an atlas, a link or
    /// another open file.
    Opened(Box<FileInput>),
    /// A file could not be opened: a file that need not be read ([`FilesMsg::Opened`]), a file from the web, or a file
    /// that was read but cannot be decoded.
    Failed(Problem),
    /// Something else than a file on its way in has a problem: a link, a lesson, an atlas. No link waits for it.
    Problem(Problem),
    /// Remove the problems under this name that belong to no file: their cause is gone.
    Settled(String),
    /// The person closed a problem: its index in the list.
    Dismiss(usize),
    /// The person closed the alert of a module that waits for its kernel: its index in the list.
    DropWaiting(usize),
    /// The digest of a file was computed.
    Digest(FileId, String),
    /// The desk must compute the digest of a file. The browser can do this only in a secure context (https), and the
    /// page is not in one.
    AskDigest(FileId),
    /// Make this file the current one.
    Switch(FileId),
    /// Close this file.
    Close(FileId),
    /// Print the types of the whole file in the worker, and save the text.
    Print(FileId, DumpFormat),
    /// Open another file with types made from this file's debug information.
    FromDwarf(FileId),
    /// Read this kernel header again, with the layouts of the machine with this name.
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
    /// The server of the page offers these files (`btfscope view FOLDER`). `true`: no other file is being opened.
    Offered(Vec<OfferedFile>, bool),
    /// The person chose an offered file: its index in the list.
    ChooseOffered(usize),
}

/// A file that the server of the page has; it is loaded when the person chooses it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OfferedFile {
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
}

/// A file of the browser, before it is read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrowserFile {
    /// The number that the page gave the file, for effects.
    pub key: u32,
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// The time of its last change, in milliseconds since 1970.
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
    /// The [`BrowserFile::key`]s: first of the file, then of other files that have more of its debug information.
    pub files: Vec<u32>,
    /// The index of the chosen entry, if the first file is an archive.
    pub entry: Option<u32>,
    /// The source of its types.
    pub types: TypesFrom,
}

/// The source of a file's types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypesFrom {
    /// The file's BTF. If it has none: its debug information, or its C code.
    File,
    /// Its debug information, even if it has BTF.
    DebugInfo,
    /// Its C code, with the layouts of the machine with this name.
    Header(String),
}

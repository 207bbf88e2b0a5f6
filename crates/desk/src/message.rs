//! The messages between page and worker.

use std::sync::Arc;

use btf::Btf;
use model::extras::Extras;
use model::kind::FileKind;
use wire::Wire;

use super::{Answer, Job};
use crate::Problem;
use crate::archive::ArchiveView;
use crate::{FileId, FileInput};

/// A message from the page.
#[derive(Clone, Debug, Wire)]
pub enum ToDesk {
    /// Keep a file for later jobs.
    Keep(Keep),
    /// Drop a file.
    Forget(FileId),
    /// Do this job. The answer repeats the number.
    Ask(u32, Job),
    /// Open the file of this name, whose handle travels beside the message; if it is an archive, the entry with this
    /// index. For a worker that opens one file and ends.
    Open(String, Option<u32>),
    /// As [`ToDesk::Open`], but make the types from the file's debug information.
    Dwarf(String, Option<u32>),
    /// As [`ToDesk::Open`], for a kernel header: the last text names the machine whose layouts are used.
    Header(String, Option<u32>, String),
    /// The address of the page's atlas. Nothing is fetched before a question needs it.
    Atlas(String),
}

/// How much of a piece of work is done.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Amount {
    /// The part that is done.
    pub done: u64,
    /// The whole; 0 if unknown.
    pub total: u64,
    /// The unit: `units`, `types`; empty for bytes.
    pub of: String,
}

impl Amount {
    /// An amount of bytes.
    pub fn bytes(done: u64, total: u64) -> Amount {
        Amount { done, total, of: String::new() }
    }

    /// An amount in this unit.
    pub fn of(of: &str, done: u64, total: u64) -> Amount {
        Amount { done, total, of: of.to_owned() }
    }

    /// The part that is done in percent, 0 to 100; none if the whole is unknown.
    pub fn percent(&self) -> Option<u32> {
        let (done, total) = (u128::from(self.done), u128::from(self.total));
        (total > 0).then(|| (done.min(total) * 100 / total) as u32)
    }
}

/// A message from the worker.
#[derive(Clone, Debug, Wire)]
pub enum FromDesk {
    /// The worker is loaded.
    Ready,
    /// Progress of the job or the file: the current step, and how much of it is done.
    Progress(String, Amount),
    /// The answer of a job, by its number.
    Answered(u32, Result<Answer, Box<Problem>>),
    /// A file was opened.
    Opened(Box<FileInput>),
    /// A file is an archive, and the person must choose an entry.
    Listed(ArchiveView),
    /// A file could not be opened.
    Failed(Problem),
    /// A message cannot be read, because page and worker are of different builds. Its job gets no answer.
    Unreadable,
    /// [`crate::TICK_MS`] milliseconds have passed. Sent by the [`crate::Line`], not by the worker.
    Tick,
}

/// A file for the desk.
#[derive(Clone, Debug, Wire)]
pub struct Keep {
    /// Its id in jobs.
    pub id: FileId,
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: FileKind,
    /// The open file that is its base. The desk has it already.
    pub base: Option<FileId>,
    /// The bytes of `.BTF`, after the bytes of the bases that are not open files. Each blob continues the one before.
    pub blobs: Vec<Arc<[u8]>>,
    /// The bytes of `.BTF.ext`.
    pub ext: Option<Arc<[u8]>>,
    /// The whole object file, for a program.
    pub object: Option<Arc<[u8]>>,
    /// The size of a pointer in bytes.
    pub pointer_size: u32,
    /// The sections that it has beside its types.
    pub extras: Extras,
    /// Whether its base is the file's own distilled base (`.BTF.base`).
    pub distilled: bool,
    /// Where the bytes are, if the file is an atlas. Then only `id` and `name` have a meaning among the other fields.
    pub atlas: Option<KeptAtlas>,
}

/// Where the bytes of an atlas are.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub enum KeptAtlas {
    /// In this message: the atlas was dropped on the page, or came as a sample.
    Bytes(Arc<[u8]>),
    /// On the server of the page, at this address: parts are fetched when a question needs them.
    Served(String),
}

impl Keep {
    /// A file without contents, to be completed by struct update.
    pub fn new(id: FileId, name: String) -> Keep {
        Keep {
            id,
            name,
            kind: FileKind::Raw,
            base: None,
            blobs: Vec::new(),
            ext: None,
            object: None,
            pointer_size: 8,
            extras: Extras::default(),
            distilled: false,
            atlas: None,
        }
    }

    /// A file that consists of one blob, without a base or other sections.
    pub fn blob(id: FileId, name: String, btf: &Btf) -> Keep {
        Keep { blobs: vec![btf.shared_bytes()], pointer_size: btf.pointer_size(), ..Keep::new(id, name) }
    }
}

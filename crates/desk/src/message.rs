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

/// From the page.
#[derive(Clone, Debug, Wire)]
pub enum ToDesk {
    /// Keep a file for jobs to come.
    Keep(Keep),
    /// Drop a file.
    Forget(FileId),
    /// Do this. The number is said again with the answer.
    Ask(u32, Job),
    /// Open the file that is beside, of this name; or one entry of it when it is an archive. For a worker that does nothing else.
    Open(String, Option<u32>),
    /// Open the file that is beside, of this name, or one entry of it when it is an archive, with types made of its debug information.
    /// For a worker that does nothing else.
    Dwarf(String, Option<u32>),
    /// Where the atlas that the page comes with is: an address. Nothing is fetched before something is asked.
    Atlas(String),
}

/// How much is done.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Amount {
    /// What is done.
    pub done: u64,
    /// All that there is; 0 when that is not known.
    pub total: u64,
    /// What is counted: `units`. Empty: bytes.
    pub of: String,
}

impl Amount {
    /// An amount of bytes.
    pub fn bytes(done: u64, total: u64) -> Amount {
        Amount { done, total, of: String::new() }
    }

    /// An amount of what is counted.
    pub fn of(of: &str, done: u64, total: u64) -> Amount {
        Amount { done, total, of: of.to_owned() }
    }

    /// How much of it is done, in percent, where that is known.
    pub fn percent(&self) -> Option<u32> {
        let (done, total) = (u128::from(self.done), u128::from(self.total));
        (total > 0).then(|| (done.min(total) * 100 / total) as u32)
    }
}

/// From the worker.
#[derive(Clone, Debug, Wire)]
pub enum FromDesk {
    /// The worker listens.
    Ready,
    /// How far the job or the file is: what is done, and how much of it.
    Progress(String, Amount),
    /// A job is done.
    Answered(u32, Result<Answer, Box<Problem>>),
    /// A file is open.
    Opened(Box<FileInput>),
    /// A file is an archive, an entry of which is to be chosen.
    Listed(ArchiveView),
    /// A file could not be opened.
    Failed(Problem),
    /// A message that came cannot be read: page and worker are of different builds. What was asked gets no answer.
    Unreadable,
    /// [`crate::TICK_MS`] have gone by. It is the [`crate::Line`] that says so, not the worker.
    Tick,
}

/// A file for the desk.
#[derive(Clone, Debug, Wire)]
pub struct Keep {
    /// What jobs call it.
    pub id: FileId,
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: FileKind,
    /// The open file that is its base. It is on the desk already.
    pub base: Option<FileId>,
    /// Its `.BTF` bytes, after those of the bases that are not open files, the outermost first.
    pub blobs: Vec<Arc<[u8]>>,
    /// Its `.BTF.ext` bytes.
    pub ext: Option<Arc<[u8]>>,
    /// The whole object, of a program.
    pub object: Option<Arc<[u8]>>,
    /// Bytes of a pointer.
    pub pointer_size: u32,
    /// What it has beside its types.
    pub extras: Extras,
    /// It stands on the distilled base that it brought.
    pub distilled: bool,
    /// The bytes of an atlas: it has nothing else.
    pub atlas: Option<Arc<[u8]>>,
}

impl Keep {
    /// A file that is one blob, without a base and with nothing beside its types.
    pub fn blob(id: FileId, name: String, btf: &Btf) -> Keep {
        Keep {
            id,
            name,
            kind: FileKind::Raw,
            base: None,
            blobs: vec![btf.shared_bytes()],
            ext: None,
            object: None,
            pointer_size: btf.pointer_size(),
            extras: Extras::default(),
            distilled: false,
            atlas: None,
        }
    }
}

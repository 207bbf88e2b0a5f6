//! What the page tells of files that are not (yet) open: problems, modules without their kernel, links without their file.

use btf::ErrorKind;
use wire::wire;

use crate::address::{Address, Source};
use crate::desk::Sort;
use crate::file::{FileId, FileInput};

/// What problems of links name in place of a file.
pub(crate) const THIS_LINK: &str = "This link";

/// Something that went wrong with a file, to be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The file's name.
    pub file: String,
    /// One sentence: what is wrong.
    pub message: String,
    /// What was expected, when that helps.
    pub expected: Option<String>,
    /// What was found instead.
    pub found: Option<String>,
    /// The byte of the file it is about.
    pub at: Option<u64>,
    /// The open file with a partial model, and the byte of its `.BTF` to go to.
    pub go: Option<(FileId, u32)>,
}
wire!(struct Problem { file, message, expected, found, at, go });

impl Problem {
    /// A problem of decoding, in words.
    pub fn of_decode(file: &str, section: &str, e: &btf::Error) -> Problem {
        let mut found = None;
        let mut expected = None;
        if let ErrorKind::BadMagic { found: bytes } = &e.kind {
            expected = Some("the BTF magic, 9f eb or eb 9f".to_string());
            found = Some(format!("{:02x} {:02x}", bytes[0], bytes[1]));
        }
        Problem {
            file: file.to_string(),
            message: format!("{section}: {e}"),
            expected,
            found,
            at: Some(e.range.start.into()),
            go: None,
        }
    }

    pub(super) fn of_link(message: String, found: Option<String>) -> Problem {
        Problem { file: THIS_LINK.into(), message, expected: None, found, at: None, go: None }
    }
}

/// A module whose kernel is not open.
#[derive(Clone, Debug)]
pub struct Waiting {
    /// The module.
    pub input: FileInput,
    /// Why each of the open kernels does not fit, when there are any.
    pub misfit: Option<String>,
}

/// A link whose file is not open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// What to show.
    pub address: Address,
    /// The file that was opened for it is another one: its name.
    pub other: Option<String>,
    /// The browser has the file, and it is being read: nothing is asked.
    pub reading: bool,
}

impl Wanted {
    /// The file is in the link, or the browser has it: nothing has to be asked.
    pub fn is_coming(&self) -> bool {
        self.reading || matches!(self.address.main_file(), Some(Source::Data { .. } | Source::Pad { .. }))
    }
}

/// A file that is being read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Its name.
    pub name: String,
    /// What is done: `unpacking xz`.
    pub what: String,
    /// Bytes that were read.
    pub done: u64,
    /// Bytes in all; 0 when that is not known.
    pub total: u64,
    /// It is the desk that works; none when a file is opened.
    pub job: Option<Sort>,
}

/// A file whose bytes this browser keeps, because the person asked for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remembered {
    /// Its digest: what links know it by.
    pub sha256: String,
    /// Its name.
    pub name: String,
}

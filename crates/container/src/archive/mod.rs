//! Archives and packages: what is in them, to choose from.

pub(crate) mod cpio;
pub(crate) mod deb;
pub(crate) mod list;
pub(crate) mod rpm;
pub(crate) mod tar;

use std::io::{self, Read};
use std::ops::ControlFlow;

use crate::opened::Layer;
use crate::shape::Wrapping;

/// An archive that was looked through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Archive {
    /// The file's name.
    pub name: String,
    /// How many bytes the file has.
    pub file_len: u64,
    /// What it is.
    pub what: Wrapping,
    /// What was unpacked to get at it, from the outside.
    pub layers: Vec<Layer>,
    /// What may hold BTF: kernel images first, then programs and BTF, then modules by name.
    pub entries: Vec<Entry>,
    /// How many files there are besides.
    pub others: u64,
    /// What a person should know. Sentences without their full stop.
    pub notes: Vec<String>,
}

/// A file in an archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its place among all files of the archive, from 0: what [`crate::unpack_entry`] asks for.
    pub index: u32,
    /// Its path, without `./` in front.
    pub path: String,
    /// How many bytes it has in the archive; a module may be compressed.
    pub size: u64,
    /// What it seems to be, by its path and its first bytes.
    pub kind: EntryKind,
}

/// What a file in an archive seems to be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EntryKind {
    /// A kernel image.
    Kernel,
    /// A BPF program object.
    Program,
    /// Raw BTF.
    Btf,
    /// A module.
    Module,
}

impl EntryKind {
    /// `"kernel"`, `"program"`, `"BTF"`, `"module"`.
    pub fn as_str(self) -> &'static str {
        match self {
            EntryKind::Kernel => "kernel",
            EntryKind::Program => "program",
            EntryKind::Btf => "BTF",
            EntryKind::Module => "module",
        }
    }
}

/// A file's head as an archive has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FileHead {
    /// Its path.
    pub(crate) path: String,
    /// Its size in bytes.
    pub(crate) size: u64,
}

/// Called for each file with a reader of exactly its bytes, of which it may leave some. To break ends the walk.
pub(crate) type OnFile<'a> = dyn FnMut(&FileHead, &mut dyn Read) -> io::Result<ControlFlow<()>> + 'a;

/// A path as it is shown: no `./` or `/` in front, no control characters, not without end.
pub(crate) fn clean_path(bytes: &[u8]) -> String {
    const MAX: usize = 4096;
    let text = String::from_utf8_lossy(bytes.get(..MAX).unwrap_or(bytes));
    let text = text.trim_start_matches("./").trim_start_matches('/');
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// Reads as much of `buf` as there is, and tells how much that was.
pub(crate) fn read_full(reader: &mut dyn Read, buf: &mut [u8]) -> io::Result<usize> {
    let mut done = 0;
    while let Some(rest) = buf.get_mut(done..).filter(|rest| !rest.is_empty()) {
        match reader.read(rest) {
            Ok(0) => break,
            Ok(count) => done += count,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    Ok(done)
}

/// Passes over bytes.
pub(crate) fn skip(reader: &mut dyn Read, count: u64) -> io::Result<()> {
    let skipped = io::copy(&mut reader.take(count), &mut io::sink())?;
    if skipped == count { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

//! Archives and packages: the list of their files.

pub(crate) mod ar;
pub(crate) mod cpio;
pub(crate) mod deb;
pub(crate) mod list;
pub(crate) mod rpm;
mod sparse;
pub(crate) mod tar;
pub(crate) mod zip;

use std::io::{self, Read};
use std::ops::ControlFlow;

use crate::error::OpenError;
use crate::opened::Layer;
use crate::shape::Wrapping;

/// The list of an archive's files.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Archive {
    /// The file's name.
    pub name: String,
    /// How many bytes the file has.
    pub file_len: u64,
    /// The format of the archive.
    pub what: Wrapping,
    /// The layers that were unpacked to get at it, outermost first.
    pub layers: Vec<Layer>,
    /// The files that may hold BTF: kernel images first, then programs, BTF, modules, and files with debug information;
    /// files of one kind by path. If the file is a binary with BPF objects in it ([`Wrapping::Binary`]): the objects in
    /// the order of their offsets, then its BTFs in that order.
    pub entries: Vec<Entry>,
    /// How many other files it has.
    pub others: u64,
    /// The archive's damage, if any: the files before it were listed.
    pub damage: Option<Box<OpenError>>,
    /// Notes for a person. Sentences without their full stop.
    pub notes: Vec<String>,
}

/// A file in an archive.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Entry {
    /// The number to give to [`crate::unpack_entry`]: its index among all files of the archive, from 0. For a BPF
    /// object within such a file, the file's index and the object's index are packed into the number.
    pub index: u32,
    /// Its path, without `./` in front.
    pub path: String,
    /// How many bytes it has when it is taken out of the archive; a module may then still be compressed.
    pub size: u64,
    /// The kind of the file.
    pub kind: EntryKind,
}

/// The most BPF objects that are kept from one file of an archive: as many as a [`Place`] can number.
pub(crate) const MAX_OBJECTS: usize = 1 << (31 - Place::FILE_BITS);

/// Where an entry is. [`Place::index`] makes an [`Entry::index`] of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    /// The index of the file in the archive.
    pub(crate) file: u32,
    /// The index of the BPF object within that file; none for the file itself.
    pub(crate) object: Option<u32>,
}

impl Place {
    /// This bit is set in an index that packs the number of an object with the number of its file.
    const PACKED: u32 = 1 << 31;

    /// Bits of the file's number in such an index; the object's number has the other bits.
    const FILE_BITS: u32 = 20;

    /// The index; none when the numbers are too large to be packed.
    pub(crate) fn index(self) -> Option<u32> {
        let Some(object) = self.object else { return (self.file < Place::PACKED).then_some(self.file) };
        let fits = self.file < 1 << Place::FILE_BITS && (object as usize) < MAX_OBJECTS;
        fits.then_some(Place::PACKED | object << Place::FILE_BITS | self.file)
    }

    pub(crate) fn of_index(index: u32) -> Place {
        if index & Place::PACKED == 0 {
            return Place { file: index, object: None };
        }
        let file = index & ((1 << Place::FILE_BITS) - 1);
        Place { file, object: Some((index & !Place::PACKED) >> Place::FILE_BITS) }
    }
}

/// Why a path does not name one file of an archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EntryError {
    /// No file that may hold BTF has this path, or a path that ends in it.
    None,
    /// Several files have a path that ends in this path; two of their paths are given.
    Several(String, String),
}

impl Archive {
    /// The [`Entry::index`] of the kernel, if the archive has exactly one: a person who opens a kernel's package
    /// without naming a file means the kernel, not a module.
    pub fn only_kernel(&self) -> Option<u32> {
        let mut kernels = self.entries.iter().filter(|e| e.kind == EntryKind::Kernel);
        let first = kernels.next()?;
        kernels.next().is_none().then_some(first.index)
    }

    /// The [`Entry::index`] of the file with this path, or of the only file whose path ends in a slash and this path.
    ///
    /// # Errors
    /// When there is none, or more than one.
    pub fn find(&self, path: &str) -> Result<u32, EntryError> {
        if let Some(exact) = self.entries.iter().find(|e| e.path == path) {
            return Ok(exact.index);
        }
        let is_end = |whole: &str| {
            whole.strip_suffix(path).is_some_and(|rest| rest.is_empty() || rest.ends_with('/') || path.starts_with('/'))
        };
        let mut found = self.entries.iter().filter(|e| is_end(&e.path));
        match (found.next(), found.next()) {
            (Some(one), None) => Ok(one.index),
            (Some(a), Some(b)) => Err(EntryError::Several(a.path.clone(), b.path.clone())),
            (None, _) => Err(EntryError::None),
        }
    }

    /// The paths of the first files that may hold BTF, as the end of a message.
    pub fn some_entries(&self) -> String {
        const SOME: usize = 4;
        let paths: Vec<&str> = self.entries.iter().take(SOME).map(|e| e.path.as_str()).collect();
        match self.entries.len() {
            0 => "none of its files may hold BTF".to_owned(),
            n if n > SOME => format!("its {n} files that may hold BTF: {}, …", paths.join(", ")),
            _ => format!("its files that may hold BTF: {}", paths.join(", ")),
        }
    }
}

btf::named! {
    /// The kind of a file in an archive, by its path, size and first bytes. If these do not tell it, the rest of the
    /// file may be searched for debug information.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum EntryKind {
        /// A kernel image.
        Kernel = "kernel";
        /// A BPF program object.
        Program = "program";
        /// Raw BTF.
        Btf = "BTF";
        /// A module.
        Module = "module";
        /// An ELF file with debug information, from which types can be made.
        Debug = "debug";
    }
    /// `"kernel"`, `"program"`, `"BTF"`, `"module"`, `"debug"`.
    pub fn as_str;
}

/// The path of a file, for display ([`clean_path`]), and its size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FileHead {
    /// Its path.
    pub(crate) path: String,
    /// Its size in bytes.
    pub(crate) size: u64,
}

/// Called for each file with a reader of exactly the file's bytes, which the callback need not read to the end. A break
/// ends the walk.
pub(crate) type OnFile<'a> = dyn FnMut(&FileHead, &mut dyn Read) -> io::Result<ControlFlow<()>> + 'a;

/// A path for display: without `./` or `/` in front, as text of one line ([`btf::visible`]), of bounded length.
pub(crate) fn clean_path(bytes: &[u8]) -> String {
    const MAX: usize = 4096;
    let text = btf::visible(bytes.get(..MAX).unwrap_or(bytes));
    text.trim_start_matches("./").trim_start_matches('/').to_owned()
}

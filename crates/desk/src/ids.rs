//! The ids of open files.

use wire::Wire;

/// The id of a file, given when it is read and never reused while the page lives. Names do not identify files: two
/// files may have the same name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Wire)]
pub struct FileId(pub u32);

/// The two files that are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Wire)]
pub struct Pair {
    /// The older file: programs were built for it.
    pub old: FileId,
    /// The newer file: programs should run on it.
    pub new: FileId,
}

impl Pair {
    /// Whether this file is one of the two.
    pub fn has(self, id: FileId) -> bool {
        self.old == id || self.new == id
    }

    /// The other file of the two.
    pub fn other(self, id: FileId) -> FileId {
        if self.old == id { self.new } else { self.old }
    }

    /// Both ids, the older file first.
    pub(crate) fn files(self) -> Vec<FileId> {
        vec![self.old, self.new]
    }

    /// The pair with older and newer exchanged.
    pub fn flipped(self) -> Pair {
        Pair { old: self.new, new: self.old }
    }
}

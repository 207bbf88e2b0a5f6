//! The ids of open files.

use wire::Wire;

/// The id of a file, unique from the moment when one is read and for as long as the page lives. Names do not: two files may have one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Wire)]
pub struct FileId(pub u32);

/// The two files that are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Wire)]
pub struct Pair {
    /// The one that programs were made for.
    pub old: FileId,
    /// The one that they are to run on.
    pub new: FileId,
}

impl Pair {
    /// Whether it is one of the two.
    pub fn has(self, id: FileId) -> bool {
        self.old == id || self.new == id
    }

    /// The other one.
    pub fn other(self, id: FileId) -> FileId {
        if self.old == id { self.new } else { self.old }
    }

    /// Both.
    pub(crate) fn files(self) -> Vec<FileId> {
        vec![self.old, self.new]
    }

    /// The other way round.
    pub fn flipped(self) -> Pair {
        Pair { old: self.new, new: self.old }
    }
}

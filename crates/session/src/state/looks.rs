//! The features that exist once for each open file.

use std::collections::BTreeMap;
use std::ops::Index;

use desk::FileId;

use super::feature::each_feature;

macro_rules! define {
    (page { $($page:tt)* } file { $($(#[$doc:meta])* $field:ident: $type:ty, reads $reads:tt $(<- $variant:ident($msg:ty))?;)* }) => {
        /// The features of one file.
        #[derive(Debug, Default)]
        pub struct FileLook { $($(#[$doc])* pub $field: $type,)* }
    };
}

each_feature!(define);

/// The features of each open file, by its id.
#[derive(Debug, Default)]
pub struct Looks {
    of: BTreeMap<FileId, FileLook>,
    /// Returned by `index` for a file that is not open.
    nothing: FileLook,
}

impl Looks {
    /// The features of an open file, to change them.
    pub(crate) fn of_mut(&mut self, id: FileId) -> Option<&mut FileLook> {
        self.of.get_mut(&id)
    }

    /// Adds the features of a new file.
    pub(crate) fn open(&mut self, id: FileId) {
        self.of.insert(id, FileLook::default());
    }

    /// Removes and returns the features of a closed file.
    pub(crate) fn close(&mut self, id: FileId) -> Option<FileLook> {
        self.of.remove(&id)
    }
}

impl Index<FileId> for Looks {
    type Output = FileLook;

    fn index(&self, id: FileId) -> &FileLook {
        self.of.get(&id).unwrap_or(&self.nothing)
    }
}

//! The features that each open file has for itself.

use std::collections::BTreeMap;
use std::ops::Index;

use desk::FileId;

use super::feature::each_feature;

macro_rules! define {
    (page { $($page:tt)* } file { $($(#[$doc:meta])* $field:ident: $type:ty, reads $reads:tt $(<- $variant:ident($msg:ty))?;)* }) => {
        /// What is looked at in one file.
        #[derive(Debug, Default)]
        pub struct FileLook { $($(#[$doc])* pub $field: $type,)* }
    };
}

each_feature!(define);

/// What is looked at in each open file.
#[derive(Debug, Default)]
pub struct Looks {
    of: BTreeMap<FileId, FileLook>,
    /// Of a file that is not open nothing is looked at.
    nothing: FileLook,
}

impl Looks {
    /// To change what is looked at in an open file.
    pub(crate) fn of_mut(&mut self, id: FileId) -> Option<&mut FileLook> {
        self.of.get_mut(&id)
    }

    /// A file was opened.
    pub(crate) fn open(&mut self, id: FileId) {
        self.of.insert(id, FileLook::default());
    }

    /// A file was closed.
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

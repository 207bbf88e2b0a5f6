//! The features that exist once for each open file.

use std::collections::BTreeMap;
use std::ops::Index;

use desk::FileId;

/// Calls a macro with the given tokens and then with the features of a file, in the order in which they reconcile. Each
/// feature is given by its field, its type, the parts that it reads, and, if it has messages, its variant of
/// [`Msg`](crate::Msg). The parts before the semicolon are fields of the session; the parts after it are other features
/// of the same file.
macro_rules! each_file_feature {
    ($then:ident $($before:tt)*) => {
        $then! {
            $($before)*
            file {
                /// The functions, maps and globals of a program.
                program: crate::look::program::ProgramLook, reads [seen;] <- Program;
                /// The log of a program.
                log: crate::look::log::LogLook, reads [seen; program] <- Log;
                /// The CO-RE relocations of a program.
                core: crate::look::relocations::CoreLook, reads [seen;] <- Core;
                /// The slider: what a relocation becomes on the kernels of an atlas.
                slide: crate::look::slide::SlideLook, reads [seen, atlas; core] <- Slide;
                /// On which kernels a program loads.
                fits: crate::look::fits::FitsLook, reads [seen, atlas;] <- Fits;
                /// The lists that a file has beside its types.
                lists: crate::look::kernel_lists::ListsLook, reads [seen;] <- Lists;
                /// Values: pasted bytes, decoded as types of the file.
                values: crate::look::values::ValuesLook, reads [seen;] <- Values;
                /// Symbols for the assembler listing.
                listing: crate::look::listing::ListingLook, reads [seen;];
            }
        }
    };
}

pub(crate) use each_file_feature;

macro_rules! define {
    (file { $($(#[$doc:meta])* $field:ident: $type:ty, reads $reads:tt $(<- $variant:ident)?;)* }) => {
        /// The features of one file.
        #[derive(Debug, Default)]
        pub struct FileLook { $($(#[$doc])* pub $field: $type,)* }
    };
}

each_file_feature!(define);

/// The features of each open file, by its id.
#[derive(Debug, Default)]
pub struct Looks {
    of: BTreeMap<FileId, FileLook>,
    /// The features that `index` returns for a file that is not open.
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

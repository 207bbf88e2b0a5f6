//! [`open`]: a file that is in memory as a whole.

use std::ops::ControlFlow;

use text::counted;

use super::{Unpacked, unpack};
use crate::FileRange;
use crate::error::{OpenError, OpenErrorKind};
use crate::opened::Opened;
use crate::opener::find;
use crate::sparse::{Sparse, Stop};
use crate::work::Limits;

/// Opens a file that is in memory as a whole, taking off its wrappings, within [`Limits::default`]. The name is for
/// messages; it decides nothing.
///
/// # Errors
/// When the file holds no BTF that can be taken out, and when it is an archive of which a file has to be chosen.
pub fn open(name: &str, bytes: &[u8]) -> Result<Opened, OpenError> {
    match find(&Sparse::whole(bytes), name, false) {
        Ok(opened) => Ok(opened),
        Err(Stop::Fail(error)) => Err(*error),
        Err(Stop::Unpack(..)) => {
            let limits = Limits::default();
            match unpack(name, &mut { bytes }, &limits, &mut |_| ControlFlow::Continue(()))? {
                Unpacked::File(opened) => Ok(*opened),
                // The default limits ask neither for debug information nor for texts.
                Unpacked::Debug(file) | Unpacked::Text(file) => Err(file.no_btf),
                Unpacked::Archive(archive) => {
                    let files = counted(archive.entries.len(), "file");
                    let found = format!("{} with {files} that may hold BTF", archive.what);
                    let at = FileRange::new(0, bytes.len() as u64);
                    Err(OpenError::new(OpenErrorKind::NotBtf, name, at, "one file that holds BTF", found))
                }
            }
        }
        // Everything is there, so no range can be missing.
        Err(Stop::Need(at)) => {
            let found = format!("a demand for {at}");
            Err(OpenError::new(OpenErrorKind::Changed, name, at, "a file that is there as a whole", found))
        }
    }
}

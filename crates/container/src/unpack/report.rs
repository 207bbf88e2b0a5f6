//! Errors of unpacking.

use std::error::Error;
use std::io;
use std::iter::successors;

use super::Unpacker;
use crate::FileRange;
use crate::codec::Codec;
use crate::error::{OpenError, OpenErrorKind};
use crate::work::Stopped;

impl Unpacker<'_, '_> {
    /// The error for a fault of a decompressor or an archive, or for the reason that stopped it.
    pub(super) fn data_error(&self, range: FileRange, codec: Option<Codec>, error: &io::Error) -> OpenError {
        match self.work.stopped() {
            Some(Stopped::Cancelled) => self.error(
                OpenErrorKind::Cancelled,
                range,
                "time to open it".to_owned(),
                "a request to stop".to_owned(),
            ),
            Some(Stopped::Read(message)) => {
                self.error(OpenErrorKind::Unreadable, range, "a file that can be read".to_owned(), message)
            }
            None => {
                let what = codec.map_or("an archive".to_owned(), |codec| format!("{} data", codec.as_str()));
                let found = match error.kind() {
                    _ if is_cut_off(error) => "the end of the data: it is cut off".to_owned(),
                    io::ErrorKind::OutOfMemory => {
                        let most = self.work.limits.dictionary >> 20;
                        format!(
                            "data that needs more memory than there is, or than the {most} MiB it may use ({error})"
                        )
                    }
                    _ => format!("damage ({error})"),
                };
                self.damaged(range, &what, found)
            }
        }
    }

    pub(super) fn damaged(&self, at: FileRange, expected: &str, found: String) -> OpenError {
        self.error(OpenErrorKind::Damaged, at, expected.to_owned(), found)
    }

    pub(super) fn error(&self, kind: OpenErrorKind, at: FileRange, expected: String, found: String) -> OpenError {
        self.inside(OpenError::new(kind, &self.name, at, expected, found))
    }

    /// Adds the layer in which the bytes of an error are.
    pub(super) fn inside(&self, mut error: OpenError) -> OpenError {
        error.name = self.work.name.to_owned();
        error.inside = self.layers.last().map(|layer| layer.what.clone());
        error
    }
}

/// Whether an error means that the unpacked data has no BTF, or that the data was not compressed at all.
pub(super) fn is_about_content(kind: OpenErrorKind) -> bool {
    !matches!(kind, OpenErrorKind::Cancelled | OpenErrorKind::Unreadable | OpenErrorKind::TooLarge)
}

/// Whether data ended before a decompressor had all of it; some decompressors wrap that error.
fn is_cut_off(error: &io::Error) -> bool {
    successors(Some(error as &(dyn Error + 'static)), |&e| e.source())
        .any(|e| e.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::UnexpectedEof))
}

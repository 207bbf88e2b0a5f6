//! The question for the digest of a file. A browser computes digests only in a secure context (https); elsewhere the
//! desk computes them.

use wire::Wire;

use crate::FileId;
use crate::question::Question;

/// Compute the digest of a file: SHA-256 in hex.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Digest {
    /// The file.
    pub file: FileId,
}

impl Question for Digest {
    type Answer = String;
    const DOING: &'static str = "computing the digest";
    const BY_FILE: bool = true;

    fn files(&self) -> Vec<FileId> {
        vec![self.file]
    }
}

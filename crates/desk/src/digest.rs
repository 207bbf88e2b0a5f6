//! The digest of a file, for pages whose browser does not compute it itself.

use wire::Wire;

use crate::FileId;
use crate::question::{Lane, Question, Topic};

/// Compute the digest of a file: SHA-256 in hex.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Digest {
    /// Which file.
    pub file: FileId,
}

impl Question for Digest {
    type Answer = String;
    const DOING: &'static str = "computing the digest";

    fn files(&self) -> Vec<FileId> {
        vec![self.file]
    }

    fn lane(&self, topic: Topic) -> Lane {
        topic.of(self.file)
    }
}

//! [`Piece`]: a part of a file that stays in memory.

use std::fmt;
use std::sync::Arc;

use btf::BlobRange;

use crate::FileRange;
use crate::error::{OpenError, OpenErrorKind};
use crate::sparse::{Sparse, Stop};

/// Bytes that were taken out of a file, and their place in it.
#[derive(Clone, PartialEq, Eq)]
pub struct Piece {
    /// The bytes.
    pub bytes: Arc<[u8]>,
    /// Where they lie in the file, or if there are [`Opened::layers`](crate::Opened::layers), in the output of the last
    /// layer.
    pub file_range: FileRange,
}

impl Piece {
    pub(crate) fn new(bytes: Arc<[u8]>, start: u64) -> Piece {
        let file_range = FileRange::at(start, bytes.len() as u64);
        Piece { bytes, file_range }
    }

    /// Where a range of the piece lies in the file.
    pub fn in_file(&self, range: BlobRange) -> FileRange {
        FileRange::at(self.file_range.start.saturating_add(range.start.into()), range.len().into())
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Piece({:?})", self.file_range)
    }
}

/// The largest piece that is taken out of a file. BTF has 32-bit offsets, and wasm 32-bit memory.
const MAX_PIECE: u64 = 1 << 30;

/// Takes a part out of the file, to be kept. The error is a demand for the bytes if they were not read yet, or says
/// that the part is too large.
pub(crate) fn piece(data: &Sparse<'_>, name: &str, range: FileRange) -> Result<Piece, Stop> {
    if range.len() > MAX_PIECE {
        let found = format!("{}", range.len());
        let expected = format!("at most {MAX_PIECE} bytes of BTF");
        return Err(OpenError::new(OpenErrorKind::TooLarge, name, range, expected, found).into());
    }
    Ok(Piece::new(data.share(range)?, range.start))
}

//! Takes the parts out of a file that stay in memory.

use crate::FileRange;
use crate::error::{OpenError, OpenErrorKind};
use crate::opened::Piece;
use crate::sparse::{Sparse, Stop};

/// The largest piece that is taken out of a file. BTF has 32-bit offsets, and wasm 32-bit memory.
const MAX_PIECE: u64 = 1 << 30;

/// A part of the file to keep.
pub(crate) fn piece(data: &Sparse<'_>, name: &str, range: FileRange) -> Result<Piece, Stop> {
    if range.len() > MAX_PIECE {
        let found = format!("{}", range.len());
        let expected = format!("at most {MAX_PIECE} bytes of BTF");
        return Err(OpenError::new(OpenErrorKind::TooLarge, name, range, expected, found).into());
    }
    Ok(Piece::new(data.share(range)?, range.start))
}

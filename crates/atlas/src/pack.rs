//! Packs parts: raw LZMA without a header, and a checksum of the stored bytes.
//!
//! LZMA was chosen because the web page's worker has the decoder already (for xz), decoder and encoder exist in Rust,
//! the encoder is deterministic, and hardly anything packs better (docs/atlas.md has the numbers).

use std::io::Read as _;

use lzma_rust2::LzmaReader;
use sha2::{Digest, Sha256};

/// Literal context bits, literal position bits, position bits: the best for texts and unaligned bytes.
const LC: u32 = 3;
const LP: u32 = 0;
const PB: u32 = 0;

/// The most bytes of an unpacked directory.
pub(crate) const MAX_DIRECTORY: u32 = 16 << 20;

/// The most bytes of any other unpacked part.
pub(crate) const MAX_PART: u32 = 4 << 20;

/// How many times larger than stored an unpacked part may be, if it has more than [`RATIO_FROM`] bytes.
const MAX_RATIO: u64 = 64;
const RATIO_FROM: u64 = 256 << 10;

/// Bytes of a checksum.
pub(crate) const CHECK: usize = 8;

/// The checksum of stored bytes: the first bytes of their SHA-256.
pub(crate) fn check(stored: &[u8]) -> [u8; CHECK] {
    let mut out = [0; CHECK];
    out.copy_from_slice(&Sha256::digest(stored)[..CHECK]);
    out
}

/// Whether a part of `stored` bytes may unpack to `unpacked` bytes, if at most `most` are allowed.
pub(crate) fn may_be(stored: u32, unpacked: u32, most: u32) -> bool {
    let (stored, unpacked) = (u64::from(stored), u64::from(unpacked));
    unpacked <= most.into() && (unpacked <= RATIO_FROM || unpacked / MAX_RATIO <= stored)
}

fn dictionary(unpacked: u32) -> u32 {
    unpacked.max(4096)
}

/// Why a part could not be unpacked.
pub(crate) enum NotUnpacked {
    /// The part is not LZMA data, or does not unpack to the expected length.
    Damaged,
    /// There is no memory for so many bytes.
    NoMemory(u32),
}

/// Unpacks a part to `unpacked` bytes.
///
/// # Errors
/// When the part is damaged, or there is no memory for it.
pub(crate) fn unpack(stored: &[u8], unpacked: u32) -> Result<Vec<u8>, NotUnpacked> {
    if unpacked > MAX_DIRECTORY {
        return Err(NotUnpacked::Damaged);
    }
    let failed = |e: std::io::Error| match e.kind() {
        std::io::ErrorKind::OutOfMemory => NotUnpacked::NoMemory(unpacked),
        _ => NotUnpacked::Damaged,
    };
    let mut out = Vec::new();
    out.try_reserve_exact(unpacked as usize).map_err(|_| NotUnpacked::NoMemory(unpacked))?;
    out.resize(unpacked as usize, 0);
    let mut reader =
        LzmaReader::new(stored, unpacked.into(), LC, LP, PB, dictionary(unpacked), None).map_err(failed)?;
    reader.read_exact(&mut out).map_err(failed)?;
    Ok(out)
}

/// Packs a part.
#[cfg(feature = "write")]
pub(crate) fn pack(part: &[u8]) -> Vec<u8> {
    use std::io::Write as _;

    use lzma_rust2::{LzmaOptions, LzmaWriter};

    let mut options = LzmaOptions::with_preset(9);
    options.dict_size = dictionary(part.len() as u32);
    options.lc = LC;
    options.lp = LP;
    options.pb = PB;
    options.nice_len = LzmaOptions::NICE_LEN_MAX;
    // Writing to memory cannot fail.
    let packed = LzmaWriter::new_no_header(Vec::new(), &options, false).and_then(|mut writer| {
        writer.write_all(part)?;
        writer.finish()
    });
    packed.unwrap_or_default()
}

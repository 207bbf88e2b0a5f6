//! Compressed data: recognises the codec and unpacks.

#[cfg(feature = "bzip2")]
mod bzip2;
mod gzip;
#[cfg(feature = "lz4")]
mod lz4;
mod members;
#[cfg(feature = "xz")]
mod xz;
#[cfg(feature = "zstd")]
mod zstd;

use std::io::{self, Read};

use crate::source::Input;
use members::Members;

/// Enough bytes to recognise compressed data of any codec.
pub(crate) const HEAD: usize = 16;

/// A function that recognises the codec of data by its first bytes.
pub(crate) type OfHead = fn(&[u8]) -> Option<Codec>;

/// A compression format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Codec {
    /// gzip (RFC 1952).
    Gzip,
    /// xz, with the BCJ filters that kernels use.
    Xz,
    /// The older format of LZMA data (`.lzma`), which xz replaced.
    Lzma,
    /// Zstandard (RFC 8878).
    Zstd,
    /// bzip2.
    Bzip2,
    /// The LZ4 frame format.
    Lz4,
    /// The older LZ4 format, which kernels are still compressed with (`lz4 -l`).
    Lz4Legacy,
}

impl Codec {
    /// A reader that unpacks the data. With `of_head`, further members of the codec are read, too. Without it, only the
    /// first member is read: the end of a kernel image's payload is not known, so bytes after that member may not
    /// belong to the data. For LZMA and the older LZ4 format, `of_head` makes no difference. `dictionary` is the most
    /// bytes of memory for a dictionary.
    pub(crate) fn reader<'a>(
        self,
        input: Input<'a>,
        of_head: Option<OfHead>,
        dictionary: u64,
    ) -> io::Result<Box<dyn Read + 'a>> {
        Ok(match self {
            Codec::Gzip => Box::new(Members::new(self, gzip::begin, input, of_head, dictionary)),
            #[cfg(feature = "xz")]
            Codec::Xz => Box::new(Members::new(self, xz::begin, input, of_head, dictionary)),
            #[cfg(feature = "xz")]
            Codec::Lzma => Box::new(lzma_rust2::LzmaReader::new_mem_limit(input, kib(dictionary), None)?),
            #[cfg(feature = "zstd")]
            Codec::Zstd => Box::new(Members::new(self, zstd::begin, input, of_head, dictionary)),
            #[cfg(feature = "bzip2")]
            Codec::Bzip2 => Box::new(Members::new(self, bzip2::begin, input, of_head, dictionary)),
            #[cfg(feature = "lz4")]
            Codec::Lz4 => Box::new(Members::new(self, lz4::begin, input, of_head, dictionary)),
            #[cfg(feature = "lz4")]
            Codec::Lz4Legacy => Box::new(lz4::LegacyReader::new(input)),
            #[cfg(not(all(feature = "xz", feature = "zstd", feature = "bzip2", feature = "lz4")))]
            left_out => return Err(io::Error::new(io::ErrorKind::Unsupported, without(left_out))),
        })
    }
}

/// Why a codec cannot be unpacked.
#[cfg(not(all(feature = "xz", feature = "zstd", feature = "bzip2", feature = "lz4")))]
fn without(codec: Codec) -> String {
    format!("{codec:?} is left out of this build: it is a feature of btfscope-container")
}

/// Converts bytes to KiB, the unit of lzma-rust2's memory limit.
#[cfg(feature = "xz")]
fn kib(bytes: u64) -> u32 {
    u32::try_from(bytes >> 10).unwrap_or(u32::MAX)
}

/// The error for damaged data, as the decompressors of this crate report it.
pub(crate) fn damaged(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

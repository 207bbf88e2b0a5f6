//! Compressed data: which codec, and a reader of what is in it.

mod bzip2;
mod gzip;
mod lz4;
mod members;
mod xz;
mod zstd;

use std::io::{self, Read};

use crate::source::Input;
use members::Members;

/// Bytes that are enough to recognise what is compressed, of any codec.
pub(crate) const HEAD: usize = 16;

/// The codec of data by its first bytes.
pub(crate) type OfHead = fn(&[u8]) -> Option<Codec>;

/// A way in which data is compressed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Codec {
    /// gzip (RFC 1952).
    Gzip,
    /// xz, with the BCJ filters that kernels use.
    Xz,
    /// LZMA alone (`.lzma`), before xz.
    Lzma,
    /// Zstandard (RFC 8878).
    Zstd,
    /// bzip2.
    Bzip2,
    /// The LZ4 frame format.
    Lz4,
    /// The LZ4 format of before, which kernels are still compressed with (`lz4 -l`).
    Lz4Legacy,
}

impl Codec {
    /// A reader of what is in the data. With `of_head`, which tells codecs by their first bytes, more data of the codec may follow the
    /// first and is read too; without, what follows does not belong to it (the payload of a kernel image, whose end is not known).
    pub(crate) fn reader<'a>(
        self,
        input: Input<'a>,
        of_head: Option<OfHead>,
        dictionary: u64,
    ) -> io::Result<Box<dyn Read + 'a>> {
        Ok(match self {
            Codec::Gzip => Box::new(Members::new(self, gzip::begin, input, of_head, dictionary)),
            Codec::Xz => Box::new(Members::new(self, xz::begin, input, of_head, dictionary)),
            Codec::Lzma => Box::new(lzma_rust2::LzmaReader::new_mem_limit(input, kib(dictionary), None)?),
            Codec::Zstd => Box::new(Members::new(self, zstd::begin, input, of_head, dictionary)),
            Codec::Bzip2 => Box::new(Members::new(self, bzip2::begin, input, of_head, dictionary)),
            Codec::Lz4 => Box::new(Members::new(self, lz4::begin, input, of_head, dictionary)),
            Codec::Lz4Legacy => Box::new(lz4::LegacyReader::new(input)),
        })
    }
}

/// Bytes as lzma-rust2 counts its limit of memory.
fn kib(bytes: u64) -> u32 {
    u32::try_from(bytes >> 10).unwrap_or(u32::MAX)
}

/// Damage, as the decompressors of this crate report it.
pub(crate) fn damaged(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

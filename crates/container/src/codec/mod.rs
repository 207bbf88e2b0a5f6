//! Compressed data: which codec, and a reader of what is in it.

mod bzip2;
mod crc32;
mod gzip;
mod lz4;
mod members;
mod xz;
mod zstd;

use std::io::{self, Read};

use crate::source::Input;
use members::Members;

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

/// Bytes that are enough for [`Codec::detect`].
pub(crate) const HEAD: usize = 16;

impl Codec {
    /// `"gzip"`, `"xz"`, `"lzma"`, `"zstd"`, `"bzip2"`, `"lz4"`, `"lz4 (legacy)"`.
    pub fn as_str(self) -> &'static str {
        match self {
            Codec::Gzip => "gzip",
            Codec::Xz => "xz",
            Codec::Lzma => "lzma",
            Codec::Zstd => "zstd",
            Codec::Bzip2 => "bzip2",
            Codec::Lz4 => "lz4",
            Codec::Lz4Legacy => "lz4 (legacy)",
        }
    }

    /// Tells the codec by the first bytes of the data. As much is asked of them as can be: this is used to search for
    /// compressed data, too.
    pub(crate) fn detect(head: &[u8]) -> Option<Codec> {
        match head {
            // Method 8 (deflate), no reserved flag.
            [0x1f, 0x8b, 8, flags, ..] if flags & 0xe0 == 0 => Some(Codec::Gzip),
            [0xfd, b'7', b'z', b'X', b'Z', 0, 0, 0 | 1 | 4 | 10, ..] => Some(Codec::Xz),
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(Codec::Zstd),
            // The magic of a skippable frame, which may come first.
            [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Codec::Zstd),
            // The level, then the magic of the first block, or that of the end.
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, ..] => Some(Codec::Bzip2),
            [b'B', b'Z', b'h', b'1'..=b'9', 0x17, 0x72, 0x45, 0x38, 0x50, 0x90, ..] => Some(Codec::Bzip2),
            [0x04, 0x22, 0x4d, 0x18, ..] => Some(Codec::Lz4),
            [0x02, 0x21, 0x4c, 0x18, ..] => Some(Codec::Lz4Legacy),
            _ => is_lzma(head).then_some(Codec::Lzma),
        }
    }

    /// A reader of what is in the data. With `alone`, more data of the codec may follow the first and is read too; else what
    /// follows is none of it (the payload of a kernel image, whose end is not known).
    pub(crate) fn reader<'a>(self, input: Input<'a>, alone: bool, dictionary: u64) -> io::Result<Box<dyn Read + 'a>> {
        Ok(match self {
            Codec::Gzip => Box::new(Members::new(self, gzip::begin, input, alone, dictionary)),
            Codec::Xz => Box::new(Members::new(self, xz::begin, input, alone, dictionary)),
            Codec::Lzma => Box::new(lzma_rust2::LzmaReader::new_mem_limit(input, kib(dictionary), None)?),
            Codec::Zstd => Box::new(Members::new(self, zstd::begin, input, alone, dictionary)),
            Codec::Bzip2 => Box::new(bzip2::Bzip2Reader::new(input, alone)),
            Codec::Lz4 => Box::new(Members::new(self, lz4::begin, input, alone, dictionary)),
            Codec::Lz4Legacy => Box::new(lz4::LegacyReader::new(input)),
        })
    }
}

/// LZMA alone has no magic: properties (0x5d, as everyone has them), a dictionary of a power of two or three times that, and a
/// length that is unknown or within reason.
fn is_lzma(head: &[u8]) -> bool {
    let Some((&[0x5d, a, b, c, d, ref size @ ..], _)) = head.split_first_chunk::<13>() else { return false };
    let dictionary = u32::from_le_bytes([a, b, c, d]);
    let size = u64::from_le_bytes(*size);
    let even = dictionary.is_power_of_two() || (dictionary % 3 == 0 && (dictionary / 3).is_power_of_two());
    even && dictionary >= 1 << 12 && (size == u64::MAX || (size > 0 && size < 1 << 32))
}

/// Bytes as lzma-rust2 counts its limit of memory.
fn kib(bytes: u64) -> u32 {
    u32::try_from(bytes >> 10).unwrap_or(u32::MAX)
}

/// Damage, as the decompressors of this crate report it.
pub(crate) fn damaged(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

//! The header of an atlas: its content, its length, and the place and checksum of its directory.

use container::FileRange;
use sha2::{Digest, Sha256};

use crate::content::{Content, FORWARDS, MAGIC, PAGED, VERSION};
use crate::error::{Error, ErrorKind};
use crate::pack;

/// Bytes of the header.
pub(crate) const LEN: usize = 64;
/// Bytes of the header before its checksum.
const CHECKED: usize = 32;

/// The header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    /// The version of the format.
    pub(crate) version: u16,
    /// The content of the file.
    pub(crate) content: Content,
    /// Bytes of the whole file.
    pub(crate) file_len: u64,
    /// Stored bytes of the directory, which follows the header.
    pub(crate) stored: u32,
    /// Bytes of the directory, unpacked.
    pub(crate) unpacked: u32,
    /// SHA-256 of the header's bytes before this field and of the stored directory.
    pub(crate) check: [u8; 32],
}

impl Header {
    fn checked(&self) -> [u8; CHECKED] {
        let mut out = [0; CHECKED];
        out[..8].copy_from_slice(&MAGIC);
        out[8..10].copy_from_slice(&self.version.to_le_bytes());
        out[10..12].copy_from_slice(&self.content.number().to_le_bytes());
        out[12..16].copy_from_slice(&(LEN as u32).to_le_bytes());
        out[16..24].copy_from_slice(&self.file_len.to_le_bytes());
        out[24..28].copy_from_slice(&self.stored.to_le_bytes());
        out[28..].copy_from_slice(&self.unpacked.to_le_bytes());
        out
    }

    fn digest(&self, directory: &[u8]) -> [u8; 32] {
        Sha256::new().chain_update(self.checked()).chain_update(directory).finalize().into()
    }

    /// The header's bytes for this directory.
    #[cfg(feature = "write")]
    pub(crate) fn write(mut self, directory: &[u8]) -> Vec<u8> {
        self.check = self.digest(directory);
        [&self.checked()[..], &self.check].concat()
    }

    /// Whether kernel sets are in pages.
    pub(crate) fn is_paged(&self) -> bool {
        self.version >= PAGED
    }

    /// Whether the directory names the forward declarations of unions.
    pub(crate) fn has_forwards(&self) -> bool {
        self.version >= FORWARDS
    }

    /// Where the directory is stored.
    pub(crate) fn directory(&self) -> FileRange {
        FileRange::at(LEN as u64, self.stored.into())
    }

    /// Reads the header of a file of `file_len` bytes.
    pub(crate) fn read(bytes: &[u8], file_len: u64) -> Result<Header, Error> {
        let whole = FileRange::at(0, bytes.len() as u64);
        if !bytes.starts_with(&MAGIC) {
            let found = bytes.get(..8).unwrap_or(bytes).to_vec();
            let range = FileRange::at(0, found.len() as u64);
            return Err(Error::new(ErrorKind::NotAtlas(found), range));
        }
        let length = |of, found: u64, expected: String, start, len| {
            Err(Error::new(ErrorKind::Length { of, found, expected }, FileRange::at(start, len)))
        };
        let Some(bytes) = bytes.first_chunk::<LEN>() else {
            return length("header", whole.len(), LEN.to_string(), 0, whole.len());
        };
        let u32_at = |at: usize| bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |b| u32::from_le_bytes(*b));
        let (version, Some(content)) = (u32_at(8) as u16, Content::of(bytes)) else {
            return Err(Error::new(ErrorKind::Content((u32_at(8) >> 16) as u16), FileRange::at(10, 2)));
        };
        if !matches!(version, VERSION | PAGED | FORWARDS) {
            return Err(Error::new(ErrorKind::Version(version), FileRange::at(8, 2)));
        }
        if u32_at(12) != LEN as u32 {
            return length("header", u32_at(12).into(), LEN.to_string(), 12, 4);
        }
        let said = u64::from(u32_at(16)) | u64::from(u32_at(20)) << 32;
        if said != file_len {
            return length("file", file_len, format!("{said}, as its header has it"), 16, 8);
        }
        let mut check = [0; 32];
        check.copy_from_slice(&bytes[CHECKED..]);
        let header = Header { version, content, file_len, stored: u32_at(24), unpacked: u32_at(28), check };
        if header.directory().end > file_len {
            return length("directory", header.stored.into(), format!("at most {}", file_len - LEN as u64), 24, 4);
        }
        if !pack::may_be(header.stored, header.unpacked, pack::MAX_DIRECTORY) {
            let at_most = format!("at most {} unpacked", pack::MAX_DIRECTORY);
            return length("directory", header.unpacked.into(), at_most, 28, 4);
        }
        Ok(header)
    }

    /// Whether the header's checksum is that of this directory.
    pub(crate) fn is_of(&self, directory: &[u8]) -> bool {
        self.digest(directory) == self.check
    }
}

//! The header (btf.rst, "BTF_Type and String Encoding"; the layout fields: `struct btf_header` of
//! `include/uapi/linux/btf.h`, 2026).

use crate::bytes::Endian;
use crate::error::{Error, ErrorKind, Place};
use crate::ids::BlobRange;

/// The magic as a number in the producer's byte order.
pub const MAGIC: u16 = 0xeb9f;

impl Endian {
    /// The first two bytes of a blob in this byte order: `9f eb` or `eb 9f`.
    pub const fn magic(self) -> [u8; 2] {
        match self {
            Endian::Little => MAGIC.to_le_bytes(),
            Endian::Big => MAGIC.to_be_bytes(),
        }
    }

    /// The byte order that a magic shows; none without a magic, or with fewer than two bytes.
    pub fn of_magic(head: &[u8]) -> Option<Endian> {
        let magic = *head.first_chunk::<2>()?;
        [Endian::Little, Endian::Big].into_iter().find(|endian| endian.magic() == magic)
    }
}

/// A BTF header. Offsets are in bytes from the END of the header, lengths in bytes, as they stand in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Header {
    /// The byte order, given by the magic.
    pub endian: Endian,
    /// The version: always 1, because any other version is an error.
    pub version: u8,
    /// The flags: 0 unless there is the diagnostic [`ErrorKind::UnknownFlags`].
    pub flags: u8,
    /// Bytes of header, at least 24; the fields of the layout section need 32.
    pub hdr_len: u32,
    /// Where the types start.
    pub type_off: u32,
    /// How long the types are.
    pub type_len: u32,
    /// Where the strings start.
    pub str_off: u32,
    /// How long the strings are.
    pub str_len: u32,
    /// Where the layout section starts; 0 in a header of fewer than 32 bytes.
    pub layout_off: u32,
    /// How long the layout section is; 0 in a header of fewer than 32 bytes.
    pub layout_len: u32,
}

crate::named! {
    /// A field of the header, as an owner of bytes.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum HeaderField {
        /// u16 magic.
        Magic = "magic";
        /// u8 version.
        Version = "version";
        /// u8 flags.
        Flags = "flags";
        /// u32 hdr_len.
        HdrLen = "hdr_len";
        /// u32 type_off.
        TypeOff = "type_off";
        /// u32 type_len.
        TypeLen = "type_len";
        /// u32 str_off.
        StrOff = "str_off";
        /// u32 str_len.
        StrLen = "str_len";
        /// u32 layout_off.
        LayoutOff = "layout_off";
        /// u32 layout_len.
        LayoutLen = "layout_len";
        /// Bytes behind the known fields of a longer header.
        Extra = "extra";
    }
    /// The field's name in `struct btf_header`.
    pub fn as_str;
}

impl HeaderField {
    /// All fields with their start and length in bytes; `Extra` is not among them.
    pub const ALL: [(HeaderField, u32, u32); 10] = [
        (HeaderField::Magic, 0, 2),
        (HeaderField::Version, 2, 1),
        (HeaderField::Flags, 3, 1),
        (HeaderField::HdrLen, 4, 4),
        (HeaderField::TypeOff, 8, 4),
        (HeaderField::TypeLen, 12, 4),
        (HeaderField::StrOff, 16, 4),
        (HeaderField::StrLen, 20, 4),
        (HeaderField::LayoutOff, 24, 4),
        (HeaderField::LayoutLen, 28, 4),
    ];

    /// The field's bytes in a header of `hdr_len` bytes, cut at the header's end; none if the header ends before the
    /// field.
    pub fn range(self, hdr_len: u32) -> Option<BlobRange> {
        if self == HeaderField::Extra {
            return (hdr_len > Header::KNOWN).then(|| BlobRange::new(Header::KNOWN, hdr_len));
        }
        let (_, at, len) = Self::ALL.into_iter().find(|f| f.0 == self)?;
        let range = BlobRange::at(at, len).intersect(BlobRange::new(0, hdr_len));
        (!range.is_empty()).then_some(range)
    }
}

impl Header {
    /// The length of a header without the fields of the layout section, in bytes.
    pub const CLASSIC: u32 = 24;
    /// The length of all known fields, in bytes.
    pub const KNOWN: u32 = 32;

    /// Reads the header. Sections are not checked against the blob's length.
    ///
    /// # Errors
    /// When nothing can be read: no magic, another version, a header that is cut off or too short, or more bytes than
    /// `u32::MAX`.
    pub fn parse(bytes: &[u8]) -> Result<Header, Error> {
        let fail = |kind, start, end| Err(Error { kind, range: BlobRange::new(start, end), place: Place::Header });
        let Ok(len) = u32::try_from(bytes.len()) else {
            return fail(ErrorKind::TooLarge { len: bytes.len() as u64 }, 0, u32::MAX);
        };
        let Some(magic) = bytes.first_chunk::<2>() else {
            let kind =
                if bytes.is_empty() { ErrorKind::Empty } else { ErrorKind::TruncatedHeader { need: 24, have: len } };
            return fail(kind, 0, len);
        };
        let Some(endian) = Endian::of_magic(magic) else {
            return fail(ErrorKind::BadMagic { found: *magic }, 0, 2);
        };
        let (Some(&version), Some(&flags), Some(hdr_len)) = (bytes.get(2), bytes.get(3), endian.u32_at(bytes, 4))
        else {
            return fail(ErrorKind::TruncatedHeader { need: 24, have: len }, 0, len);
        };
        if version != 1 {
            return fail(ErrorKind::BadVersion(version), 2, 3);
        }
        if hdr_len < Self::CLASSIC {
            return fail(ErrorKind::HeaderTooShort { len: hdr_len, min: Self::CLASSIC }, 4, 8);
        }
        if hdr_len > len {
            return fail(ErrorKind::TruncatedHeader { need: hdr_len, have: len }, 0, len);
        }
        let word = |at| if at + 4 <= hdr_len { endian.u32_at(bytes, at).unwrap_or(0) } else { 0 };
        let has_layout = hdr_len >= Self::KNOWN;
        Ok(Header {
            endian,
            version,
            flags,
            hdr_len,
            type_off: word(8),
            type_len: word(12),
            str_off: word(16),
            str_len: word(20),
            layout_off: if has_layout { word(24) } else { 0 },
            layout_len: if has_layout { word(28) } else { 0 },
        })
    }
}

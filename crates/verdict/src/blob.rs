//! A blob as the kernel reads it: each field in the kernel's byte order.

use btf::{BlobRange, Btf, Endian, Kind};

use crate::version::Version;

/// The largest offset of a name (`BTF_MAX_NAME_OFFSET`).
pub(crate) const MAX_NAME_OFFSET: u32 = 0x00ff_ffff;

/// The largest type id that a reference may have (`BTF_MAX_TYPE`).
pub(crate) const MAX_TYPE: u32 = 0x000f_ffff;

/// Bytes of a record's head: its first three words.
pub(crate) const RECORD: u32 = 12;

/// The header's fields; those beyond hdr_len are 0.
#[derive(Clone, Copy, Default)]
pub(crate) struct Fields {
    pub(crate) magic: u32,
    pub(crate) version: u32,
    pub(crate) flags: u32,
    pub(crate) hdr_len: u32,
    pub(crate) type_off: u32,
    pub(crate) type_len: u32,
    pub(crate) str_off: u32,
    pub(crate) str_len: u32,
    pub(crate) layout_off: u32,
    pub(crate) layout_len: u32,
}

/// A type's record.
#[derive(Clone, Copy)]
pub(crate) struct Record {
    pub(crate) id: u32,
    /// Its first byte in the blob.
    pub(crate) at: u32,
    pub(crate) name: u32,
    pub(crate) info: u32,
    /// The third word: a size or a type id.
    pub(crate) third: u32,
    pub(crate) kind: Kind,
    pub(crate) vlen: u32,
    pub(crate) flag: bool,
}

/// The sizes behind a record's head, in bytes: the fixed part, and each item.
pub(crate) fn body_form(kind: Kind) -> (u32, u32) {
    let fields = kind.record_fields();
    (4 * fields.once.len() as u32, 4 * fields.item.len() as u32)
}

impl Record {
    /// The bytes of the record's head.
    pub(crate) fn head(&self) -> BlobRange {
        BlobRange::at(self.at, RECORD)
    }

    pub(crate) fn name_field(&self) -> BlobRange {
        BlobRange::at(self.at, 4)
    }

    pub(crate) fn info_field(&self) -> BlobRange {
        BlobRange::at(self.at.saturating_add(4), 4)
    }

    pub(crate) fn third_field(&self) -> BlobRange {
        BlobRange::at(self.at.saturating_add(8), 4)
    }

    /// The bytes behind the head.
    pub(crate) fn body(&self) -> BlobRange {
        let (fixed, each) = body_form(self.kind);
        BlobRange::at(self.at.saturating_add(RECORD), fixed.saturating_add(each.saturating_mul(self.vlen)))
    }

    /// A word behind the head, by its index.
    pub(crate) fn word(&self, index: u32) -> BlobRange {
        BlobRange::at(self.at.saturating_add(RECORD + index * 4), 4)
    }

    /// The bytes of an item: a member, enumerator, parameter or entry.
    pub(crate) fn item(&self, index: u32) -> BlobRange {
        let (_, each) = body_form(self.kind);
        BlobRange::at(self.at.saturating_add(RECORD).saturating_add(each.saturating_mul(index)), each)
    }
}

/// The blob.
pub(crate) struct Blob<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) endian: Endian,
    pub(crate) base: Option<&'a Btf>,
    pub(crate) fields: Fields,
    /// The type section, cut at the blob's end.
    pub(crate) types: BlobRange,
    /// The strings, cut at the blob's end.
    pub(crate) strings: BlobRange,
    /// Whether the strings are sound enough to judge names.
    pub(crate) has_names: bool,
    /// The id of the first own type.
    pub(crate) first_id: u32,
    first_string: u32,
}

impl<'a> Blob<'a> {
    pub(crate) fn new(bytes: &'a [u8], endian: Option<Endian>, base: Option<&'a Btf>) -> Blob<'a> {
        let own = Endian::of_magic(bytes).unwrap_or(Endian::Little);
        Blob {
            bytes,
            endian: endian.unwrap_or(own),
            base,
            fields: Fields::default(),
            types: BlobRange::default(),
            strings: BlobRange::default(),
            has_names: true,
            first_id: base.map_or(1, Btf::type_cnt),
            first_string: base.map_or(0, Btf::strings_end),
        }
    }

    /// The number of bytes.
    pub(crate) fn len(&self) -> u32 {
        u32::try_from(self.bytes.len()).unwrap_or(u32::MAX)
    }

    /// The word at a byte; 0 where there is none.
    pub(crate) fn word(&self, at: u32) -> u32 {
        self.endian.u32_at(self.bytes, at).unwrap_or_default()
    }

    /// The word of a field.
    pub(crate) fn field(&self, range: BlobRange) -> u32 {
        self.word(range.start)
    }

    /// Three words from an item's start on. If the item has only one or two words, the others are the words that follow
    /// it.
    pub(crate) fn item(&self, record: &Record, index: u32) -> [u32; 3] {
        let at = record.item(index).start;
        [self.word(at), self.word(at.saturating_add(4)), self.word(at.saturating_add(8))]
    }

    /// The record at a byte, with its info word as the kernel of this version reads it.
    pub(crate) fn record(&self, id: u32, at: u32, version: Version) -> Record {
        let info = self.word(at.saturating_add(4));
        let (kind, vlen) = match version.has_wide_info() {
            true => (info >> 24 & 0x7f, info & 0x00ff_ffff),
            false => (info >> 24 & 0x1f, info & 0xffff),
        };
        Record {
            id,
            at,
            name: self.word(at),
            info,
            third: self.word(at.saturating_add(8)),
            kind: Kind::from_number(kind as u8),
            vlen,
            flag: info >> 31 != 0,
        }
    }

    /// Whether an offset lies within the strings, even one too large for a name.
    fn holds(&self, offset: u32) -> bool {
        offset < self.first_string || offset - self.first_string < self.strings.len()
    }

    /// Whether a name may have this offset; true if the strings are too damaged to judge names.
    pub(crate) fn is_name(&self, offset: u32) -> bool {
        !self.has_names || (offset <= MAX_NAME_OFFSET && self.holds(offset))
    }

    /// The string at an offset, up to `longest` bytes of it; empty outside of the strings.
    pub(crate) fn string(&self, offset: u32, longest: usize) -> &[u8] {
        if let (Some(base), true) = (self.base, offset < self.first_string) {
            let bytes = base.string_bytes(btf::StringOffset(offset)).unwrap_or_default();
            return bytes.get(..longest).unwrap_or(bytes);
        }
        let Some(at) = self.strings.start.checked_add(offset.wrapping_sub(self.first_string)) else { return &[] };
        let end = (self.strings.end as usize).min((at as usize).saturating_add(longest));
        let rest = self.bytes.get(at as usize..end).unwrap_or_default();
        rest.iter().position(|&b| b == 0).and_then(|end| rest.get(..end)).unwrap_or(rest)
    }

    /// The name at an offset as the log writes it.
    pub(crate) fn shown(&self, offset: u32) -> &[u8] {
        match offset {
            0 => b"(anon)",
            _ if !self.holds(offset) => b"(invalid-name-offset)",
            _ => self.string(offset, crate::log::PIECE),
        }
    }

    /// Bytes of a pointer: the kernels covered here have 64 bits.
    pub(crate) const POINTER: u32 = 8;
}

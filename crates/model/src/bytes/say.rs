//! Descriptions of bytes for screen readers, and how strongly bytes are highlighted.

use btf::{BlobRange, Btf, ExtOwner, Owner, StringOffset};

use super::blob::ByteOwner;
use super::class::ByteClass;
use super::focus::Highlights;
use super::rows::Run;
use crate::focus::{BlobId, ByteFocus};

btf::named! {
    /// How strongly bytes are highlighted.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub enum Mark {
        /// As part of the selected record.
        Record = "rec";
        /// As part of the selected member, enumerator, parameter or variable.
        Item = "item";
        /// As part of the selected field.
        Field = "strong";
    }
    /// The CSS class of the bytes (`static/styles/bytes.css`).
    pub fn css;
}

impl Highlights {
    /// How strongly bytes of a field are highlighted: the mark of the narrowest range that contains them all. None if
    /// no range does.
    pub fn mark(&self, bytes: BlobRange) -> Option<Mark> {
        [(self.field, Mark::Field), (self.item, Mark::Item), (self.record, Mark::Record)]
            .into_iter()
            .find(|(range, _)| covers(*range, bytes))
            .map(|(_, mark)| mark)
    }
}

/// Whether a nonempty range contains all these bytes.
pub fn covers(range: Option<BlobRange>, bytes: BlobRange) -> bool {
    range.is_some_and(|range| !range.is_empty() && range.covers(bytes))
}

impl ByteOwner {
    /// The name of the field, as in the UAPI headers; for bytes outside of fields, their kind: `string`, `gap`.
    pub fn field(self) -> &'static str {
        match self {
            ByteOwner::Btf(Owner::Header(field)) => field.as_str(),
            ByteOwner::Btf(Owner::Type(_, part)) => part.name.as_str(),
            ByteOwner::Ext(ExtOwner::Header(field)) => field.as_str(),
            ByteOwner::Ext(ExtOwner::RecordSize(_)) => "rec_size",
            ByteOwner::Ext(ExtOwner::Section { field, .. } | ExtOwner::Record { field, .. }) => field.as_str(),
            ByteOwner::Btf(Owner::Layout(_) | Owner::String(_) | Owner::Gap | Owner::Unreadable)
            | ByteOwner::Ext(ExtOwner::Gap | ExtOwner::Unreadable) => ByteClass::of(self).label(),
        }
    }
}

impl Run {
    /// A text for screen readers that describes `bytes`, a part of the run. They begin at offset `at` of the blob.
    ///
    /// For a whole field: `offset: f0 03 00 00`. For a part of a field, in which bytes are counted from 1:
    /// `offset, bytes 3 to 4 of 4: 00 00`.
    pub fn say(&self, at: u32, bytes: &[u8]) -> String {
        let (first, len) = (at.saturating_sub(self.whole.start), bytes.len() as u64);
        let (name, last) = (self.owner.field(), u64::from(first) + len);
        let part = match len {
            _ if len == u64::from(self.whole.len()) => String::new(),
            1 => format!(", byte {last} of {}", self.whole.len()),
            _ => format!(", bytes {} to {last} of {}", u64::from(first) + 1, self.whole.len()),
        };
        format!("{name}{part}: {}", hex(bytes).trim_end())
    }

    /// A text for screen readers that describes the active byte, at offset `at` of the blob. The bytes of the field are
    /// counted from 1; the value is in hexadecimal: `type_len, byte 1 of 4, 58`.
    pub fn say_byte(&self, at: u32, byte: u8) -> String {
        let nth = u64::from(at.saturating_sub(self.whole.start)) + 1;
        format!("{}, byte {nth} of {}, {byte:02x}", self.owner.field(), self.whole.len())
    }
}

/// Bytes as hexadecimal digits, with a space after each byte: `f0 03 `.
pub fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(half.into(), 16).unwrap_or('0');
    bytes.iter().flat_map(|b| [digit(b >> 4), digit(b & 15), ' ']).collect()
}

impl BlobId {
    /// Its name: `.BTF`, `.BTF of the base`, `.BTF.ext`.
    pub fn title(self) -> &'static str {
        match self {
            BlobId::Own => ".BTF",
            BlobId::Base(_) => ".BTF of the base",
            BlobId::Ext => ".BTF.ext",
        }
    }
}

/// The blob and the byte at which a string of `btf` is: in its own blob, or in the blob of a base. None if no blob has
/// it.
pub fn string_place(btf: &Btf, offset: StringOffset) -> Option<ByteFocus> {
    let (holder, at) = btf.locate_string(offset)?;
    let mut blobs = std::iter::successors(Some(btf), |blob| blob.base().map(|base| &**base));
    let blob = match blobs.position(|blob| std::ptr::eq(blob, holder))? {
        0 => BlobId::Own,
        number => BlobId::Base(u32::try_from(number).ok()?),
    };
    Some(ByteFocus { blob, at })
}

//! The two kinds of blob that the Bytes pane shows, with the same methods for both.

use btf::{BlobRange, Btf, Ext, ExtOwner, Owner};

/// The bytes that are shown.
#[derive(Clone, Copy, Debug)]
pub enum Blob<'a> {
    /// A `.BTF`: its own bytes, without those of its base.
    Btf(&'a Btf),
    /// A `.BTF.ext`.
    Ext(&'a Ext),
}

/// The field, string, gap or other smallest part of a blob that a byte belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ByteOwner {
    /// In a `.BTF`.
    Btf(Owner),
    /// In a `.BTF.ext`.
    Ext(ExtOwner),
}

/// The owner of a byte, and the range of the owner's bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// The owner.
    pub owner: ByteOwner,
    /// The owner's bytes in the blob; never empty.
    pub range: BlobRange,
}

impl<'a> Blob<'a> {
    /// All bytes.
    pub fn bytes(self) -> &'a [u8] {
        match self {
            Blob::Btf(btf) => btf.bytes(),
            Blob::Ext(ext) => ext.bytes(),
        }
    }

    /// The number of bytes, which fits 32 bits for any opened blob.
    pub fn len(self) -> u32 {
        u32::try_from(self.bytes().len()).unwrap_or(u32::MAX)
    }

    /// Whether it has no bytes.
    pub fn is_empty(self) -> bool {
        self.bytes().is_empty()
    }

    /// The owner of byte `at`, and the owner's bytes; none beyond the end. Takes time logarithmic in the size of the
    /// blob; for a string, also time linear in the length of the string.
    pub fn span(self, at: u32) -> Option<Span> {
        let span = match self {
            Blob::Btf(btf) => btf.owner(at).map(|o| Span { owner: ByteOwner::Btf(o.owner), range: o.range }),
            Blob::Ext(ext) => ext.owner(at).map(|o| Span { owner: ByteOwner::Ext(o.owner), range: o.range }),
        }?;
        // Code that goes from span to span must make progress in any blob, so the range always contains the byte.
        let range = if span.range.contains(at) { span.range } else { BlobRange::at(at, 1) };
        Some(Span { range, ..span })
    }
}

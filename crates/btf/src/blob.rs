//! [`Btf`]: one blob, opened.

use std::sync::Arc;

use crate::bytes::{Endian, LONGEST_STRING, nul};
use crate::error::Error;
use crate::header::Header;
use crate::ids::{BlobRange, StringOffset, TypeId};
use crate::kind::Kind;
use crate::layouts::Layouts;
use crate::schema::LayoutEntry;
use crate::sections::{Section, SectionKind, Sections};
use crate::visible::Shown;

/// An opened BTF blob: its bytes, where each record starts, and the base it continues, if any.
///
/// Ids and string offsets count from the base's start: a split BTF answers for its base's types, too.
#[derive(Debug)]
pub struct Btf {
    pub(crate) bytes: Arc<[u8]>,
    pub(crate) header: Header,
    pub(crate) sections: Sections,
    pub(crate) offsets: Vec<u32>,
    /// Where the last readable record ends.
    pub(crate) types_end: u32,
    pub(crate) base: Option<Arc<Btf>>,
    pub(crate) first_id: u32,
    pub(crate) first_str: u32,
    pub(crate) diagnostics: Vec<Error>,
    /// The strings as text; `None` if all of them are ASCII without anything to escape: then the bytes of each string
    /// are its text.
    pub(crate) shown: Option<Shown>,
    /// Whether this blob or its base has INTs that make old-style bitfields ([`crate::Member::bits`]).
    pub(crate) old_bitfields: bool,
    pub(crate) pointer_size: u32,
}

impl Btf {
    /// The blob's bytes, from the header's first.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The blob's bytes, shared.
    pub fn shared_bytes(&self) -> Arc<[u8]> {
        Arc::clone(&self.bytes)
    }

    /// The header as it stands in the file.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The byte order.
    pub fn endian(&self) -> Endian {
        self.header.endian
    }

    /// The sections, cut at the blob's end.
    pub fn sections(&self) -> &[Section] {
        &self.sections.list
    }

    /// The range of a section's bytes in the blob.
    pub fn section(&self, kind: SectionKind) -> BlobRange {
        self.sections.range(kind)
    }

    /// The BTF that this one continues.
    pub fn base(&self) -> Option<&Arc<Btf>> {
        self.base.as_ref()
    }

    /// Whether this BTF continues another.
    pub fn is_split(&self) -> bool {
        self.base.is_some()
    }

    /// The faults of the blob that did not keep it from being opened, in the order in which they were found: the first
    /// 500, and if there are more, one last entry that counts the rest.
    pub fn diagnostics(&self) -> &[Error] {
        &self.diagnostics
    }

    /// The id of this blob's first own type: 1, or one more than the base's last id.
    pub fn first_id(&self) -> TypeId {
        TypeId(self.first_id)
    }

    /// One more than the largest id, as libbpf's `btf__type_cnt` counts (void and the base's types included).
    pub fn type_cnt(&self) -> u32 {
        // The scan stops before the sum can overflow.
        self.first_id.saturating_add(self.offsets.len() as u32)
    }

    /// How many types this blob has itself, without those of its base.
    pub fn own_type_count(&self) -> u32 {
        self.offsets.len() as u32
    }

    /// The offset of this blob's first own string: 0, or where the base's strings end.
    pub fn first_string(&self) -> StringOffset {
        StringOffset(self.first_str)
    }

    /// Where the strings end: every valid string offset is below this one.
    pub fn strings_end(&self) -> u32 {
        // The length is the one that the header gives, even if the blob is cut off: the producer of a split BTF on this
        // base counted its string offsets on from there.
        self.first_str.saturating_add(self.header.str_len)
    }

    /// The layout section in force: this blob's, or else its base's (libbpf `btf_type_size_unknown`).
    pub(crate) fn layouts(&self) -> Layouts<'_> {
        let range = self.sections.range(SectionKind::Layout);
        if range.is_empty()
            && let Some(base) = &self.base
        {
            return base.layouts();
        }
        Layouts { endian: self.header.endian, bytes: self.bytes.get(range.as_usize()).unwrap_or_default() }
    }

    /// The kind of a number in a record's info word.
    #[inline]
    pub(crate) fn kind_of(&self, number: u8) -> Kind {
        match number {
            // Nearly all types have these kinds, which a layout section cannot change.
            1..=19 => Kind::from_number(number),
            _ => self.kind_by_layout(number),
        }
    }

    #[cold]
    #[inline(never)]
    fn kind_by_layout(&self, number: u8) -> Kind {
        self.layouts().kind(number)
    }

    /// The entry for a kind number in the layout section of this BTF, or of its base if this BTF has no such section.
    /// None if the section has no such entry.
    pub fn layout_entry(&self, kind: u8) -> Option<LayoutEntry> {
        self.layouts().get(kind)
    }

    /// The first [`LONGEST_STRING`] bytes of the string at this offset, without the NUL. `None` when the offset is
    /// outside the strings.
    pub fn string_bytes(&self, offset: StringOffset) -> Option<&[u8]> {
        self.string_start(offset, LONGEST_STRING)
    }

    /// The first bytes of the string at this offset, at most `longest`.
    pub(crate) fn string_start(&self, offset: StringOffset, longest: u32) -> Option<&[u8]> {
        let (btf, at) = self.locate_string(offset)?;
        let end = btf.sections.range(SectionKind::Strings).end.min(at.saturating_add(longest));
        let rest = btf.bytes.get(at as usize..end as usize)?;
        Some(nul(rest).and_then(|end| rest.get(..end)).unwrap_or(rest))
    }

    /// The whole string at this offset; none outside the strings, or if it has more than `max` bytes. Reads at most
    /// `max` + 1 bytes, so it is cheap even where all names of a hostile blob point into one long string.
    pub fn string_bytes_up_to(&self, offset: StringOffset, max: u32) -> Option<&[u8]> {
        let (btf, at) = self.locate_string(offset)?;
        let end = btf.sections.range(SectionKind::Strings).end;
        let rest = btf.bytes.get(at as usize..end.min(at.saturating_add(max).saturating_add(1)) as usize)?;
        let len = rest.iter().position(|&b| b == 0).or((rest.len() <= max as usize).then_some(rest.len()))?;
        rest.get(..len)
    }

    /// The string at this offset as text of one line, at most [`LONGEST_STRING`] bytes of it; none outside the strings.
    /// [`visible`](crate::visible()) says which characters become escapes; [`Btf::string_bytes`] gives the bytes
    /// without escapes.
    #[inline]
    pub fn string(&self, offset: StringOffset) -> Option<&str> {
        self.string_up_to(offset, LONGEST_STRING)
    }

    /// Whether a string of this blob (not of its base) may contain bytes that its text shows as escapes.
    pub fn has_escapes(&self) -> bool {
        self.shown.is_some()
    }

    /// The start of the text that [`Btf::string`] gives: at most `longest` bytes of text.
    pub fn string_up_to(&self, offset: StringOffset, longest: u32) -> Option<&str> {
        let (btf, at) = self.locate_string(offset)?;
        let range = btf.sections.range(SectionKind::Strings);
        if let Some(shown) = &btf.shown {
            let strings = btf.bytes.get(range.as_usize())?;
            return shown.string(strings, at - range.start, longest);
        }
        let rest = btf.bytes.get(at as usize..range.end.min(at.saturating_add(longest)) as usize)?;
        let bytes = nul(rest).and_then(|end| rest.get(..end)).unwrap_or(rest);
        // Without `shown`, all strings are ASCII.
        std::str::from_utf8(bytes).ok()
    }

    /// The blob that holds the string at this offset (this one or a base), and the byte of that blob where the string
    /// starts. `None` when the offset is outside the strings.
    pub fn locate_string(&self, offset: StringOffset) -> Option<(&Btf, u32)> {
        let mut btf = self;
        while offset.0 < btf.first_str {
            btf = btf.base.as_deref()?;
        }
        let range = btf.sections.range(SectionKind::Strings);
        let at = range.start.checked_add(offset.0 - btf.first_str)?;
        range.contains(at).then_some((btf, at))
    }
}

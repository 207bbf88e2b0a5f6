//! [`Btf`]: one blob, opened.

use std::sync::Arc;

use crate::bytes::{Endian, nul};
use crate::chains::may_circle;
use crate::error::{Diagnostics, Error, ErrorKind, Place};
use crate::header::{Header, LayoutEntry};
use crate::ids::{BlobRange, StringOffset, TypeId};
use crate::kind::Kind;
use crate::record::Type;
use crate::scan::{Bounds, Layouts, scan};
use crate::sections::{Section, SectionKind, Sections};
use crate::validate::validate;
use crate::visible::{Shown, may_be_escaped};

/// How many bytes of a string are read: eight times the kernel's limit for a name (`KSYM_NAME_LEN`).
///
/// Bounded because names may overlap: an offset may point into another string, so a small blob can have a hundred
/// thousand names of a megabyte each. With the bound, reading all names is linear in the blob. A longer string is
/// reported as [`ErrorKind::LongString`].
pub const LONGEST_STRING: u32 = 4096;

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
    base: Option<Arc<Btf>>,
    first_id: u32,
    first_str: u32,
    diagnostics: Vec<Error>,
    /// The strings as text, present only if one of them may need an escape; else text is the bytes as they are.
    shown: Option<Shown>,
    /// It or its base has INTs that make old-style bitfields ([`crate::Member::bits`]).
    old_bitfields: bool,
    pub(crate) pointer_size: u32,
}

impl Btf {
    /// Opens a blob: a whole `.BTF` section, or the bytes of a file in `/sys/kernel/btf`. A split BTF needs its `base`,
    /// which may be split itself.
    ///
    /// Fails only when nothing can be read: no magic, another version, a header that is cut off or too short. Every
    /// other fault is in [`Btf::diagnostics`], beside the records that could be read.
    pub fn parse(bytes: impl Into<Arc<[u8]>>, base: Option<Arc<Btf>>) -> Result<Btf, Error> {
        let bytes = bytes.into();
        let header = Header::parse(&bytes)?;
        let len = bytes.len() as u32;
        let mut diagnostics = Diagnostics::default();
        if header.flags != 0 {
            diagnostics.push(ErrorKind::UnknownFlags(header.flags), BlobRange::at(3, 1), Place::Header);
        }
        let extra = BlobRange::new(Header::KNOWN.min(header.hdr_len), header.hdr_len);
        if bytes.get(extra.as_usize()).unwrap_or_default().iter().any(|&b| b != 0) {
            diagnostics.push(ErrorKind::HeaderExtra, extra, Place::Header);
        }
        if base.as_ref().is_some_and(|b| b.header.endian != header.endian) {
            diagnostics.push(ErrorKind::EndianMismatch, BlobRange::at(0, 2), Place::Header);
        }
        let sections = Sections::new(&header, len, &mut diagnostics);
        let first_id = base.as_ref().map_or(1, |b| b.end_id());
        let first_str = base.as_ref().map_or(0, |b| b.strings_end());
        let strings = sections.range(SectionKind::Strings);
        let mut btf = Btf {
            bytes,
            header,
            sections,
            offsets: Vec::new(),
            types_end: 0,
            base,
            first_id,
            first_str,
            diagnostics: Vec::new(),
            shown: None,
            old_bitfields: false,
            pointer_size: 8,
        };
        btf.check_strings(strings, &mut diagnostics);
        let found = {
            let layouts = btf.layouts();
            let bounds = Bounds { endian: btf.header.endian, first_id, str_end: btf.strings_end() };
            scan(&btf.bytes, btf.sections.range(SectionKind::Types), &layouts, &bounds, &mut diagnostics)
        };
        btf.offsets = found.offsets;
        btf.types_end = found.end;
        btf.pointer_size = match &btf.base {
            Some(base) => base.pointer_size,
            None => btf.guess_pointer_size().unwrap_or(8),
        };
        btf.old_bitfields = found.old_bitfields || btf.base.as_ref().is_some_and(|base| base.old_bitfields);
        if found.suspicious || btf.old_bitfields || may_circle(&btf, &found.upward) {
            validate(&btf, &mut diagnostics);
        }
        btf.diagnostics = diagnostics.finish(Place::Types);
        Ok(btf)
    }

    fn check_strings(&mut self, range: BlobRange, diagnostics: &mut Diagnostics) {
        let strings = self.bytes.get(range.as_usize()).unwrap_or_default();
        let Some((&first, &last)) = strings.first().zip(strings.last()) else {
            // A split BTF may have no strings of its own; anything else needs the one empty string.
            if self.base.is_none() {
                diagnostics.push(ErrorKind::StringsStart, range, Place::Strings);
            }
            return;
        };
        if first != 0 && self.base.is_none() {
            diagnostics.push(ErrorKind::StringsStart, BlobRange::at(range.start, 1), Place::Strings);
        }
        if last != 0 {
            diagnostics.push(ErrorKind::StringsEnd, BlobRange::at(range.end - 1, 1), Place::Strings);
        }
        if let Err(e) = std::str::from_utf8(strings) {
            let at = range.start.saturating_add(e.valid_up_to() as u32);
            diagnostics.push(ErrorKind::NotUtf8, BlobRange::at(at, 1), Place::Strings);
        }
        // Folded without a branch, because each byte is looked at and nearly all sections have nothing to escape.
        let odd = strings.iter().fold(false, |odd, &b| odd | (may_be_escaped(b) & (b != 0)));
        self.shown = odd.then(Shown::default);
        check_lengths(strings, range.start, diagnostics);
    }

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

    /// The bytes of a section.
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

    /// Faults outside of the header, in the order in which they were found; at most some hundreds.
    pub fn diagnostics(&self) -> &[Error] {
        &self.diagnostics
    }

    /// The id of this blob's first own type: 1, or one more than the base's last.
    pub fn first_id(&self) -> TypeId {
        TypeId(self.first_id)
    }

    /// One more than the largest id, as libbpf's `btf__type_cnt` counts (void and the base's types included).
    pub fn type_cnt(&self) -> u32 {
        self.end_id()
    }

    /// How many types this blob adds itself.
    pub fn own_type_count(&self) -> u32 {
        self.offsets.len() as u32
    }

    fn end_id(&self) -> u32 {
        // The scan stops before this can overflow.
        self.first_id.saturating_add(self.offsets.len() as u32)
    }

    /// The offset of this blob's first own string: 0, or where the base's strings end.
    pub fn first_string(&self) -> StringOffset {
        StringOffset(self.first_str)
    }

    /// Where the strings end: every valid offset is below.
    pub fn strings_end(&self) -> u32 {
        // The header's length, not what is left of a cut-off file: ids and offsets of a split BTF must stay right.
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
            // Nearly all: the layout section cannot change them.
            1..=19 => Kind::from_number(number),
            _ => self.kind_by_layout(number),
        }
    }

    #[cold]
    #[inline(never)]
    fn kind_by_layout(&self, number: u8) -> Kind {
        self.layouts().kind(number)
    }

    /// What the layout section in force says of a kind number.
    pub fn layout_entry(&self, kind: u8) -> Option<LayoutEntry> {
        self.layouts().get(kind)
    }

    /// The type with this id, of this blob or its base. None for void and for ids that have no type.
    ///
    /// Inlined because printing asks ten times for each type: the compiler then drops reads of words that the caller
    /// does not use.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub fn get(&self, id: TypeId) -> Option<Type<'_>> {
        let btf = if id.0 >= self.first_id { self } else { self.base_with(id)? };
        let at = *btf.offsets.get((id.0 - btf.first_id) as usize)?;
        Type::read(btf, id, at)
    }

    /// The base that an id below this blob's own types belongs to.
    #[inline(never)]
    fn base_with(&self, id: TypeId) -> Option<&Btf> {
        let mut btf = self;
        while id.0 < btf.first_id {
            btf = btf.base.as_deref()?;
        }
        Some(btf)
    }

    /// The kind of a type, without the rest.
    pub fn kind(&self, id: TypeId) -> Option<Kind> {
        self.get(id).map(|t| t.kind())
    }

    /// This blob's own types, in id order.
    pub fn types(&self) -> Types<'_> {
        Types { btf: self, next: self.first_id, end: self.end_id() }
    }

    /// All types: the base's, then this blob's.
    pub fn all_types(&self) -> impl Iterator<Item = Type<'_>> {
        (1..self.end_id()).filter_map(|id| self.get(TypeId(id)))
    }

    /// The bytes of the string at this offset, without the NUL, at most [`LONGEST_STRING`]. None when no string section reaches
    /// there.
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

    /// The string at this offset, when it has at most `max` bytes. Use it to read the names of many types: in a hostile
    /// blob all names may point into one long string, and reading each to its end would take forever.
    pub fn string_bytes_up_to(&self, offset: StringOffset, max: u32) -> Option<&[u8]> {
        let (btf, at) = self.locate_string(offset)?;
        let end = btf.sections.range(SectionKind::Strings).end;
        let rest = btf.bytes.get(at as usize..end.min(at.saturating_add(max).saturating_add(1)) as usize)?;
        let len = rest.iter().position(|&b| b == 0).or((rest.len() <= max as usize).then_some(rest.len()))?;
        rest.get(..len)
    }

    /// The string at this offset as text of one line, at most [`LONGEST_STRING`] bytes of it: see [`visible`](crate::visible) for what is
    /// escaped. Its own bytes are [`Btf::string_bytes`].
    #[inline]
    pub fn string(&self, offset: StringOffset) -> Option<&str> {
        self.string_up_to(offset, LONGEST_STRING)
    }

    /// Whether a string of this blob (not of its base) may differ from its bytes.
    pub fn has_escapes(&self) -> bool {
        self.shown.is_some()
    }

    /// The first bytes of [`Btf::string`], at most `longest` of them.
    pub fn string_up_to(&self, offset: StringOffset, longest: u32) -> Option<&str> {
        let (btf, at) = self.locate_string(offset)?;
        let range = btf.sections.range(SectionKind::Strings);
        if let Some(shown) = &btf.shown {
            let strings = btf.bytes.get(range.as_usize())?;
            return shown.string(strings, at - range.start).map(|text| start_of(text, longest as usize));
        }
        let rest = btf.bytes.get(at as usize..range.end.min(at.saturating_add(longest)) as usize)?;
        let bytes = nul(rest).and_then(|end| rest.get(..end)).unwrap_or(rest);
        // A string with nothing to escape is ASCII.
        std::str::from_utf8(bytes).ok()
    }

    /// The blob that holds the string at this offset, and the byte of that blob where it starts.
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

/// The first bytes of a text, without half a character.
fn start_of(text: &str, most: usize) -> &str {
    (0..=most.min(text.len())).rev().find_map(|end| text.get(..end)).unwrap_or_default()
}

/// Reports strings longer than [`LONGEST_STRING`], of which only the start is read.
fn check_lengths(strings: &[u8], start: u32, diagnostics: &mut Diagnostics) {
    // Such a string fills a whole block, wherever the blocks start; nearly all blocks have a NUL within a few bytes.
    const BLOCK: usize = LONGEST_STRING as usize / 2;
    let mut known = 0;
    for (i, block) in strings.chunks_exact(BLOCK).enumerate() {
        let at = i * BLOCK;
        if at < known || block.contains(&0) {
            continue;
        }
        let (before, after) = strings.split_at(at);
        let from = before.iter().rposition(|&b| b == 0).map_or(0, |nul| nul + 1);
        let to = at + after.iter().position(|&b| b == 0).unwrap_or(after.len());
        known = to;
        let len = (to - from) as u32;
        if len > LONGEST_STRING {
            let range = BlobRange::at(start.saturating_add(from as u32), len);
            diagnostics.push(ErrorKind::LongString { len }, range, Place::Strings);
        }
    }
}

/// The own types of a blob, in id order.
#[derive(Clone, Debug)]
pub struct Types<'a> {
    btf: &'a Btf,
    next: u32,
    end: u32,
}

impl<'a> Iterator for Types<'a> {
    type Item = Type<'a>;

    fn next(&mut self) -> Option<Type<'a>> {
        if self.next >= self.end {
            return None;
        }
        let t = self.btf.get(TypeId(self.next));
        self.next += 1;
        t
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = (self.end - self.next) as usize;
        (n, Some(n))
    }
}

impl ExactSizeIterator for Types<'_> {}

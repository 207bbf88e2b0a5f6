//! The header, and how the sections fill the data behind it (the kernel's `btf_parse_hdr`, `btf_check_sec_info`,
//! `btf_parse_str_sec`, `btf_parse_layout_sec`).

use std::cmp::Ordering;
use std::io::Write as _;

use btf::{BlobRange, MAGIC, Place};

use crate::Mode;
use crate::blob::{Fields, MAX_NAME_OFFSET};
use crate::check::{Check, piece};
use crate::report::At;
use crate::rule::Rule;

/// The length of a header with a layout section.
const WITH_LAYOUT: u32 = 32;

const MAGIC_FIELD: BlobRange = BlobRange { start: 0, end: 2 };
const LENGTH: BlobRange = BlobRange { start: 4, end: 8 };
const TYPES: BlobRange = BlobRange { start: 8, end: 16 };
const STRINGS: BlobRange = BlobRange { start: 16, end: 24 };
const LAYOUT: BlobRange = BlobRange { start: 24, end: 32 };

/// A section's place according to the header.
#[derive(Clone, Copy)]
struct Stretch {
    offset: u32,
    len: u32,
    field: BlobRange,
}

impl Check<'_> {
    fn header_fault(&mut self, rule: Rule, range: BlobRange) {
        self.plain_fault(rule, &[], At::new(Place::Header, range));
    }

    /// Checks header, sections and strings. Returns whether types can be checked.
    pub(crate) fn header(&mut self) -> bool {
        let len = self.blob.len();
        if len < 8 {
            self.header_fault(Rule::NoHdrLen, BlobRange::at(0, len));
            return false;
        }
        let hdr_len = self.blob.field(LENGTH);
        if len < hdr_len {
            self.header_fault(Rule::HeaderCut, LENGTH);
            return false;
        }
        let known = self.version.header_len();
        let more = BlobRange::new(known.min(hdr_len), hdr_len);
        if let Some(at) = self.blob.bytes.get(more.as_usize()).and_then(|bytes| bytes.iter().position(|&b| b != 0)) {
            self.header_fault(Rule::HeaderUnknown, BlobRange::new(more.start + at as u32, more.end));
        }
        self.blob.fields = self.fields(hdr_len);
        self.say_header();
        let fields = self.blob.fields;
        if fields.magic != u32::from(MAGIC) {
            self.header_fault(Rule::Magic, MAGIC_FIELD);
        }
        if fields.version != 1 {
            self.header_fault(Rule::FormatVersion, BlobRange::at(2, 1));
        }
        if fields.flags != 0 {
            self.header_fault(Rule::Flags, BlobRange::at(3, 1));
        }
        let is_split = self.blob.base.is_some();
        let rest = len - hdr_len;
        if rest == 0 && !is_split {
            self.header_fault(Rule::NoData, LENGTH);
            return false;
        }
        let fills = self.sections(rest);
        self.place_sections(len);
        let strings_end = u64::from(fields.str_off) + u64::from(fields.str_len);
        let must_be_last = hdr_len < WITH_LAYOUT || !self.version.has_layout();
        if fills && must_be_last && strings_end != u64::from(rest) {
            self.header_fault(Rule::StringsNotLast, STRINGS);
        }
        if fills {
            self.strings(is_split);
        }
        // Without sound strings, names are not judged.
        self.blob.has_names = self.report.is_sound() || (fills && self.are_strings_sound(is_split));
        if self.mode == Mode::Load {
            self.load_only();
        }
        true
    }

    /// The fields that lie within the header's length.
    fn fields(&self, hdr_len: u32) -> Fields {
        let blob = &self.blob;
        let byte = |at: u32| match at < hdr_len {
            true => blob.bytes.get(at as usize).copied().map_or(0, u32::from),
            false => 0,
        };
        // Of a field that the header's end cuts through, the bytes behind the end count as 0.
        let word = |at: u32| {
            let bytes = [byte(at), byte(at + 1), byte(at + 2), byte(at + 3)].map(|b| b as u8);
            blob.endian.u32(bytes)
        };
        let magic = blob.endian.u16_at(&[byte(0) as u8, byte(1) as u8], 0).unwrap_or_default();
        let layout = |at| if self.version.has_layout() { word(at) } else { 0 };
        Fields {
            magic: magic.into(),
            version: byte(2),
            flags: byte(3),
            hdr_len: word(4),
            type_off: word(8),
            type_len: word(12),
            str_off: word(16),
            str_len: word(20),
            layout_off: layout(24),
            layout_len: layout(28),
        }
    }

    fn say_header(&mut self) {
        let f = self.blob.fields;
        let (len, has_layout) = (self.blob.len(), self.version.has_layout() && f.hdr_len >= WITH_LAYOUT);
        self.report.say(|line| {
            piece!(line, "magic: {:#x}\n", f.magic);
            piece!(line, "version: {}\n", f.version);
            piece!(line, "flags: {:#x}\n", f.flags);
            piece!(line, "hdr_len: {}\n", f.hdr_len);
            piece!(line, "type_off: {}\n", f.type_off);
            piece!(line, "type_len: {}\n", f.type_len);
            piece!(line, "str_off: {}\n", f.str_off);
            piece!(line, "str_len: {}\n", f.str_len);
            if has_layout {
                piece!(line, "layout_off: {}\n", f.layout_off);
                piece!(line, "layout_len: {}\n", f.layout_len);
            }
            piece!(line, "btf_total_size: {len}\n");
        });
    }

    /// Whether there is a layout section, and this kernel knows it.
    fn has_layout(&self) -> bool {
        self.version.has_layout() && self.blob.fields.hdr_len >= WITH_LAYOUT && self.blob.fields.layout_len > 0
    }

    /// Checks that the sections fill the `rest` bytes behind the header, without gaps and overlaps. Returns whether
    /// they do.
    fn sections(&mut self, rest: u32) -> bool {
        let f = self.blob.fields;
        let mut all = vec![
            Stretch { offset: f.type_off, len: f.type_len, field: TYPES },
            Stretch { offset: f.str_off, len: f.str_len, field: STRINGS },
        ];
        if self.has_layout() {
            all.push(Stretch { offset: f.layout_off, len: f.layout_len, field: LAYOUT });
        }
        // The kernel subtracts, so numbers more than 2 to the 31st apart compare the other way round.
        let signed = |a: u32, b: u32| (a.wrapping_sub(b) as i32).cmp(&0);
        let order = |a: &Stretch, b: &Stretch| match signed(a.offset, b.offset) {
            Ordering::Equal => signed(a.len, b.len),
            other => other,
        };
        // There are two or three sections. They are sorted by insertion, because this comparison need not be
        // transitive.
        for end in 1..all.len() {
            let mut at = end;
            while at > 0 && order(&all[at - 1], &all[at]) == Ordering::Greater {
                all.swap(at - 1, at);
                at -= 1;
            }
        }
        let mut end = 0;
        let mut last = LENGTH;
        for section in &all {
            let rule = match section.offset {
                offset if offset > rest => Rule::SectionOffset,
                offset if offset > end => Rule::SectionGap,
                offset if offset < end => Rule::SectionOverlap,
                _ if section.len > rest - end => Rule::SectionLength,
                _ => {
                    end += section.len;
                    last = section.field;
                    continue;
                }
            };
            self.header_fault(rule, section.field);
            return false;
        }
        if end != rest {
            self.header_fault(Rule::SectionGap, last);
        }
        end == rest
    }

    /// Sets the ranges of types and strings, cut at the blob's end.
    fn place_sections(&mut self, len: u32) {
        let f = self.blob.fields;
        let place = |offset: u32, size: u32| {
            let start = f.hdr_len.saturating_add(offset);
            BlobRange::new(start.min(len), start.saturating_add(size).min(len))
        };
        self.blob.types = place(f.type_off, f.type_len);
        self.blob.strings = place(f.str_off, f.str_len);
    }

    /// Whether the strings begin and end as they must, and are not too long.
    fn are_strings_sound(&self, is_split: bool) -> bool {
        let (len, range) = (self.blob.fields.str_len, self.blob.strings);
        if is_split && len == 0 {
            return true;
        }
        let strings = self.blob.bytes.get(range.as_usize()).unwrap_or_default();
        len <= MAX_NAME_OFFSET + 1 && strings.last() == Some(&0) && (strings.first() == Some(&0) || is_split)
    }

    fn strings(&mut self, is_split: bool) {
        if self.are_strings_sound(is_split) {
            return;
        }
        let (len, range) = (self.blob.fields.str_len, self.blob.strings);
        let last = range.end.checked_sub(1).and_then(|at| self.blob.bytes.get(at as usize));
        let at = match () {
            () if range.is_empty() || len > MAX_NAME_OFFSET + 1 => STRINGS,
            () if last != Some(&0) => BlobRange::at(range.end - 1, 1),
            () => BlobRange::at(range.start, 1),
        };
        self.plain_fault(Rule::StringsEnds, &[], At::new(Place::Strings, at));
    }

    /// Makes the checks that only `BPF_BTF_LOAD` makes.
    fn load_only(&mut self) {
        let f = self.blob.fields;
        if self.has_layout() {
            if !f.layout_off.is_multiple_of(4) {
                self.header_fault(Rule::LayoutAlign, LAYOUT);
            }
            if f.layout_len < 4 {
                self.header_fault(Rule::LayoutSmall, LAYOUT);
            } else if !f.layout_len.is_multiple_of(4) {
                self.header_fault(Rule::LayoutLength, LAYOUT);
            }
        }
        if !f.type_off.is_multiple_of(4) {
            self.header_fault(Rule::TypesAlign, TYPES);
        }
        if f.type_len == 0 {
            self.header_fault(Rule::NoTypes, TYPES);
        }
    }
}

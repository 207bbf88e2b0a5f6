//! Opens a blob: header, sections, strings, then the one pass over the records; validation if the pass found something
//! odd.

use std::sync::Arc;

use crate::blob::Btf;
use crate::bytes::LONGEST_STRING;
use crate::chains::may_circle;
use crate::error::{Diagnostics, Error, ErrorKind, Place};
use crate::header::Header;
use crate::ids::BlobRange;
use crate::scan::{Bounds, scan};
use crate::sections::{SectionKind, Sections};
use crate::validate::validate;
use crate::visible::{Shown, may_be_escaped};

impl Btf {
    /// Opens a blob: a whole `.BTF` section, or the bytes of a file in `/sys/kernel/btf`. A split BTF needs its `base`,
    /// which may be split itself.
    ///
    /// Fails only when nothing can be read ([`Header::parse`]). Every other fault is in [`Btf::diagnostics`], beside
    /// the records that could be read.
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
        let first_id = base.as_ref().map_or(1, |b| b.type_cnt());
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
            // A split BTF may have no strings of its own; any other BTF needs at least the empty string.
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
}

/// Reports strings longer than [`LONGEST_STRING`], of which only the start is read.
fn check_lengths(strings: &[u8], start: u32, diagnostics: &mut Diagnostics) {
    // A string that is too long covers at least one whole block, because a block has half the limit. So only blocks
    // without a NUL need a closer look, and nearly all blocks have a NUL within the first few bytes.
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

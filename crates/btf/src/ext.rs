//! `.BTF.ext`: functions, source lines and CO-RE relocations by instruction (btf.rst, "BTF.ext section").

use std::sync::Arc;

use crate::bytes::Endian;
use crate::error::{Diagnostics, Error, ErrorKind, Place};
use crate::ext_field::ExtField;
use crate::ids::{BlobRange, InsnOffset, StringOffset, TypeId};

crate::named! {
    /// The three subsections of `.BTF.ext`.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum SubSectionKind {
        /// Functions.
        FuncInfo = "func_info", 8, 8;
        /// Source lines.
        LineInfo = "line_info", 16, 16;
        /// CO-RE relocations.
        CoreRelo = "core_relo", 16, 24;
    }
    /// All, in the header's order.
    pub const ALL;
    /// `"func_info"`, `"line_info"`, `"core_relo"`.
    pub fn as_str;
    /// How many bytes of a record have a known meaning; records may be longer.
    pub fn min_record -> u32;
    /// The place of the header field that holds this subsection's offset, in bytes from the header's start. The field
    /// with the subsection's length follows it.
    pub(crate) fn header_at -> u32;
}

impl SubSectionKind {
    /// The known words of a record, in order.
    pub fn words(self) -> &'static [ExtField] {
        use ExtField::{AccessStrOff, FileNameOff, InsnOff, Kind, LineCol, LineOff, TypeId};
        match self {
            SubSectionKind::FuncInfo => &[InsnOff, TypeId],
            SubSectionKind::LineInfo => &[InsnOff, FileNameOff, LineOff, LineCol],
            SubSectionKind::CoreRelo => &[InsnOff, TypeId, AccessStrOff, Kind],
        }
    }
}

/// The header of `.BTF.ext`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ExtHeader {
    /// The byte order, given by the magic.
    pub endian: Endian,
    /// The version: always 1, because any other version is an error.
    pub version: u8,
    /// The flags: 0 unless there is the diagnostic [`ErrorKind::UnknownFlags`].
    pub flags: u8,
    /// Bytes of header: at least 8; 24 without the fields of core_relo, 32 with them.
    pub hdr_len: u32,
}

/// One subsection: its record size and a block for each ELF section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SubSection {
    /// The kind of the subsection.
    pub kind: SubSectionKind,
    /// Its bytes, cut at the end of `.BTF.ext`; the first four are the record size.
    pub range: BlobRange,
    /// Bytes of each record.
    pub record_size: u32,
    /// The blocks, in file order.
    pub sections: Vec<ExtSection>,
    /// Where the last readable record ends.
    pub end: u32,
}

/// The records of one ELF section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExtSection {
    /// The ELF section's name, in the strings of the file's `.BTF`.
    pub name_offset: StringOffset,
    /// How many records could be read.
    pub count: u32,
    /// The byte of `.BTF.ext` where the block starts. A block is a name offset, a count, and the records.
    pub at: u32,
}

impl ExtSection {
    /// Bytes before the records: name offset and count.
    pub const HEAD: u32 = 8;

    /// Where the records start.
    pub fn records_at(&self) -> u32 {
        self.at + Self::HEAD
    }
}

/// A func_info record: the function that starts at an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FuncInfo {
    /// The function's first instruction, in bytes from the start of the ELF section.
    pub insn_offset: InsnOffset,
    /// The function: the id of a FUNC.
    pub type_id: TypeId,
    /// The bytes of the record's known words.
    pub range: BlobRange,
}

/// A line_info record: the source line of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineInfo {
    /// The instruction, in bytes from the start of the ELF section.
    pub insn_offset: InsnOffset,
    /// The file's name.
    pub file: StringOffset,
    /// The line's text.
    pub text: StringOffset,
    /// The number of the line, from 1.
    pub line: u32,
    /// The column, from 1; 0 when not known.
    pub column: u32,
    /// The bytes of the record's known words.
    pub range: BlobRange,
}

/// A core_relo record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CoreRelo {
    /// The instruction, in bytes from the start of the ELF section.
    pub insn_offset: InsnOffset,
    /// The local root type.
    pub type_id: TypeId,
    /// The access string.
    pub access: StringOffset,
    /// `enum bpf_core_relo_kind`.
    pub kind: u32,
    /// The bytes of the record's known words.
    pub range: BlobRange,
}

/// An opened `.BTF.ext` section.
#[derive(Clone, Debug)]
pub struct Ext {
    pub(crate) bytes: Arc<[u8]>,
    pub(crate) header: ExtHeader,
    pub(crate) subsections: Vec<SubSection>,
    diagnostics: Vec<Error>,
}

impl Ext {
    /// Opens a `.BTF.ext` section. Fails, as [`crate::Btf::parse`] does, only when nothing can be read; other faults
    /// are in [`Ext::diagnostics`].
    pub fn parse(bytes: impl Into<Arc<[u8]>>) -> Result<Ext, Error> {
        let bytes: Arc<[u8]> = bytes.into();
        let header = parse_header(&bytes)?;
        let mut diagnostics = Diagnostics::default();
        if header.flags != 0 {
            diagnostics.push(ErrorKind::UnknownFlags(header.flags), BlobRange::at(3, 1), Place::Ext);
        }
        let subsections = SubSectionKind::ALL
            .into_iter()
            .filter_map(|kind| parse_subsection(&bytes, &header, kind, &mut diagnostics))
            .collect();
        Ok(Ext { bytes, header, subsections, diagnostics: diagnostics.finish(Place::Ext) })
    }

    /// The section's bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The header.
    pub fn header(&self) -> &ExtHeader {
        &self.header
    }

    /// The faults of the section that did not keep it from being opened. For any other fault, [`Ext::parse`] returns an
    /// error.
    pub fn diagnostics(&self) -> &[Error] {
        &self.diagnostics
    }

    /// The diagnostics that show damage. Two faults do not: unknown flags, and a subsection or block without records
    /// (GCC writes empty subsections).
    pub fn damage(&self) -> impl Iterator<Item = &Error> {
        self.diagnostics.iter().filter(|e| !matches!(e.kind, ErrorKind::NoRecords | ErrorKind::UnknownFlags(_)))
    }

    /// The subsections to which the header gives a length, in the header's order.
    pub fn subsections(&self) -> &[SubSection] {
        &self.subsections
    }

    /// One subsection; none if the header gives it no length.
    pub fn subsection(&self, kind: SubSectionKind) -> Option<&SubSection> {
        self.subsections.iter().find(|s| s.kind == kind)
    }

    fn records(&self, kind: SubSectionKind) -> impl Iterator<Item = (&ExtSection, u32)> {
        self.subsection(kind).into_iter().flat_map(|sub| {
            sub.sections.iter().flat_map(move |s| (0..s.count).map(move |i| (s, s.records_at() + i * sub.record_size)))
        })
    }

    fn known<const N: usize>(&self, at: u32) -> ([u32; N], BlobRange) {
        let mut words = [0; N];
        for (i, word) in words.iter_mut().enumerate() {
            *word = self.header.endian.u32_at(&self.bytes, at + i as u32 * 4).unwrap_or(0);
        }
        (words, BlobRange::at(at, N as u32 * 4))
    }

    /// All func_info records with the block of their ELF section.
    pub fn func_infos(&self) -> impl Iterator<Item = (&ExtSection, FuncInfo)> {
        self.records(SubSectionKind::FuncInfo).map(|(s, at)| {
            let ([insn, type_id], range) = self.known(at);
            (s, FuncInfo { insn_offset: InsnOffset(insn), type_id: TypeId(type_id), range })
        })
    }

    /// All line_info records with the block of their ELF section.
    pub fn line_infos(&self) -> impl Iterator<Item = (&ExtSection, LineInfo)> {
        self.records(SubSectionKind::LineInfo).map(|(s, at)| {
            let ([insn, file, text, line_col], range) = self.known(at);
            let (file, text) = (StringOffset(file), StringOffset(text));
            let (line, column) = (line_col >> 10, line_col & 0x3ff);
            (s, LineInfo { insn_offset: InsnOffset(insn), file, text, line, column, range })
        })
    }

    /// All core_relo records with the block of their ELF section.
    pub fn core_relos(&self) -> impl Iterator<Item = (&ExtSection, CoreRelo)> {
        self.records(SubSectionKind::CoreRelo).map(|(s, at)| {
            let ([insn, type_id, access, kind], range) = self.known(at);
            let (type_id, access) = (TypeId(type_id), StringOffset(access));
            (s, CoreRelo { insn_offset: InsnOffset(insn), type_id, access, kind, range })
        })
    }
}

fn parse_header(bytes: &[u8]) -> Result<ExtHeader, Error> {
    let fail = |kind, start, end| Err(Error { kind, range: BlobRange::new(start, end), place: Place::Ext });
    let Ok(len) = u32::try_from(bytes.len()) else {
        return fail(ErrorKind::TooLarge { len: bytes.len() as u64 }, 0, u32::MAX);
    };
    let Some(head) = bytes.first_chunk::<8>() else {
        let kind = if len == 0 { ErrorKind::Empty } else { ErrorKind::TruncatedHeader { need: 8, have: len } };
        return fail(kind, 0, len);
    };
    let Some(endian) = Endian::of_magic(head) else {
        return fail(ErrorKind::BadMagic { found: [head[0], head[1]] }, 0, 2);
    };
    let hdr_len = endian.u32([head[4], head[5], head[6], head[7]]);
    if head[2] != 1 {
        return fail(ErrorKind::BadVersion(head[2]), 2, 3);
    }
    if hdr_len < 8 {
        return fail(ErrorKind::HeaderTooShort { len: hdr_len, min: 8 }, 4, 8);
    }
    if hdr_len > len {
        return fail(ErrorKind::TruncatedHeader { need: hdr_len, have: len }, 0, len);
    }
    Ok(ExtHeader { endian, version: head[2], flags: head[3], hdr_len })
}

fn parse_subsection(
    bytes: &[u8],
    header: &ExtHeader,
    kind: SubSectionKind,
    diagnostics: &mut Diagnostics,
) -> Option<SubSection> {
    let at = kind.header_at();
    if at + 8 > header.hdr_len {
        return None;
    }
    let word = |at| header.endian.u32_at(bytes, at);
    let (off, size) = (word(at)?, word(at + 4)?);
    if size == 0 {
        return None;
    }
    let len = bytes.len() as u32;
    let field = BlobRange::at(at, 8);
    if off % 4 != 0 {
        diagnostics.push(ErrorKind::Misaligned { section: kind.as_str() }, field, Place::Ext);
    }
    let start = u64::from(header.hdr_len) + u64::from(off);
    let end = start + u64::from(size);
    if end > u64::from(len) {
        diagnostics.push(ErrorKind::SectionBeyondEnd { section: kind.as_str(), end, len }, field, Place::Ext);
    }
    let clip = |at: u64| u32::try_from(at).unwrap_or(u32::MAX).min(len);
    let range = BlobRange::new(clip(start), clip(end));
    let mut sub = SubSection { kind, range, record_size: 0, sections: Vec::new(), end: range.start };
    if range.len() < 4 {
        diagnostics.push(ErrorKind::TruncatedRecord { need: 4, have: range.len() }, range, Place::Ext);
        return Some(sub);
    }
    sub.record_size = word(range.start)?;
    sub.end = range.start + 4;
    let min = kind.min_record();
    if sub.record_size < min || !sub.record_size.is_multiple_of(4) {
        let kind = ErrorKind::BadRecordSize { size: sub.record_size, min };
        diagnostics.push(kind, BlobRange::at(range.start, 4), Place::Ext);
        return Some(sub);
    }
    if sub.end == range.end {
        diagnostics.push(ErrorKind::NoRecords, range, Place::Ext);
    }
    while sub.end < range.end {
        let at = sub.end;
        let left = range.end - at;
        if left < ExtSection::HEAD {
            let kind = ErrorKind::TruncatedRecord { need: ExtSection::HEAD.into(), have: left };
            diagnostics.push(kind, BlobRange::at(at, left), Place::Ext);
            break;
        }
        let (name, count) = (word(at)?, word(at + 4)?);
        if count == 0 {
            diagnostics.push(ErrorKind::NoRecords, BlobRange::at(at, ExtSection::HEAD), Place::Ext);
        }
        let fits = (left - ExtSection::HEAD) / sub.record_size;
        if count > fits {
            let need = u64::from(count) * u64::from(sub.record_size) + u64::from(ExtSection::HEAD);
            diagnostics.push(ErrorKind::TruncatedRecord { need, have: left }, BlobRange::at(at, left), Place::Ext);
        }
        let count_read = count.min(fits);
        sub.sections.push(ExtSection { name_offset: StringOffset(name), count: count_read, at });
        sub.end = at + ExtSection::HEAD + count_read * sub.record_size;
        if count > fits {
            break;
        }
    }
    Some(sub)
}

//! The header, the layout section, strings, and bytes that belong to none of these.

use btf::{BlobRange, Btf, HeaderField, Kind, LayoutEntry, SectionKind, StringOffset};
use text::counted;

use super::text::{bytes, hex_bytes, quoted, record_kind};
use super::words::Decoded;
use super::{FieldView, Inspection, Link, Meaning};
use crate::bytes::ByteClass;
use crate::bytes::layout_range;

pub(crate) fn inspect_header(btf: &Btf) -> Inspection {
    let hdr_len = btf.header().hdr_len;
    let fields = HeaderField::ALL
        .into_iter()
        .map(|f| f.0)
        .chain([HeaderField::Extra])
        .filter_map(|f| Some(header_field(btf, f, f.range(hdr_len)?)))
        .collect();
    let range = btf.section(SectionKind::Header);
    let title = "btf_header".to_owned();
    Inspection { title, range, fields, ..Inspection::default() }.with_problems(btf.diagnostics())
}

pub(crate) fn header_field(btf: &Btf, field: HeaderField, range: BlobRange) -> FieldView {
    let h = btf.header();
    let content = btf.bytes().get(range.as_usize()).unwrap_or_default();
    let decoded = match field {
        HeaderField::Magic => magic(h.endian, content),
        HeaderField::Version => Decoded::plain(h.version),
        HeaderField::Flags => Decoded::plain(format!("{:#x}", h.flags)),
        HeaderField::HdrLen => hdr_len(h.hdr_len, btf::Header::CLASSIC, btf::Header::KNOWN, "the layout section"),
        HeaderField::TypeOff => section_offset(h.type_off, btf.section(SectionKind::Types), h.type_len),
        HeaderField::TypeLen => {
            let n = u64::from(btf.own_type_count());
            let types = Decoded::is(bytes(h.type_len), counted(n, "type"));
            match btf.is_split() {
                true => types.and(Meaning::remark(format!("ids go on from the base's, at {}", btf.first_id()))),
                false => types,
            }
        }
        HeaderField::StrOff => section_offset(h.str_off, btf.section(SectionKind::Strings), h.str_len),
        HeaderField::StrLen => match btf.is_split() {
            true => Decoded::plain(bytes(h.str_len))
                .and(Meaning::remark(format!("offsets go on from the base's, at {:#x}", btf.first_string().0))),
            false => Decoded::plain(bytes(h.str_len)),
        },
        HeaderField::LayoutOff => section_offset(h.layout_off, btf.section(SectionKind::Layout), h.layout_len),
        HeaderField::LayoutLen => match h.layout_len / LayoutEntry::SIZE {
            0 => Decoded::is(bytes(h.layout_len), "no layout section"),
            n => Decoded::is(bytes(h.layout_len), format!("kinds 0 to {}", n - 1)),
        },
        HeaderField::Extra => super::words::opaque(content),
    };
    decoded.view(field.as_str(), range, ByteClass::Header)
}

/// The magic number: its order of bytes is the byte order of the blob.
pub(crate) fn magic(endian: btf::Endian, content: &[u8]) -> Decoded {
    let text = format!("{}-endian", endian.as_str());
    Decoded::is(format!("{:#06x}", btf::MAGIC), text).and(Meaning::note("bytes", hex_bytes(content), ""))
}

/// The length of a header. Says whether it has the fields `more`, which are between the lengths `classic` and `known`,
/// or bytes that are not known.
pub(crate) fn hdr_len(len: u32, classic: u32, known: u32, more: &str) -> Decoded {
    let value = Decoded::plain(bytes(len));
    match len {
        n if n < known && n >= classic => value.and(Meaning::remark(format!("without {more}"))),
        n if n == known => value.and(Meaning::remark(format!("with {more}"))),
        n if n > known => value.and(Meaning::remark(format!("{} more than is known", bytes(n - known)))),
        _ => value,
    }
}

/// An offset, which counts from the end of the header, and the bytes of the blob at that offset.
pub(crate) fn section_offset(off: u32, range: BlobRange, len: u32) -> Decoded {
    let value = format!("{off:#x}");
    if len == 0 {
        return Decoded::is(value, "empty");
    }
    if range.is_empty() {
        return Decoded::is(value, "beyond the end");
    }
    let text = format!("{range} of the blob");
    Decoded { value, short: text.clone(), meaning: vec![Meaning::link(text, Link::Byte(range.start))] }
}

pub(crate) fn inspect_layout(btf: &Btf, kind: u32) -> Inspection {
    let title = format!("layout entry for kind {kind}");
    let Some(range) = layout_range(btf, kind) else {
        let note = "The layout section has no such entry.".to_owned();
        return Inspection { title, note: Some(note), ..Inspection::default() };
    };
    let content = btf.bytes().get(range.as_usize()).unwrap_or_default();
    let byte = |i: usize| content.get(i).copied().unwrap_or(0);
    let (info_sz, elem_sz) = (u32::from(byte(0)), u32::from(byte(1)));
    let flags = btf.endian().u16_at(content, 2).unwrap_or(0);
    let field =
        |name, at, len, decoded: Decoded| decoded.view(name, BlobRange::at(range.start + at, len), ByteClass::Layout);
    let fields = vec![
        field("info_sz", 0, 1, Decoded::plain(bytes(info_sz)).and(Meaning::remark("follow the first 12 once"))),
        field("elem_sz", 1, 1, Decoded::plain(bytes(elem_sz)).and(Meaning::remark("follow for each of vlen"))),
        field("flags", 2, 2, Decoded::plain(format!("{flags:#x}"))),
    ];
    let name = match u8::try_from(kind).map(Kind::from_number) {
        Ok(Kind::Unknown(0)) => "No kind has this number".to_owned(),
        Ok(Kind::Unknown(_)) | Err(_) => "A kind that is not known".to_owned(),
        Ok(kind) => record_kind(kind),
    };
    let note = Some(format!("{name}: a record takes 12 + {info_sz} + vlen × {elem_sz} bytes."));
    Inspection { title, range, fields, note, ..Inspection::default() }.with_problems(btf.diagnostics())
}

pub(crate) fn inspect_string(btf: &Btf, offset: StringOffset, range: BlobRange) -> Inspection {
    let text = quoted(btf.string_bytes(offset).unwrap_or_default());
    let length = match btf.bytes().get(range.as_usize()) {
        Some([.., 0]) => format!("{} with the NUL", bytes(range.len())),
        _ => format!("{} without a NUL", bytes(range.len())),
    };
    let mut meaning = vec![Meaning::remark(length)];
    if range.len() == 1 {
        meaning.push(Meaning::remark("the empty name"));
    }
    let field =
        FieldView { name: "string", value: text.clone(), meaning, short: text, range, class: ByteClass::String };
    let title = format!("string {:#x}", offset.0);
    Inspection { title, range, fields: vec![field], ..Inspection::default() }.with_problems(btf.diagnostics())
}

/// Why bytes have no meaning.
#[derive(Clone, Copy)]
pub(crate) enum Raw {
    /// They belong to no section.
    Gap,
    /// They are in a damaged section and could not be read.
    Unreadable,
}

/// Bytes without a meaning.
pub(crate) fn inspect_raw(btf: &Btf, raw: Raw, range: BlobRange, note: &str) -> Inspection {
    let mut inspection = raw_view(btf.bytes(), raw, range, note).with_problems(btf.diagnostics());
    // The range starts at the faulty record; the records after it could not be found.
    if btf.section(SectionKind::Types).contains(range.start) {
        inspection.problems.extend(super::info::unused_bits_set(btf, range.start));
    }
    inspection
}

pub(crate) fn raw_view(blob: &[u8], raw: Raw, range: BlobRange, note: &str) -> Inspection {
    let content = blob.get(range.as_usize()).unwrap_or_default();
    let all_zero = content.iter().all(|&b| b == 0);
    let short = if all_zero { format!("{}, all zero", bytes(range.len())) } else { bytes(range.len()) };
    let (title, class) = match raw {
        Raw::Gap => ("gap", ByteClass::Gap),
        Raw::Unreadable => ("unreadable", ByteClass::Unreadable),
    };
    let field = FieldView {
        name: "bytes",
        value: hex_bytes(content),
        meaning: vec![Meaning::is(short.clone())],
        short,
        range,
        class,
    };
    Inspection {
        title: title.to_owned(),
        range,
        fields: vec![field],
        note: Some(note.to_owned()),
        ..Inspection::default()
    }
}

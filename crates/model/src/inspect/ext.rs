//! `.BTF.ext`: its header, record sizes, blocks and records (btf.rst, "BTF.ext section"). The structs have the names
//! that libbpf_internal.h gives them.

use bpf::CoreKind;
use btf::{BlobRange, Btf, Ext, ExtField, ExtOwned, ExtOwner, SubSectionKind, TypeId};
use text::counted;

use super::describe::unreadable;
use super::header::{Raw, hdr_len, magic, raw_view, section_offset};
use super::text::{bits, bytes, quoted};
use super::words::{Decoded, opaque, string, type_id};
use super::{FieldView, Inspection, Meaning, Names};
use crate::bytes::{ByteClass, ext_item_range};

/// The name of a kind of CO-RE relocation in `enum bpf_core_relo_kind`, without `BPF_CORE_`.
pub fn relo_kind(number: u32) -> Option<&'static str> {
    CoreKind::from_number(number).map(CoreKind::uapi_str)
}

/// The fields of the part of `.BTF.ext` that has these bytes (`owned` is from [`Ext::owner`]). Strings and types are
/// looked up in the file's `.BTF`, if there is one.
pub fn inspect_ext(ext: &Ext, btf: Option<&Btf>, owned: ExtOwned, names: Names<'_>) -> Inspection {
    let Some(range) = ext_item_range(ext, owned.owner) else {
        let (raw, note) = match owned.owner {
            ExtOwner::Gap => (Raw::Gap, "Bytes that belong to no subsection."),
            _ => (Raw::Unreadable, "Bytes of a damaged subsection: what they mean is unknown."),
        };
        return raw_view(ext.bytes(), raw, owned.range, note).with_problems(ext.diagnostics());
    };
    let mut fields = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let Some(field) = ext.owner(at) else { break };
        fields.push(field_view(ext, btf, field, names));
        at = field.range.end.max(at.saturating_add(1));
    }
    let title = title(owned.owner);
    Inspection { title, range, fields, ..Inspection::default() }.with_problems(ext.diagnostics())
}

/// The meaning of byte `at` of `.BTF.ext`, in one line: `line_info 3 of section ".text": line_col = line 12, column 5`.
/// Empty beyond the end.
pub fn describe_ext_byte(ext: &Ext, btf: Option<&Btf>, at: u32, names: Names<'_>) -> String {
    let Some(owned) = ext.owner(at) else { return String::new() };
    let place = match owned.owner {
        ExtOwner::Header(_) => "header".to_owned(),
        ExtOwner::RecordSize(sub) => sub.as_str().to_owned(),
        ExtOwner::Section { sub, section, .. } => format!("{}, {}", sub.as_str(), block_name(ext, btf, sub, section)),
        ExtOwner::Record { sub, section, record, .. } => {
            format!("{} {record} of {}", sub.as_str(), block_name(ext, btf, sub, section))
        }
        ExtOwner::Gap => return format!("gap of {}", bytes(owned.range.len())),
        ExtOwner::Unreadable => return unreadable(ext.diagnostics(), owned.range),
    };
    let view = field_view(ext, btf, owned, names);
    format!("{place}: {} = {}", view.name, view.short)
}

/// The type that the record with byte `at` is about; none outside of func_info and core_relo records. A click on the
/// byte selects this type.
pub fn ext_link(ext: &Ext, at: u32) -> Option<TypeId> {
    let owner = ext.owner(at)?.owner;
    let ExtOwner::Record { sub: SubSectionKind::FuncInfo | SubSectionKind::CoreRelo, .. } = owner else { return None };
    let record = ext_item_range(ext, owner)?;
    ext.header().endian.u32_at(ext.bytes(), record.start.checked_add(4)?).map(TypeId)
}

fn title(owner: ExtOwner) -> String {
    match owner {
        ExtOwner::Header(_) => "btf_ext_header".to_owned(),
        ExtOwner::RecordSize(sub) => sub.as_str().to_owned(),
        ExtOwner::Section { sub, section, .. } => format!("{} btf_ext_info_sec[{section}]", sub.as_str()),
        ExtOwner::Record { sub, record, .. } => format!("bpf_{}[{record}]", sub.as_str()),
        ExtOwner::Gap => "gap".to_owned(),
        ExtOwner::Unreadable => "unreadable".to_owned(),
    }
}

/// The ELF section that a block is about.
fn block_name(ext: &Ext, btf: Option<&Btf>, sub: SubSectionKind, section: u32) -> String {
    let block = ext.subsection(sub).and_then(|s| s.sections.get(section as usize));
    match block.zip(btf).and_then(|(block, btf)| btf.string_bytes(block.name_offset)) {
        Some(name) => format!("section {}", quoted(name)),
        None => format!("block {section}"),
    }
}

fn field_view(ext: &Ext, btf: Option<&Btf>, owned: ExtOwned, names: Names<'_>) -> FieldView {
    let content = ext.bytes().get(owned.range.as_usize()).unwrap_or_default();
    let word = if content.len() == 4 { ext.header().endian.u32_at(content, 0) } else { None };
    let (name, decoded) = match owned.owner {
        ExtOwner::Header(field) => (field.as_str(), header_field(ext, field, content, word)),
        ExtOwner::RecordSize(sub) => ("record size", record_size(sub, word.unwrap_or(0))),
        ExtOwner::Section { sub, field: ExtField::NumInfo, .. } => {
            let n = u64::from(word.unwrap_or(0));
            ("num_info", Decoded::plain(counted(n, "record")).and(Meaning::remark(sub.as_str())))
        }
        ExtOwner::Section { field, .. } => (field.as_str(), name_offset(btf, word.unwrap_or(0))),
        ExtOwner::Record { field: ExtField::Unknown, .. } => ("unknown", opaque(content)),
        ExtOwner::Record { field, .. } => (field.as_str(), record_field(btf, field, word.unwrap_or(0), names)),
        ExtOwner::Gap | ExtOwner::Unreadable => ("bytes", opaque(content)),
    };
    let class = ByteClass::of(crate::bytes::ByteOwner::Ext(owned.owner));
    decoded.view(name, owned.range, class)
}

fn header_field(ext: &Ext, field: ExtField, content: &[u8], word: Option<u32>) -> Decoded {
    let h = ext.header();
    let sub = |kind| ext.subsection(kind).map_or(BlobRange::default(), |s| s.range);
    let raw = word.unwrap_or(0);
    // In the header, the length of a subsection follows its offset.
    let offset = |kind, field_at: u32| {
        let len = h.endian.u32_at(ext.bytes(), field_at + 4).unwrap_or(0);
        section_offset(raw, sub(kind), len)
    };
    match field {
        ExtField::Magic => magic(h.endian, content),
        ExtField::Version => Decoded::plain(h.version),
        ExtField::Flags => Decoded::plain(format!("{:#x}", h.flags)),
        ExtField::HdrLen => hdr_len(h.hdr_len, 24, 32, "CO-RE relocations"),
        ExtField::FuncInfoOff => offset(SubSectionKind::FuncInfo, 8),
        ExtField::LineInfoOff => offset(SubSectionKind::LineInfo, 16),
        ExtField::CoreReloOff => offset(SubSectionKind::CoreRelo, 24),
        ExtField::FuncInfoLen => length(ext, SubSectionKind::FuncInfo, raw),
        ExtField::LineInfoLen => length(ext, SubSectionKind::LineInfo, raw),
        ExtField::CoreReloLen => length(ext, SubSectionKind::CoreRelo, raw),
        _ => opaque(content),
    }
}

fn length(ext: &Ext, kind: SubSectionKind, raw: u32) -> Decoded {
    let records = ext.subsection(kind).map(|s| s.sections.iter().map(|b| u64::from(b.count)).sum::<u64>());
    match records {
        Some(n) => Decoded::is(bytes(raw), counted(n, "record")),
        None => Decoded::is(bytes(raw), "none"),
    }
}

fn record_size(sub: SubSectionKind, raw: u32) -> Decoded {
    let size = Decoded::plain(bytes(raw));
    match raw.checked_sub(sub.min_record()) {
        Some(0) | None => size,
        Some(more) => size.and(Meaning::remark(format!("{} more than is known", bytes(more)))),
    }
}

/// An offset into the strings of the file's `.BTF`.
fn name_offset(btf: Option<&Btf>, raw: u32) -> Decoded {
    match btf {
        Some(btf) => string(btf, raw),
        None => Decoded::plain(format!("{raw:#x}")).and(Meaning::remark("in the strings of .BTF")),
    }
}

fn record_field(btf: Option<&Btf>, field: ExtField, raw: u32, names: Names<'_>) -> Decoded {
    match field {
        // In a file, offsets of instructions are in bytes, a multiple of 8. The kernel counts slots of 8 bytes; the
        // load of a 64-bit constant takes two slots.
        ExtField::InsnOff if raw.is_multiple_of(8) => {
            Decoded::is(format!("{raw:#x}"), format!("instruction {}", raw / 8))
        }
        ExtField::InsnOff => {
            Decoded::plain(format!("{raw:#x}")).and(Meaning::Problem("not the start of an instruction".to_owned()))
        }
        ExtField::TypeId => match btf {
            Some(btf) => type_id(btf, raw, names),
            None => Decoded::plain(raw),
        },
        ExtField::FileNameOff | ExtField::LineOff | ExtField::AccessStrOff => name_offset(btf, raw),
        ExtField::LineCol => {
            let (line, column) = (raw >> 10, raw & 0x3ff);
            Decoded {
                value: format!("{raw:#010x}"),
                short: format!("line {line}, column {column}"),
                meaning: vec![Meaning::note(bits(31, 10), line, "line"), Meaning::note(bits(9, 0), column, "column")],
            }
        }
        ExtField::Kind => match relo_kind(raw) {
            Some(name) => Decoded::is(raw, format!("BPF_CORE_{name}")),
            None => Decoded::plain(raw).and(Meaning::Problem("not a known kind".to_owned())),
        },
        _ => Decoded::plain(format!("{raw:#x}")),
    }
}

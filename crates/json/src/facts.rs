//! Facts about a file, its problems, and the files of an archive.

use std::collections::BTreeMap;

use btf::{BlobRange, Btf, Ext, SectionKind};
use container::{Archive, EntryKind, Format, Opened, Piece};
use model::elf::{SectionRow, section_table};
use model::load::{BaseFrom, cut};
use serde::Serialize;

use crate::{Bytes, Count};

/// Facts about a file. Ranges are in the file, or, if it has layers, in what was unpacked.
#[derive(Serialize, Clone, Debug)]
pub struct FileInfo<'a> {
    name: &'a str,
    size: Count,
    role: &'static str,
    format: &'static str,
    machine: Option<&'a str>,
    byte_order: &'static str,
    pointer_size: u32,
    kernel_release: Option<&'a str>,
    build_id: Option<&'a str>,
    module: Option<&'a str>,
    base: Option<&'static str>,
    base_type_count: u32,
    complete: bool,
    layers: Vec<Layer<'a>>,
    sections: Vec<Section>,
    elf_sections: Option<ElfSections>,
    notes: &'a [String],
}

#[derive(Serialize, Clone, Debug)]
struct Layer<'a> {
    what: &'a str,
    range: Bytes,
    size: Count,
}

#[derive(Serialize, Clone, Debug)]
struct Section {
    name: &'static str,
    range: Bytes,
}

/// The ELF section table.
#[derive(Serialize, Clone, Debug)]
pub struct ElfSections {
    count: Count,
    sections: Vec<ElfSection>,
}

/// An ELF section.
#[derive(Serialize, Clone, Debug)]
struct ElfSection {
    index: u32,
    name: String,
    #[serde(rename = "type")]
    type_name: String,
    type_number: u32,
    flags: String,
    flag_bits: u64,
    address: u64,
    offset: Count,
    size: Count,
    link: u32,
    info: u32,
    alignment: Count,
    entry_size: Count,
    bytes: Option<Bytes>,
    used_for: Option<String>,
}

/// The section table; `None` if it is not an ELF file.
fn elf_sections(opened: &Opened) -> Option<ElfSections> {
    let table = section_table(opened)?;
    let section = |row: SectionRow| ElfSection {
        index: row.index,
        name: row.name,
        type_name: row.type_name,
        type_number: row.type_number,
        flags: row.flags,
        flag_bits: row.flag_bits,
        address: row.address,
        offset: Count(row.offset),
        size: Count(row.size),
        link: row.link,
        info: row.info,
        alignment: Count(row.alignment),
        entry_size: Count(row.entry_size),
        bytes: (!row.bytes.is_empty()).then(|| row.bytes.into()),
        used_for: Some(row.used_for).filter(|text| !text.is_empty()),
    };
    Some(ElfSections { count: Count(table.total), sections: table.rows.into_iter().map(section).collect() })
}

/// The facts about a file.
pub fn info<'a>(opened: &'a Opened, btf: &Btf, base: BaseFrom) -> FileInfo<'a> {
    let elf = opened.elf();
    let layer = |l: &'a container::Layer| Layer { what: &l.what, range: l.file_range.into(), size: Count(l.len) };
    FileInfo {
        name: &opened.name,
        size: Count(opened.file_len),
        role: opened.role.as_str(),
        format: match opened.format {
            Format::Raw => "raw",
            Format::Elf(_) => "elf",
            Format::Image(_) => "image",
            Format::Dwarf(_) => "dwarf",
        },
        machine: opened.machine(),
        byte_order: btf.endian().as_str(),
        pointer_size: btf.pointer_size(),
        kernel_release: opened.kernel_release.as_deref(),
        build_id: elf.and_then(|e| e.build_id.as_deref()),
        module: elf.and_then(|e| e.modinfo.as_ref()?.name.as_deref()),
        base: match base {
            BaseFrom::File => Some("file"),
            BaseFrom::Given => Some("given"),
            BaseFrom::None | BaseFrom::Unneeded => None,
        },
        base_type_count: btf.base().map_or(0, |base| base.type_cnt().saturating_sub(1)),
        complete: cut(btf).is_none(),
        layers: opened.layers.iter().map(layer).collect(),
        sections: sections(opened, btf),
        elf_sections: elf_sections(opened),
        notes: &opened.notes,
    }
}

fn sections(opened: &Opened, btf: &Btf) -> Vec<Section> {
    let mut list = vec![Section { name: ".BTF", range: opened.btf.file_range.into() }];
    for (name, kind) in [
        (".BTF header", SectionKind::Header),
        (".BTF types", SectionKind::Types),
        (".BTF layout", SectionKind::Layout),
        (".BTF strings", SectionKind::Strings),
    ] {
        let range: BlobRange = btf.section(kind);
        if !range.is_empty() {
            list.push(Section { name, range: opened.btf.in_file(range).into() });
        }
    }
    let others = [
        (".BTF.ext", &opened.btf_ext),
        (".BTF.base", &opened.btf_base),
        (".BTF_ids", &opened.btf_ids),
        (".BTF.inline", &opened.btf_inline),
    ];
    let piece = |(name, piece): (&'static str, &Option<Piece>)| {
        piece.as_ref().map(|p| Section { name, range: p.file_range.into() })
    };
    list.extend(others.into_iter().filter_map(piece));
    list
}

/// Number of a file's own types by kind.
pub fn kinds(btf: &Btf) -> BTreeMap<&'static str, u32> {
    let mut counts = BTreeMap::new();
    for t in btf.types() {
        *counts.entry(t.kind().as_str()).or_default() += 1;
    }
    counts
}

/// A problem of a file.
#[derive(Serialize, Clone, Debug)]
pub struct Problem {
    message: String,
    range: Option<Bytes>,
}

/// The problems of a file.
pub fn problems(opened: &Opened, btf: &Btf) -> Vec<Problem> {
    let answer = |piece: &Piece, p: model::inspect::ProblemView| Problem {
        message: p.text,
        range: (!p.range.is_empty()).then(|| piece.in_file(p.range).into()),
    };
    let mut list: Vec<_> = model::inspect::problems(btf).into_iter().map(|p| answer(&opened.btf, p)).collect();
    list.extend(model::inspect::unfit_names(btf).map(|p| answer(&opened.btf, p)));
    if let Some(piece) = &opened.btf_ext {
        match Ext::parse(piece.bytes.clone()) {
            Ok(ext) => list.extend(model::inspect::problems_ext(&ext).into_iter().map(|p| answer(piece, p))),
            Err(e) => {
                let range = Some(piece.in_file(e.range).into());
                list.push(Problem { message: format!(".BTF.ext: {}", e.kind), range });
            }
        }
    }
    list
}

/// A file of an archive that may hold BTF.
#[derive(Serialize, Clone, Debug)]
pub struct Entry<'a> {
    path: &'a str,
    size: Count,
    kind: &'static str,
}

/// The files of an archive that may hold BTF.
pub fn entries(archive: &Archive) -> Vec<Entry<'_>> {
    let kind = |kind: EntryKind| if kind == EntryKind::Btf { "btf" } else { kind.as_str() };
    archive.entries.iter().map(|e| Entry { path: &e.path, size: Count(e.size), kind: kind(e.kind) }).collect()
}

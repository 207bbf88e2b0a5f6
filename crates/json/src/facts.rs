//! Facts about a file, its problems, and the files of an archive.

use std::collections::BTreeMap;

use btf::{BlobRange, Btf, Ext, SectionKind};
use container::{Archive, EntryKind, Format, Opened, Piece};
use model::elf::{SectionRow, section_table};
use model::load::{BaseFrom, cut};
use serde::Serialize;

use crate::made::made;
use crate::programs::ProgramOf;
use crate::{Bytes, Count};

/// A file: `info --json`. Ranges are in the file; if the BTF was packed, they are in the unpacked data.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct FileFacts<'a> {
    /// The facts about the file as a whole.
    pub info: FileInfo<'a>,
    /// The number of types of each kind.
    pub kinds: BTreeMap<&'static str, u32>,
    /// Faults that were found in it.
    pub problems: Vec<Problem>,
    /// Its maps, programs and licence, if it is a program.
    pub program: Option<ProgramOf>,
}

/// An archive: `info --json`.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct ArchiveFacts<'a> {
    /// The kind of file, in words.
    pub what: String,
    /// The files that may hold BTF.
    pub entries: Vec<Entry<'a>>,
    /// How many other files the archive has.
    pub others: Count,
    /// Remarks for a person, a sentence each.
    pub notes: &'a [String],
}

made! {
    /// Facts about a file. Ranges are in the file; if it has layers, they are in the unpacked data.
    pub struct FileInfo<'a>(opened: &'a Opened, btf: &Btf, base: BaseFrom) with {
            let elf = opened.elf();
    } {
        name: &'a str = &opened.name,
        size: Count = Count(opened.file_len),
        role: &'static str = opened.role.as_str(),
        format: &'static str = match opened.format {
            Format::Raw => "raw",
            Format::Elf(_) => "elf",
            Format::Image(_) => "image",
            Format::Dwarf(_) => "dwarf",
            Format::Header(_) => "header",
            },
        machine: Option<&'a str> = opened.machine(),
        byte_order: &'static str = btf.endian().as_str(),
        pointer_size: u32 = btf.pointer_size(),
        kernel_release: Option<&'a str> = opened.kernel_release.as_deref(),
        compiler: Option<&'a str> = elf.and_then(|e| e.compiler.as_deref()),
        build_id: Option<&'a str> = elf.and_then(|e| e.build_id.as_deref()),
        module: Option<&'a str> = elf.and_then(|e| e.modinfo.as_ref()?.name.as_deref()),
        base: Option<&'static str> = match base {
            BaseFrom::File => Some("file"),
            BaseFrom::Given => Some("given"),
            BaseFrom::None | BaseFrom::Unneeded => None,
            },
        base_type_count: u32 = btf.base().map_or(0, |base| base.type_cnt().saturating_sub(1)),
        complete: bool = cut(btf).is_none(),
        layers: Vec<Layer<'a>> = opened.layers.iter().map(Layer::of).collect(),
        sections: Vec<Section> = sections(opened, btf),
        elf_sections: Option<ElfSections> = elf_sections(opened),
        notes: &'a [String] = &opened.notes,
    }

    struct Layer<'a>(l: &'a container::Layer) {
        what: &'a str = &l.what,
        range: Bytes = l.file_range.into(),
        size: Count = Count(l.len),
    }
}

#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
struct Section {
    name: &'static str,
    range: Bytes,
}

/// The ELF section table.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct ElfSections {
    count: Count,
    sections: Vec<ElfSection>,
}

made! {
    /// An ELF section.
    struct ElfSection(row: SectionRow) {
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
        bytes: Option<Bytes> = (!row.bytes.is_empty()).then(|| row.bytes.into()),
        used_for: Option<String> = Some(row.used_for).filter(|text| !text.is_empty()),
    }
}

/// The section table; `None` if the file is not an ELF file.
fn elf_sections(opened: &Opened) -> Option<ElfSections> {
    let table = section_table(opened)?;
    Some(ElfSections { count: Count(table.total), sections: table.rows.into_iter().map(ElfSection::of).collect() })
}

/// The facts about a file.
pub fn info<'a>(opened: &'a Opened, btf: &Btf, base: BaseFrom) -> FileInfo<'a> {
    FileInfo::of(opened, btf, base)
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

/// The number of a file's own types of each kind. Types of its base do not count.
pub fn kinds(btf: &Btf) -> BTreeMap<&'static str, u32> {
    let mut counts = BTreeMap::new();
    for t in btf.types() {
        *counts.entry(t.kind().as_str()).or_default() += 1;
    }
    counts
}

/// A problem of a file.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

made! {
    /// A file of an archive that may hold BTF.
    pub struct Entry<'a>(e: &'a container::Entry) {
        path: &'a str = &e.path,
        size: Count,
        kind: &'static str = if e.kind == EntryKind::Btf { "btf" } else { e.kind.as_str() },
    }
}

/// The files of an archive that may hold BTF.
pub fn entries(archive: &Archive) -> Vec<Entry<'_>> {
    archive.entries.iter().map(Entry::of).collect()
}

//! What a file is, what is in it and what is wrong with it.

use std::collections::BTreeMap;

use btf::{BlobRange, Btf, Ext, SectionKind};
use container::{Format, Opened, Piece};
use model::load::{BaseFrom, cut};
use serde::Serialize;

use crate::answer::{Bytes, number};
use crate::layouts::byte_order;

/// `FileInfo`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InfoAnswer<'a> {
    name: &'a str,
    size: f64,
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
    layers: Vec<LayerAnswer<'a>>,
    sections: Vec<SectionAnswer>,
    notes: &'a [String],
}

#[derive(Serialize)]
struct LayerAnswer<'a> {
    what: &'a str,
    range: Bytes,
    size: f64,
}

#[derive(Serialize)]
struct SectionAnswer {
    name: &'static str,
    range: Bytes,
}

/// What the file is.
pub fn info_answer<'a>(opened: &'a Opened, btf: &Btf, base: BaseFrom) -> InfoAnswer<'a> {
    let elf = opened.elf();
    let layer =
        |l: &'a container::Layer| LayerAnswer { what: &l.what, range: l.file_range.into(), size: number(l.len) };
    InfoAnswer {
        name: &opened.name,
        size: number(opened.file_len),
        role: opened.role.as_str(),
        format: match opened.format {
            Format::Raw => "raw",
            Format::Elf(_) => "elf",
            Format::Image(_) => "image",
        },
        machine: opened.machine(),
        byte_order: byte_order(btf.endian()),
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
        notes: &opened.notes,
    }
}

fn sections(opened: &Opened, btf: &Btf) -> Vec<SectionAnswer> {
    let mut list = vec![SectionAnswer { name: ".BTF", range: opened.btf.file_range.into() }];
    for (name, kind) in [
        (".BTF header", SectionKind::Header),
        (".BTF types", SectionKind::Types),
        (".BTF layout", SectionKind::Layout),
        (".BTF strings", SectionKind::Strings),
    ] {
        let range: BlobRange = btf.section(kind);
        if !range.is_empty() {
            list.push(SectionAnswer { name, range: opened.btf.in_file(range).into() });
        }
    }
    let others = [
        (".BTF.ext", &opened.btf_ext),
        (".BTF.base", &opened.btf_base),
        (".BTF_ids", &opened.btf_ids),
        (".BTF.inline", &opened.btf_inline),
    ];
    let piece = |(name, piece): (&'static str, &Option<Piece>)| {
        piece.as_ref().map(|p| SectionAnswer { name, range: p.file_range.into() })
    };
    list.extend(others.into_iter().filter_map(piece));
    list
}

/// How many of a file's own types have which kind.
pub fn kinds(btf: &Btf) -> BTreeMap<&'static str, u32> {
    let mut counts = BTreeMap::new();
    for t in btf.types() {
        *counts.entry(t.kind().as_str()).or_default() += 1;
    }
    counts
}

/// `Problem`.
#[derive(Serialize)]
pub struct ProblemAnswer {
    message: String,
    range: Option<Bytes>,
}

/// What is wrong with the file.
pub fn problems(opened: &Opened, btf: &Btf) -> Vec<ProblemAnswer> {
    let answer = |piece: &Piece, p: model::inspect::ProblemView| ProblemAnswer {
        message: p.text,
        range: (!p.range.is_empty()).then(|| piece.in_file(p.range).into()),
    };
    let mut list: Vec<_> = model::inspect::problems(btf).into_iter().map(|p| answer(&opened.btf, p)).collect();
    if let Some(piece) = &opened.btf_ext {
        match Ext::parse(piece.bytes.clone()) {
            Ok(ext) => list.extend(model::inspect::problems_ext(&ext).into_iter().map(|p| answer(piece, p))),
            Err(e) => {
                let range = Some(piece.in_file(e.range).into());
                list.push(ProblemAnswer { message: format!(".BTF.ext: {}", e.kind), range });
            }
        }
    }
    list
}

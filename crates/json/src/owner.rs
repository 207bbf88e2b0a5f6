//! The owner of a byte of the file.

use std::sync::Arc;

use btf::{BlobRange, Btf, Ext, TypeId};
use container::{Opened, Piece};
use model::bytes::{ByteTarget, owner_target};
use model::inspect::{Inspection, Meaning, describe_byte, describe_ext_byte, ext_link, inspect, inspect_ext};
use serde::Serialize;

use crate::Bytes;

/// The owner of a byte. Ranges count from the start of the file.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct ByteOwner {
    section: &'static str,
    section_offset: u32,
    what: String,
    title: String,
    range: Bytes,
    type_id: Option<u32>,
    item_index: Option<u32>,
    fields: Vec<Field>,
    problems: Vec<String>,
}

#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
struct Field {
    name: &'static str,
    value: String,
    meaning: Vec<String>,
    range: Bytes,
}

/// The owner of byte `at` of the file; `None` if the byte is not in `.BTF`, `.BTF.base`, `.BTF.inline` or `.BTF.ext`,
/// or that section cannot be read.
pub fn owner(opened: &Opened, btf: &Arc<Btf>, at: u64) -> Option<ByteOwner> {
    let inside = |piece: &Piece| {
        piece.file_range.contains(at).then(|| u32::try_from(at - piece.file_range.start).ok()).flatten()
    };
    let of = |piece: &'_ Option<Piece>| piece.as_ref().and_then(|p| Some((p.clone(), inside(p)?)));
    if let Some(byte) = inside(&opened.btf) {
        return of_btf(btf, ".BTF", &opened.btf, byte);
    }
    if let Some((piece, byte)) = of(&opened.btf_base) {
        return of_btf(btf.base()?, ".BTF.base", &piece, byte);
    }
    if let Some((piece, byte)) = of(&opened.btf_inline) {
        let inline = Btf::parse(Arc::clone(&piece.bytes), Some(Arc::clone(btf))).ok()?;
        return of_btf(&inline, ".BTF.inline", &piece, byte);
    }
    let (piece, byte) = of(&opened.btf_ext)?;
    let ext = Ext::parse(Arc::clone(&piece.bytes)).ok()?;
    let names = |id: TypeId| dump::type_name(btf, id);
    let what = describe_ext_byte(&ext, Some(btf), byte, &names);
    let inspection = inspect_ext(&ext, Some(btf), ext.owner(byte)?, &names);
    let link = ext_link(&ext, byte).map(|id| (id, None));
    Some(answer(".BTF.ext", &piece, byte, what, inspection, link))
}

fn of_btf(btf: &Btf, section: &'static str, piece: &Piece, byte: u32) -> Option<ByteOwner> {
    let names = |id: TypeId| dump::type_name(btf, id);
    let target = owner_target(btf, byte)?;
    let link = match &target {
        ByteTarget::Type(focus) => Some((focus.id, focus.item)),
        _ => None,
    };
    let inspection = inspect(btf, &target, &names);
    Some(answer(section, piece, byte, describe_byte(btf, byte, &names), inspection, link))
}

fn answer(
    section: &'static str,
    piece: &Piece,
    byte: u32,
    what: String,
    inspection: Inspection,
    link: Option<(TypeId, Option<btf::MemberIndex>)>,
) -> ByteOwner {
    let range = |r: BlobRange| Bytes::from(piece.in_file(r));
    let fields = inspection.fields.into_iter().map(|f| Field {
        name: f.name,
        value: f.value,
        // Without the marks `→` and `!`, which the page puts before a meaning.
        meaning: f.meaning.iter().map(words).collect(),
        range: range(f.range),
    });
    ByteOwner {
        section,
        section_offset: byte,
        what,
        range: range(inspection.range),
        type_id: link.map(|(id, _)| id.0),
        item_index: link.and_then(|(_, item)| item).map(|i| i.0),
        fields: fields.collect(),
        title: inspection.title,
        problems: inspection.problems,
    }
}

fn words(meaning: &Meaning) -> String {
    match meaning {
        Meaning::Is { text, .. } | Meaning::Problem(text) => text.clone(),
        note @ Meaning::Note { .. } => note.to_string(),
    }
}

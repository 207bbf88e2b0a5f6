//! The CO-RE relocations of a program, as its compiler wrote them.

use btf::{Btf, Ext};
use serde::Serialize;

use crate::answer::Bytes;
use crate::failure::Failure;
use container::Opened;

/// `Relocation`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RelocationAnswer<'a> {
    index: f64,
    section: &'a str,
    insn_offset: u32,
    kind: &'static str,
    kind_number: u32,
    type_id: u32,
    declaration: String,
    access: &'a str,
    record: Bytes,
}

/// The CO-RE relocations, in file order; none where there is no `.BTF.ext`.
///
/// # Errors
/// When the header of `.BTF.ext` cannot be read.
pub fn relocations<'a>(opened: &Opened, btf: &'a Btf) -> Result<Vec<RelocationAnswer<'a>>, Failure> {
    let Some(piece) = &opened.btf_ext else { return Ok(Vec::new()) };
    let ext = Ext::parse(piece.bytes.clone()).map_err(|e| {
        let range = piece.in_file(e.range);
        Failure::new("bad-header", format!("{}: .BTF.ext: {} ({range})", opened.name, e.kind)).at(range.start)
    })?;
    let relocation = |(index, (block, relo)): (usize, (&btf::ExtSection, btf::CoreRelo))| RelocationAnswer {
        index: index as f64,
        section: btf.string(block.name_offset).unwrap_or_default(),
        insn_offset: relo.insn_offset.0,
        kind: view::inspect::relo_kind(relo.kind).unwrap_or("UNKNOWN"),
        kind_number: relo.kind,
        type_id: relo.type_id.0,
        declaration: dump::type_name(btf, relo.type_id),
        access: btf.string(relo.access).unwrap_or_default(),
        record: piece.in_file(relo.range).into(),
    };
    Ok(ext.core_relos().enumerate().map(relocation).collect())
}

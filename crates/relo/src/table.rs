//! A relocation as a row of a table: `btfscope relocs --format tsv` prints it, and tests compare it.

use bpf::Insn;
use btf::Btf;
use text::tsv_cell;

use crate::CoreKind;
use crate::patch::{Patched, patch};
use crate::record::Record;
use crate::resolve::{Outcome, Status};

/// The columns. Sizes are in bytes; an instruction is `code:dst:src:off:imm` with a hexadecimal code; a load of a
/// 64-bit immediate has `+` between its two slots.
pub const COLUMNS: [&str; 21] = [
    "sec",
    "insn_off",
    "idx",
    "kind",
    "local_id",
    "local_name",
    "access",
    "spec",
    "ncands",
    "cands",
    "status",
    "orig",
    "new",
    "validate",
    "orig_sz",
    "new_sz",
    "orig_type",
    "new_type",
    "insn",
    "insn_new",
    "patch_err",
];

/// A relocation's row.
pub fn cells(btf: &Btf, record: &Record, outcome: &Outcome, code: Option<(Insn, Option<Insn>)>) -> [String; 21] {
    let v = &outcome.values;
    let ids: Vec<String> = outcome.tried.iter().map(|t| t.candidate.id.to_string()).collect();
    let patched = code.filter(|_| outcome.error.is_none()).map(|(insn, second)| patch(insn, second, v));
    let before = code.map(|(insn, second)| slots(insn, second)).unwrap_or_default();
    let after = match &patched {
        Some(Patched { insn, second, .. }) => slots(*insn, second.filter(|_| insn.is_ldimm64())),
        None => before.clone(),
    };
    let error = match (&patched, outcome.status()) {
        (_, Status::Error(_)) | (None, _) => -1,
        (Some(patched), _) => patched.error.as_ref().map_or(0, |e| e.errno.number()),
    };
    [
        tsv_cell(&record.section),
        record.insn_offset.0.to_string(),
        record.index.to_string(),
        record.relo_kind().map_or_else(|| record.kind.to_string(), |kind: CoreKind| kind.long_str().to_owned()),
        record.type_id.to_string(),
        tsv_cell(btf.get(record.type_id).map_or("", |t| t.name())),
        tsv_cell(record.access_str(btf)),
        tsv_cell(&outcome.local.as_ref().map(|spec| spec.text(btf)).unwrap_or_default()),
        ids.len().to_string(),
        ids.join(","),
        outcome.status().as_str().to_owned(),
        v.original.to_string(),
        v.new.to_string(),
        u32::from(v.validate).to_string(),
        v.original_size.to_string(),
        v.new_size.to_string(),
        v.original_type.to_string(),
        v.new_type.to_string(),
        before,
        after,
        error.to_string(),
    ]
}

/// An instruction's fields, and those of its second slot.
pub fn slots(insn: Insn, second: Option<Insn>) -> String {
    let one = |i: Insn| format!("{:02x}:{}:{}:{}:{}", i.code, i.dst, i.src, i.off, i.imm);
    match second {
        Some(second) => format!("{}+{}", one(insn), one(second)),
        None => one(insn),
    }
}

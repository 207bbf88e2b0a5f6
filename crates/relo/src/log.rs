//! The lines that libbpf logs for a relocation, to be searched for in a log.

use btf::Btf;

use crate::patch::{PatchReason, Patched};
use crate::problem::Reason;
use crate::record::Record;
use crate::resolve::{Fate, Outcome, Status};
use crate::target::Target;
use crate::types::kind_word;

/// The lines that libbpf logs, debug lines included, without the prefix `libbpf: ` (`bpf_core_calc_relo_insn`,
/// `bpf_core_patch_insn`). `program` is the name of the program that has the instruction, `insn` the instruction's
/// index within that program.
pub fn log_lines(
    local: &Btf,
    record: &Record,
    target: &Target,
    outcome: &Outcome,
    patched: Option<&Patched>,
    program: &str,
    insn: u32,
) -> Vec<String> {
    let head = format!("prog '{program}': relo #{}: ", record.index);
    let mut out = Vec::new();
    let mut say = |text: String| out.push(format!("{head}{text}"));
    let root = local.get(record.type_id);
    let spec = match &outcome.local {
        Ok(spec) => spec,
        Err(problem) => {
            let name = root.map(|t| t.name()).filter(|n| !n.is_empty()).unwrap_or("<anon>");
            say(format!(
                "parsing [{}] {} {name} + {} failed: {}",
                record.type_id,
                kind_word(root.map(|t| t.kind())),
                record.access_str(local),
                problem.errno.number()
            ));
            return out;
        }
    };
    say(spec.text(local));
    let kind = record.kind_str();
    if let Some(Reason::Anonymous) = outcome.error.as_ref().map(|p| &p.reason) {
        say(format!("<{kind}> ({}) relocation doesn't support anonymous types", record.kind));
        return out;
    }
    for (i, t) in outcome.tried.iter().enumerate() {
        let text = target.btf(t.candidate.part).map(|btf| t.spec.text(btf)).unwrap_or_default();
        match &t.fate {
            Fate::Match => say(format!("matching candidate #{i} {text}")),
            Fate::NoMatch => say(format!("non-matching candidate #{i} {text}")),
            Fate::NotTried => {}
            Fate::Error(problem) => match problem.reason {
                Reason::OffsetAmbiguity { found, first, .. } => {
                    say(format!("field offset ambiguity: {found} != {first}"))
                }
                Reason::ValueAmbiguity { found, first, .. } => {
                    say(format!("relocation decision ambiguity: success {found} != success {first}"));
                }
                Reason::WideBitfield { .. } | Reason::ElementKind => {}
                _ => say(format!("error matching candidate #{i} {text}: {}", problem.errno.number())),
            },
        }
    }
    if let Some(problem) = &outcome.error {
        // These two messages have the number of the relocation's kind in the place of its index.
        let what = match problem.reason {
            Reason::WideBitfield { .. } => "can't be satisfied for bitfield",
            Reason::ElementKind => "can't be applied to array access",
            _ => return out,
        };
        out.push(format!("prog '{program}': relo {} at insn #{insn} {what}", record.kind));
        return out;
    }
    if outcome.matched().is_none() && !matches!(spec.kind, crate::CoreKind::TypeIdLocal) {
        say("no matching targets found".to_owned());
    }
    let Some(patched) = patched else { return out };
    let v = &outcome.values;
    if let Some(error) = &patched.error {
        let class = if patched.insn.is_ldimm64() {
            "LDIMM64"
        } else if patched.insn.code & 7 < 4 {
            "LDX/ST/STX"
        } else {
            "ALU/ALU64"
        };
        match error.reason {
            PatchReason::Unexpected { found, expected, new } => {
                let got = if patched.insn.is_ldimm64() { found } else { u64::from(found as u32) };
                say(format!("unexpected insn #{insn} ({class}) value: got {got}, exp {expected} -> {new}"));
            }
            PatchReason::OffsetTooBig(new) => say(format!("insn #{insn} ({class}) value too big: {new}")),
            PatchReason::AccessSize { found, expected } => {
                say(format!("insn #{insn} ({class}) unexpected mem size: got {found}, exp {expected}"));
            }
            PatchReason::NewSize(size) => say(format!("insn #{insn} ({class}) invalid new mem size: {size}")),
            PatchReason::Ldimm64Form => say(format!("insn #{insn} (LDIMM64) has unexpected form")),
            PatchReason::Class => {
                let i = patched.insn;
                say(format!(
                    "trying to relocate unrecognized insn #{insn}, code:{:#x}, src:{:#x}, dst:{:#x}, off:{:#x}, imm:{:#x}",
                    i.code, i.src, i.dst, i.off, i.imm
                ));
            }
            PatchReason::NoInsn | PatchReason::NotImmediate => {}
        }
    } else if patched.poisoned {
        if outcome.status() == Status::BadSizeChange {
            let advice =
                "Make sure you are accessing pointers, unsigned integers, or fields of matching type and size.";
            say(format!("insn #{insn} (LDX/ST/STX) accesses field incorrectly. {advice}"));
        }
        say(format!("substituting insn #{insn} w/ invalid insn"));
    } else {
        let (old, new) = (v.original, v.new);
        let what = match patched.insn.code & 7 {
            0 => "(LDIMM64) imm64",
            1..=3 => "(LDX/ST/STX) off",
            _ => "(ALU/ALU64) imm",
        };
        say(format!("patched insn #{insn} {what} {old} -> {new}"));
        if patched.insn.code & 7 < 4 && patched.insn.code & 7 > 0 && v.original_size != v.new_size {
            say(format!("patched insn #{insn} (LDX/ST/STX) mem_sz {} -> {}", v.original_size, v.new_size));
        }
    }
    out
}

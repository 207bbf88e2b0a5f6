//! CO-RE relocations of a program as the compiler wrote them, and their results on kernels.

use std::sync::Arc;

use bpf::Object;
use btf::{Btf, Ext};
use container::{Opened, Piece};
use model::relocations::not_applied;
use needs::{Kernel, Needs, Nowhere, Reaching, Standing, reaching, standing};
use relo::{Options, Outcome, Patched, Record, ReloVerdict, Resolver, Spec, Target};
use serde::Serialize;

use crate::{Bytes, Count};

/// A CO-RE relocation as the compiler wrote it.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct Relocation<'a, R = Made> {
    index: Count,
    section: &'a str,
    insn_offset: u32,
    kind: &'static str,
    kind_number: u32,
    type_id: u32,
    declaration: String,
    access: &'a str,
    path: Option<String>,
    record: Bytes,
    /// The instruction as `code:dst:src:off:imm`; LDIMM64 has two such groups.
    insn: Option<String>,
    /// One result for each target.
    pub results: Vec<R>,
}

/// libbpf's result for a relocation on a target.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct Made {
    verdict: &'static str,
    original: u64,
    value: u64,
    original_size: u32,
    size: u32,
    candidates: u32,
    matched: Option<Match>,
    loads: bool,
    /// Whether the verifier reaches the instruction: `"reached"`, `"unsure"`, `"never reached"`. Null unless the
    /// instruction is or may be poisoned.
    reached: Option<&'static str>,
    /// The slot of the instruction that guards this one.
    guard: Option<u32>,
    /// The module that has the type, if the kernel itself lacks it.
    module: Option<String>,
    /// Why the loader gives up, or why the result is unknown.
    message: Option<String>,
    /// The instruction as the loader writes it.
    insn: Option<String>,
}

#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
struct Match {
    type_id: u32,
    declaration: String,
    access: String,
    path: String,
}

/// The CO-RE relocations in file order, with their results on the targets; none without `.BTF.ext`. If `alone`, each is
/// resolved without regard to the others. If a target lacks a type and its modules are not known, the verdict is
/// `cannot tell`, because a module may have the type. If libbpf refuses to open the object, or opens it without
/// applying relocations, each result says so.
///
/// # Errors
/// The header of `.BTF.ext` cannot be read; the error's range is in `.BTF.ext`.
pub fn relocations<'a>(
    opened: &Opened,
    btf: &'a Btf,
    targets: &[Kernel],
    alone: bool,
) -> Result<Vec<Relocation<'a>>, btf::Error> {
    let Some(piece) = &opened.btf_ext else { return Ok(Vec::new()) };
    let ext = Ext::parse(piece.bytes.clone())?;
    let records = relo::records(btf, &ext);
    // If the program cannot be parsed, there are results, but no patched instructions.
    let object = opened.program.as_ref().and_then(|program| Object::parse(program.bytes.clone()).ok());
    let mut answers = listed(piece, btf, &ext, &records, object.as_ref());
    let needs = object.clone().map(|object| Needs::of(Arc::new(object)));
    let not_applied = needs.as_ref().and_then(|needs| not_applied(needs.opened()));
    for kernel in targets {
        let reaching = needs.as_ref().map(|needs| reaching(needs, kernel)).unwrap_or_default();
        let mut resolver = Resolver::new(btf, kernel.target(), Options { cache: !alone, ..Options::default() });
        for (at, (answer, record)) in answers.iter_mut().zip(&records).enumerate() {
            let outcome = resolver.resolve(record);
            let patched = object.as_ref().and_then(|object| relo::patched(object, record, &outcome));
            let standing = standing(btf, kernel, &Nowhere::default(), &outcome, patched.as_ref());
            let reaching = reaching.get(at).and_then(Option::as_ref);
            let mut made = made(btf, kernel.target(), &outcome, patched.as_ref(), &standing, reaching);
            if let Some(why) = &not_applied {
                (made.loads, made.message) = (false, Some(why.clone()));
            }
            answer.results.push(made);
        }
    }
    Ok(answers)
}

/// The relocations of the `.BTF.ext` in `piece`, without results; `records` are those of [`relo::records`].
pub fn listed<'a, R>(
    piece: &Piece,
    btf: &'a Btf,
    ext: &Ext,
    records: &[Record],
    object: Option<&Object>,
) -> Vec<Relocation<'a, R>> {
    let one = |(index, ((block, _), record)): (usize, ((&btf::ExtSection, btf::CoreRelo), &Record))| Relocation {
        index: Count(index as u64),
        section: btf.string(block.name_offset).unwrap_or_default(),
        insn_offset: record.insn_offset.0,
        kind: model::inspect::relo_kind(record.kind).unwrap_or("UNKNOWN"),
        kind_number: record.kind,
        type_id: record.type_id.0,
        declaration: dump::type_name(btf, record.type_id),
        access: record.access_str(btf),
        path: Spec::parse(btf, record).ok().map(|spec| spec.path(btf)),
        record: piece.in_file(record.range).into(),
        insn: object.and_then(|object| relo::insn_of(object, record)).map(|(insn, second)| relo::slots(insn, second)),
        results: Vec::new(),
    };
    ext.core_relos().zip(records).enumerate().map(one).collect()
}

/// The result of a relocation. `standing`: its status on the kernel with its modules. `reaching`: whether the
/// verifier reaches its instruction; kept only if the instruction is or may be poisoned.
pub fn made(
    btf: &Btf,
    target: &Target,
    outcome: &Outcome,
    patched: Option<&Patched>,
    standing: &Standing,
    reaching: Option<&Reaching>,
) -> Made {
    let verdict = standing.verdict;
    let reaching = reaching.filter(|_| matches!(verdict, ReloVerdict::Poisoned | ReloVerdict::CannotTell));
    let matched = outcome.matched().and_then(|tried| {
        let theirs = target.btf(tried.candidate.part)?;
        Some(Match {
            type_id: tried.candidate.id.0,
            declaration: dump::type_name(theirs, tried.candidate.id),
            access: tried.spec.access(),
            path: tried.spec.path(theirs),
        })
    });
    let refused = patched.and_then(|patched| patched.error.as_ref());
    Made {
        verdict: verdict.as_str(),
        original: outcome.values.original,
        value: outcome.values.new,
        original_size: outcome.values.original_size,
        size: outcome.values.new_size,
        candidates: u32::try_from(outcome.tried.len()).unwrap_or(u32::MAX),
        matched,
        loads: relo::loads_here(btf.endian(), target.endian()),
        reached: reaching.map(|r| r.reached.as_str()),
        guard: reaching.and_then(|r| r.guard),
        insn: patched.filter(|p| p.has_insn()).map(|p| relo::slots(p.insn, p.second.filter(|_| p.insn.is_ldimm64()))),
        module: standing.module.clone(),
        message: outcome
            .error
            .as_ref()
            .map(ToString::to_string)
            .or_else(|| refused.map(ToString::to_string))
            .or_else(|| standing.why.clone()),
    }
}

//! The CO-RE relocations of a program, as its compiler wrote them; and what they become on kernels.

use std::sync::Arc;

use bpf::Object;
use btf::{Btf, Ext};
use container::Opened;
use js_sys::{Array, Reflect};
use relo::{Options, Outcome, Record, Resolver, Spec, Target, Verdict};
use serde::{Deserialize, Serialize};
use wasm_bindgen::{JsCast, JsValue};

use crate::answer::Bytes;
use crate::argument;
use crate::failure::Failure;
use crate::open::lent;

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
    path: Option<String>,
    record: Bytes,
    results: Vec<ResultAnswer>,
}

/// `RelocationResult`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultAnswer {
    verdict: &'static str,
    original: u64,
    value: u64,
    original_size: u32,
    size: u32,
    candidates: u32,
    matched: Option<MatchAnswer>,
    loads: bool,
    message: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MatchAnswer {
    type_id: u32,
    declaration: String,
    access: String,
    path: String,
}

/// What [`relocations`] is told beside the targets, which are no plain values.
#[derive(Default, Deserialize)]
#[serde(default)]
struct RelocationOptions {
    alone: bool,
}

/// The targets and whether relocations are taken one by one.
///
/// # Errors
/// When they are something else than files.
pub fn options(value: JsValue) -> Result<(Vec<Arc<Btf>>, bool), Failure> {
    let targets = match value.is_object() {
        true => argument::maybe(Reflect::get(&value, &"targets".into()).unwrap_or_default()),
        false => None,
    };
    let RelocationOptions { alone } = argument::options(value)?;
    let Some(targets) = targets else { return Ok((Vec::new(), alone)) };
    let list = targets.dyn_ref::<Array>().ok_or_else(|| Failure::argument("targets must be an array"))?;
    let targets = list.iter().map(|target| lent(&target, "a target must be a BtfFile of this copy of btfscope"));
    Ok((targets.collect::<Result<_, _>>()?, alone))
}

/// The CO-RE relocations, in file order, with what each becomes on the targets; none where there is no `.BTF.ext`.
///
/// # Errors
/// When the header of `.BTF.ext` cannot be read.
pub fn relocations<'a>(
    opened: &Opened,
    btf: &'a Btf,
    targets: Vec<Arc<Btf>>,
    alone: bool,
) -> Result<Vec<RelocationAnswer<'a>>, Failure> {
    let Some(piece) = &opened.btf_ext else { return Ok(Vec::new()) };
    let ext = Ext::parse(piece.bytes.clone()).map_err(|e| {
        let range = piece.in_file(e.range);
        Failure::new("bad-header", format!("{}: .BTF.ext: {} ({range})", opened.name, e.kind)).at(range.start)
    })?;
    let records = relo::records(btf, &ext);
    let relocation =
        |(index, ((block, _), record)): (usize, ((&btf::ExtSection, btf::CoreRelo), &Record))| RelocationAnswer {
            index: index as f64,
            section: btf.string(block.name_offset).unwrap_or_default(),
            insn_offset: record.insn_offset.0,
            kind: model::inspect::relo_kind(record.kind).unwrap_or("UNKNOWN"),
            kind_number: record.kind,
            type_id: record.type_id.0,
            declaration: dump::type_name(btf, record.type_id),
            access: record.access_str(btf),
            path: Spec::parse(btf, record).ok().map(|spec| spec.path(btf)),
            record: piece.in_file(record.range).into(),
            results: Vec::with_capacity(targets.len()),
        };
    let mut answers: Vec<_> = ext.core_relos().zip(&records).enumerate().map(relocation).collect();
    // Without its instructions a program still has results; only what patching makes of them is not known.
    let object = opened.program.as_ref().and_then(|program| Object::parse(program.bytes.clone()).ok());
    for target in targets {
        let target = Target::new(target);
        let mut resolver = Resolver::new(btf, &target, Options { cache: !alone, ..Options::default() });
        for (answer, record) in answers.iter_mut().zip(&records) {
            answer.results.push(result(btf, &target, object.as_ref(), record, &resolver.resolve(record)));
        }
    }
    Ok(answers)
}

fn result(btf: &Btf, target: &Target, object: Option<&Object>, record: &Record, outcome: &Outcome) -> ResultAnswer {
    let patched = object.and_then(|object| relo::patched(object, record, outcome));
    let matched = outcome.matched().and_then(|tried| {
        let theirs = target.btf(tried.candidate.part)?;
        Some(MatchAnswer {
            type_id: tried.candidate.id.0,
            declaration: dump::type_name(theirs, tried.candidate.id),
            access: tried.spec.access(),
            path: tried.spec.path(theirs),
        })
    });
    let refused = patched.as_ref().and_then(|patched| patched.error.as_ref());
    ResultAnswer {
        verdict: Verdict::of(outcome, patched.as_ref()).as_str(),
        original: outcome.values.original,
        value: outcome.values.new,
        original_size: outcome.values.original_size,
        size: outcome.values.new_size,
        candidates: u32::try_from(outcome.tried.len()).unwrap_or(u32::MAX),
        matched,
        loads: relo::loads_here(btf.endian(), target.endian()),
        message: outcome.error.as_ref().map(ToString::to_string).or_else(|| refused.map(ToString::to_string)),
    }
}

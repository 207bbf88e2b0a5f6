//! Prints relocations as JSON.

use container::Piece;
use json::relocations::{listed, made};
use json::resolved::{Became, NearPath, Resolved, ResolvedOn};
use relo::{Record, ReloVerdict};

use super::{Answer, Answers, Program, cannot_load};
use crate::out::Out;

/// Prints relocations and their results as JSON; `piece` is the `.BTF.ext`.
pub fn print(program: &Program<'_>, piece: &Piece, targets: &[Answers], out: &mut Out) {
    let Some(ext) = program.object.ext() else { return };
    let mut relocations = listed(piece, program.btf, ext, &program.records, Some(program.object));
    for (i, (relocation, record)) in relocations.iter_mut().zip(&program.records).enumerate() {
        let answers = targets.iter().filter_map(|t| Some((t, t.all.get(i)?)));
        relocation.results = answers.map(|(t, a)| result(program, t, record, a)).collect();
    }
    if program.failing && !targets.is_empty() {
        let fails = |i: usize| {
            targets.iter().any(|t| !t.loads || t.all.get(i).is_some_and(|a| a.verdict().is_failing() || a.is_unknown()))
        };
        let mut i = 0..;
        relocations.retain(|_| i.next().is_some_and(fails));
    }
    let heads = targets.iter().map(|t| ResolvedOn {
        target: &t.name,
        byte_order: t.endian.as_str(),
        loads: program.not_applied.is_none() && t.loads && !t.all.iter().any(|a| a.verdict() == ReloVerdict::Refused),
        error: program.not_applied.clone().or_else(|| (!t.loads).then(|| cannot_load(program, t))),
    });
    let byte_order = program.btf.endian().as_str();
    json::print(&Resolved { object: program.name, byte_order, targets: heads.collect(), relocations }, out);
}

fn result<'a>(program: &Program<'_>, t: &'a Answers, record: &Record, a: &'a Answer) -> Became<'a> {
    let why = a
        .verdict()
        .is_failing()
        .then(|| relo::explain(program.btf, record.type_id, t.kernel.target(), &a.outcome, a.patched.as_ref()));
    let near = why.iter().flat_map(|why| relate::suggestions(program.btf, t.kernel.target(), why));
    Became {
        made: made(program.btf, t.kernel.target(), &a.outcome, a.patched.as_ref(), &a.standing, a.reaching.as_ref()),
        status: a.outcome.status().as_str().to_string(),
        reached_because: a.reaching.as_ref().map(|r| r.words.as_str()),
        near: near.map(|s| NearPath { because: s.near.words(), path: s.path }).collect(),
        why: why.map(|why| why.headline),
    }
}

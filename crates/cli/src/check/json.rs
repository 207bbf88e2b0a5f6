//! For scripts: JSON.

use needs::{Answer, Need, Release, Report, fold};
use serde::Serialize;

use super::{Asked, Checked};
use crate::out::Out;

/// Prints an object for each object, in an array if there are several.
pub fn print(all: &[Checked], kernels: &[Asked], out: &mut Out) {
    match all {
        [one] => ::json::print(&object(one, kernels), out),
        _ => ::json::print(&all.iter().map(|one| object(one, kernels)).collect::<Vec<_>>(), out),
    }
}

/// What was found of an object. Kernels, needs and reasons are given by their places in `kernels` and `needs`.
#[derive(Serialize)]
struct ObjectJson<'a> {
    object: &'a str,
    license: Option<String>,
    kernels: Vec<KernelJson<'a>>,
    programs: Vec<ProgramJson<'a>>,
    needs: Vec<NeedJson<'a>>,
    assumptions: Vec<AssumptionJson<'a>>,
    ranges: Vec<RangeJson<'a>>,
}

#[derive(Serialize)]
struct KernelJson<'a> {
    name: &'a str,
    version: Option<String>,
    arch: Option<&'a str>,
    distribution: &'a str,
    flavour: &'a str,
    /// `unknown`, `names`, `given` or `none`.
    modules: &'static str,
    /// Whether the exit status counts it.
    required: bool,
}

#[derive(Serialize)]
struct ProgramJson<'a> {
    name: &'a str,
    section: &'a str,
    r#type: Option<&'static str>,
    attach_type: Option<&'a str>,
    target: Option<&'a str>,
    sleepable: bool,
    autoload: bool,
    verdicts: Vec<VerdictJson>,
}

#[derive(Serialize)]
struct VerdictJson {
    kernels: Vec<usize>,
    load: &'static str,
    attach: &'static str,
    reasons: Vec<usize>,
}

#[derive(Serialize)]
struct NeedJson<'a> {
    id: usize,
    program: Option<&'a str>,
    kind: &'static str,
    name: &'a str,
    detail: Option<&'static str>,
    since: Option<String>,
    insn: Option<u32>,
    answers: Vec<AnswerJson>,
}

#[derive(Serialize)]
struct AnswerJson {
    kernels: Vec<usize>,
    answer: &'static str,
    sure: &'static str,
    effect: &'static str,
    attach: Option<&'static str>,
    reached: Option<&'static str>,
    words: Option<String>,
    reason: Option<String>,
    way_out: Option<String>,
}

#[derive(Serialize)]
struct AssumptionJson<'a> {
    kind: &'a str,
    name: &'a str,
}

#[derive(Serialize)]
struct RangeJson<'a> {
    program: &'a str,
    group: String,
    from: &'a str,
    to: &'a str,
    count: usize,
    load: &'static str,
    attach: &'static str,
    reason: Option<usize>,
}

fn object<'a>(checked: &'a Checked, kernels: &'a [Asked]) -> ObjectJson<'a> {
    let all = checked.needs.needs().iter().enumerate();
    let shown = all.filter(|(_, need)| need.program.is_none_or(|p| checked.shown.contains(&p)));
    ObjectJson {
        object: &checked.name,
        license: checked.needs.object().license(),
        kernels: kernels.iter().map(kernel).collect(),
        programs: checked.shown.iter().filter_map(|&p| program(checked, p)).collect(),
        needs: shown.map(|(i, need)| one_need(checked, i, need)).collect(),
        assumptions: checked.needs.assumptions().iter().map(|(kind, name)| AssumptionJson { kind, name }).collect(),
        ranges: ranges(checked, kernels),
    }
}

fn kernel(kernel: &Asked) -> KernelJson<'_> {
    let release = &kernel.release;
    KernelJson {
        name: &release.name,
        version: release.version.map(|v| v.to_string()),
        arch: release.arch.as_deref(),
        distribution: &release.distribution,
        flavour: &release.flavour,
        modules: kernel.modules,
        required: kernel.required,
    }
}

fn program(checked: &Checked, p: usize) -> Option<ProgramJson<'_>> {
    let program = checked.needs.programs().get(p)?;
    let verdicts = alike(checked.reports.iter().map(|r: &Report| r.programs.get(p).cloned()));
    let verdicts = verdicts.into_iter().filter_map(|(kernels, v)| {
        let v = v?;
        let reasons = v.reasons.iter().map(|r| r.need).collect();
        Some(VerdictJson { kernels, load: v.load.as_str(), attach: v.attach.as_str(), reasons })
    });
    Some(ProgramJson {
        name: &program.name,
        section: &program.section,
        r#type: program.program_type,
        attach_type: Some(program.attach_type).filter(|t| !t.is_empty()),
        target: program.target.as_deref(),
        sleepable: program.sleepable,
        autoload: program.autoload,
        verdicts: verdicts.collect(),
    })
}

fn one_need<'a>(checked: &'a Checked, i: usize, need: &'a Need) -> NeedJson<'a> {
    let answers = alike(checked.reports.iter().map(|r| r.answers.get(i).cloned()));
    let at = need.slots.first().and_then(|&slot| checked.needs.place(slot));
    NeedJson {
        id: i,
        program: need.program.and_then(|p| checked.needs.programs().get(p)).map(|p| p.name.as_str()),
        kind: need.kind.as_str(),
        name: &need.name,
        detail: need.weak.then_some("weak"),
        since: need.since.map(|v| v.to_string()),
        insn: at.map(|(_, insn)| insn),
        answers: answers.into_iter().filter_map(|(kernels, a)| Some(answer(a?, kernels))).collect(),
    }
}

fn answer(a: Answer, kernels: Vec<usize>) -> AnswerJson {
    AnswerJson {
        kernels,
        answer: a.found.as_str(),
        sure: a.sure.as_str(),
        effect: a.load.as_str(),
        attach: a.attach.map(|a| a.as_str()),
        reached: a.reached.map(|r| r.as_str()),
        words: a.words,
        reason: a.reason,
        way_out: a.way_out,
    }
}

/// The kernels that have equal things, with these, in the order of the first of each.
fn alike<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<(Vec<usize>, T)> {
    let mut groups: Vec<(Vec<usize>, T)> = Vec::new();
    for (i, one) in all.enumerate() {
        match groups.iter_mut().find(|(_, known)| *known == one) {
            Some((kernels, _)) => kernels.push(i),
            None => groups.push((vec![i], one)),
        }
    }
    groups
}

fn ranges<'a>(checked: &'a Checked, kernels: &'a [Asked]) -> Vec<RangeJson<'a>> {
    let releases: Vec<&'a Release> = kernels.iter().map(|k| &k.release).collect();
    let mut all = Vec::new();
    for &p in &checked.shown {
        let program = checked.needs.programs().get(p).map_or("", |p| p.name.as_str());
        for range in fold(&releases, &checked.reports, p) {
            let release = |i: Option<&usize>| i.and_then(|&i| releases.get(i).copied());
            let (first, last) = (release(range.kernels.first()), release(range.kernels.last()));
            all.push(RangeJson {
                program,
                group: first.map(Release::group).unwrap_or_default(),
                from: first.map_or("", |r| r.name.as_str()),
                to: last.map_or("", |r| r.name.as_str()),
                count: range.kernels.len(),
                load: range.load.as_str(),
                attach: range.attach.as_str(),
                reason: range.reason,
            });
        }
    }
    all
}

//! On which kernels the programs of an object load and attach, and if not, why: `check --json`, and `fits()` of the npm
//! package.

use std::collections::BTreeSet;

use container::Opened;
use needs::{Answer, Foreign, Kernel, ModulesFacts, Need, Needs, Release, Report, check, fold};
use serde::Serialize;

use crate::Count;

/// A kernel to check against.
#[derive(Clone, Debug)]
pub struct AskedKernel {
    /// Facts from its name.
    pub release: Release,
    /// Which modules were given.
    pub modules: ModulesFacts,
    /// Whether it counts for the exit status.
    pub required: bool,
}

/// The input of [`fits`]: an object, the kernels, and the report of each.
#[derive(Clone, Copy, Debug)]
pub struct Checked<'a> {
    /// The object's name.
    pub name: &'a str,
    /// Its needs.
    pub needs: &'a Needs,
    /// The programs to show, by index.
    pub shown: &'a [usize],
    /// The kernels.
    pub kernels: &'a [AskedKernel],
    /// The report of each kernel.
    pub reports: &'a [Report],
}

/// The result for an object. It refers to kernels, needs and reasons by their index in `kernels`, `needs` and
/// `reasons`.
#[derive(Serialize, Clone, Debug)]
pub struct Fits<'a> {
    object: &'a str,
    /// The answer in sentences ([`needs::headline`]), on the kernels that are required; empty if none is.
    headline: Vec<String>,
    license: Option<String>,
    kernels: Vec<KernelAsked<'a>>,
    programs: Vec<Program<'a>>,
    needs: Vec<OneNeed<'a>>,
    assumptions: Vec<Assumption<'a>>,
    ranges: Vec<Range<'a>>,
}

#[derive(Serialize, Clone, Debug)]
struct KernelAsked<'a> {
    name: &'a str,
    version: Option<String>,
    arch: Option<&'a str>,
    distribution: &'a str,
    flavour: &'a str,
    /// `unknown`, `names`, `given` or `none`.
    modules: &'static str,
    /// Whether it counts for the exit status.
    required: bool,
}

#[derive(Serialize, Clone, Debug)]
struct Program<'a> {
    name: &'a str,
    section: &'a str,
    r#type: Option<&'static str>,
    attach_type: Option<&'a str>,
    target: Option<&'a str>,
    sleepable: bool,
    autoload: bool,
    verdicts: Vec<Verdict>,
}

#[derive(Serialize, Clone, Debug)]
struct Verdict {
    kernels: Vec<Count>,
    load: &'static str,
    attach: &'static str,
    reasons: Vec<Count>,
    /// The modules of the kernel that have to be loaded for this.
    modules: Vec<String>,
    /// libbpf's message when the byte orders differ; that is not one of the needs.
    words: Option<&'static str>,
    /// Whether the kernels have another architecture than the object.
    another_architecture: bool,
}

#[derive(Serialize, Clone, Debug)]
struct OneNeed<'a> {
    id: Count,
    program: Option<&'a str>,
    kind: &'static str,
    name: &'a str,
    detail: Option<&'static str>,
    since: Option<String>,
    insn: Option<u32>,
    answers: Vec<OneAnswer>,
}

#[derive(Serialize, Clone, Debug)]
struct OneAnswer {
    kernels: Vec<Count>,
    answer: &'static str,
    sure: &'static str,
    effect: &'static str,
    attach: Option<&'static str>,
    reached: Option<&'static str>,
    words: Option<String>,
    /// The module that has it, if the kernel itself lacks it.
    module: Option<String>,
    reason: Option<String>,
    way_out: Option<String>,
}

#[derive(Serialize, Clone, Debug)]
struct Assumption<'a> {
    kind: &'a str,
    name: &'a str,
}

#[derive(Serialize, Clone, Debug)]
struct Range<'a> {
    program: &'a str,
    group: String,
    from: &'a str,
    to: &'a str,
    count: Count,
    load: &'static str,
    attach: &'static str,
    reason: Option<Count>,
}

/// Facts from the name of an open file, or from the kernel name inside the file.
pub fn release(opened: &Opened) -> Release {
    let mut release = Release::parse(opened.kernel_release.as_deref().unwrap_or(&opened.name));
    release.name.clone_from(&opened.name);
    release
}

/// Checks all needs of an object against kernels.
pub fn ask(needs: &Needs, kernels: &[Kernel]) -> (Vec<AskedKernel>, Vec<Report>) {
    let one = |kernel: &Kernel| {
        let asked = AskedKernel { release: kernel.release().clone(), modules: kernel.modules_facts(), required: true };
        (asked, check(needs, kernel))
    };
    kernels.iter().map(one).unzip()
}

/// The result as JSON.
pub fn fits<'a>(checked: &Checked<'a>) -> Fits<'a> {
    let all = checked.needs.needs().iter().enumerate();
    let shown = all.filter(|(_, need)| need.program.is_none_or(|p| checked.shown.contains(&p)));
    Fits {
        object: checked.name,
        headline: headline(checked),
        license: checked.needs.object().license(),
        kernels: checked.kernels.iter().map(kernel).collect(),
        programs: checked.shown.iter().filter_map(|&p| program(checked, p)).collect(),
        needs: shown.map(|(i, need)| one_need(checked, i, need)).collect(),
        assumptions: checked.needs.assumptions().iter().map(|(kind, name)| Assumption { kind, name }).collect(),
        ranges: ranges(checked),
    }
}

fn headline(checked: &Checked<'_>) -> Vec<String> {
    let kernels = checked.kernels.iter().zip(checked.reports).filter(|(kernel, _)| kernel.required);
    let kernels: Vec<_> = kernels.map(|(kernel, report)| (&kernel.release, report)).collect();
    let is_loaded = |p: &usize| checked.needs.programs().get(*p).is_some_and(|program| program.autoload);
    let loaded: Vec<usize> = checked.shown.iter().copied().filter(is_loaded).collect();
    // Programs that were named count even if they are not loaded by themselves.
    let programs = if loaded.is_empty() { checked.shown } else { &loaded };
    needs::headline(checked.needs, &kernels, programs).map(|h| [vec![h.first], h.more].concat()).unwrap_or_default()
}

fn kernel(kernel: &AskedKernel) -> KernelAsked<'_> {
    let release = &kernel.release;
    KernelAsked {
        name: &release.name,
        version: release.version.map(|v| v.to_string()),
        arch: release.arch.as_deref(),
        distribution: release.family(),
        flavour: &release.flavour,
        modules: kernel.modules.as_str(),
        required: kernel.required,
    }
}

fn program<'a>(checked: &Checked<'a>, p: usize) -> Option<Program<'a>> {
    let program = checked.needs.programs().get(p)?;
    // The reasons already tell which register made them foreign.
    let foreign = |r: &Report| {
        r.foreign.map(|foreign| if let Foreign::Register(_) = foreign { Foreign::Register(0) } else { foreign })
    };
    let verdicts = alike(checked.reports.iter().map(|r| (r.programs.get(p).cloned(), foreign(r))));
    let verdicts = verdicts.into_iter().filter_map(|(kernels, (v, foreign))| {
        let (words, another_architecture) = (foreign.and_then(Foreign::words), foreign.is_some());
        let v = v?;
        let reasons = v.reasons.iter().map(|r| Count(r.need as u64)).collect();
        let modules: BTreeSet<&String> = v.of_modules.iter().map(|of| &of.module).collect();
        let modules = modules.into_iter().cloned().collect();
        Some(Verdict {
            kernels,
            load: v.load().as_str(),
            attach: v.attach.as_str(),
            reasons,
            modules,
            words,
            another_architecture,
        })
    });
    Some(Program {
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

fn one_need<'a>(checked: &Checked<'a>, i: usize, need: &'a Need) -> OneNeed<'a> {
    let answers = alike(checked.reports.iter().map(|r| r.answers.get(i).cloned()));
    let at = need.slots.first().and_then(|&slot| checked.needs.place(slot));
    OneNeed {
        id: Count(i as u64),
        program: need.program.and_then(|p| checked.needs.programs().get(p)).map(|p| p.name.as_str()),
        kind: need.kind.as_str(),
        name: &need.name,
        detail: need.weak.then_some("weak"),
        since: need.since.map(|v| v.to_string()),
        insn: at.map(|(_, insn)| insn),
        answers: answers.into_iter().filter_map(|(kernels, a)| Some(answer(a?, kernels))).collect(),
    }
}

fn answer(a: Answer, kernels: Vec<Count>) -> OneAnswer {
    OneAnswer {
        kernels,
        answer: a.found.as_str(),
        sure: a.sure.as_str(),
        effect: a.load.as_str(),
        attach: a.attach.map(|a| a.as_str()),
        reached: a.reached.map(|r| r.as_str()),
        words: a.words,
        module: a.module,
        reason: a.reason,
        way_out: a.way_out,
    }
}

/// Groups kernels that have equal results, in the order of the first kernel of each group.
fn alike<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<(Vec<Count>, T)> {
    let mut groups: Vec<(Vec<Count>, T)> = Vec::new();
    for (i, one) in all.enumerate() {
        let i = Count(i as u64);
        match groups.iter_mut().find(|(_, known)| *known == one) {
            Some((kernels, _)) => kernels.push(i),
            None => groups.push((vec![i], one)),
        }
    }
    groups
}

fn ranges<'a>(checked: &Checked<'a>) -> Vec<Range<'a>> {
    let releases: Vec<&'a Release> = checked.kernels.iter().map(|k| &k.release).collect();
    let mut all = Vec::new();
    for &p in checked.shown {
        let program = checked.needs.programs().get(p).map_or("", |p| p.name.as_str());
        for range in fold(&releases, checked.reports, p) {
            let release = |i: Option<&usize>| i.and_then(|&i| releases.get(i).copied());
            let (first, last) = (release(range.kernels.first()), release(range.kernels.last()));
            all.push(Range {
                program,
                group: first.map(Release::group).unwrap_or_default(),
                from: first.map_or("", |r| r.name.as_str()),
                to: last.map_or("", |r| r.name.as_str()),
                count: Count(range.kernels.len() as u64),
                load: range.load.as_str(),
                attach: range.attach.as_str(),
                reason: range.reason.map(|need| Count(need as u64)),
            });
        }
    }
    all
}

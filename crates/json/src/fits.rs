//! Tells whether the programs of an object load and attach on each kernel, and if not, why: `check --json`, and
//! `check()` of the npm package.

use std::collections::BTreeSet;

use container::Opened;
use needs::{Answer, Foreign, Kernel, ModulesFacts, Need, Needs, Release, Report, check, fold};
use serde::Serialize;

use crate::Count;
use crate::made::made;

/// A kernel to check against.
#[derive(Clone, Debug)]
pub struct AskedKernel {
    /// Facts from its name.
    pub release: Release,
    /// How much is known of the kernel's modules.
    pub modules: ModulesFacts,
    /// Whether its result counts for the exit status.
    pub required: bool,
}

impl AskedKernel {
    /// The facts about a kernel that was checked.
    pub fn of(kernel: &Kernel, required: bool) -> AskedKernel {
        AskedKernel { release: kernel.release().clone(), modules: kernel.modules_facts(), required }
    }
}

/// The input of [`Fits`]: an object, the kernels, and the report of each.
#[derive(Clone, Copy, Debug)]
pub struct Checked<'a> {
    /// The object's name.
    pub name: &'a str,
    /// Its needs.
    pub needs: &'a Needs,
    /// The programs to show, by index.
    pub shown: &'a [usize],
    /// Whether the person named the programs to show, so that all of them count ([`needs::counted`]).
    pub named: bool,
    /// The kernels.
    pub kernels: &'a [AskedKernel],
    /// The report of each kernel.
    pub reports: &'a [Report],
}

made! {
    /// The result for an object. Other parts refer to a kernel by its index in `kernels`, and to a need by its `id`. A
    /// reason of a verdict or of a range is the `id` of a need.
    pub struct Fits<'a>(checked: &Checked<'a>) with {
            let all = checked.needs.needs().iter().enumerate();
            let shown = all.filter(|(_, need)| need.program.is_none_or(|p| checked.shown.contains(&p)));
    } {
        object: &'a str = checked.name,
        /// The answer in sentences ([`needs::headline`]), for the kernels that are required; empty if no kernel is
        /// required.
        headline: Vec<String> = headline(checked),
        license: Option<String> = checked.needs.object().license(),
        kernels: Vec<KernelAsked<'a>> = checked.kernels.iter().map(KernelAsked::of).collect(),
        programs: Vec<Program<'a>> = checked.shown.iter().filter_map(|&p| program(checked, p)).collect(),
        needs: Vec<OneNeed<'a>> = shown.map(|(i, need)| OneNeed::of(need, checked, i)).collect(),
        assumptions: Vec<Assumption<'a>> = checked.needs.assumptions().iter().map(|(kind, name)| Assumption { kind, name }).collect(),
        ranges: Vec<Range<'a>> = ranges(checked),
    }

    struct KernelAsked<'a>(kernel: &'a AskedKernel) with {
            let release = &kernel.release;
    } {
        name: &'a str = &release.name,
        version: Option<String> = release.version.map(|v| v.to_string()),
        arch: Option<&'a str> = release.arch.as_deref(),
        distribution: &'a str = release.family(),
        flavour: &'a str = &release.flavour,
        /// How its modules are known: `unknown`, by `names`, `given` as files; `none`: it has none.
        modules: &'static str = kernel.modules.as_str(),
        /// Whether its result counts for the exit status.
        required: bool,
    }
}

#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
struct Verdict {
    kernels: Vec<Count>,
    load: &'static str,
    attach: &'static str,
    reasons: Vec<Count>,
    /// The modules of the kernel that have to be loaded for this verdict.
    modules: Vec<String>,
    /// libbpf's message if the byte orders differ, because no need stands for that.
    words: Option<&'static str>,
    /// Whether these kernels have another architecture than the object.
    another_architecture: bool,
}

made! {
    struct OneNeed<'a>(need: &'a Need, checked: &Checked<'a>, i: usize) with {
            let answers = alike(checked.reports.iter().map(|r| r.answers.get(i).cloned()));
            let at = need.slots.first().and_then(|&slot| checked.needs.place(slot));
    } {
        id: Count = Count(i as u64),
        program: Option<&'a str> = need.program.and_then(|p| checked.needs.programs().get(p)).map(|p| p.name.as_str()),
        kind: &'static str = need.kind.as_str(),
        name: &'a str = &need.name,
        detail: Option<&'static str> = need.weak.then_some("weak"),
        since: Option<String> = need.since.map(|v| v.to_string()),
        insn: Option<u32> = at.map(|(_, insn)| insn),
        answers: Vec<OneAnswer> = answers.into_iter().filter_map(|(kernels, a)| Some(OneAnswer::of(a?, kernels))).collect(),
    }

    struct OneAnswer(a: Answer, kernels: Vec<Count>) {
        kernels: Vec<Count> = kernels,
        answer: &'static str = a.found.as_str(),
        sure: &'static str = a.sure.as_str(),
        effect: &'static str = a.load.as_str(),
        attach: Option<&'static str> = a.attach.map(|a| a.as_str()),
        reached: Option<&'static str> = a.reached.map(|r| r.as_str()),
        words: Option<String>,
        /// The module that has the name, if the kernel itself lacks it.
        module: Option<String>,
        reason: Option<String>,
        way_out: Option<String>,
    }
}

#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
struct Assumption<'a> {
    kind: &'a str,
    name: &'a str,
}

#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

/// Facts from the kernel release inside the file, or else from the file's name.
pub fn release(opened: &Opened) -> Release {
    let mut release = Release::parse(opened.kernel_release.as_deref().unwrap_or(&opened.name));
    release.name.clone_from(&opened.name);
    release
}

/// Checks all needs of an object against kernels.
pub fn ask(needs: &Needs, kernels: &[Kernel]) -> (Vec<AskedKernel>, Vec<Report>) {
    let one = |kernel: &Kernel| (AskedKernel::of(kernel, true), check(needs, kernel));
    kernels.iter().map(one).unzip()
}

/// Whether a kernel has another architecture than the object or, if the person named programs (`named`), than each of
/// the programs that are shown.
pub fn is_foreign(report: &Report, shown: &[usize], named: bool) -> bool {
    let all_shown = named && !shown.is_empty();
    report.foreign.is_some() || all_shown && shown.iter().all(|&p| report.register(p).is_some())
}

/// For each kernel, whether it decides the answer. Only required kernels do. A kernel of another architecture does only
/// if its architecture was asked for, or if all required kernels are of another architecture. `foreign`: the kernels of
/// another architecture. `is_chosen`: the kernels whose architecture was asked for, because the kernel itself was given
/// or because a query selects architectures.
pub fn deciding(required: &[bool], foreign: &[bool], is_chosen: impl Fn(usize) -> bool) -> Vec<bool> {
    let is_native = |i: usize| foreign.get(i) != Some(&true);
    let any_native = required.iter().enumerate().any(|(i, required)| *required && is_native(i));
    let decides = |(i, required): (usize, &bool)| *required && (is_native(i) || is_chosen(i) || !any_native);
    required.iter().enumerate().map(decides).collect()
}

fn headline(checked: &Checked<'_>) -> Vec<String> {
    let kernels = checked.kernels.iter().zip(checked.reports).filter(|(kernel, _)| kernel.required);
    let kernels: Vec<_> = kernels.map(|(kernel, report)| (&kernel.release, report)).collect();
    let programs = needs::counted(checked.needs.programs(), checked.shown, checked.named);
    needs::headline(checked.needs, &kernels, &programs).map(|h| [vec![h.first], h.more].concat()).unwrap_or_default()
}

fn program<'a>(checked: &Checked<'a>, p: usize) -> Option<Program<'a>> {
    let program = checked.needs.programs().get(p)?;
    // The reasons already name the register that makes a kernel foreign, so kernels with different registers are one
    // group here.
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

//! [`check`]: whether the programs of an object load and attach on a kernel.

use relo::loads_here;
use relo::reach::{Extern, Facts, Reach, Reached};

use crate::answer::{Answer, Attach, KernelHas, Load};
use crate::args;
use crate::attach::Lookup;
use crate::externs::ExternKind;
use crate::kernel::Kernel;
use crate::loaded::{OfModule, note_modules};
use crate::need::{Ask, Need, NeedKind};
use crate::nowhere::Nowhere;
use crate::object::Needs;
use crate::on_code::OnKernel;
use crate::program::Program;
use crate::tags::Tag;
use crate::world::{Resolved, World, extern_in, facts, resolve, walk, worlds};
use crate::{levels, on_access, on_code, on_object, on_target, tags};
use release::Version;

/// A need, and its effect on a program's verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The need's index among the object's needs.
    pub need: usize,
    /// Its effect on the load.
    pub load: Load,
    /// A message that replaces the message of the need's answer. An extern function may have one (`called`), and so may
    /// a reason that fails under one of two sets of assumptions about the kernel (`merge`).
    pub words: Option<String>,
}

/// Whether a program loads and attaches on a kernel. The program fails if libbpf refuses the object (`refused`), or
/// else if one of the reasons fails.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verdict {
    /// Whether the program attaches, if it loads.
    pub attach: Attach,
    /// Why the program does not simply load and attach. The worst reason comes first. Reasons of equal weight are in
    /// the order in which a load meets them.
    pub reasons: Vec<Reason>,
    /// The needs that only modules meet, and that the verdict depends on: these modules have to be loaded.
    pub of_modules: Vec<OfModule>,
    /// libbpf's message if it refuses the object before it looks at any need.
    pub refused: Option<&'static str>,
}

impl Verdict {
    /// Whether the program loads: [`Load::Fails`] if `refused` is set, else the worst of the reasons.
    pub fn load(&self) -> Load {
        match self.refused {
            Some(_) => Load::Fails,
            None => self.reasons.iter().map(|r| r.load).max().unwrap_or_default(),
        }
    }
}

/// The sign that a kernel is of another architecture than an object. Such kernels are usually left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Foreign {
    /// The byte orders differ.
    ByteOrder,
    /// A program that is loaded by default fails because this need is for a register that only other architectures
    /// have.
    Register(usize),
}

impl Foreign {
    /// The answer in words.
    pub const ANSWER: &str = "another architecture";

    /// The message with which libbpf refuses the object before it looks at any need; none for a register, because the
    /// answer to the need has the message.
    pub fn words(self) -> Option<&'static str> {
        match self {
            Foreign::ByteOrder => Some("loading non-native endianness is unsupported"),
            Foreign::Register(_) => None,
        }
    }
}

/// The results for an object on a kernel.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// An answer to each need, in the needs' order.
    pub answers: Vec<Answer>,
    /// A verdict on each program, in the programs' order.
    pub programs: Vec<Verdict>,
    /// The result of loading the whole object: the worst of the programs that are loaded by default.
    pub load: Load,
    /// Whether the kernel is of another architecture than the object. If the byte orders differ, the other results do
    /// not matter.
    pub foreign: Option<Foreign>,
}

/// Whether the programs of an object load and attach on a kernel.
///
/// Names that vmlinux lacks may be in a module, unless the kernel's modules are known.
pub fn check(needs: &Needs, kernel: &Kernel) -> Report {
    check_with(needs, kernel, &Nowhere::default())
}

/// As [`check`], for when other kernels are known, too: the names in `nowhere` are in none of these kernels and in none
/// of their modules. Such a name counts as missing even if the modules of this kernel are not known.
pub fn check_with(needs: &Needs, kernel: &Kernel, nowhere: &Nowhere) -> Report {
    let mut report = check_as_is(needs, kernel, nowhere);
    if report.answers.iter().any(|answer| answer.module.is_some()) {
        let without = check_as_is(needs, &kernel.without_modules(), nowhere);
        note_modules(needs, &mut report, &without);
    }
    report
}

/// [`check_with`] under the assumption that all known modules of the kernel are loaded.
fn check_as_is(needs: &Needs, kernel: &Kernel, nowhere: &Nowhere) -> Report {
    let resolved = resolve(needs, kernel);
    let mut report: Option<Report> = None;
    for world in worlds(needs, kernel, nowhere, &resolved) {
        let one = in_world(needs, kernel, nowhere, &resolved, world);
        match report.as_mut() {
            None => report = Some(one),
            Some(known) => merge(known, one),
        }
    }
    let mut report = report.unwrap_or_default();
    if !loads_here(needs.object.endian(), kernel.btf().endian()) {
        report.foreign = Some(Foreign::ByteOrder);
        for program in &mut report.programs {
            // With another byte order libbpf gives up before it looks at any need.
            let refused = Foreign::ByteOrder.words();
            *program = Verdict { attach: Attach::ByApplication, reasons: Vec::new(), of_modules: Vec::new(), refused };
        }
    }
    report.sum_up(needs);
    if !needs.opened().opens() {
        does_not_open(needs, &mut report);
    }
    report
}

/// The report for an object that libbpf does not open.
fn does_not_open(needs: &Needs, report: &mut Report) {
    let need = needs.needs.iter().position(|need| matches!(need.ask, Ask::Opens));
    let reason = need.map(|need| Reason { need, load: Load::DoesNotOpen, words: None });
    for program in &mut report.programs {
        let reasons = reason.iter().cloned().collect();
        *program = Verdict { attach: Attach::ByApplication, reasons, of_modules: Vec::new(), refused: None };
    }
    (report.foreign, report.load) = (None, Load::DoesNotOpen);
}

impl Report {
    /// Computes whether the object loads: the worst result of the programs that are loaded by default. Also finds out
    /// whether the kernel is of another architecture than the object.
    pub(crate) fn sum_up(&mut self, needs: &Needs) {
        let loaded = || (0..self.programs.len()).filter(|&p| needs.programs.get(p).is_some_and(|p| p.autoload));
        let load = loaded().filter_map(|p| self.programs.get(p)).map(Verdict::load).max().unwrap_or_default();
        let register = loaded().find_map(|p| self.register(p));
        if self.foreign == Some(Foreign::ByteOrder) {
            self.load = Load::Fails;
        } else {
            (self.load, self.foreign) = (load, register.map(Foreign::Register));
        }
    }

    /// The need that makes a program fail because it asks for a register that only other architectures have.
    pub fn register(&self, program: usize) -> Option<usize> {
        let is_elsewhere = |need: usize| self.answers.get(need).is_some_and(|answer| answer.elsewhere);
        let mut reasons = self.programs.get(program)?.reasons.iter();
        reasons.find(|r| r.load == Load::Fails && is_elsewhere(r.need)).map(|r| r.need)
    }
}

/// Combines the reports for two sets of facts, if it is not known which set holds.
fn merge(report: &mut Report, other: Report) {
    // The message comes from the case in which the need fails. The reason of the merged answer says only that the
    // result depends on unknown facts.
    let words = |answers: &[Answer], r: &Reason| {
        r.words.clone().or_else(|| answers.get(r.need)?.words.clone()).filter(|_| r.load == Load::Fails)
    };
    let mut fail_in_both: Vec<Vec<usize>> = Vec::new();
    for (mine, theirs) in report.programs.iter_mut().zip(&other.programs) {
        mine.attach = mine.attach.max(theirs.attach);
        let fails = mine.load() == Load::Fails && theirs.load() == Load::Fails;
        let in_one = (mine.load() == Load::Fails) != (theirs.load() == Load::Fails);
        for r in &mut mine.reasons {
            r.words = words(&report.answers, r).or(r.words.take());
        }
        let is_both = |need: usize, all: &[Reason]| all.iter().any(|r| r.need == need && r.load == Load::Fails);
        let mut both: Vec<usize> = mine.reasons.iter().filter(|r| r.load == Load::Fails).map(|r| r.need).collect();
        both.retain(|&need| is_both(need, &theirs.reasons));
        for theirs in &theirs.reasons {
            let said = words(&other.answers, theirs).or(theirs.words.clone());
            match mine.reasons.iter_mut().find(|r| r.need == theirs.need) {
                Some(known) if known.load >= theirs.load => {}
                Some(known) => (known.load, known.words) = (theirs.load, said),
                None => mine.reasons.push(Reason { words: said, ..theirs.clone() }),
            }
        }
        if in_one || !fails && mine.load() == Load::Fails {
            // A failure in only one case is not certain.
            for r in mine.reasons.iter_mut().filter(|r| r.load == Load::Fails) {
                r.load = Load::CannotTell;
            }
        }
        fail_in_both.push(both);
    }
    for (mine, theirs) in report.answers.iter_mut().zip(other.answers) {
        mine.merge(theirs);
    }
    for (program, both) in report.programs.iter_mut().zip(fail_in_both) {
        // Of reasons that count alike, those that fail in both cases come first. There may be none of these in a program
        // that fails in both cases: another need may fail in each.
        let weight = |r: &Reason| weight(r.load, report.answers.get(r.need));
        program.reasons.sort_by_key(|r| (std::cmp::Reverse(weight(r)), !both.contains(&r.need)));
    }
}

/// The report under one set of assumptions.
fn in_world(needs: &Needs, kernel: &Kernel, nowhere: &Nowhere, resolved: &[Resolved], world: World) -> Report {
    let on = OnKernel { needs, kernel, nowhere, resolved, world };
    let facts = facts(needs, kernel, nowhere, resolved, world);
    let mut walks: Vec<Option<Reach>> = (0..needs.programs.len()).map(|_| None).collect();
    let mut report = Report::default();
    for need in &needs.needs {
        let reach = need.program.and_then(|p| {
            let walked = walks.get_mut(p)?;
            if walked.is_none() {
                *walked = walk(needs, kernel, p, &facts);
            }
            walked.as_ref()
        });
        report.answers.push(match (reach, &need.ask) {
            (Some(reach), _) => of_program(on, need, reach, &facts),
            (None, Ask::Core(records)) => on_code::core_of_nobody(on, records),
            (None, _) => on_object::answer(needs, kernel, nowhere, need, world),
        });
    }
    for (p, walked) in walks.iter().enumerate() {
        report.programs.push(verdict(on, &report.answers, p, walked.as_ref(), &facts));
    }
    report
}

fn of_program(on: OnKernel<'_>, need: &Need, reach: &Reach, facts: &Facts) -> Answer {
    let OnKernel { needs, kernel, nowhere, resolved, .. } = on;
    let (Some(index), Some(program)) = (need.program, need.program.and_then(|p| needs.programs.get(p))) else {
        return Answer::unknown("the need belongs to no program");
    };
    match &need.ask {
        Ask::BeforeKernel(refused) => match needs.opened().load.get(*refused) {
            Some(refused) => on_object::refused(&refused.refusal),
            None => Answer::yes(),
        },
        Ask::Core(records) => on_code::core(on, reach, records),
        Ask::Access => on_access::answer(needs, kernel, index, reach, facts),
        Ask::License(words) => on_code::license(needs, reach, facts, need, words),
        Ask::Section => {
            Answer::unknown("libbpf knows no such section: the application says what type of program it is")
                .words(format!(
                    "prog '{}': missing BPF prog type, check ELF section name '{}'",
                    program.name, program.section
                ))
                .load(Load::CannotTell)
        }
        Ask::Attach if !kernel.has_functions() && program.lookup != Lookup::None => {
            Answer::unknown(on_object::CUT).load(Load::CannotTell).attach(Attach::CannotTell)
        }
        _ if !kernel.has_functions() => Answer::unknown(on_object::CUT).load(Load::CannotTell),
        Ask::MapType(number) => on_object::map_type(kernel, need, *number),
        Ask::Helper(number) => on_code::helper(needs, kernel, reach, need, *number),
        Ask::Insn(level) => levels::answer(on, facts, reach, need, *level),
        Ask::ProgType(name) => on_target::program_type(kernel, program, name),
        Ask::AttachType(name) => on_target::attach_type(kernel, program, name),
        Ask::Attach => {
            on_target::with_reads(on_target::attach(kernel, nowhere, program), needs, kernel, program, reach)
        }
        Ask::Args => args::answer(needs, program, kernel, reach, resolved),
        Ask::Tag(tag) => tags::answer(kernel, Some(program), need, *tag),
        _ => Answer::unknown("it is a need of the object"),
    }
}

/// The step of a load at which a need is checked: reasons of equal weight are listed in this order.
fn stage(need: &Need, found: &KernelHas) -> u8 {
    match need.kind {
        NeedKind::Open if need.program.is_none() => 0,
        NeedKind::Kconfig => 1,
        NeedKind::Kfunc => 2,
        NeedKind::Ksym | NeedKind::Kallsyms => 3,
        NeedKind::StructOps => 4,
        NeedKind::Core if *found == KernelHas::Refused => 5,
        NeedKind::Open | NeedKind::BtfKind => 6,
        NeedKind::Map | NeedKind::MapFlag => 7,
        NeedKind::Section | NeedKind::ProgType | NeedKind::AttachType | NeedKind::Attach => 8,
        NeedKind::Tag if matches!(need.ask, Ask::Tag(Tag::Sleepable | Tag::Frags)) => 8,
        NeedKind::Insn => 9,
        NeedKind::Core | NeedKind::Helper | NeedKind::Args | NeedKind::License | NeedKind::Tag => 10,
        NeedKind::Access => 11,
    }
}

fn verdict(on: OnKernel<'_>, answers: &[Answer], index: usize, reach: Option<&Reach>, facts: &Facts) -> Verdict {
    let OnKernel { needs, resolved, .. } = on;
    let Some(program) = needs.programs.get(index) else { return Verdict::default() };
    let mut reasons: Vec<(Reason, u8)> = Vec::new();
    let mut attach = Attach::Attaches;
    for (i, (need, answer)) in needs.needs.iter().zip(answers).enumerate() {
        let mine = need.program == Some(index);
        let of_object = need.program.is_none();
        // libbpf relocates the functions of `.text` for every program, so a failure there fails every program.
        let refused = answer.found == KernelHas::Refused && on_code::is_refused_in_text(needs, resolved, need);
        let mut load = match (mine, of_object, refused) {
            (true, ..) | (_, _, true) => answer.load,
            (_, true, _) => {
                let uses = need.slots.iter().any(|&slot| program.has(&needs.code, slot));
                let everyone = answer.load >= Load::CannotTell
                    || matches!(need.kind, NeedKind::Map | NeedKind::MapFlag | NeedKind::BtfKind | NeedKind::StructOps);
                if everyone || uses { answer.load } else { Load::Loads }
            }
            _ => Load::Loads,
        };
        let mut words = None;
        if let (Ask::Extern(e), Some(reach)) = (&need.ask, reach)
            && let Some((worse, said)) = called(on, program, (*e, &need.slots), reach, facts)
            && worse > load
        {
            (load, words) = (worse, Some(said));
        }
        if mine {
            attach = attach.max(answer.attach.unwrap_or_default());
        }
        if load > Load::Loads || mine && answer.attach.is_some_and(|a| a >= Attach::Unlikely) {
            reasons.push((Reason { need: i, load, words }, stage(need, &answer.found)));
        }
    }
    if attach == Attach::Attaches && program.lookup == Lookup::None {
        attach = Attach::ByApplication;
    }
    let weight = |r: &Reason| weight(r.load, answers.get(r.need));
    reasons.sort_by_key(|(r, stage)| (std::cmp::Reverse(weight(r)), *stage, r.need));
    let reasons = reasons.into_iter().map(|(r, _)| r).collect();
    Verdict { attach, reasons, of_modules: Vec::new(), refused: None }
}

/// How much a reason counts: failures before unknowns, and within each of these the load before the attachment. A
/// register of another architecture counts more than other failed loads.
fn weight(load: Load, answer: Option<&Answer>) -> u8 {
    match (load, answer.and_then(|a| a.attach)) {
        (Load::DoesNotOpen, _) => 8,
        (Load::Fails, _) if answer.is_some_and(|a| a.elsewhere) => 7,
        (Load::Fails, _) => 6,
        (Load::Unrelocated, _) => 5,
        (_, Some(Attach::Fails)) => 4,
        (Load::CannotTell, _) => 3,
        (_, Some(Attach::CannotTell | Attach::Unlikely)) => 2,
        (Load::Fallback, _) => 1,
        (Load::Loads, _) => 0,
    }
}

/// Whether the way in which a program uses an extern function fails the load, with the message. There are three such
/// cases: the program calls a weak function that is missing; it calls a function on a kernel that has no calls of
/// kfuncs; or it takes a function's address, to test for it, on a kernel that refuses this.
fn called(
    on: OnKernel<'_>,
    program: &Program,
    (e, slots): (usize, &[u32]),
    reach: &Reach,
    facts: &Facts,
) -> Option<(Load, String)> {
    let OnKernel { needs, kernel, nowhere, world, .. } = on;
    let e = needs.externs.get(e)?;
    if !matches!(e.kind, ExternKind::Function(_)) {
        return None;
    }
    let slots: Vec<u32> = slots.iter().copied().filter(|&slot| program.has(&needs.code, slot)).collect();
    if slots.is_empty() {
        return None;
    }
    let calls = || slots.iter().filter(|&&s| needs.code.insn(s).is_call());
    let reached = calls().map(|&s| reach.reached(s)).min().unwrap_or(Reached::Never);
    let by_reach = match reached {
        Reached::Yes => Load::Fails,
        Reached::Unsure => Load::CannotTell,
        Reached::Never => Load::Loads,
    };
    if facts.extern_of(e.symbol) == Extern::Missing && e.weak {
        return Some((by_reach, format!("kfunc '{}' is referenced but wasn't resolved", e.name)));
    }
    let there = extern_in(needs, kernel, nowhere, e, world) == Extern::There;
    if there
        && kernel.in_kernel("bpf_prog_aux", btf::Kind::Struct).is_some()
        && !kernel.has_member(btf::Kind::Struct, "bpf_prog_aux", "kfunc_tab")
        && calls().next().is_some()
    {
        return Some((by_reach, "BPF_CALL uses reserved fields".to_owned()));
    }
    let tested = slots.iter().any(|&s| needs.code.insn(s).is_ldimm64());
    if there && tested {
        let load = match kernel.is_at_least(Version::new(6, 4)) {
            Some(false) => Some(Load::Fails),
            // The kernel's distribution backports BPF, so an older version does not prove that the feature is missing.
            None if kernel.release().backports_bpf() => Some(Load::CannotTell),
            _ => None,
        };
        return load.map(|load| (load, "pseudo btf_id … in ldimm64 isn't KIND_VAR.".to_owned()));
    }
    None
}

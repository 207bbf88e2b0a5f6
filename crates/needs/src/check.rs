//! [`check`]: whether the programs of an object load and attach on a kernel.

use relo::loads_here;
use relo::reach::{Extern, Facts, Reach, Reached};

use crate::answer::{Answer, Attach, KernelHas, Load, Sure};
use crate::args;
use crate::attach::Lookup;
use crate::externs::ExternKind;
use crate::kernel::Kernel;
use crate::loaded::{OfModule, note_modules};
use crate::need::{Ask, Kind, Need};
use crate::nowhere::Nowhere;
use crate::object::Needs;
use crate::on_code::OnKernel;
use crate::tags::Tag;
use crate::world::{Resolved, World, extern_in, facts, resolve, walk, worlds};
use crate::{on_access, on_code, on_object, on_target, tags};
use release::Version;

/// Why a program comes out as it does: a need, and what it does to the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The need's place among those of the object.
    pub need: usize,
    /// What it does to the load.
    pub load: Load,
    /// What is said of it where that differs from the need's answer: a weak function that is missing and called.
    pub words: Option<String>,
}

/// Whether a program loads and attaches on a kernel. It fails to load only with a reason that fails: the verdict is that of the reasons.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verdict {
    /// Whether it attaches, if it loads.
    pub attach: Attach,
    /// Why it does not just load: the worst first, and of equal ones in the order in which a load meets them.
    pub reasons: Vec<Reason>,
    /// The needs that modules of the kernel meet, and without which it would not come out so: those modules have to be loaded.
    pub of_modules: Vec<OfModule>,
    /// What libbpf says before it looks at any need; then nothing else counts.
    pub refused: Option<&'static str>,
}

impl Verdict {
    /// Whether it loads: the worst of its reasons.
    pub fn load(&self) -> Load {
        match self.refused {
            Some(_) => Load::Fails,
            None => self.reasons.iter().map(|r| r.load).max().unwrap_or_default(),
        }
    }
}

/// Why a kernel is of another architecture than an object. Nobody asks whether an object loads there, unless they say so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Foreign {
    /// The byte orders differ.
    ByteOrder,
    /// A program that is loaded by itself needs a register that only other architectures have, by this need, and fails for it.
    Register(usize),
}

impl Foreign {
    /// The answer in words, the same everywhere.
    pub const ANSWER: &str = "another architecture";

    /// What libbpf says before it looks at any need; none where a need says why.
    pub fn words(self) -> Option<&'static str> {
        match self {
            Foreign::ByteOrder => Some("loading non-native endianness is unsupported"),
            Foreign::Register(_) => None,
        }
    }
}

/// What a kernel has for all that an object needs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// An answer to each need, in the needs' order.
    pub answers: Vec<Answer>,
    /// A verdict on each program, in the programs' order.
    pub programs: Vec<Verdict>,
    /// Whether the object loads as libbpf loads it: the worst of the programs that are loaded by default.
    pub load: Load,
    /// Whether the kernel is of another architecture than the object. Where the byte orders differ nothing else counts.
    pub foreign: Option<Foreign>,
}

/// Whether the programs of an object load and attach on a kernel.
///
/// What vmlinux lacks may be in a module, unless the kernel's modules are known.
pub fn check(needs: &Needs, kernel: &Kernel) -> Report {
    check_with(needs, kernel, &Nowhere::default())
}

/// [`check`], where the other kernels are not at hand: only what they have of the names that the object needs.
pub fn check_with(needs: &Needs, kernel: &Kernel, nowhere: &Nowhere) -> Report {
    let mut report = check_as_is(needs, kernel, nowhere);
    if report.answers.iter().any(|answer| answer.module.is_some()) {
        let without = check_as_is(needs, &kernel.without_modules(), nowhere);
        note_modules(needs, &mut report, &without);
    }
    report
}

/// [`check_with`], with the modules of the kernel loaded.
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
            // Nothing else counts: libbpf gives up before it looks at anything.
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

/// libbpf gives up before anything else counts.
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
    /// The object's load: the worst of the programs that are loaded by default; and whether it is of another architecture.
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

    /// The need for which a program fails because it asks for a register that only other architectures have.
    pub fn register(&self, program: usize) -> Option<usize> {
        let is_elsewhere = |need: usize| self.answers.get(need).is_some_and(|answer| answer.elsewhere);
        let mut reasons = self.programs.get(program)?.reasons.iter();
        reasons.find(|r| r.load == Load::Fails && is_elsewhere(r.need)).map(|r| r.need)
    }
}

/// One report for two worlds, neither of which is known to be so.
fn merge(report: &mut Report, other: Report) {
    // What a need says in the world in which it fails: the merged answer says that it depends.
    let words = |answers: &[Answer], r: &Reason| {
        r.words.clone().or_else(|| answers.get(r.need)?.words.clone()).filter(|_| r.load == Load::Fails)
    };
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
            // What fails in one world only is not known to fail.
            for r in mine.reasons.iter_mut().filter(|r| r.load == Load::Fails) {
                r.load = Load::CannotTell;
            }
        }
        // What fails in either world comes first. Where another need fails in each, the program fails in any.
        mine.reasons.sort_by_key(|r| (std::cmp::Reverse(r.load), !both.contains(&r.need)));
    }
    for (mine, theirs) in report.answers.iter_mut().zip(other.answers) {
        mine.merge(theirs);
    }
}

fn in_world(needs: &Needs, kernel: &Kernel, nowhere: &Nowhere, resolved: &[Resolved], world: World) -> Report {
    let facts = facts(needs, kernel, nowhere, resolved, world);
    let mut walks: Vec<Option<Reach>> = (0..needs.programs.len()).map(|_| None).collect();
    let mut report = Report::default();
    for need in &needs.needs {
        let reach = need.program.and_then(|p| {
            let walked = walks.get_mut(p)?;
            if walked.is_none() {
                *walked = walk(needs, p, &facts);
            }
            walked.as_ref()
        });
        let on = OnKernel { needs, kernel, nowhere, resolved, world };
        report.answers.push(match (reach, &need.ask) {
            (Some(reach), _) => of_program(on, need, reach, &facts),
            (None, Ask::Core(records)) => on_code::core_of_nobody(on, records),
            (None, _) => on_object::answer(needs, kernel, nowhere, need, world),
        });
    }
    for (p, walked) in walks.iter().enumerate() {
        let on = OnKernel { needs, kernel, nowhere, resolved, world };
        report.programs.push(verdict(on, &report.answers, p, walked.as_ref(), &facts));
    }
    report
}

fn of_program(on: OnKernel<'_>, need: &Need, reach: &Reach, facts: &Facts) -> Answer {
    let OnKernel { needs, kernel, nowhere, resolved, .. } = on;
    let (Some(index), Some(program)) = (need.program, need.program.and_then(|p| needs.programs.get(p))) else {
        return Answer::unknown("it is of no program");
    };
    match &need.ask {
        Ask::BeforeKernel(refused) => match needs.opened().load.get(*refused) {
            Some(refused) => on_object::refused(&refused.refusal),
            None => Answer::yes(),
        },
        Ask::Core(records) => on_code::core(on, reach, records),
        Ask::Access => on_access::answer(needs, kernel, index, reach, facts),
        Ask::License(words) => on_code::license(reach, need, words),
        Ask::Section => {
            Answer::unknown("libbpf knows no such section: the application says what type of program it is")
                .words(format!(
                    "prog '{}': missing BPF prog type, check ELF section name '{}'",
                    program.name, program.section
                ))
                .load(Load::CannotTell)
        }
        Ask::Attach(lookup) if !kernel.has_functions() && *lookup != Lookup::None => {
            Answer::unknown(on_object::CUT).load(Load::CannotTell).attach(Attach::CannotTell)
        }
        _ if !kernel.has_functions() => Answer::unknown(on_object::CUT).load(Load::CannotTell),
        Ask::MapType(number) => on_object::map_type(kernel, need, *number),
        Ask::Helper(number) => on_code::helper(needs, kernel, reach, need, *number),
        Ask::Insn(level) => on_code::level(needs, kernel, reach, need, *level),
        Ask::ProgType(name) => on_target::program_type(kernel, program, name),
        Ask::AttachType(name) => on_target::attach_type(kernel, program, name),
        Ask::Attach(lookup) => {
            let answer = on_target::attach(kernel, nowhere, program, lookup);
            on_target::with_reads(answer, needs, kernel, program, lookup, reach)
        }
        Ask::Args(lookup) => args::answer(needs, lookup, program.section_kind, kernel, reach, resolved),
        Ask::Tag(tag) => tags::answer(kernel, Some(program), need, *tag),
        _ => Answer::unknown("it is a need of the object"),
    }
}

/// When in a load a need is met, and fails: the order of reasons.
fn stage(need: &Need, found: &KernelHas) -> u8 {
    match need.kind {
        Kind::Open if need.program.is_none() => 0,
        Kind::Kconfig => 1,
        Kind::Kfunc => 2,
        Kind::Ksym | Kind::Kallsyms => 3,
        Kind::StructOps => 4,
        Kind::Core if *found == KernelHas::Refused => 5,
        Kind::Open | Kind::BtfKind => 6,
        Kind::Map | Kind::MapFlag => 7,
        Kind::Section | Kind::ProgType | Kind::AttachType | Kind::Attach => 8,
        Kind::Tag if matches!(need.ask, Ask::Tag(Tag::Sleepable | Tag::Frags)) => 8,
        Kind::Insn => 9,
        Kind::Core | Kind::Helper | Kind::Args | Kind::License | Kind::Tag => 10,
        Kind::Access => 11,
    }
}

fn verdict(on: OnKernel<'_>, answers: &[Answer], index: usize, reach: Option<&Reach>, facts: &Facts) -> Verdict {
    let OnKernel { needs, kernel, nowhere, resolved, world } = on;
    let Some(program) = needs.programs.get(index) else { return Verdict::default() };
    let mut reasons: Vec<(Reason, u8)> = Vec::new();
    let mut attach = Attach::Attaches;
    for (i, (need, answer)) in needs.needs.iter().zip(answers).enumerate() {
        let mine = need.program == Some(index);
        let of_object = need.program.is_none();
        // Of a subprogram libbpf makes the relocations with any program.
        let refused = answer.found == KernelHas::Refused && on_code::is_refused_in_text(needs, resolved, need);
        let mut load = match (mine, of_object, refused) {
            (true, ..) | (_, _, true) => answer.load,
            (_, true, _) => {
                let uses = need
                    .slots
                    .iter()
                    .any(|&slot| program.functions.iter().any(|&f| needs.code.slots_of(f).contains(&slot)));
                let everyone = answer.load >= Load::CannotTell
                    || matches!(need.kind, Kind::Map | Kind::MapFlag | Kind::BtfKind | Kind::StructOps);
                if everyone || uses { answer.load } else { Load::Loads }
            }
            _ => Load::Loads,
        };
        let mut words = None;
        if let (Ask::Extern(e), Some(reach)) = (&need.ask, reach)
            && let Some((worse, said)) = called(needs, kernel, nowhere, index, (*e, &need.slots), reach, facts, world)
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

/// How bad it is what a reason does to a program, its load before its attachment: what fails comes before what nobody can tell, and a
/// register of another architecture before what fails besides.
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

/// What an extern function does to a program beyond what it does to the object: where it is missing and called, or tested for on a
/// kernel that cannot do that.
#[allow(clippy::too_many_arguments)]
fn called(
    needs: &Needs,
    kernel: &Kernel,
    nowhere: &Nowhere,
    program: usize,
    (e, slots): (usize, &[u32]),
    reach: &Reach,
    facts: &Facts,
    world: World,
) -> Option<(Load, String)> {
    let e = needs.externs.get(e)?;
    if !matches!(e.kind, ExternKind::Function(_)) {
        return None;
    }
    let program = needs.programs.get(program)?;
    let mine = |slot: &u32| program.functions.iter().any(|&f| needs.code.slots_of(f).contains(slot));
    let slots: Vec<u32> = slots.iter().copied().filter(mine).collect();
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
            // Its version would have said no.
            None if kernel.release().backports_bpf() => Some(Load::CannotTell),
            _ => None,
        };
        return load.map(|load| (load, "pseudo_btf_id in ldimm64 isn't KIND_VAR.".to_owned()));
    }
    None
}

/// How sure the reason is that decides a verdict; proved where there is none.
pub fn sure_of(report: &Report, verdict: &Verdict) -> Sure {
    verdict.reasons.first().and_then(|r| report.answers.get(r.need)).map_or(Sure::Proved, |a| a.sure)
}

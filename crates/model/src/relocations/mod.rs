//! CO-RE: the relocations of a program, and their results on the open kernels.
//!
//! [`Core::list`] is the list, which a [`Filter`] narrows; [`Core::detail`] is one relocation; [`matrix`] is the
//! whole list as a table to save; [`probe`] resolves an access that no program makes yet. For the page, the worker
//! computes these; all results are plain data.

mod boxes;
mod carry;
mod detail;
mod drawn;
mod filter;
mod headline;
mod list;
pub mod matrix;
pub mod probe;
mod slide;
mod stepper;

use btf::{Btf, Kind};
use needs::Nowhere;
use relo::reach::Reached;
use relo::{CoreGroup, CoreKind, Options, Outcome, Patched, Record, ReloVerdict, Resolver, Spec, Target};

use crate::path::{self, Path};
use crate::program::Program;

pub use boxes::StepBox;
pub use carry::Carry;
pub use detail::{CodeLine, Detail, OnTarget, Why};
pub use drawn::{Patch, PatchField, PatchSide, PathBar};
pub use filter::{Filter, Sift};
pub use headline::{OnKernel, headline, not_applied};
pub use list::{CoreList, CoreRow, Head};
pub use slide::{Slide, SlideStop};
pub use stepper::{CoreStage, CoreStep, StepResult};

/// A kernel that relocations are resolved on.
#[derive(Clone, Copy, Debug)]
pub struct NamedKernel<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its types with the index of candidates, and the facts about the kernel.
    pub on: &'a needs::Kernel,
}

impl<'a> NamedKernel<'a> {
    /// Its types, with the index of candidates.
    pub fn target(&self) -> &'a Target {
        self.on.target()
    }
}

/// A program, and the kernels on which it is resolved.
#[derive(Clone, Copy, Debug)]
pub struct Core<'a> {
    /// The program.
    pub program: &'a Program,
    /// The kernels, in the order of their chips.
    pub kernels: &'a [NamedKernel<'a>],
}

/// A relocation on a kernel.
pub(crate) struct Answer {
    pub outcome: Outcome,
    pub patched: Option<Patched>,
    pub verdict: ReloVerdict,
    /// For a poisoned instruction, whether the verifier reaches it on the kernel, in words.
    pub reaching: Option<String>,
    /// For an instruction that is or may be poisoned, whether it is reached on the kernel; none if that is not known.
    pub reached: Option<Reached>,
    /// Why the result is unknown, or the module that has the type, in words.
    pub of_modules: Option<String>,
}

impl Answer {
    /// Whether it matters that the verifier reaches the instruction, because the instruction is or may be poisoned.
    fn may_fail(&self) -> bool {
        matches!(self.verdict, ReloVerdict::Poisoned | ReloVerdict::CannotTell)
    }

    /// Whether it is unknown if the relocation fails. A relocation that asks whether something exists never fails.
    fn is_unknown(&self) -> bool {
        let asks = self.outcome.local.as_ref().is_ok_and(|spec| spec.kind.is_question());
        self.verdict == ReloVerdict::CannotTell && !asks
    }

    /// Whether the new value is signed, by the kernel's type: see [`is_signed`].
    fn is_signed(&self, kernel: &NamedKernel<'_>) -> bool {
        let matched = self.outcome.matched();
        let there = matched.and_then(|t| Some((kernel.target().btf(t.candidate.part)?, &t.spec)));
        there.is_some_and(|(btf, spec)| is_signed(btf, spec))
    }

    /// Sets whether the instruction is reached, if it is or may be poisoned.
    fn reach(&mut self, reaching: Option<&needs::Reaching>) {
        let Some(reaching) = reaching.filter(|_| self.may_fail()) else { return };
        self.reached = Some(reaching.reached);
        // Code behind a refused instruction is reached once that instruction is mended, so it does not count as
        // unreached.
        if reaching.reached == Reached::Never && !reaching.behind_refusal {
            self.verdict = ReloVerdict::Unreached;
        }
        if self.verdict != ReloVerdict::CannotTell {
            self.reaching = Some(reaching.words.clone());
        }
    }
}

impl<'a> Core<'a> {
    /// The object's types.
    pub fn btf(&self) -> Option<&'a Btf> {
        self.program.object().btf().map(|btf| &**btf)
    }

    /// Whether the program and the kernel have the same byte order.
    fn loads(&self, kernel: &NamedKernel<'_>) -> bool {
        relo::loads_here(self.program.object().endian(), kernel.target().endian())
    }

    /// Resolves one relocation. First resolves the earlier relocations of the same type, because the result depends
    /// on these through libbpf's cache of candidates.
    fn one(&self, btf: &Btf, kernel: &NamedKernel<'_>, record: &Record, index: usize) -> Answer {
        let mut resolver = Resolver::new(btf, kernel.target(), Options::default());
        let before = self.program.records().get(..index).unwrap_or_default();
        for earlier in before.iter().filter(|r| r.type_id == record.type_id) {
            resolver.resolve(earlier);
        }
        resolver.set_trace(true);
        let mut answer = self.answer(&mut resolver, kernel, record);
        if answer.may_fail() {
            answer.reach(self.reaching(kernel).get(index).and_then(Option::as_ref));
        }
        answer
    }

    /// For each relocation, whether the verifier reaches its instruction on a kernel; empty if that cannot be known.
    fn reaching(&self, kernel: &NamedKernel<'_>) -> Vec<Option<needs::Reaching>> {
        match self.program.is_whole() && self.loads(kernel) {
            true => needs::reaching(self.program.needs(), kernel.on),
            false => Vec::new(),
        }
    }

    fn answer(&self, resolver: &mut Resolver<'_>, kernel: &NamedKernel<'_>, record: &Record) -> Answer {
        let outcome = resolver.resolve(record);
        let patched = relo::patched(self.program.object(), record, &outcome);
        let standing =
            self.btf().map(|btf| needs::standing(btf, kernel.on, &Nowhere::default(), &outcome, patched.as_ref()));
        let verdict = standing.as_ref().map_or_else(|| ReloVerdict::of(&outcome, patched.as_ref()), |s| s.verdict);
        Answer {
            outcome,
            patched,
            verdict,
            reaching: None,
            reached: None,
            of_modules: standing.and_then(|s| s.words()),
        }
    }

    /// The function that has a relocation's instruction: its index, and the instruction's slot in it.
    pub fn function_of(&self, record: &Record) -> Option<(usize, u32)> {
        let section = self.program.object().section_named(&record.section)?.index;
        let at = record.insn_offset.0;
        let i = self.program.function_at(section, at)?;
        Some((i, (at - self.program.all().get(i)?.start) / 8))
    }

    /// The name of the function that has a relocation's instruction, and the instruction's slot in it; if there is no
    /// function, the name of the section.
    pub fn place(&self, record: &Record) -> (String, u32) {
        let function =
            self.function_of(record).and_then(|(i, slot)| Some((self.program.all().get(i)?.name.clone(), slot)));
        function.unwrap_or_else(|| (record.section.to_string(), record.insn_offset.0 / 8))
    }
}

/// Whether the highest of a value's 64 bits is its sign: true for the value of an enumerator, except in an unsigned
/// ENUM64. libbpf reads the value in an ENUM as a signed number of 32 bits, whatever kind_flag says
/// (`bpf_core_calc_enumval_relo`).
fn is_signed(btf: &Btf, spec: &Spec) -> bool {
    let of = spec.accessors.first().and_then(|a| btf.get(a.type_id));
    spec.kind == CoreKind::EnumvalValue && !of.is_some_and(|t| t.kind() == Kind::Enum64 && !t.is_signed_enum())
}

/// The word for a verdict, as in the table. `loads`: whether the program can load on the kernel at all.
pub fn verdict_word(verdict: ReloVerdict, loads: bool) -> &'static str {
    match verdict {
        _ if !loads => "cannot load here",
        ReloVerdict::Same | ReloVerdict::Changed => "ok",
        ReloVerdict::Absent => "absent: 0",
        ReloVerdict::Poisoned | ReloVerdict::Unreached | ReloVerdict::CannotTell | ReloVerdict::Refused => {
            verdict.as_str()
        }
    }
}

/// Words for an object that cannot load because of the byte order.
pub(crate) fn cannot_load(object: btf::Endian, kernel: btf::Endian) -> String {
    format!("cannot load here: object {}-endian, kernel {}-endian", object.as_str(), kernel.as_str())
}

/// The path of a spec, as a path of the Tree.
pub(crate) fn member_of(btf: &Btf, spec: &Spec) -> Path {
    match spec.kind.group() {
        CoreGroup::Field => path::from_access(btf, spec.root, &spec.raw),
        CoreGroup::Enum => Path(spec.raw.iter().filter_map(|&n| u32::try_from(n).ok()).collect()),
        CoreGroup::Type => Path::root(),
    }
}

//! CO-RE: the relocations of a program, and what each becomes on the open kernels.
//!
//! [`Core::list`] is the list on the left, narrowed by a [`Filter`]; [`Core::detail`] what is read of one relocation; [`matrix`] the
//! whole as a table to save; [`probe`] what an access would be that no program makes yet. In the page the desk does this; all answers are
//! plain data.

mod carry;
mod detail;
mod drawn;
mod filter;
mod headline;
mod list;
pub mod matrix;
pub mod probe;

use btf::Btf;
use needs::Nowhere;
use relo::reach::Reached;
use relo::{Group, Options, Outcome, Patched, Record, Resolver, Spec, Target, Verdict};

use crate::path::{self, Path};
use crate::program::Program;

pub use carry::Carry;
pub use detail::{CodeLine, Detail, OnTarget, StepBox, Why};
pub use drawn::{Patch, PatchField, PatchSide, PathBar};
pub use filter::{Filter, Sift};
pub use headline::{OnKernel, headline, not_applied};
pub use list::{CoreList, CoreRow, Head};

/// A kernel that relocations are resolved on.
#[derive(Clone, Copy, Debug)]
pub struct Kernel<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its types, with the index of candidates, and what is known of it.
    pub on: &'a needs::Kernel,
}

impl<'a> Kernel<'a> {
    /// Its types, with the index of candidates.
    pub fn target(&self) -> &'a Target {
        self.on.target()
    }
}

/// A program and the kernels it is looked at on.
#[derive(Clone, Copy, Debug)]
pub struct Core<'a> {
    /// The program.
    pub program: &'a Program,
    /// The kernels, in the order of their chips.
    pub kernels: &'a [Kernel<'a>],
}

/// A relocation on a kernel.
pub(crate) struct Answer {
    pub outcome: Outcome,
    pub patched: Option<Patched>,
    pub verdict: Verdict,
    /// Of a poisoned instruction, whether it is reached on the kernel, in words.
    pub reaching: Option<String>,
    /// Why nobody can tell what becomes of it, or the module that has its type, in words.
    pub of_modules: Option<String>,
}

impl Answer {
    /// Whether it counts that a verifier gets to the instruction: where that is poisoned, or may be.
    fn may_fail(&self) -> bool {
        matches!(self.verdict, Verdict::Poisoned | Verdict::CannotTell)
    }

    /// Whether nobody can tell if it fails: what asks whether something is there fails in no case.
    fn is_unknown(&self) -> bool {
        let asks = self.outcome.local.as_ref().is_ok_and(|spec| spec.kind.is_question());
        self.verdict == Verdict::CannotTell && !asks
    }

    /// Notes whether the poisoned instruction is reached.
    fn reach(&mut self, reaching: Option<&needs::Reaching>) {
        let Some(reaching) = reaching.filter(|_| self.may_fail()) else { return };
        // What stands behind a refused instruction is reached once that is mended.
        if reaching.reached == Reached::Never && !reaching.behind_refusal {
            self.verdict = Verdict::Unreached;
        }
        if self.verdict != Verdict::CannotTell {
            self.reaching = Some(reaching.words.clone());
        }
    }
}

impl<'a> Core<'a> {
    /// The object's types.
    pub(crate) fn btf(&self) -> Option<&'a Btf> {
        self.program.object().btf().map(|btf| &**btf)
    }

    /// Whether the program runs on a kernel of that byte order.
    fn loads(&self, kernel: &Kernel<'_>) -> bool {
        relo::loads_here(self.program.object().endian(), kernel.target().endian())
    }

    /// Resolves a relocation. Not more is resolved than what libbpf's cache of candidates makes it depend on: earlier ones of the same
    /// type.
    fn one(&self, btf: &Btf, kernel: &Kernel<'_>, record: &Record, index: usize) -> Answer {
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

    /// Of each relocation whether a verifier gets to it on a kernel; empty where that cannot be known.
    fn reaching(&self, kernel: &Kernel<'_>) -> Vec<Option<needs::Reaching>> {
        match self.program.is_whole() && self.loads(kernel) {
            true => needs::reaching(self.program.needs(), kernel.on),
            false => Vec::new(),
        }
    }

    fn answer(&self, resolver: &mut Resolver<'_>, kernel: &Kernel<'_>, record: &Record) -> Answer {
        let outcome = resolver.resolve(record);
        let patched = relo::patched(self.program.object(), record, &outcome);
        let standing =
            self.btf().map(|btf| needs::standing(btf, kernel.on, &Nowhere::default(), &outcome, patched.as_ref()));
        let verdict = standing.as_ref().map_or_else(|| Verdict::of(&outcome, patched.as_ref()), |s| s.verdict);
        Answer { outcome, patched, verdict, reaching: None, of_modules: standing.and_then(|s| s.words()) }
    }

    /// The function that a relocation's instruction is in: its place, and the instruction's slot there.
    pub(crate) fn function_of(&self, record: &Record) -> Option<(usize, u32)> {
        let section = self.program.object().section_named(&record.section)?.index;
        let at = record.insn_offset.0;
        // They stand by section and offset.
        let all = self.program.all();
        let i = all.partition_point(|f| (f.section, f.start) <= (section, at)).checked_sub(1)?;
        let f = all.get(i).filter(|f| f.section == section && at < f.end())?;
        Some((i, (at - f.start) / 8))
    }
}

/// The word for a verdict, as the table has it.
pub fn verdict_word(verdict: Verdict, loads: bool) -> &'static str {
    match verdict {
        _ if !loads => "cannot load here",
        Verdict::Same | Verdict::Changed => "ok",
        Verdict::Absent => "absent: 0",
        Verdict::Poisoned | Verdict::Unreached | Verdict::CannotTell | Verdict::Refused => verdict.as_str(),
    }
}

/// Whether an object cannot load, in words.
pub(crate) fn cannot_load(object: btf::Endian, kernel: btf::Endian) -> String {
    format!("cannot load here: object {}-endian, kernel {}-endian", object.as_str(), kernel.as_str())
}

/// The path that a spec takes, for the Tree.
pub(crate) fn member_of(btf: &Btf, spec: &Spec) -> Path {
    match spec.kind.group() {
        Group::Field => path::from_access(btf, spec.root, &spec.raw),
        Group::Enum => Path(spec.raw.iter().filter_map(|&n| u32::try_from(n).ok()).collect()),
        Group::Type => Path::root(),
    }
}

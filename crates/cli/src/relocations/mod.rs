//! CO-RE relocations and their results on kernels, and how they are printed.

mod report;
mod text;
mod tsv;

use std::sync::Arc;

use bpf::Object;
use btf::{Btf, Endian};
use container::Piece;
use needs::{Kernel, Modules, Needs, Nowhere, Reaching, Release, Standing, reaching, standing};
use relo::reach::Reached;
use relo::{Options, Outcome, Patched, Record, ReloVerdict, Resolver};

use crate::args::TableFormat;
use crate::out::{Out, out};

/// A target's name and the result of each relocation there.
pub struct Answers {
    pub name: String,
    pub endian: Endian,
    pub loads: bool,
    pub kernel: Kernel,
    pub all: Vec<Answer>,
}

/// The result of a relocation on a target.
pub struct Answer {
    pub outcome: Outcome,
    pub patched: Option<Patched>,
    pub standing: Standing,
    /// For an instruction that is or may be poisoned, whether the verifier reaches it.
    pub reaching: Option<Reaching>,
}

impl Answer {
    /// Whether the instruction is poisoned, and it is known whether the verifier reaches it.
    pub fn fails_where_reached(&self) -> bool {
        self.verdict() == ReloVerdict::Poisoned && self.reaching.is_some()
    }

    /// The relocation's verdict, which takes the kernel's modules into account ([`Standing::verdict`]), but not whether
    /// the verifier reaches the instruction.
    pub fn verdict(&self) -> ReloVerdict {
        self.standing.verdict
    }

    /// Whether the verifier reaches the instruction; true if unknown.
    pub fn is_reached(&self) -> bool {
        self.reaching.as_ref().is_none_or(|r| r.reached != Reached::Never)
    }

    /// Whether the kernel refuses the program because of this relocation. An instruction that the verifier never
    /// reaches is no reason.
    pub fn fails(&self) -> bool {
        self.verdict().is_failing() && self.is_reached()
    }

    /// Whether it is unknown if the kernel refuses the program because of this relocation. False for an existence
    /// check: the kernel refuses no program because of its answer.
    pub fn is_unknown(&self) -> bool {
        let asks = self.outcome.local.as_ref().is_ok_and(|spec| spec.kind.is_question());
        self.verdict() == ReloVerdict::CannotTell && !asks && self.is_reached()
    }
}

/// The relocations of an object.
pub struct Program<'a> {
    pub name: &'a str,
    pub object: &'a Object,
    pub btf: &'a Btf,
    pub records: Vec<Record>,
    /// Whether only relocations that fail or may fail are shown.
    pub failing: bool,
    /// If libbpf applies none of the relocations, whatever the kernel: why.
    pub not_applied: Option<String>,
}

impl<'a> Program<'a> {
    /// `None` when the object has no BTF or no `.BTF.ext`.
    pub fn new(name: &'a str, object: &'a Object, failing: bool) -> Option<Program<'a>> {
        let (btf, ext) = (object.btf()?, object.ext()?);
        Some(Program { name, object, btf, records: relo::records(btf, ext), failing, not_applied: None })
    }
}

/// Prints the results on the targets; without targets, the access paths. `piece` is the program's `.BTF.ext`.
pub fn print(program: &Program<'_>, piece: &Piece, targets: &[Answers], format: TableFormat, out: &mut Out) {
    match (format, targets.is_empty()) {
        (TableFormat::Tsv, true) => tsv::local(program, out),
        (TableFormat::Tsv, false) => tsv::print(program, targets, out),
        (TableFormat::Json, _) => report::print(program, piece, targets, out),
        (TableFormat::Text, true) => text::local(program, out),
        (TableFormat::Text, false) => {
            text::print(program, targets, out);
            out!(out, "\n{}\n", text::headline_of(program, targets));
        }
    }
}

/// Prints the results of an object's relocations on kernels; without kernels, its access paths. The object comes from a
/// link and lacks parts of the program, so it is not shown whether the verifier reaches an instruction.
///
/// The output is JSON if `as_json` has the object's `.BTF.ext`, else text.
pub fn show(name: &str, object: &Object, kernels: Vec<(String, Arc<Btf>)>, as_json: Option<&Piece>, out: &mut Out) {
    let Some(program) = Program::new(name, object, false) else { return };
    let targets: Vec<Answers> = kernels
        .into_iter()
        .map(|(name, btf)| {
            let kernel = Kernel::new(Release::parse(&name), btf, Modules::Unknown);
            answers(&program, name, kernel, true, None)
        })
        .collect();
    match (as_json, targets.is_empty()) {
        (Some(piece), _) => report::print(&program, piece, &targets, out),
        (None, true) => text::local(&program, out),
        (None, false) => text::print(&program, &targets, out),
    }
}

/// The results of the relocations on a kernel. With `alone` each relocation is resolved by itself, without libbpf's
/// cache of candidates. `whole` holds the object's needs if the object has all of its instructions. Without them it is
/// not known which instructions the verifier reaches.
pub fn answers(program: &Program<'_>, name: String, kernel: Kernel, alone: bool, whole: Option<&Needs>) -> Answers {
    let endian = kernel.btf().endian();
    let reaching = whole.map_or_else(|| vec![None; program.records.len()], |needs| reaching(needs, &kernel));
    let options = Options { cache: !alone, trace: true, ..Options::default() };
    let mut resolver = Resolver::new(program.btf, kernel.target(), options);
    let answer = |(record, reaching): (&Record, Option<Reaching>)| {
        let outcome = resolver.resolve(record);
        let patched = relo::patched(program.object, record, &outcome);
        let nowhere = Nowhere::default();
        let standing = standing(program.btf, &kernel, &nowhere, &outcome, patched.as_ref());
        let reaching = reaching.filter(|_| matches!(standing.verdict, ReloVerdict::Poisoned | ReloVerdict::CannotTell));
        Answer { outcome, patched, standing, reaching }
    };
    let all = program.records.iter().zip(reaching).map(answer).collect();
    Answers { name, endian, loads: relo::loads_here(program.btf.endian(), endian), kernel, all }
}

/// The message that a program cannot load on a kernel of the other byte order.
pub fn cannot_load(program: &Program<'_>, t: &Answers) -> String {
    format!("cannot load here: object {}-endian, kernel {}-endian", program.btf.endian().as_str(), t.endian.as_str())
}

/// The relocations to show for a target.
fn shown<'a>(program: &'a Program<'_>, t: &'a Answers) -> impl Iterator<Item = (&'a Record, &'a Answer)> {
    let wanted =
        |(_, a): &(&Record, &Answer)| !program.failing || !t.loads || a.verdict().is_failing() || a.is_unknown();
    program.records.iter().zip(&t.all).filter(wanted)
}

/// The outcome for a relocation that was only parsed.
fn unresolved(program: &Program<'_>, record: &Record) -> Outcome {
    let local = relo::Spec::parse(program.btf, record);
    Outcome { local, tried: Vec::new(), dropped: Vec::new(), values: relo::Values::default(), error: None }
}

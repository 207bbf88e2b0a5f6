//! All about one relocation: its path step by step, its instruction, and its result on each kernel.

use btf::{BlobRange, Btf, TypeId};
use dump::type_name;
use relo::{CoreKind, Record, ReloVerdict, Spec, UNKNOWN_KIND};
use wire::Wire;

use super::boxes::{StepBox, path_boxes};
use super::drawn::{Patch, PathBar, patch, path_bars};
use super::stepper::{Asked, CoreStep, core_steps};
use super::{Core, NamedKernel, cannot_load, member_of, verdict_word};
use crate::fits::capital;
use crate::path::Path;
use crate::program::ListingRow;
use crate::tone::Tone;

/// A line of code around the instruction.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct CodeLine {
    /// The slot of the instruction in its function; none for a source line.
    pub slot: Option<u32>,
    /// The text.
    pub text: String,
    /// For a source line its file and number; for an instruction the notes of the listing, such as its relocations.
    pub note: String,
    /// Whether it is the relocation's own instruction.
    pub current: bool,
}

/// A relocation's result on a kernel.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct OnTarget {
    /// The name of the kernel.
    pub name: String,
    /// The result in a word or two.
    pub result: String,
    /// The meaning of the result for the program.
    pub verdict: ReloVerdict,
    /// Whether the program has the byte order of this kernel; otherwise it cannot load there.
    pub loads: bool,
    /// Whether the relocation asks whether something exists.
    pub question: bool,
    /// The access string on this kernel; empty if nothing matches.
    pub access: String,
    /// The kernel's type: the one that matches, or else the first one that was tried.
    pub type_id: Option<TypeId>,
    /// The path to the kernel's member; if nothing matches, the part of the path that exists.
    pub member: Path,
    /// The new value; or why there is none, in words. If the program cannot load, the byte orders come first.
    pub value: String,
    /// The patched instruction, in the verifier's notation.
    pub insn: String,
    /// The access path over the bytes of the kernel's type; empty if nothing matches.
    pub bars: Vec<PathBar>,
    /// The instruction before and after patching, if there is one.
    pub patch: Option<Patch>,
}

impl OnTarget {
    /// The tone of the result.
    pub fn tone(&self) -> Tone {
        Tone::of_verdict(self.verdict, self.loads, self.question)
    }
}

impl Detail {
    /// libbpf's word for its kind (`core_relo_kind_str`).
    pub fn kind_str(&self) -> &'static str {
        self.kind.map_or(UNKNOWN_KIND, CoreKind::as_str)
    }

    /// Whether a check of the program guards it on some kernel: the instruction is poisoned there, but never reached.
    pub fn is_guarded(&self) -> bool {
        self.results.iter().any(|r| r.verdict == ReloVerdict::Unreached)
    }
}

/// An explanation of the result on a kernel.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Why {
    /// The title: `Why it fails on KERNEL`; `Why, on KERNEL` if it does not fail; `It cannot load on KERNEL` if the
    /// program cannot load.
    pub title: String,
    /// A sentence that sums up the explanation.
    pub headline: String,
    /// More sentences.
    pub details: Vec<String>,
    /// A sentence on the consequence for loading; may be empty.
    pub consequence: String,
    /// Suggestions: for each a path and the reason.
    pub near: Vec<(String, String)>,
    /// The comparisons that libbpf makes, one line each.
    pub steps: Vec<String>,
    /// The differences of the kernel's own resolver from libbpf's, a sentence each.
    pub loaders: Vec<String>,
    /// The lines that libbpf logs.
    pub log: Vec<String>,
    /// C code that checks for the field, type or enumerator; only if the relocation fails.
    pub guard: Option<String>,
    /// The steps to the result.
    pub walk: Vec<CoreStep>,
}

/// One relocation.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Detail {
    /// Its index among all relocations of the object.
    pub index: usize,
    /// Its kind; none for an unknown number.
    pub kind: Option<CoreKind>,
    /// The path in C from the root type.
    pub path: String,
    /// The root type.
    pub root: TypeId,
    /// The member that the access string leads to, as a path of the Tree.
    pub member: Path,
    /// The access string.
    pub access: String,
    /// The section's name.
    pub section: String,
    /// Its number in libbpf's log: `relo #N`.
    pub number: u32,
    /// The instruction: slots of 8 bytes from the start of the section.
    pub insn: u32,
    /// The source line: `filemon.bpf.c:42`; empty when not known.
    pub line: String,
    /// The access as libbpf prints it, or the fault of the record.
    pub spec: String,
    /// The record's bytes in `.BTF.ext`: the first byte, and one past the last.
    pub record: Option<(u32, u32)>,
    /// The steps of the path, and the offset at its end.
    pub steps: Vec<StepBox>,
    /// The path over the bytes of the program's own type; empty for types and enums.
    pub bars: Vec<PathBar>,
    /// The code around the instruction.
    pub code: Vec<CodeLine>,
    /// The result on each kernel.
    pub results: Vec<OnTarget>,
    /// The explanation of each result, in the same order.
    pub why: Vec<Why>,
    /// C code that checks for the field, type or enumerator; it does not depend on the kernels.
    pub guard: Option<String>,
}

/// How many rows of code are shown before the instruction.
const BEFORE: usize = 2;

/// How many rows of code are shown from the instruction on, the instruction included.
const BEHIND: usize = 7;

impl Core<'_> {
    /// One relocation, by its index.
    pub fn detail(&self, index: usize) -> Option<Detail> {
        let (btf, record) = (self.btf()?, self.program.records().get(index)?);
        let spec = Spec::parse(btf, record);
        let function = self.function_of(record);
        let (code, line) = self.code(function);
        let (mut results, mut why) = (Vec::new(), Vec::new());
        for kernel in self.kernels {
            let (result, reason) = self.on(btf, kernel, record, index, function);
            results.push(result);
            why.push(reason);
        }
        let path = spec.as_ref().map(|s| s.path(btf)).unwrap_or_default();
        let BlobRange { start, end } = record.range;
        Some(Detail {
            index,
            kind: record.relo_kind(),
            path: format!("{}{path}", type_name(btf, record.type_id)),
            root: record.type_id,
            member: spec.as_ref().map(|s| member_of(btf, s)).unwrap_or_default(),
            access: record.access_str(btf).to_owned(),
            section: record.section.to_string(),
            number: record.index,
            insn: record.insn_offset.0 / 8,
            line,
            spec: spec.as_ref().map_or_else(|p| p.to_string(), |s| s.text(btf)),
            record: Some((start, end)),
            steps: spec.as_ref().map(|s| path_boxes(btf, s)).unwrap_or_default(),
            bars: spec.as_ref().map(|s| path_bars(btf, s)).unwrap_or_default(),
            code,
            results,
            why,
            guard: spec.as_ref().ok().and_then(|s| relo::guard(btf, s, None)),
        })
    }

    fn code(&self, function: Option<(usize, u32)>) -> (Vec<CodeLine>, String) {
        let Some((index, slot)) = function else { return Default::default() };
        let rows = self.program.listing(index).rows;
        let at = rows.iter().position(|r| matches!(r, ListingRow::Insn(i) if i.slot == slot)).unwrap_or(0);
        let line = rows.get(..at).unwrap_or_default().iter().rev().find_map(|r| match r {
            ListingRow::Source(s) if s.line > 0 => Some(format!("{}:{}", s.file, s.line)),
            _ => None,
        });
        let around = rows.get(at.saturating_sub(BEFORE)..(at + BEHIND).min(rows.len())).unwrap_or_default();
        let one = |row: &ListingRow| match row {
            ListingRow::Source(s) => CodeLine {
                slot: None,
                text: format!("; {}", s.text),
                note: format!("{}:{}", s.file, s.line),
                current: false,
            },
            ListingRow::Insn(i) => CodeLine {
                slot: Some(i.slot),
                text: i.text(),
                note: i.notes.iter().map(|n| n.text.as_str()).collect::<Vec<_>>().join("; "),
                current: i.slot == slot,
            },
        };
        (around.iter().map(one).collect(), line.unwrap_or_default())
    }

    pub(super) fn on(
        &self,
        btf: &Btf,
        kernel: &NamedKernel<'_>,
        record: &Record,
        index: usize,
        function: Option<(usize, u32)>,
    ) -> (OnTarget, Why) {
        let a = self.one(btf, kernel, record, index);
        let loads = self.loads(kernel);
        let explained = relo::explain(btf, record.type_id, kernel.target(), &a.outcome, a.patched.as_ref());
        let matched = a.outcome.matched();
        let program = function.and_then(|(i, _)| self.program.all().get(i)).map_or("", |f| f.name.as_str());
        let slot = function.map_or(record.insn_offset.0 / 8, |(_, slot)| slot);
        let fails = a.verdict.is_failing();
        let is_dead = a.verdict == ReloVerdict::Unreached;
        let unknown = a.of_modules.as_ref().filter(|_| a.verdict == ReloVerdict::CannotTell);
        let other = needs::other_register(btf, kernel.on, &a.outcome).filter(|_| fails);
        let value = match (&a.reaching, unknown) {
            (Some(words), _) if is_dead => words.clone(),
            (_, Some(words)) => words.clone(),
            _ if fails => other.clone().unwrap_or_else(|| explained.headline.clone()),
            _ => value_words(a.is_signed(kernel), a.outcome.values.new),
        };
        let insn = a
            .patched
            .as_ref()
            .filter(|p| p.has_insn())
            .map(|p| bpf::Notation::Kernel.text(p.insn, p.second))
            .unwrap_or_default();
        let foreign = cannot_load(self.program.object().endian(), kernel.target().endian());
        let spec = a.outcome.local.as_ref().ok();
        let near = relate::suggestions(btf, kernel.target(), &explained);
        let hint = near.first().map(|s| (kernel.target(), &a.outcome, s));
        let there = matched.or(a.outcome.tried.first());
        let there_btf = there.and_then(|t| kernel.target().btf(t.candidate.part));
        let result = OnTarget {
            name: kernel.name.to_owned(),
            result: verdict_word(a.verdict, loads).to_owned(),
            verdict: a.verdict,
            loads,
            question: record.relo_kind().is_some_and(|kind| kind.is_question()),
            access: matched.filter(|t| !t.spec.raw.is_empty()).map(|t| t.spec.access()).unwrap_or_default(),
            type_id: there.map(|t| t.candidate.id),
            member: there.zip(there_btf).map(|(t, btf)| member_of(btf, &t.spec)).unwrap_or_default(),
            value: match foreign.split_once(": ") {
                Some((_, orders)) if !loads => format!("{orders}; the field: {value}"),
                _ => value,
            },
            insn,
            bars: matched.zip(there_btf).map(|(t, btf)| path_bars(btf, &t.spec)).unwrap_or_default(),
            patch: patch(self.program, record, a.patched.as_ref()),
        };
        let asked = Asked { btf, kernel, record, answer: &a, explained: &explained, on: &result, foreign: &foreign };
        let walk = core_steps(&asked);
        let mut lines = Vec::new();
        for c in &explained.steps {
            lines.push(format!("{}: {}", c.candidate, c.fate));
            lines.extend(c.steps().map(|s| format!("  {s}")));
        }
        let mut why = Why {
            title: if fails { format!("Why it fails on {}", kernel.name) } else { format!("Why, on {}", kernel.name) },
            headline: explained.headline,
            details: explained.details,
            consequence: explained.consequence,
            near: near.iter().map(|s| (s.path.clone(), s.near.words())).collect(),
            steps: lines,
            loaders: relo::notes(btf, record.type_id, record.relo_kind(), kernel.target(), &a.outcome),
            log: relo::log_lines(btf, record, kernel.target(), &a.outcome, a.patched.as_ref(), program, slot),
            guard: spec.filter(|_| fails).and_then(|s| relo::guard(btf, s, hint)),
            walk,
        };
        if let Some(words) = a.of_modules.as_ref().filter(|_| unknown.is_none()) {
            why.details.insert(0, format!("{}.", capital(words)));
        }
        if let Some(words) = unknown {
            // libbpf also searches loaded modules, but it is not known here which modules are loaded.
            why.headline = format!("The result is unknown: {words}.");
            why.details.clear();
            why.near.clear();
            why.consequence = "libbpf searches the kernel's modules, too, which are not known here.".to_owned();
            why.log.clear();
        }
        if let Some(words) = other {
            // The program reads registers of another architecture, so neither suggestions nor a guard help.
            why.headline = format!("{}.", capital(&words));
            why.near.clear();
            why.guard = None;
        }
        if let Some(words) = &a.reaching {
            why.details.insert(0, format!("The poisoned instruction is {words}."));
        }
        if is_dead {
            // The verifier never reaches the instruction, so it prints no message.
            why.consequence.clear();
            why.log.clear();
        }
        if !loads {
            // The program cannot load because of its byte order, even if the field exists. No loader gets as far as
            // patching or logging.
            why.title = format!("It cannot load on {}", kernel.name);
            why.details.insert(0, format!("The field itself: {}", why.headline));
            why.headline = format!("{foreign}.");
            why.consequence.clear();
            why.log.clear();
        }
        (result, why)
    }
}

/// A value in decimal. If it is a negative number, its 64 bits follow in hexadecimal.
pub(super) fn value_words(signed: bool, value: u64) -> String {
    match value as i64 {
        negative @ ..0 if signed => format!("{negative} ({value:#x})"),
        _ => value.to_string(),
    }
}

//! The steps in which a relocation is resolved on a kernel: candidates by name, steps of the path one by one, value,
//! instruction, and whether the verifier reaches the instruction. The steps are made from the same data as the rest of
//! the view: the resolver's trace, values and patch.

mod matching;
mod value;

use btf::Btf;
use dump::type_name;
use relo::reach::Reached;
use relo::{CoreKind, Explanation, Reason, Record, ReloVerdict, essential_name, kind_word};
use text::counted;
use wire::Wire;

use super::boxes::StepBox;
use super::detail::OnTarget;
use super::{Answer, NamedKernel};
use crate::fits::capital;
use crate::tone::Tone;

/// The part of the resolution that a step is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Wire)]
pub enum CoreStage {
    /// The candidates by name.
    Names,
    /// A step of the path that libbpf matches ([`StepBox::turn`]), or a whole type, in a candidate.
    Match,
    /// The choice among several candidates.
    Choice,
    /// The value.
    Value,
    /// The instruction.
    Patch,
    /// The loader or verifier.
    Load,
}

/// The result of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Wire)]
pub enum StepResult {
    /// Nothing to say.
    Plain,
    /// The step succeeds, and the next one follows.
    Good,
    /// This candidate does not match, and another one does; or the program cannot be loaded here.
    Warn,
    /// The relocation fails.
    Bad,
    /// It is not known, or does not matter because the code is never reached.
    Dim,
}

impl StepResult {
    /// Its tone.
    pub fn tone(self) -> Tone {
        match self {
            StepResult::Plain => Tone::Plain,
            StepResult::Good => Tone::Good,
            StepResult::Warn => Tone::Warn,
            StepResult::Bad => Tone::Bad,
            StepResult::Dim => Tone::Dim,
        }
    }
}

/// A step of the resolution.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct CoreStep {
    /// Its part of the resolution.
    pub stage: CoreStage,
    /// A word or two: `candidates`, `.mm`, `value`.
    pub title: String,
    /// The candidate of the step: `struct task_struct [192]`; empty for a step without a candidate, or if there is only
    /// one candidate.
    pub of: String,
    /// A sentence.
    pub headline: String,
    /// More sentences; of a match, the comparisons without their full stop.
    pub lines: Vec<String>,
    /// Its result.
    pub result: StepResult,
    /// The box of the program's path that the step is about, by its index in [`super::Detail::steps`].
    pub at: Option<usize>,
    /// How many boxes of that path are found once the step is done.
    pub done: usize,
    /// The path in the candidate, as far as it is found after this step.
    pub there: Vec<StepBox>,
    /// Names, each with a text about it: candidates, values.
    pub rows: Vec<(String, String)>,
}

impl CoreStep {
    fn new(stage: CoreStage, title: &str, headline: String, result: StepResult) -> CoreStep {
        CoreStep {
            stage,
            title: title.to_owned(),
            of: String::new(),
            headline,
            lines: Vec::new(),
            result,
            at: None,
            done: 0,
            there: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// The step at which the relocation fails, with the sentences of the explanation.
    fn failing(stage: CoreStage, title: &str, explained: &Explanation) -> CoreStep {
        let step = CoreStep::new(stage, title, explained.headline.clone(), StepResult::Bad);
        step.with(explained.details.iter().chain([&explained.consequence]).cloned())
    }

    fn with(mut self, lines: impl IntoIterator<Item = String>) -> CoreStep {
        self.lines.extend(lines.into_iter().filter(|line| !line.is_empty()));
        self
    }
}

/// A relocation that was resolved on a kernel.
pub(super) struct Asked<'a> {
    /// The object's types.
    pub btf: &'a Btf,
    pub kernel: &'a NamedKernel<'a>,
    pub record: &'a Record,
    pub answer: &'a Answer,
    pub explained: &'a Explanation,
    /// The result as it is shown.
    pub on: &'a OnTarget,
    /// Words for a kernel of the other byte order.
    pub foreign: &'a str,
}

/// The steps, in order. There is at least one.
pub(super) fn core_steps(asked: &Asked<'_>) -> Vec<CoreStep> {
    let explained = asked.explained;
    if asked.answer.outcome.local.is_err() {
        let one = CoreStep::new(CoreStage::Names, "record", explained.headline.clone(), StepResult::Bad);
        return vec![one.with([explained.consequence.clone()])];
    }
    let mut out = vec![names(asked)];
    let error = asked.answer.outcome.error.as_ref();
    if !error.is_some_and(|e| e.reason == Reason::Anonymous) {
        out.extend(matching::steps(asked));
        out.extend(matching::choice(asked));
        if !error.is_some_and(is_ambiguous) {
            rest(asked, &mut out);
        }
    }
    out
}

fn is_ambiguous(problem: &relo::Problem) -> bool {
    matches!(problem.reason, Reason::OffsetAmbiguity { .. } | Reason::ValueAmbiguity { .. })
}

/// The candidates by name (libbpf `bpf_core_find_cands`).
fn names(asked: &Asked<'_>) -> CoreStep {
    let Asked { btf, kernel, record, answer, explained, .. } = *asked;
    let outcome = &answer.outcome;
    let stage = CoreStage::Names;
    if record.relo_kind() == Some(CoreKind::TypeIdLocal) {
        // It asks for the id of one of the program's own types, which needs no kernel.
        let mut step = CoreStep::new(stage, "candidates", explained.headline.clone(), StepResult::Good);
        step.lines.push("Nothing is looked up in the kernel.".to_owned());
        return step;
    }
    let root = btf.get(record.type_id);
    if outcome.error.as_ref().is_some_and(|e| e.reason == Reason::Anonymous) {
        let step = CoreStep::new(stage, "candidates", explained.headline.clone(), StepResult::Bad);
        return step.with([explained.consequence.clone()]);
    }
    let name = root.map(|t| t.name_bytes()).unwrap_or_default();
    let (essential, kind) = (btf::visible(essential_name(name)), kind_word(root.map(|t| t.kind())));
    let count = outcome.tried.len();
    let question = record.relo_kind().is_some_and(|k| k.is_question());
    let result = match (count, answer.verdict) {
        (0, ReloVerdict::CannotTell) => StepResult::Dim,
        (0, _) if question => StepResult::Plain,
        (0, _) => StepResult::Bad,
        _ => StepResult::Good,
    };
    let headline = match count {
        0 => explained.headline.clone(),
        n => format!("{} has {} by the name of {kind} “{essential}”.", kernel.name, counted(n as u32, "candidate")),
    };
    let mut step = CoreStep::new(stage, "candidates", headline, result);
    if essential_name(name).len() < name.len() {
        let text = btf::visible(name);
        let flavour = text.strip_prefix(&*essential).unwrap_or_default();
        step.lines.push(format!(
            "The program's {kind} {text} is a flavour: three underscores and what follows (“{flavour}”) do not count, on both sides."
        ));
    } else {
        step.lines.push(
            "In a name, three underscores and what follows (a flavour) do not count; this name has none.".to_owned(),
        );
    }
    if count == 0 {
        step.lines.extend(explained.details.iter().cloned());
        // The reason may be a module that is not known.
        step.lines.extend(answer.of_modules.as_ref().map(|words| format!("{}.", capital(words))));
    } else if kernel.target().parts() > 1 {
        step.lines.push(match outcome.tried.iter().all(|t| t.candidate.part == 0) {
            true => "The kernel itself has some, so its modules are not searched.".to_owned(),
            false => "The kernel itself has none, so all its modules are searched.".to_owned(),
        });
    }
    if let Some(dropped) = outcome.dropped.first() {
        step.lines.push(format!(
            "{} excluded: the earlier relocation {} matched only other types.",
            if outcome.dropped.len() == 1 {
                "One type is".to_owned()
            } else {
                format!("{} types are", outcome.dropped.len())
            },
            dropped.by.text(btf)
        ));
    }
    for t in outcome.tried.iter().take(matching::MOST) {
        let Some(there) = kernel.target().btf(t.candidate.part) else { continue };
        let place = if t.candidate.part == 0 { "of the kernel" } else { "of a module" };
        let size = there.size_of(t.candidate.id).map_or(String::new(), |bytes| format!(", {}", counted(bytes, "byte")));
        let theirs = there.get(t.candidate.id).map(|t| t.name_bytes()).unwrap_or_default();
        let flavour = if essential_name(theirs).len() < theirs.len() { ", a flavour" } else { "" };
        let of = format!("{} [{}]", type_name(there, t.candidate.id), t.candidate.id);
        step.rows.push((of, format!("{place}{size}{flavour}")));
    }
    if let more @ 1.. = count.saturating_sub(matching::MOST) {
        step.lines.push(format!(
            "{} more not shown here.",
            if more == 1 { "1 is".to_owned() } else { format!("{more} are") }
        ));
    }
    step
}

/// The steps after the candidates: value, instruction, verifier.
fn rest(asked: &Asked<'_>, out: &mut Vec<CoreStep>) {
    let Asked { answer, explained, on, .. } = *asked;
    let error = answer.outcome.error.as_ref();
    if answer.verdict == ReloVerdict::CannotTell {
        let words = answer.of_modules.as_deref().unwrap_or("the types of modules are not known");
        let step =
            CoreStep::new(CoreStage::Value, "value", format!("The result is unknown: {words}."), StepResult::Dim);
        out.push(step.with(["libbpf searches the kernel's modules, too, which are not known here.".to_owned()]));
        return;
    }
    if error.is_some() {
        return out.push(CoreStep::failing(CoreStage::Value, "value", explained));
    }
    out.push(value::step(asked));
    if !on.loads {
        let headline = format!("{}.", capital(asked.foreign));
        let step = CoreStep::new(CoreStage::Load, "loader", headline, StepResult::Warn);
        out.push(step.with(["No loader gets as far as writing the value.".to_owned()]));
        return;
    }
    let Some(patched) = &answer.patched else { return };
    if patched.error.is_some() {
        return out.push(CoreStep::failing(CoreStage::Patch, "instruction", explained));
    }
    out.push(instruction(asked, patched));
    out.push(verifier(asked, patched.poisoned));
}

/// The instruction after patching (libbpf `bpf_core_patch_insn`).
fn instruction(asked: &Asked<'_>, patched: &relo::Patched) -> CoreStep {
    let Asked { answer, on, .. } = *asked;
    let values = &answer.outcome.values;
    let mut lines = Vec::new();
    let (headline, result) = if patched.poisoned {
        let slots = if patched.second.is_some() { "both slots become" } else { "the instruction becomes" };
        lines.push(format!(
            "No kernel has a helper of that number, {:#x}, so no verifier lets the call pass; libbpf goes on loading.",
            relo::POISON
        ));
        let result = if answer.verdict == ReloVerdict::Unreached { StepResult::Dim } else { StepResult::Bad };
        (format!("Poisoned: {slots} a call of helper {}.", relo::POISON), result)
    } else {
        let fields: Vec<&str> = on
            .patch
            .iter()
            .flat_map(|patch| patch.after.slots.iter().flatten())
            .filter(|field| field.changed)
            .map(|field| field.name.as_str())
            .collect();
        if values.validate {
            lines.push(format!(
                "libbpf checked first that the instruction holds {}, as the program's types say.",
                values.original
            ));
        }
        if values.original_size != values.new_size {
            let (old, new) = (values.original_size, counted(values.new_size, "byte"));
            lines.push(format!("The opcode says how wide the access is: {old} becomes {new}."));
        }
        match fields.as_slice() {
            [] => ("The bytes stay as the compiler wrote them.".to_owned(), StepResult::Good),
            [one] => (format!("libbpf writes the value: one field changes, the {one}."), StepResult::Good),
            more => (format!("libbpf writes the value: these fields change: {}.", more.join(", ")), StepResult::Good),
        }
    };
    let mut step = CoreStep::new(CoreStage::Patch, "instruction", headline, result);
    step.rows.push(("as compiled".to_owned(), on.patch.as_ref().map_or(String::new(), |p| p.before.text.clone())));
    step.rows.push((format!("on {}", on.name), on.insn.clone()));
    step.with(lines)
}

/// The step of the verifier: whether it reaches the instruction, and refuses it.
fn verifier(asked: &Asked<'_>, poisoned: bool) -> CoreStep {
    let Asked { record, answer, .. } = *asked;
    let step = |headline: String, result| CoreStep::new(CoreStage::Load, "verifier", headline, result);
    let words = answer.reaching.as_deref().map(|words| format!("The poisoned instruction is {words}."));
    let refused = format!("At a poisoned instruction the verifier says: invalid func unknown#{}.", relo::POISON);
    match (poisoned, answer.reached) {
        (true, _) if answer.verdict == ReloVerdict::Unreached => {
            let pruned = "The verifier knows the values of relocations as constants, so it takes the jump before and removes this code as dead: the poison does no harm.";
            step(words.unwrap_or_default(), StepResult::Good).with([pruned.to_owned()])
        }
        (true, Some(Reached::Yes)) => step(words.unwrap_or_default(), StepResult::Bad)
            .with([refused, "So the program is refused on this kernel.".to_owned()]),
        (true, Some(Reached::Unsure | Reached::Never)) => {
            step(words.unwrap_or_default(), StepResult::Bad).with([refused])
        }
        (true, None) => {
            let unknown = "Whether the verifier reaches it is not known here: that depends on the whole program.";
            step(unknown.to_owned(), StepResult::Bad).with([refused])
        }
        (false, _) if record.relo_kind().is_some_and(|k| k.is_question()) => {
            step(format!("The verifier knows {} as a constant.", answer.outcome.values.new), StepResult::Good).with([
                "At a branch on this constant it follows only the side taken; the other side may contain poisoned instructions."
                    .to_owned(),
            ])
        }
        (false, _) => {
            step("The verifier sees the instruction as it is now, like any other.".to_owned(), StepResult::Good)
        }
    }
}

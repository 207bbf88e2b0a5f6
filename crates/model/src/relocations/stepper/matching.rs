//! The steps in the candidates: each step of the path that libbpf matches ([`StepBox::turn`]), and the choice among
//! several candidates.

use btf::Btf;
use dump::type_name;
use relo::{CandidateSteps, CoreGroup, Fate, Spec, Tried, Turn};

use super::{Asked, CoreStage, CoreStep, StepResult, is_ambiguous};
use crate::fits::capital;
use crate::relocations::boxes::{StepBox, path_boxes};

/// The most candidates whose comparisons are shown.
pub(super) const MOST: usize = 8;

/// The indices of the boxes of a path that libbpf matches ([`StepBox::turn`]).
fn turning(boxes: &[StepBox]) -> Vec<usize> {
    boxes.iter().enumerate().filter(|(_, b)| b.turn).map(|(i, _)| i).collect()
}

/// The steps in all candidates, in the order in which libbpf tries them.
pub(super) fn steps(asked: &Asked<'_>) -> Vec<CoreStep> {
    let Ok(local) = &asked.answer.outcome.local else { return Vec::new() };
    let ours = path_boxes(asked.btf, local);
    let tried = &asked.answer.outcome.tried;
    let one = |(t, said): (&Tried, &CandidateSteps)| {
        let there = asked.kernel.target().btf(t.candidate.part)?;
        let mut of = candidate(asked, local, &ours, t, there, said);
        if tried.len() > 1 {
            of.iter_mut().for_each(|step| step.of.clone_from(&said.candidate));
        }
        Some(of)
    };
    tried
        .iter()
        .zip(&asked.explained.steps)
        .filter(|(t, _)| t.fate != Fate::NotTried)
        .take(MOST)
        .filter_map(one)
        .flatten()
        .collect()
}

fn candidate(
    asked: &Asked<'_>,
    local: &Spec,
    ours: &[StepBox],
    t: &Tried,
    there: &Btf,
    said: &CandidateSteps,
) -> Vec<CoreStep> {
    let places = turning(ours);
    let theirs = path_boxes(there, &t.spec);
    let their_places = turning(&theirs);
    let other = asked.answer.outcome.matched().is_some();
    let fails = if other { StepResult::Warn } else { StepResult::Bad };
    let mut out: Vec<CoreStep> = Vec::new();
    let mut before: Vec<String> = Vec::new();
    for (i, turn) in said.turns.iter().enumerate() {
        let mut lines = std::mem::take(&mut before);
        lines.extend(turn.steps.iter().cloned());
        // The root always fits, so it is a step of its own only if the path has no other step.
        if turn.accessor == Some(0) && i + 1 < said.turns.len() {
            before = lines;
            continue;
        }
        let Some(headline) = lines.pop() else { continue };
        let number = turn.accessor.unwrap_or_default();
        let found = match local.kind.group() {
            CoreGroup::Field => t.spec.accessors.len() > number,
            CoreGroup::Enum | CoreGroup::Type => !matches!(t.fate, Fate::NoMatch),
        };
        let at = match local.kind.group() {
            CoreGroup::Type => Some(0),
            CoreGroup::Field | CoreGroup::Enum => places.get(number).copied(),
        };
        let title = at.and_then(|at| ours.get(at)).map_or_else(|| "match".to_owned(), |b| b.title.clone());
        let mut step = CoreStep::new(
            CoreStage::Match,
            &title,
            format!("{}.", capital(&headline)),
            if found { StepResult::Good } else { fails },
        );
        step.at = at;
        step.done = at.map_or(0, |at| if found { at + 1 } else { at });
        // The last box, the end of the path, is left out: it has the offset, and the value is a later step.
        let known = match (found, number) {
            (true, n) => their_places.get(n).map_or(1, |at| at + 1),
            (false, 0) => 1,
            (false, n) => their_places.get(n - 1).map_or(1, |at| at + 1),
        };
        step.there = theirs.iter().take(known).cloned().collect();
        step.lines = lines;
        if found {
            step.lines.extend(fitting(asked.btf, local, there, &t.spec, turn));
        }
        out.push(step);
    }
    if let Fate::Error(problem) = &t.fate
        && !is_ambiguous(problem)
        && let Some(last) = out.last_mut()
    {
        last.lines.push(problem.to_string());
        last.result = StepResult::Bad;
    }
    out
}

/// A sentence on the types of a member that was found on both sides. The types fit; otherwise the member would not have
/// been found.
fn fitting(btf: &Btf, local: &Spec, there: &Btf, found: &Spec, turn: &Turn) -> Option<String> {
    let number = turn.accessor?;
    let type_of = |btf: &Btf, spec: &Spec| {
        let a = spec.accessors.get(number).filter(|a| a.name.is_some())?;
        let t = btf.get(a.type_id)?;
        let member = t.members().from_index(u32::try_from(a.index).ok()?).next()?;
        Some(type_name(btf, member.type_id))
    };
    let (ours, theirs) = (type_of(btf, local)?, type_of(there, found)?);
    Some(match ours == theirs {
        true => format!("its type is the same: {ours}"),
        false => format!("its type, {theirs}, fits that of the program, {ours}"),
    })
}

/// The step of the choice among several candidates: those that match agree, or the choice is ambiguous. None if there
/// is nothing to choose.
pub(super) fn choice(asked: &Asked<'_>) -> Option<CoreStep> {
    let (outcome, explained) = (&asked.answer.outcome, asked.explained);
    if outcome.error.as_ref().is_some_and(is_ambiguous) {
        return Some(CoreStep::failing(CoreStage::Choice, "ambiguous", explained));
    }
    let matched = outcome.tried.iter().filter(|t| t.fate == Fate::Match).count();
    let others = outcome.tried.len().saturating_sub(matched);
    if outcome.error.is_some() || matched == 0 || outcome.tried.len() < 2 {
        return None;
    }
    let headline = match matched {
        1 => "One candidate matches.".to_owned(),
        n => format!("{n} candidates match, with the same place and the same value: it is not ambiguous."),
    };
    let step = CoreStep::new(CoreStage::Choice, "choice", headline, StepResult::Good);
    let kept = "Later relocations of this type try only what matched here.".to_owned();
    Some(step.with((others > 0).then_some(kept)))
}

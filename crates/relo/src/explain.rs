//! Explains a relocation's result in sentences, with suggestions.

use btf::{Btf, Kind, TypeId};
use dump::type_name;
use text::counted;

use crate::patch::{PatchReason, Patched};
use crate::problem::Reason;
use crate::resolve::{Dropped, Outcome, Tried};
use crate::search;
use crate::spec::{Spec, member};
use crate::suggest::{Suggestion, near_enumerators, near_members};
use crate::target::Target;
use crate::trace::{Event, Search};
use crate::turns::{self, CandidateSteps};
use crate::types::{essential_name, kind_word};
use crate::words::member_words;

/// An explanation of a relocation's result.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Explanation {
    /// A sentence that sums up the result.
    pub headline: String,
    /// More about the result, a sentence each.
    pub details: Vec<String>,
    /// The loader's reaction, or what the program gets if nothing matches, as a sentence. Empty if the loader just
    /// writes the value of a match, or the id of a local type.
    pub consequence: String,
    /// Members or enumerators that the program may mean instead.
    pub suggestions: Vec<Suggestion>,
    /// The missing member, if the candidate does not match for want of a member.
    pub lacks: Option<Lack>,
    /// The comparisons, candidate by candidate.
    pub steps: Vec<CandidateSteps>,
}

/// A member that a type of the target lacks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lack {
    /// The index of the BTF in the target ([`Target::btf`]).
    pub part: usize,
    /// The type of that BTF that lacks the member.
    pub within: TypeId,
    /// The type in the object's BTF that has the member.
    pub of: TypeId,
    /// The member's name.
    pub name: String,
}

/// Explains an outcome. If it was resolved without [`crate::Options::trace`], the comparisons are not known: the
/// explanation does not say why a candidate does not match, and has no suggestions.
pub fn explain(
    local: &Btf,
    root: TypeId,
    target: &Target,
    outcome: &Outcome,
    patched: Option<&Patched>,
) -> Explanation {
    let mut out = Explanation { steps: turns::steps(local, target, outcome), ..Explanation::default() };
    let root_words = type_name(local, root);
    let spec = match (&outcome.local, &outcome.error) {
        (Err(problem), _) => {
            out.headline = format!("The record itself is wrong: {}.", problem.reason);
            out.consequence = "The loader stops with this error and loads nothing.".to_owned();
            return out;
        }
        (Ok(_), Some(problem)) => {
            out.headline = sentence(&problem.reason.to_string());
            if let Reason::OffsetAmbiguity { .. } | Reason::ValueAmbiguity { .. } = problem.reason {
                out.details.push(format!(
                    "Types of the target that count as {root_words} have the field, but not alike, so that the loader cannot choose."
                ));
            }
            out.consequence = "The loader stops with this error and loads nothing.".to_owned();
            return out;
        }
        (Ok(spec), None) => spec,
    };
    if let Some(error) = patched.and_then(|p| p.error.as_ref()) {
        out.headline = sentence(&error.to_string());
        out.consequence = "The loader stops with this error and loads nothing.".to_owned();
        if let PatchReason::OffsetTooBig(_) = error.reason {
            out.details.push(
                "Read the field by its address: bpf_core_read() or BPF_CORE_READ() compute it by an addition, which has no such limit."
                    .to_owned(),
            );
        }
        return out;
    }
    match outcome.matched() {
        Some(t) => matched(local, target, outcome, patched, t, &mut out),
        None if outcome.tried.is_empty() && spec.kind != crate::CoreKind::TypeIdLocal => {
            no_candidate(local, root, target, &root_words, &mut out);
        }
        None if outcome.tried.is_empty() => {
            out.headline = "The type's id in the object itself; the target has no part in it.".to_owned()
        }
        None => no_match(local, target, outcome, spec, &mut out),
    }
    if outcome.values.poison {
        out.consequence =
            "The loader replaces the instruction by a call that no verifier lets pass; the program loads only where it is never reached."
                .to_owned();
    } else if outcome.matched().is_none() && spec.kind != crate::CoreKind::TypeIdLocal {
        out.consequence = "The program can tell: it gets the value 0.".to_owned();
    }
    out
}

/// A sentence from words without a capital or full stop.
fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    match letters.next() {
        Some(first) => format!("{}{}.", first.to_ascii_uppercase(), letters.as_str()),
        None => String::new(),
    }
}

fn matched(
    local: &Btf,
    target: &Target,
    outcome: &Outcome,
    patched: Option<&Patched>,
    t: &Tried,
    out: &mut Explanation,
) {
    let Some(btf) = target.btf(t.candidate.part) else { return };
    let v = &outcome.values;
    if v.bad_size_change {
        let (a, b) = (type_name(local, v.original_type), type_name(btf, v.new_type));
        out.headline = format!(
            "The field's size changed from {} to {} ({a} became {b}), which a load or store cannot follow.",
            v.original_size,
            counted(v.new_size, "byte")
        );
        out.details
            .push("Only pointers, and integers that are unsigned on both sides, may change their size.".to_owned());
        match patched {
            Some(p) if p.poisoned => {
                out.details.push(
                    "Read the field by bpf_core_read() with bpf_core_field_size(), or give the object a flavour with the new type."
                        .to_owned(),
                );
                out.consequence =
                    "The loader replaces the instruction by a call that no verifier lets pass.".to_owned();
            }
            None => {}
            Some(_) => out.details.push(
                "This instruction only takes the offset, so it is patched all the same; mind how many bytes are read."
                    .to_owned(),
            ),
        }
        return;
    }
    out.headline = match v.original == v.new {
        true => format!("The same as in the object: {}.", v.new),
        false => format!("{} in the object is {} in the target.", v.original, v.new),
    };
    if v.original_size != v.new_size {
        out.details.push(format!("The access changes from {} to {}.", v.original_size, counted(v.new_size, "byte")));
    }
}

fn no_candidate(local: &Btf, root: TypeId, target: &Target, words: &str, out: &mut Explanation) {
    let Some(t) = local.get(root) else { return };
    let name = essential_name(t.name_bytes());
    let essential = btf::visible(name);
    out.headline = format!("The target has no {} “{essential}”.", kind_word(Some(t.kind())));
    if essential != t.name() {
        out.details.push(format!("{words} is a flavour: what is behind the three underscores does not count."));
    }
    for c in target.named(name).iter().take(3) {
        if let Some(btf) = target.btf(c.part) {
            let other = kind_word(btf.kind(c.id));
            let a = btf.kind(c.id).map_or("a", Kind::article);
            out.details.push(format!(
                "[{}] has that name and is {a} {other}; only types of the same kind are candidates.",
                c.id
            ));
        }
    }
}

fn no_match(local: &Btf, target: &Target, outcome: &Outcome, spec: &Spec, out: &mut Explanation) {
    // The candidate whose path matched furthest is the most useful one to explain.
    let furthest = outcome.tried.iter().max_by_key(|t| t.spec.accessors.len());
    let Some((t, btf)) = furthest.and_then(|t| Some((t, target.btf(t.candidate.part)?))) else { return };
    let within = format!("{} [{}]", type_name(btf, t.candidate.id), t.candidate.id);
    let step = spec.accessors.get(t.spec.accessors.len());
    let name = |a: &crate::Accessor| a.name.and_then(|n| local.string(n)).unwrap_or_default().to_owned();
    for event in t.events.iter().rev() {
        match event {
            Event::Misfit { within, index, rule } => {
                let whole = type_name(btf, *within);
                out.headline = format!(
                    "{} is there in {whole}, but its type does not fit: {}.",
                    member_words(btf, *within, *index),
                    rule.words(local, btf)
                );
            }
            Event::Missing { within } => {
                let Some(a) = step else { continue };
                out.headline = format!("{} [{within}] has no member “{}”.", type_name(btf, *within), name(a));
                let local_member = member(local, a).map(|(_, m)| (local, m.type_id, m.bit_offset()));
                out.suggestions = near_members(btf, *within, &name(a), local_member);
                out.lacks = Some(Lack { part: t.candidate.part, within: *within, of: a.type_id, name: name(a) });
            }
            Event::NotArray { id } => {
                out.headline =
                    format!("The path indexes an array, and in the target there is {}.", type_name(btf, *id));
            }
            Event::Beyond { index, nelems, .. } => {
                out.headline = format!("Element {index} is beyond the target's array, which has {nelems}.");
            }
            Event::Types { rule: Some(rule) } => {
                out.headline = format!("{within} does not fit: {}.", rule.words(local, btf));
            }
            Event::NoEnumerator { id } => {
                let Some(a) = spec.accessors.first() else { continue };
                out.headline = format!("{} [{id}] has no enumerator “{}”.", type_name(btf, *id), name(a));
                out.suggestions = near_enumerators(btf, *id, &name(a));
            }
            Event::NotEnum { id } => out.headline = format!("{} [{id}] is no enum.", type_name(btf, *id)),
            _ => continue,
        }
        break;
    }
    if out.headline.is_empty() {
        out.headline = match step.map(name).filter(|name| !name.is_empty()) {
            Some(name) => format!("{within} has no match for “{name}”."),
            None => format!("{within} does not match."),
        };
    }
    if let Some(words) = dropped_words(local, target, outcome, spec) {
        out.headline = format!("{}; {words}.", out.headline.trim_end_matches('.'));
    }
    if let n @ 2.. = outcome.tried.len() {
        out.details.push(format!("{n} types of the target are candidates; none matches."));
    }
}

/// The words, without a full stop, for a candidate that has the member, type or enumerator but was dropped by an
/// earlier relocation; none if there is no such candidate.
fn dropped_words(local: &Btf, target: &Target, outcome: &Outcome, spec: &Spec) -> Option<String> {
    let has = |d: &&Dropped| {
        let Some(btf) = target.btf(d.candidate.part) else { return false };
        let mut search = Search::new(local, btf, false);
        search::candidate(&mut search, spec, &mut Spec::empty(d.candidate.id, spec.kind)).unwrap_or(false)
    };
    let dropped = outcome.dropped.iter().find(has)?;
    let btf = target.btf(dropped.candidate.part)?;
    let (id, by) = (dropped.candidate.id, dropped.by.text(local));
    let kind = by.split(' ').next().unwrap_or_default();
    let path = by.rsplit_once(" (").map_or(by.as_str(), |(path, _)| path);
    let path = path.split_once("] ").map_or(path, |(_, path)| path);
    Some(format!(
        "{} [{id}] has it, but is no longer a candidate: it does not match the earlier relocation {kind} of {path}",
        type_name(btf, id)
    ))
}

//! Types, rules and events as words for people.

use btf::Kind::*;
use btf::{Btf, Kind, TypeId};
use dump::type_name;
use text::counted;

use crate::trace::{Event, Rule};
use crate::types::kind_word;

/// The name of a member, or its index if it has no name.
pub(crate) fn member_words(btf: &Btf, within: TypeId, index: u32) -> String {
    match btf.get(within).and_then(|t| t.members().from_index(index).next()) {
        Some(m) if !m.name().is_empty() => format!("“{}”", m.name()),
        _ => format!("member {index}"),
    }
}

impl Rule {
    /// The rule as a sentence without its full stop; `local` and `target` are the BTFs that its ids are of.
    pub fn words(&self, local: &Btf, target: &Btf) -> String {
        match self {
            Rule::Kinds { local: a, target: b } => {
                format!("{} is not of the same kind as {}", a_kind(target, *b), a_kind(local, *a))
            }
            Rule::IntOffset { .. } => {
                "one of the integers is a bitfield of the old form, which matches nothing".to_owned()
            }
            Rule::Names { local: a, target: b } => {
                format!("{} has another name than {}", type_name(target, *b), type_name(local, *a))
            }
            Rule::Never { kind } => {
                format!("{} {} never matches", kind.map_or("a", Kind::article), kind_word(*kind))
            }
            Rule::Params { local, target } => {
                format!("the function has {} in the target and {local} in the object", counted(*target, "parameter"))
            }
            Rule::Ints { local: a, target: b } => {
                format!("{} and {} differ in size or sign", int_words(target, *b), int_words(local, *a))
            }
            Rule::Lengths { local, target } => {
                format!("the array has {} in the target and {local} in the object", counted(*target, "element"))
            }
            Rule::EnumSizes { local, target } => {
                format!("the enum has {} in the target and {local} in the object", counted(*target, "byte"))
            }
            Rule::Fewer { local, target } => {
                format!("the target has {target} members or enumerators, fewer than the object's {local}")
            }
            Rule::Member { within, index, why } => {
                let name = member_words(local, *within, *index);
                match why {
                    Some(why) => format!("{name} does not match: {}", why.words(local, target)),
                    None => format!("the target has no {name}"),
                }
            }
            Rule::Enumerator { within, index } => {
                let e = local.get(*within).and_then(|t| t.enumerators().from_index(*index).next());
                format!("the target has no enumerator “{}”", e.map_or("", |e| e.name()))
            }
            Rule::Forward { local: a, target: b } => {
                format!(
                    "{} is declared in the target, and {} in the object",
                    type_name(target, *b),
                    type_name(local, *a)
                )
            }
        }
    }
}

fn int_words(btf: &Btf, id: TypeId) -> String {
    let Some(t) = btf.get(id) else { return type_name(btf, id) };
    let sign = if t.int().is_some_and(|i| i.is_signed()) { "signed" } else { "unsigned" };
    format!("{} ({}, {sign})", t.name(), counted(t.size_or_type(), "byte"))
}

/// A type in words, with its kind.
fn a_kind(btf: &Btf, id: TypeId) -> String {
    let words = type_name(btf, id);
    let Some(kind) = btf.kind(id) else { return words };
    match kind {
        Int => format!("integer {words}"),
        Float => format!("floating-point {words}"),
        Ptr => format!("pointer {words}"),
        Array => format!("array {words}"),
        Fwd => format!("{words} (declared only)"),
        Typedef => format!("typedef {words}"),
        Struct | Union | Enum | Volatile | Const | Restrict | Func | FuncProto | Var | DataSec | DeclTag | TypeTag
        | Enum64 | LocParam | LocProto | LocSec | Unknown(_) => words,
    }
}

impl Event {
    /// The event as a sentence without its full stop. `path` has the words for each accessor of the local path. None
    /// for a name that was compared and differs: there are hundreds.
    pub fn words(&self, local: &Btf, target: &Btf, path: &[String]) -> Option<String> {
        let named = |id: &TypeId| format!("{} [{id}]", type_name(target, *id));
        Some(match self {
            Event::Step { accessor, within } => match path.get(*accessor).filter(|_| *accessor > 0) {
                Some(step) => format!("looks for {step} in {}", named(within)),
                None => format!("starts at {}", named(within)),
            },
            Event::Compared { .. } => return None,
            Event::Entered { within, index } => format!("searches the unnamed member {index} of {}", named(within)),
            Event::Left => "finds no match in the unnamed member".to_owned(),
            Event::Found { within, index } => {
                format!("finds {} in {}", member_words(target, *within, *index), named(within))
            }
            Event::Misfit { within, index, rule } => format!(
                "{} of {} does not fit: {}",
                member_words(target, *within, *index),
                named(within),
                rule.words(local, target)
            ),
            Event::Missing { within } => format!("no member of {} has that name", named(within)),
            Event::NotComposite { id } => format!("{} has no members", named(id)),
            Event::NotArray { id } => format!("{} is no array", named(id)),
            Event::Beyond { index, nelems, .. } => format!("element {index} is beyond the {nelems} of the array"),
            Event::Element { index, flexible: true, .. } => format!("takes element {index} of the flexible array"),
            Event::Element { index, .. } => format!("takes element {index}"),
            Event::Types { rule: None } => "the types fit".to_owned(),
            Event::Types { rule: Some(rule) } => format!("the types do not fit: {}", rule.words(local, target)),
            Event::NotEnum { id } => format!("{} is no enum", named(id)),
            Event::Enumerator { id, index } => format!("finds enumerator {index} of {}", named(id)),
            Event::NoEnumerator { id } => format!("no enumerator of {} has that name", named(id)),
        })
    }
}

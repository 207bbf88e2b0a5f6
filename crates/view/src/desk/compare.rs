//! Two files beside each other.

use btf::{Btf, TypeId};
use relate::{Class, counterpart};

use super::wire::wire;
use super::{Answer, Desk, Held};
use crate::compare::{Name, Pair, Sides, sides};
use crate::file::FileId;
use crate::session::Problem;

/// Compare a type with that of another file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskSides {
    /// The file of the type: one of the pair.
    pub file: FileId,
    /// The type.
    pub of: TypeId,
    /// The files.
    pub pair: Pair,
    /// The type of the other file; none for the namesake.
    pub against: Option<TypeId>,
    /// Parts that are at the same place stand side by side, not those of the same name.
    pub by_place: bool,
}
wire!(struct AskSides { file, of, pair, against, by_place });
wire!(struct Pair { old, new });

/// Names that are told in the place of an absent one.
const NEAR: usize = 6;

pub(super) fn compare(desk: &Desk, ask: &AskSides) -> Result<Answer, Box<Problem>> {
    let (mine, other) = (desk.file(ask.file)?, desk.file(ask.pair.other(ask.file))?);
    let newer = ask.file == ask.pair.new;
    let there = ask.against.filter(|&id| other.btf.get(id).is_some());
    let model = match there.or_else(|| counterpart(&mine.btf, ask.of, &other.btf)) {
        Some(id) if newer => sides(&other.btf, id, &mine.btf, ask.of, ask.by_place),
        Some(id) => sides(&mine.btf, ask.of, &other.btf, id, ask.by_place),
        None => absent(mine, ask.of, other, newer),
    };
    Ok(Answer::Sides(ask.clone(), Box::new(model)))
}

/// What is told of a type that the other file does not have.
fn absent(mine: &Held, of: TypeId, other: &Held, newer: bool) -> Sides {
    let text = |btf: &Btf, id| dump::type_name(btf, id);
    let name = Some(Name { id: of, text: text(&mine.btf, of) });
    let t = mine.btf.get(of);
    let compared = t.is_some_and(|t| Class::of(&t).is_some() && !t.is_anonymous());
    let near = match t.filter(|_| compared) {
        Some(t) => other.columns.near(t.name(), NEAR),
        None => Vec::new(),
    };
    let why = match compared {
        true => format!("{} has no type of this name and kind.", other.name),
        false => "Types are compared by their names: of this one, compare what it is made of or what it is a part of."
            .to_owned(),
    };
    let (old, new) = if newer { (None, name) } else { (name, None) };
    let near = near.into_iter().map(|id| Name { id, text: text(&other.btf, id) }).collect();
    Sides { old, new, near, why, ..Sides::default() }
}

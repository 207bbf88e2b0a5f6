//! Two files beside each other.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;

use btf::TypeId;
use relate::{Class, CompareOptions, Comparison, Effect, counterpart};
use wire::wire;

use super::print::Printed;
use super::{Answer, Desk, Held};
use crate::compare::report::Report;
use crate::compare::{Changes, Name, Pair, Sides, sides};
use crate::file::FileId;
use crate::session::Problem;
use crate::words::plain_name;

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

/// Names that are told in the place of an absent one.
const NEAR: usize = 6;

pub(super) fn sides_of(desk: &Desk, ask: &AskSides) -> Result<Answer, Box<Problem>> {
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
    let text = plain_name;
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

/// Write all that differs between two files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SaveChanges {
    /// The files.
    pub pair: Pair,
    /// As JSON, or as text.
    pub json: bool,
    /// The name of the file to save.
    pub save_as: String,
}
wire!(struct SaveChanges { pair, json, save_as });

/// Compares two files as wholes. Of two modules, only what is their own: their kernels are files of their own.
fn compared(desk: &Desk, pair: Pair) -> Result<(&Held, &Held, Comparison), Box<Problem>> {
    let (old, new) = (desk.file(pair.old)?, desk.file(pair.new)?);
    let options = CompareOptions { own_only: old.btf.is_split() && new.btf.is_split() };
    let told = Cell::new(0);
    let mut progress = |done: u64, total: u64| {
        // Every report is a message: a hundred of them are enough.
        let share = done * 100 / total.max(1);
        if told.replace(share) != share {
            desk.progress("comparing all types", share, 100);
        }
        ControlFlow::Continue(())
    };
    let found = relate::compare(&old.btf, &new.btf, &options, &mut progress).unwrap_or_default();
    Ok((old, new, found))
}

pub(super) fn changes(desk: &Desk, pair: Pair) -> Result<Answer, Box<Problem>> {
    let (old, new, found) = compared(desk, pair)?;
    Ok(Answer::Changes(Changes::new(pair, &old.btf, &new.btf, &found)))
}

pub(super) fn save(desk: &Desk, request: &SaveChanges) -> Result<Answer, Box<Problem>> {
    let (old, new, found) = compared(desk, request.pair)?;
    let report = Report { old: (&old.name, &old.btf), new: (&new.name, &new.btf), least: Effect::Harmless };
    let mut text = String::new();
    match request.json {
        true => report.json(&found, &mut text),
        false => report.text(&found, true, true, &mut text),
    }
    Ok(Answer::Printed(Printed { save_as: request.save_as.clone(), text: Arc::from(text.into_bytes()) }))
}

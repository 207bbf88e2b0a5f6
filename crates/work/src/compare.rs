//! Two files beside each other.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;

use btf::{Budget, Stopped, TypeId};
use desk::Amount;
use desk::Answer;
use desk::AskSides;
use desk::Pair;
use desk::Printed;
use desk::Problem;
use desk::SaveChanges;
use model::compare::report::Report;
use model::compare::{Changes, Name, Sides, sides};
use model::words::plain_name;
use relate::{Class, CompareOptions, Comparison, Effect, counterpart};

use crate::{Desk, Held};

/// At most so many names are suggested in the place of an absent one.
const NEAR: usize = 6;

pub(crate) fn sides_of(desk: &Desk, ask: &AskSides) -> Result<Answer, Box<Problem>> {
    let (mine, other) = (desk.file(ask.file)?, desk.file(ask.pair.other(ask.file))?);
    let newer = ask.file == ask.pair.new;
    let there = ask.against.filter(|&id| other.btf.get(id).is_some());
    let stopped = |stopped: Stopped| too_much(&mine.name, stopped);
    let model = match there.or_else(|| counterpart(&mine.btf, ask.of, &other.btf)) {
        Some(id) if newer => sides(&other.btf, id, &mine.btf, ask.of, ask.by_place).map_err(stopped)?,
        Some(id) => sides(&mine.btf, ask.of, &other.btf, id, ask.by_place).map_err(stopped)?,
        None => absent(mine, ask.of, other, newer),
    };
    Ok(Answer::Sides(ask.clone(), Box::new(model)))
}

/// What is said of a type that the other file does not have.
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

/// Compares two files as wholes. Of two modules, only what is their own: their kernels are files of their own.
fn compared<'d>(desk: &'d Desk, (old, new): (&'d Held, &'d Held), budget: &Budget) -> Result<Comparison, Stopped> {
    let options = CompareOptions { own_only: old.btf.is_split() && new.btf.is_split() };
    let said = Cell::new(0);
    let mut progress = |done: u64, total: u64| {
        // Every report is a message: a hundred of them are enough.
        let share = done * 100 / total.max(1);
        if said.replace(share) != share {
            desk.progress("comparing", Amount::of("types", done, total));
        }
        ControlFlow::Continue(())
    };
    Ok(relate::compare(&old.btf, &new.btf, &options, budget, &mut progress)?.unwrap_or_default())
}

/// A question that ends before its answer.
fn too_much(file: &str, stopped: Stopped) -> Box<Problem> {
    let why = "its types hold each other so many times over that comparing them has no end worth waiting for";
    Box::new(Problem::new(file, &format!("The comparison was {stopped}: {why}.")))
}

pub(crate) fn changes(desk: &Desk, pair: Pair) -> Result<Answer, Box<Problem>> {
    let (old, new) = (desk.file(pair.old)?, desk.file(pair.new)?);
    let budget = Budget::of([&*old.btf, &*new.btf]);
    let found = compared(desk, (old, new), &budget).map_err(|stopped| too_much(&new.name, stopped))?;
    Ok(Answer::Changes(pair, Changes::new(&old.btf, &new.btf, &found)))
}

pub(crate) fn save(desk: &Desk, request: &SaveChanges) -> Result<Answer, Box<Problem>> {
    let (old, new) = (desk.file(request.pair.old)?, desk.file(request.pair.new)?);
    let budget = &Budget::of([&*old.btf, &*new.btf]);
    let stopped = |stopped: Stopped| too_much(&new.name, stopped);
    let found = compared(desk, (old, new), budget).map_err(stopped)?;
    let report =
        Report { old: (&old.name, &old.btf), new: (&new.name, &new.btf), least: Effect::Harmless, budget, used: None };
    let mut text = String::new();
    match request.json {
        true => json::print(&json::compare::differences(&report, &found).map_err(stopped)?, &mut text),
        false => report.text(&found, true, true, &mut text).map_err(stopped)?,
    }
    Ok(Answer::Printed(Printed { save_as: request.save_as.clone(), text: Arc::from(text.into_bytes()) }))
}

//! Comparing two files.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;

use btf::{Budget, Stopped, TypeId};
use desk::Amount;
use desk::AskChanges;
use desk::AskSides;
use desk::Printed;
use desk::Problem;
use desk::SaveChanges;
use model::compare::report::Report;
use model::compare::{Changes, Name, Sides, sides};
use model::words::plain_name;
use relate::{ChangeEffect, Class, CompareOptions, Comparison, counterpart};

use crate::{Desk, Held, Work};

/// How many similar names are suggested for a missing one, at most.
const MOST_NEAR: usize = 6;

impl Work for AskSides {
    fn answer(&self, desk: &Desk) -> Result<Box<Sides>, Box<Problem>> {
        let (mine, other) = (desk.file(self.file)?, desk.file(self.pair.other(self.file))?);
        let newer = self.file == self.pair.new;
        let there = self.against.filter(|&id| other.btf.get(id).is_some());
        let stopped = |stopped: Stopped| too_much(&mine.name, stopped);
        let model = match there.or_else(|| counterpart(&mine.btf, self.of, &other.btf)) {
            Some(id) if newer => sides(&other.btf, id, &mine.btf, self.of, self.by_place).map_err(stopped)?,
            Some(id) => sides(&mine.btf, self.of, &other.btf, id, self.by_place).map_err(stopped)?,
            None => missing_type(mine, self.of, other, newer),
        };
        Ok(Box::new(model))
    }
}

/// The answer for a type that the other file does not have.
fn missing_type(mine: &Held, of: TypeId, other: &Held, newer: bool) -> Sides {
    let name = Some(Name { id: of, text: plain_name(&mine.btf, of) });
    let t = mine.btf.get(of);
    let compared = t.is_some_and(|t| Class::of(&t).is_some() && !t.is_anonymous());
    let near = match t.filter(|_| compared) {
        Some(t) => other.columns.near(t.name(), MOST_NEAR),
        None => Vec::new(),
    };
    let why = match compared {
        true => format!("{} has no type of this name and kind.", other.name),
        false => "Only named types are compared between files: compare a type that this one is made of, or one that contains it."
            .to_owned(),
    };
    let (old, new) = if newer { (None, name) } else { (name, None) };
    let near = near.into_iter().map(|id| Name { id, text: plain_name(&other.btf, id) }).collect();
    Sides { old, new, near, why, ..Sides::default() }
}

/// Compares all types of two files. If both are modules, only the modules' own types are compared: the kernels can be
/// compared as files of their own.
fn compare_files<'d>(desk: &'d Desk, (old, new): (&'d Held, &'d Held), budget: &Budget) -> Result<Comparison, Stopped> {
    let options = CompareOptions { own_only: old.btf.is_split() && new.btf.is_split() };
    let said = Cell::new(0);
    let mut progress = |done: u64, total: u64| {
        // Each report is a message to the page, so send one only when the percentage changes.
        let share = done * 100 / total.max(1);
        if said.replace(share) != share {
            desk.progress("comparing", Amount::of("types", done, total));
        }
        ControlFlow::Continue(())
    };
    Ok(relate::compare(&old.btf, &new.btf, &options, budget, &mut progress)?.unwrap_or_default())
}

/// The problem of a comparison that used up its budget.
fn too_much(file: &str, stopped: Stopped) -> Box<Problem> {
    let why = "its types contain each other in so many ways that comparing them would take too long";
    Box::new(Problem::new(file, &format!("The comparison was {stopped}: {why}.")))
}

impl Work for AskChanges {
    fn answer(&self, desk: &Desk) -> Result<Changes, Box<Problem>> {
        let (old, new) = (desk.file(self.pair.old)?, desk.file(self.pair.new)?);
        let budget = Budget::of([&*old.btf, &*new.btf]);
        let found = compare_files(desk, (old, new), &budget).map_err(|stopped| too_much(&new.name, stopped))?;
        Ok(Changes::new(&old.btf, &new.btf, &found))
    }
}

impl Work for SaveChanges {
    fn answer(&self, desk: &Desk) -> Result<Printed, Box<Problem>> {
        let (old, new) = (desk.file(self.pair.old)?, desk.file(self.pair.new)?);
        let budget = &Budget::of([&*old.btf, &*new.btf]);
        let stopped = |stopped: Stopped| too_much(&new.name, stopped);
        let found = compare_files(desk, (old, new), budget).map_err(stopped)?;
        let report = Report {
            old: (&old.name, &old.btf),
            new: (&new.name, &new.btf),
            least: ChangeEffect::Harmless,
            budget,
            used: None,
        };
        let mut text = String::new();
        match self.json {
            true => json::print(&json::compare::differences(&report, &found).map_err(stopped)?, &mut text),
            false => report.text(&found, true, true, &mut text).map_err(stopped)?,
        }
        Ok(Printed { save_as: self.save_as.clone(), text: Arc::from(text.into_bytes()) })
    }
}

//! The differences between two files. This code is in the second part of the module ([`crate::later`]).

use std::ops::ControlFlow;

use bpf::Object;
use btf::{Btf, Budget};
use json::options::DiffOptions;
use json::{ErrorCode, compare};
use model::compare::report::Report;
use model::compare::{Used, compare_named};
use relate::{ChangeEffect, CompareOptions, Comparison};
use wasm_bindgen::JsValue;

use crate::answer::answer;
use crate::failure::Failure;
use crate::file::{BtfFile, Outcome};
use crate::open::{Lent, lent};
use crate::values::{limited, stopped};
use crate::{argument, targets};

const OTHER: &str = "the other file must be a BtfFile of this copy of btfscope";
const PROGRAM: &str = "usedBy must be an array of BtfFiles of programs";

/// The changes from a file to another one.
///
/// # Errors
/// When the other is not an open file, an option is wrong, a file of `usedBy` is not a program with `.BTF.ext`, a named
/// type is in neither file, or the comparison takes more than the limit.
pub fn diff(file: &BtfFile, other: JsValue, options: JsValue) -> Outcome {
    let new = lent(&other, OTHER)?;
    let programs = targets::files(targets::get(&options, "usedBy"), PROGRAM, PROGRAM)?;
    let options: DiffOptions = argument::options(options)?;
    Ok(differences(file, &new, &programs, &options)?)
}

fn differences(old: &BtfFile, new: &Lent, programs: &[Lent], options: &DiffOptions) -> Result<JsValue, Failure> {
    let least = match options.at_least.as_deref() {
        None => ChangeEffect::Harmless,
        Some(word) => ChangeEffect::ALL.into_iter().find(|effect| effect.word() == word).ok_or_else(|| {
            let known = ChangeEffect::ALL.map(ChangeEffect::word).join(", ");
            Failure::argument(format!("atLeast is “{word}”; expected {known}"))
        })?,
    };
    let budget = limited(options.limit, || Budget::of([&*old.btf, &*new.btf]))?;
    let used = used_by(programs)?;
    let (a, b) = (&*old.btf, &*new.btf);
    let report =
        Report { old: (&old.opened.name, a), new: (&new.name, b), least, budget: &budget, used: used.as_ref() };
    let mut found = match &options.types {
        None => {
            let options = CompareOptions { own_only: a.is_split() && b.is_split() };
            let all = relate::compare(a, b, &options, &budget, &mut |_, _| ControlFlow::Continue(()));
            all.map_err(stopped)?.unwrap_or_default()
        }
        Some(named) => some(a, b, named, &budget)?,
    };
    report.keep_used(&mut found).map_err(stopped)?;
    report.sift(&mut found);
    answer(&compare::differences(&report, &found).map_err(stopped)?)
}

/// Compares the named types.
fn some(old: &Btf, new: &Btf, named: &[String], budget: &Budget) -> Result<Comparison, Failure> {
    let mut found = Comparison::default();
    for spec in named {
        let (olds, news) = (search::called(old, spec), search::called(new, spec));
        if olds.is_empty() && news.is_empty() {
            return Err(Failure::new(ErrorCode::NotFound, format!("neither file has a type “{spec}”")));
        }
        compare_named(&mut found, (old, &olds), (new, &news), budget).map_err(stopped)?;
    }
    Ok(found)
}

/// Everything that these programs use, taken together; `None` if there are no programs.
fn used_by(programs: &[Lent]) -> Result<Option<Used>, Failure> {
    let mut all: Option<Used> = None;
    for program in programs {
        let bytes = program.program.clone().ok_or_else(|| Failure::argument(PROGRAM))?;
        let object = Object::parse(bytes).map_err(|e| Failure::unreadable(&e))?;
        let (Some(btf), Some(ext)) = (object.btf(), object.ext()) else {
            let why = "it has no .BTF.ext, which says what it reads";
            return Err(Failure::argument(format!("{}: {why}", program.name)));
        };
        all.get_or_insert_default().join(Used::of(btf, ext));
    }
    Ok(all)
}

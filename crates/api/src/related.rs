//! Methods of [`BtfFile`] about several types together: users, containers, paths, the members at an offset, fields, and
//! differences of two files.

use std::ops::ControlFlow;

use bpf::Object;
use btf::{Btf, Budget};
use json::options::{AtOptions, ContainersOptions, DiffOptions, PathOptions, UsersOptions};
use json::{ErrorCode, at, compare, fields, paths_between, users};
use model::access::access;
use model::compare::report::Report;
use model::compare::{Used, compare_named};
use model::path::Path;
use model::used_by::embeddings;
use relate::{ChangeEffect, CompareOptions, Comparison, FieldPath, Through, Usage, Users};
use wasm_bindgen::prelude::*;

use crate::answer::answer;
use crate::failure::Failure;
use crate::file::{BtfFile, Outcome};
use crate::open::{Lent, lent};
use crate::panicked::alive;
use crate::values::{limited, stopped};
use crate::{argument, targets};

const OTHER: &str = "the other file must be a BtfFile of this copy of btfscope";
const PROGRAM: &str = "usedBy must be an array of BtfFiles of programs";

#[wasm_bindgen]
impl BtfFile {
    /// The changes from this file to another one.
    ///
    /// # Errors
    /// When the other is not an open file, an option is wrong, a named type is in neither file, or the comparison takes
    /// more than the limit.
    pub fn diff(&self, other: &JsValue, options: JsValue) -> Outcome {
        alive()?;
        let new = lent(other, OTHER)?;
        let programs = targets::files(targets::get(&options, "usedBy"), PROGRAM, PROGRAM)?;
        let options: DiffOptions = argument::options(options)?;
        Ok(diff(self, &new, &programs, &options)?)
    }

    /// The users of a type.
    ///
    /// # Errors
    /// When there is no such type, or an option is wrong.
    #[wasm_bindgen(js_name = users)]
    pub fn users_of(&self, id: &JsValue, options: JsValue) -> Outcome {
        alive()?;
        let id = argument::type_id(&self.btf, id)?;
        let UsersOptions { how, direct } = argument::options(options)?;
        let how = how.map(|words| words.iter().map(|word| usage(word)).collect::<Result<Vec<_>, _>>()).transpose()?;
        let through = if direct { Through::NOTHING } else { Through::EVERYTHING };
        let mut all = self.index().of(&self.btf, id, through);
        all.retain(|user| how.as_ref().is_none_or(|how| how.contains(&user.usage)));
        Ok(answer(&users::used(&self.btf, id, &all))?)
    }

    /// The types that contain a type, at any depth.
    ///
    /// # Errors
    /// When there is no such type, an option is wrong, or the search takes more than the limit.
    pub fn containers(&self, id: &JsValue, options: JsValue) -> Outcome {
        alive()?;
        let id = argument::type_id(&self.btf, id)?;
        let ContainersOptions { limit } = argument::options(options)?;
        let budget = limited(limit, || Budget::of([&*self.btf]))?;
        let (all, more) = embeddings(&self.btf, self.index(), id, &budget);
        budget.check().map_err(stopped)?;
        Ok(answer(&users::containers(&self.btf, &all, more))?)
    }

    /// The shortest paths over members from one type to another.
    ///
    /// # Errors
    /// When there is no such type, the first type has no members, an option is wrong, or the search stopped while there
    /// may be more paths.
    pub fn path(&self, from: &JsValue, to: &JsValue, options: JsValue) -> Outcome {
        alive()?;
        let btf = &*self.btf;
        let (from, to) = (argument::type_id(btf, from)?, argument::type_id(btf, to)?);
        let PathOptions { limit, longest, embedded } = argument::options(options)?;
        let longest = usize::from(longest.unwrap_or(16));
        if !(1..=64).contains(&longest) {
            return Err(Failure::argument("longest must be from 1 to 64").into());
        }
        let most = usize::from(limit.unwrap_or(10));
        let options = relate::PathOptions { most, longest, pointers: !embedded };
        let budget = Budget::of([btf]);
        let found = relate::paths_between(btf, self.index(), from, to, &options, &budget)
            .map_err(|e| Failure::new(ErrorCode::NoLayout, e.to_string()))?;
        let all: Vec<_> =
            found.iter().filter_map(|p| Some((p.pointers, access(btf, from, &Path(p.indices()))?))).collect();
        if all.len() < most {
            let hint = "there may be more paths; the options longest and embedded make the search shorter";
            budget.check().map_err(|e| Failure::new(ErrorCode::Stopped, format!("{e}: {hint}")))?;
        }
        Ok(answer(&paths_between::paths(btf, from, to, &all))?)
    }

    /// The members and elements at an offset of a type.
    ///
    /// # Errors
    /// When there is no such type, it has no members, or it ends before the offset.
    pub fn at(&self, id: &JsValue, offset: &JsValue, options: JsValue) -> Outcome {
        alive()?;
        let id = argument::type_id(&self.btf, id)?;
        let offset = argument::whole(offset, "an offset")?;
        let AtOptions { size } = argument::options(options)?;
        let found = model::at::at(&self.btf, id, offset, size).map_err(|e| {
            let code = match e {
                model::at::AtError::NoMembers => ErrorCode::NoLayout,
                model::at::AtError::Beyond { .. } => ErrorCode::NotFound,
            };
            Failure::new(code, format!("[{id}]+{offset:#x}: {e}"))
        })?;
        Ok(answer(&at::at_offset(&self.btf, id, offset, &found))?)
    }

    /// The place of a field.
    ///
    /// # Errors
    /// When `path` is not the path of a field.
    pub fn field(&self, path: &JsValue) -> Outcome {
        alive()?;
        let text = argument::text(path, "a path")?;
        let path = FieldPath::parse(&text).map_err(|e| Failure::argument(format!("“{text}”: {e}")))?;
        Ok(answer(&fields::Field::find(&self.opened.name, &self.btf, &path))?)
    }
}

impl BtfFile {
    fn index(&self) -> &Users {
        self.users.get_or_init(|| Users::new(&self.btf))
    }
}

/// The usage of this name.
fn usage(word: &str) -> Result<Usage, Failure> {
    Usage::ALL.into_iter().find(|usage| usage.word() == word).ok_or_else(|| {
        let known = Usage::ALL.map(Usage::word).join(", ");
        Failure::argument(format!("how contains “{word}”; expected {known}"))
    })
}

fn diff(old: &BtfFile, new: &Lent, programs: &[Lent], options: &DiffOptions) -> Result<JsValue, Failure> {
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

/// The union of what these programs use; `None` if there are none.
fn used_by(programs: &[Lent]) -> Result<Option<Used>, Failure> {
    let mut all: Option<Used> = None;
    for program in programs {
        let bytes = program.program.clone().ok_or_else(|| Failure::argument(PROGRAM))?;
        let object = Object::parse(bytes).map_err(|e| Failure::new(ErrorCode::Unreadable, e.to_string()))?;
        let (Some(btf), Some(ext)) = (object.btf(), object.ext()) else {
            let why = "it lacks .BTF or .BTF.ext, which say what it reads";
            return Err(Failure::argument(format!("{}: {why}", program.name)));
        };
        all.get_or_insert_default().join(Used::of(btf, ext));
    }
    Ok(all)
}

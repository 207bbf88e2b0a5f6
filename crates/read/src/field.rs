//! The code for a field.

use std::collections::{BTreeMap, BTreeSet};

use atlas::{Atlas, AtlasKernel, Ranges};
use model::atlas::{Followed, Place, places};
use relate::{FieldAbsent, FieldPath};
use release::joined;

use crate::check::{Checked, Expected, check};
use crate::form::{Form, Hop, Way, form_of, last_name, member_name};
use crate::kernels::Asked;
use crate::known::{self, Name};
use crate::plan::{Apart, Guard, Names, Plan, forward};
use crate::said::{NoWay, comment, limits, not_told_apart};
use crate::text::Branch;
use crate::{Code, Failed, Options};

/// The code that reads a field on the kernels of an atlas that `keep` takes. `proof`: whether [`Code::checked`] gets
/// the result of resolving the code's relocations on each of these kernels.
///
/// # Errors
/// When no kernel has the field, no code can read it, or the atlas is damaged or not at hand.
pub fn field<R: Ranges>(
    atlas: &Atlas<R>,
    path: &FieldPath,
    options: Options,
    proof: bool,
    keep: &dyn Fn(&AtlasKernel) -> bool,
) -> Result<Code, Failed> {
    let (mut found, followed) = places(atlas, path, options.renames)?;
    if found.iter().all(|place| place.found.slice.types.is_empty()) {
        return Err(Failed::NoType);
    }
    let asked = Asked::of(atlas, keep);
    for place in &mut found {
        place.kernels.retain(|k| asked.chosen.binary_search(k).is_ok());
    }
    found.retain(|place| !place.kernels.is_empty());
    let comes_and_goes = found.iter().any(|place| matches!(place.found.place, Err(FieldAbsent::NoType(_))));
    let doubtful = doubtful(&mut found, &followed, path, options.follow);
    let known = if options.renames { known::names(path) } else { &[] };
    let beside = beside(atlas, path, known, &mut found, &asked)?;
    let (mut forms, unreadable) = forms(&found, &asked)?;
    between(&mut forms, beside, &asked);
    let read: BTreeSet<u32> = forms.iter().flat_map(|form| form.kernels.iter().copied()).collect();
    let unread: Vec<u32> = asked.chosen.iter().copied().filter(|k| !read.contains(k)).collect();
    let names = Names::of(path);
    let is_short = !options.guard && forms.len() > 1;
    let mut apart = if is_short { Apart::One(Guard::Last) } else { Apart::Members };
    loop {
        let plan = Plan::of(&forms, &unread, &asked, &names, options, apart);
        let branches: Vec<&Branch<'_>> = plan.functions.iter().flat_map(|function| &function.branches).collect();
        let with_pointers = forms.iter().any(|form| form.way.hops.len() > 1);
        let next = apart.next(with_pointers);
        let checked = match proof || next.is_some() {
            true => Some(check(atlas, &branches, &plan.types, &asked.chosen, &expected(&found, &unread))?),
            false => None,
        };
        // Without a guard before the last branch, kernels without any form refuse the code, whichever way forms are
        // told apart.
        let is_refused = |checked: &Checked, k: &u32| {
            plan.is_unguarded() && unread.binary_search(k).is_ok() && checked.refused.binary_search(k).is_ok()
        };
        if let (Some(next), Some(checked)) = (next, &checked)
            && !checked.wrong.iter().all(|k| is_refused(checked, k))
        {
            apart = next;
            continue;
        }
        let mut code = Code {
            title: path.as_str().to_owned(),
            comment: String::new(),
            types: format!("{}{}", if comes_and_goes { forward(&forms) } else { String::new() }, plan.declarations()),
            functions: plan.functions(),
            nothing: asked.nothing("Nothing is read", &unread),
            includes: crate::INCLUDES.to_owned(),
            loader: String::new(),
            limits: limits(&forms, &asked, &unreadable),
            forms: forms.len() as u32,
            kernels: asked.chosen.len() as u32,
            big_endian: asked.big_endian(),
            checked: None,
        };
        code.limits.extend(doubtful);
        code.limits.extend(known::parts_of(path));
        code.limits.extend(known::meanings(path.root(), &members(&forms)));
        if let Some(wrong) = checked.as_ref().filter(|checked| !checked.wrong.is_empty()) {
            code.limits.push(not_told_apart(wrong, &asked, with_pointers));
        }
        code.checked = checked.filter(|_| proof);
        code.comment = comment(&code, &forms, &followed, &asked);
        return Ok(code);
    }
}

/// Leaves out the places of names that may belong to another field, unless `follow` is set. Returns the sentence about
/// these names.
fn doubtful(found: &mut Vec<Place>, followed: &[Followed], path: &FieldPath, follow: bool) -> Option<String> {
    let of_path = last_name(path.parts());
    let names = |is_doubtful: bool| -> BTreeSet<&str> {
        let followed = followed.iter().filter(|f| f.is_doubtful == is_doubtful);
        followed.flat_map(|f| [f.name.as_str(), f.other.as_str()]).collect()
    };
    let (doubtful, sure) = (names(true), names(false));
    let is_doubtful = |place: &Place| {
        let name = last_name(place.path.parts());
        name != of_path && doubtful.contains(name) && !sure.contains(name)
    };
    let names: BTreeSet<&str> =
        found.iter().filter(|place| is_doubtful(place)).map(|place| last_name(place.path.parts())).collect();
    if follow || names.is_empty() {
        return None;
    }
    let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
    let line = format!("It may be the same as {}, which has another name: --follow reads that, too.", joined(&names));
    found.retain(|place| !is_doubtful(place));
    Some(line)
}

/// The names of the members on the way to the field, of all forms.
fn members(forms: &[Form]) -> Vec<&str> {
    let steps = forms.iter().flat_map(|form| &form.way.hops).flat_map(|hop| &hop.steps);
    steps.filter_map(member_name).collect()
}

/// Adds the places under the other names in the table (`known`), on kernels where the field is not found yet. Returns
/// the names that no kernel of the atlas has, except those that follow a pointer.
fn beside<R: Ranges>(
    atlas: &Atlas<R>,
    path: &FieldPath,
    names: &'static [Name],
    found: &mut Vec<Place>,
    asked: &Asked<'_>,
) -> Result<Vec<&'static Name>, Failed> {
    let mut off_board = Vec::new();
    for name in names {
        let Some(other) = name.of(path.root()) else { continue };
        // The places of the path that was asked for are found already.
        let asked_for = other.parts() == path.parts();
        let mut any =
            asked_for && found.iter().any(|place| place.found.place.is_ok() && place.path.parts() == path.parts());
        let others = if asked_for { Vec::new() } else { atlas.members(&other)? };
        for place in others.into_iter().filter(|place| place.place.is_ok()) {
            any = true;
            let lacking = |k: &u32| found.iter().all(|has| has.found.place.is_err() || !has.kernels.contains(k));
            let chosen = place.kernels.iter().filter(|k| asked.chosen.binary_search(k).is_ok());
            let kernels: Vec<u32> = chosen.filter(lacking).collect();
            if !kernels.is_empty() {
                found.push(Place { path: other.clone(), found: place, kernels });
            }
        }
        if !any && !name.by_pointer {
            off_board.push(name);
        }
    }
    Ok(off_board)
}

/// Adds a form for each of these names, which no kernel of the atlas has, behind the forms of newer kernels. Does
/// nothing if every form follows a pointer.
fn between(forms: &mut Vec<Form>, names: Vec<&'static Name>, asked: &Asked<'_>) {
    let Some(mut like) = forms.iter().find(|form| form.way.hops.len() == 1).cloned() else { return };
    // The field's size under these names is not known, so it is left to a relocation, unless all other forms have the
    // same size.
    like.values = forms.iter().flat_map(|form| form.values.iter().copied()).collect();
    for name in names {
        let Some(first) = like.way.hops.first() else { continue };
        let Some(path) = name.of(&first.root) else { continue };
        let hop = Hop { steps: path.parts().to_vec(), ..first.clone() };
        let form = Form {
            way: Way { hops: vec![hop], leaf: like.way.leaf.clone() },
            name: last_name(path.parts()).to_owned(),
            kernels: Vec::new(),
            off_board: Some(name),
            ..like.clone()
        };
        let newer = |other: &Form| asked.newest(&other.kernels) > name.until;
        let at = forms.iter().take_while(|other| newer(other)).count();
        forms.insert(at, form);
    }
}

/// The forms, the newest first, and the kernels on which no code can read the field.
fn forms(found: &[Place], asked: &Asked<'_>) -> Result<(Vec<Form>, Vec<NoWay>), Failed> {
    let mut forms: Vec<Form> = Vec::new();
    let mut unreadable: Vec<NoWay> = Vec::new();
    for place in found {
        let Ok(at) = &place.found.place else { continue };
        match form_of(place, at) {
            Ok(form) => match forms.iter_mut().find(|known| known.way == form.way) {
                Some(known) => {
                    known.kernels.extend(form.kernels);
                    known.values.extend(form.values);
                    known.types.extend(form.types);
                    known.marks.extend(form.marks);
                }
                None => forms.push(form),
            },
            Err(why) => match unreadable.iter_mut().find(|known| known.0 == why) {
                Some(known) => known.1.extend(&place.kernels),
                None => unreadable.push((why, place.kernels.clone())),
            },
        }
    }
    for form in &mut forms {
        form.kernels.sort_unstable();
    }
    forms.sort_by_key(|form| std::cmp::Reverse((asked.newest(&form.kernels), form.kernels.len())));
    match (forms.is_empty(), unreadable.first()) {
        (true, Some((why, _))) => Err(Failed::Unreadable(why.clone())),
        (true, None) => Err(Failed::NoField),
        (false, _) => Ok((forms, unreadable)),
    }
}

/// For each kernel that a form reads, the place of the field. Kernels on which no code can read it (per-CPU, user
/// memory) are left out.
fn expected<'a>(found: &'a [Place], unread: &[u32]) -> BTreeMap<u32, Expected<'a>> {
    let mut all = BTreeMap::new();
    for place in found {
        let Ok(at) = &place.found.place else { continue };
        for k in place.kernels.iter().filter(|k| unread.binary_search(k).is_err()) {
            all.insert(*k, Expected { path: &place.path, place: at, btf: &place.found.slice.btf });
        }
    }
    all
}

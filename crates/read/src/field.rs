//! The code for a field.

use std::collections::{BTreeMap, BTreeSet};

use atlas::{Atlas, AtlasKernel, Ranges};
use model::atlas::{Followed, Place, places};
use relate::{FieldAbsent, FieldPath, FieldStep};
use release::joined;

use crate::check::{Expected, check, is_of_other_form};
use crate::declare::Types;
use crate::form::{Form, Hop, Keyword, Leaf, Way, form_of};
use crate::kernels::Asked;
use crate::known::{self, Name};
use crate::said::{NoWay, comment, limits, not_told_apart};
use crate::text::{Branch, Function, PLAIN, Returns};
use crate::{Code, Failed, Options};

/// The code that reads a field on the kernels of an atlas that `keep` takes. `proof`: whether its relocations are resolved on each of them.
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
    let asked = Asked::of(atlas.kernels(), keep);
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
    let mut matches = false;
    loop {
        let plan = Plan::of(&forms, &unread, &asked, &names, options, matches);
        let branches: Vec<&Branch<'_>> = plan.functions.iter().flat_map(|function| &function.branches).collect();
        let checked = match proof || !matches && forms.iter().any(|form| form.way.hops.len() > 1) {
            true => Some(check(atlas, &branches, &plan.types, &asked.chosen, &expected(&found))?),
            false => None,
        };
        if !matches && checked.as_ref().is_some_and(|checked| is_of_other_form(checked, &forms)) {
            matches = true;
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
            code.limits.push(not_told_apart(wrong, &asked, options));
        }
        code.checked = checked.filter(|_| proof);
        code.comment = comment(&code, &forms, &followed, &asked);
        return Ok(code);
    }
}

/// Leaves out kernels that have the field under a name that may be another field's. Returns the sentence about them.
fn doubtful(found: &mut Vec<Place>, followed: &[Followed], path: &FieldPath, follow: bool) -> Option<String> {
    let of_path = last_name(path);
    let doubtful: BTreeSet<&str> =
        followed.iter().filter(|f| f.is_doubtful).flat_map(|f| [f.name.as_str(), f.other.as_str()]).collect();
    let sure: BTreeSet<&str> =
        followed.iter().filter(|f| !f.is_doubtful).flat_map(|f| [f.name.as_str(), f.other.as_str()]).collect();
    let is_doubtful = |place: &Place| {
        let name = last_name(&place.path);
        name != of_path && doubtful.contains(name) && !sure.contains(name)
    };
    let names: BTreeSet<&str> =
        found.iter().filter(|place| is_doubtful(place)).map(|place| last_name(&place.path)).collect();
    if follow || names.is_empty() {
        return None;
    }
    let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
    let line = format!("It may be the same as {}, which has another name: --follow reads that, too.", joined(&names));
    let keep: Vec<bool> = found.iter().map(|place| !is_doubtful(place)).collect();
    let mut keep = keep.into_iter();
    found.retain(|_| keep.next().unwrap_or(true));
    Some(line)
}

/// The members on the way of all forms.
fn members(forms: &[Form]) -> Vec<&str> {
    let steps = forms.iter().flat_map(|form| &form.way.hops).flat_map(|hop| &hop.steps);
    steps.filter_map(|step| if let FieldStep::Member(name) = step { Some(name.as_str()) } else { None }).collect()
}

fn last_name(path: &FieldPath) -> &str {
    let mut last = "";
    for step in path.parts() {
        if let FieldStep::Member(member) = step {
            last = member;
        }
    }
    last
}

/// Adds the places under the names that the table has for a field, on kernels that lack it. Returns the names that no kernel of the
/// atlas has.
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

/// Adds the forms of names that no kernel of the atlas has, where they belong in time. The table has only fields that are read without
/// a pointer.
fn between(forms: &mut Vec<Form>, names: Vec<&'static Name>, asked: &Asked<'_>) {
    let Some(mut like) = forms.iter().find(|form| form.way.hops.len() == 1).cloned() else { return };
    // Its size is not known, so it is left to a relocation, unless all others have the same.
    like.values = forms.iter().flat_map(|form| form.values.iter().copied()).collect();
    for name in names {
        let (Some(first), Some(path)) =
            (like.way.hops.first(), like.way.hops.first().and_then(|hop| name.of(&hop.root)))
        else {
            continue;
        };
        let hop = Hop { steps: path.parts().to_vec(), ..first.clone() };
        let form = Form {
            way: Way { hops: vec![hop], leaf: like.way.leaf.clone() },
            name: last_name(&path).to_owned(),
            kernels: Vec::new(),
            off_board: Some(name),
            ..like.clone()
        };
        let newer = |other: &Form| asked.newest(&other.kernels) > name.until;
        let at = forms.iter().take_while(|other| newer(other)).count();
        forms.insert(at, form);
    }
}

/// The forms, the newest first.
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

/// For each kernel, its place in the history.
fn expected(found: &[Place]) -> BTreeMap<u32, Expected<'_>> {
    let mut all = BTreeMap::new();
    for place in found {
        let Ok(at) = &place.found.place else { continue };
        for k in &place.kernels {
            all.insert(*k, Expected { path: &place.path, place: at, btf: &place.found.slice.btf });
        }
    }
    all
}

/// The names that the code uses.
struct Names {
    /// `task_struct_state`.
    of_field: String,
}

impl Names {
    fn of(path: &FieldPath) -> Names {
        let mut field = String::new();
        for step in path.parts() {
            match step {
                FieldStep::Member(name) if field.is_empty() => field.push_str(name.trim_matches('_')),
                FieldStep::Member(name) => field.push_str(&format!("_{}", name.trim_matches('_'))),
                FieldStep::Element(index) => field.push_str(&format!("_{index}")),
            }
        }
        Names { of_field: format!("{}_{field}", path.root()) }
    }

    fn function(&self, of: &str) -> String {
        format!("read_{}{of}", self.of_field)
    }

    fn not_known(&self, of: &str) -> String {
        format!("{}{}_NOT_KNOWN", self.of_field, of).to_ascii_uppercase()
    }
}

/// The types and functions of the code.
struct Plan<'a> {
    types: Types,
    /// Where each type is so, in words.
    seen: Vec<String>,
    functions: Vec<Function<'a>>,
    /// Whether the code uses the kernel's own types, because all kernels have the field in one form: the declared ones serve the check.
    is_plain: bool,
}

impl<'a> Plan<'a> {
    fn of(
        forms: &'a [Form],
        unread: &[u32],
        asked: &Asked<'_>,
        names: &Names,
        options: Options,
        matches: bool,
    ) -> Plan<'a> {
        let is_const = |form: &Form| form.types.iter().any(|name| name.contains("const "));
        let is_plain = unread.is_empty() && matches!(forms, [one] if !is_const(one) || one.way.leaf == Leaf::Pointer);
        let mut plan = Plan { types: Types::default(), seen: Vec::new(), functions: Vec::new(), is_plain };
        let mut flavours: BTreeSet<String> = BTreeSet::new();
        let groups = groups(forms);
        for group in &groups {
            let mut branches = Vec::new();
            for form in &group.forms {
                let mut flavour = match form.off_board.and_then(|name| name.since) {
                    Some(since) => format!("{}_{}", since.major, since.minor),
                    None => asked.first_series(&form.kernels),
                };
                while !flavours.insert(flavour.clone()) {
                    flavour.push('b');
                }
                let hops = plan.types.declare(form, &flavour);
                let seen = match form.off_board {
                    Some(name) => {
                        let commit = name.commit.map(|commit| format!(": {}", commit.words())).unwrap_or_default();
                        format!("{}, on no kernel of the atlas{commit}", name.series())
                    }
                    None => asked.words(&form.kernels),
                };
                plan.seen.resize(plan.types.all.len(), seen.clone());
                branches.push(Branch {
                    guarded: if is_plain { Vec::new() } else { guarded(form, forms, unread.is_empty()) },
                    matches: matches && form.way.hops.len() > 1,
                    variable: if is_plain { PLAIN.to_owned() } else { format!("v{flavour}") },
                    form,
                    hops,
                    seen,
                });
            }
            let of =
                if groups.len() > 1 { format!("_{}", asked.first_series(&group.kernels())) } else { String::new() };
            // With several functions, each is asked on kernels that have the field in another form.
            let is_guarded = options.guard && !is_plain || groups.len() > 1;
            plan.functions.push(Function {
                name: names.function(&of),
                from: from(forms),
                returns: group.returns,
                branches,
                not_known: is_guarded.then(|| names.not_known(&of)),
            });
        }
        plan
    }

    fn declarations(&self) -> String {
        let mut out = String::new();
        if !self.is_plain {
            // A type that another one points to stands before it.
            for (declared, seen) in self.types.all.iter().zip(&self.seen) {
                out.push_str(&declared.text(seen));
                out.push('\n');
            }
        }
        out
    }

    fn functions(&self) -> String {
        let mut out = String::new();
        for function in &self.functions {
            if let Some(name) = &function.not_known {
                let (value, note) = function.returns.not_known();
                let note = if note.is_empty() { String::new() } else { format!("/* {note} */\n") };
                out.push_str(&format!("{note}#define {name} {value}\n\n"));
            }
        }
        let functions: Vec<String> = self.functions.iter().map(|function| function.text(&self.types.all)).collect();
        out + &functions.join("\n")
    }
}

/// Declares the type that the functions are given a pointer to, which the headers of some kernels do not have.
fn forward(forms: &[Form]) -> String {
    match from(forms).as_str() {
        "void" => String::new(),
        name => format!("{name};\t/* not in every vmlinux.h */\n\n"),
    }
}

/// The type that the functions are given a pointer to.
fn from(forms: &[Form]) -> String {
    let first = |form: &Form| form.way.hops.first().map(|hop| (hop.keyword, hop.root.clone()));
    let all: BTreeSet<_> = forms.iter().filter_map(first).collect();
    match all.into_iter().collect::<Vec<_>>().as_slice() {
        [(Keyword::Typedef, _)] => "void".to_owned(),
        [(keyword, name)] => format!("{} {name}", keyword.word()),
        _ => "void".to_owned(),
    }
}

/// Forms that one function can read.
struct Group<'a> {
    returns: Returns,
    forms: Vec<&'a Form>,
}

impl Group<'_> {
    fn kernels(&self) -> Vec<u32> {
        self.forms.iter().flat_map(|form| form.kernels.iter().copied()).collect()
    }
}

fn groups(forms: &[Form]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for form in forms {
        let returns = Returns::of(form);
        // Bytes are those of a type: of another type they say something else.
        let same_bytes = |group: &Group<'_>| {
            returns != Returns::Bytes || group.forms.first().is_some_and(|first| first.types == form.types)
        };
        let fits = groups
            .iter_mut()
            .filter(|group| same_bytes(group))
            .find_map(|group| Some((group.returns.join(returns)?, group)));
        match fits {
            Some((joined, group)) => {
                group.returns = joined;
                group.forms.push(form);
            }
            None => groups.push(Group { returns, forms: vec![form] }),
        }
    }
    groups
}

/// The hops that some kernel may lack: those that not all forms begin with.
fn guarded(form: &Form, forms: &[Form], all_read: bool) -> Vec<usize> {
    let hops = &form.way.hops;
    let common = |at: &usize| {
        // The pointer itself and where it leads to.
        all_read
            && hops.len() > at + 1
            && forms.iter().all(|other| {
                other.way.hops.get(..=*at) == hops.get(..=*at)
                    && other.way.hops.get(at + 1).map(|hop| &hop.root) == hops.get(at + 1).map(|hop| &hop.root)
            })
    };
    (0..hops.len()).filter(|at| !common(at)).collect()
}

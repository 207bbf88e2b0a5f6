//! The history of a name: a shape is the set of types that a kernel has by this name.

use std::collections::BTreeSet;

use atlas::{Atlas, AtlasKernel, Error, Form, Ranges, Slice};
use btf::Kind::*;
use btf::{Budget, Kind};
use text::counted;

use super::prototype;
use super::steps::group;
use super::{Fact, History, Shape, StepChange, alike};
use crate::tone::Tone;
use crate::words::{kind_name, many, offset_text};
use search::place;

pub(super) fn of_name<R: Ranges>(
    atlas: &Atlas<R>,
    kind: Option<Kind>,
    name: &str,
    keep: &dyn Fn(&AtlasKernel) -> bool,
) -> Result<Option<History>, Error> {
    let mut forms = atlas.forms_of(&btf::unescaped(name), None)?;
    let best = forms.iter().filter(|f| kind.is_none_or(|k| alike(k, f.kind))).min_by_key(|f| place(f.kind));
    let Some(kind) = best.map(|f| f.kind) else { return Ok(None) };
    let mut others: Vec<String> = Vec::new();
    for f in forms.iter().filter(|f| !alike(f.kind, kind) && f.kind != Kind::Fwd) {
        let question = format!("{} {name}", kind_name(f.kind));
        if !others.contains(&question) {
            others.push(question);
        }
    }
    forms.retain(|f| alike(f.kind, kind));
    // If a kernel has several types by this name, its shape is all of them together.
    let count = atlas.kernels().len();
    let mut has: Vec<Vec<u32>> = vec![Vec::new(); count];
    for (i, form) in forms.iter().enumerate() {
        for k in form.kernels.iter() {
            if let Some(has) = has.get_mut(k as usize) {
                has.push(i as u32);
            }
        }
    }
    let (groups, shape_of) = group(&has);
    let mut wanted: Vec<(u32, Vec<&Form>)> = Vec::new();
    for (forms_here, kernels) in groups.iter().filter(|(forms_here, _)| !forms_here.is_empty()) {
        let first = kernels.first().copied().unwrap_or(0);
        wanted.push((first, forms_here.iter().filter_map(|i| forms.get(*i as usize)).collect()));
    }
    let mut found = atlas.slices(&wanted)?.into_iter();
    let mut shapes = Vec::new();
    let mut slices: Vec<Option<Slice>> = Vec::new();
    for (forms_here, _) in &groups {
        let slice = if forms_here.is_empty() { None } else { found.next() };
        let Some(slice) = slice else {
            let [label, about, short] = ["absent"; 3].map(str::to_owned);
            let like = shapes.len() as u32;
            shapes.push(Shape { label, about, absent: true, like, short, ..Shape::default() });
            slices.push(None);
            continue;
        };
        let (label, about) = in_words(&slice, shapes.len());
        shapes.push(Shape { label, about, ..Shape::default() });
        slices.push(Some(slice));
    }
    drawn_alike(&mut shapes, &slices);
    for (shape, slice) in shapes.iter_mut().zip(&slices) {
        shape.facts = slice.as_ref().map(facts).unwrap_or_default();
    }
    let title = format!("{} {name}", kind_name(kind));
    let history = History { title, kind: Some(kind), name: name.to_owned(), others, shapes, ..History::default() };
    let mut history = history.on(atlas, &shape_of, keep);
    lettered(&mut history.shapes);
    history.tags = prototype::marked(&mut history.shapes, &slices);
    Ok(Some(history.with_steps(false, |old, new| {
        let (Some(Some(a)), Some(Some(b))) = (slices.get(old), slices.get(new)) else { return Vec::new() };
        let pairs = a.types.iter().zip(&b.types);
        let more = several(a.types.len(), b.types.len());
        more.into_iter().chain(pairs.flat_map(|(x, y)| changes(a, *x, b, *y))).collect()
    })))
}

/// The change in the number of types with this name, if there is one.
fn several(old: usize, new: usize) -> Option<StepChange> {
    let what = format!("{} of this name → {}", counted(old, "type"), counted(new, "type"));
    (old != new).then(|| StepChange { what, ..StepChange::default() })
}

/// The facts that [`super::Sides`] compares, with their values.
fn facts(slice: &Slice) -> Vec<(Fact, String)> {
    let Some(t) = slice.types.first().and_then(|id| slice.btf.get(*id)) else { return Vec::new() };
    let mut facts = Vec::new();
    if let Some(size) = t.size() {
        facts.push((Fact::Bytes, size.to_string()));
    }
    match t.kind() {
        Struct | Union => facts.push((Fact::Members, t.item_count().to_string())),
        Enum | Enum64 => facts.push((Fact::Values, t.item_count().to_string())),
        Typedef => {
            facts.push((Fact::Type, t.type_ref().map(|id| dump::type_name(&slice.btf, id)).unwrap_or_default()));
        }
        Int | Ptr | Array | Fwd | Volatile | Const | Restrict | Func | FuncProto | Var | DataSec | Float | DeclTag
        | TypeTag | LocParam | LocProto | LocSec | Unknown(_) => {}
    }
    facts
}

/// Sets the texts of the shapes in a strip, and which shapes look the same. A struct shows its size in bytes, an enum
/// how many values it has, and a typedef its type. A function or variable has no text yet: see [`lettered`].
/// Declaration tags make no difference.
fn drawn_alike(shapes: &mut [Shape], slices: &[Option<Slice>]) {
    let key = |slice: &Slice| -> (Vec<u32>, String) {
        let types = || slice.types.iter().filter_map(|id| slice.btf.get(*id));
        let numbers = types().filter_map(|t| if t.kind().is_any_enum() { Some(t.item_count()) } else { t.size() });
        let spelt = |t: btf::Type<'_>| match t.kind() {
            Typedef => t.type_ref().map(|id| dump::type_name(&slice.btf, id)).unwrap_or_default(),
            _ => dump::type_name(&slice.btf, t.id()),
        };
        (numbers.collect(), types().filter(|t| t.size().is_none()).map(spelt).collect::<Vec<_>>().join("; "))
    };
    let keys: Vec<_> = slices.iter().map(|slice| slice.as_ref().map(key)).collect();
    for at in 0..shapes.len() {
        let Some(Some((numbers, spelt))) = keys.get(at) else { continue };
        let like = keys.iter().position(|other| Some(other) == keys.get(at)).unwrap_or(at);
        let is_typedef = slices.get(at).and_then(Option::as_ref).is_some_and(|slice| {
            slice.types.first().and_then(|id| slice.btf.get(*id)).is_some_and(|t| t.kind() == Kind::Typedef)
        });
        if let Some(shape) = shapes.get_mut(at) {
            shape.like = like as u32;
            shape.short = match (numbers.is_empty(), is_typedef) {
                (false, _) => plain_number(numbers),
                (true, true) => spelt.clone(),
                (true, false) => String::new(),
            };
        }
    }
}

/// Sets the texts of the shapes that have none: a letter (A, B, ..) for each distinct declaration that kernels of the
/// history have.
fn lettered(shapes: &mut [Shape]) {
    let is_here = |shape: &&Shape| !shape.absent && shape.kernels > 0;
    let here: BTreeSet<u32> = shapes.iter().filter(is_here).map(|shape| shape.like).collect();
    for shape in shapes.iter_mut().filter(|shape| shape.short.is_empty() && here.contains(&shape.like)) {
        shape.short = letter(here.range(..shape.like).count());
    }
}

/// A size or a number of values. If there are several types by this name, the first of these numbers, and how many more
/// types there are: `624 +1`.
fn plain_number(numbers: &[u32]) -> String {
    match numbers {
        [first, more @ ..] if !more.is_empty() => format!("{first} +{}", more.len()),
        numbers => numbers.iter().map(u32::to_string).collect(),
    }
}

/// A letter for the distinct declaration with this index; from the 27th on, a number.
fn letter(number: usize) -> String {
    let letter = u8::try_from(number).ok().filter(|n| *n < 26).map(|n| char::from(b'A' + n));
    letter.map_or_else(|| (number + 1).to_string(), String::from)
}

fn in_words(slice: &Slice, before: usize) -> (String, String) {
    let mut about = Vec::new();
    let mut label = String::new();
    for t in slice.types.iter().filter_map(|id| slice.btf.get(*id)) {
        let mut text = dump::type_name(&slice.btf, t.id());
        if t.kind() == Kind::Typedef {
            text = format!("typedef of {}", t.type_ref().map(|id| dump::type_name(&slice.btf, id)).unwrap_or_default());
        }
        if let Some(size) = t.size() {
            text.push_str(&format!(", {}", counted(size, "byte")));
            if label.is_empty() {
                label = format!("{size} B");
            }
        }
        match t.kind() {
            Struct | Union => text.push_str(&format!(", {}", many(t.item_count().into(), "member"))),
            Enum | Enum64 => {
                text.push_str(&format!(", {}", many(t.item_count().into(), "enumerator")));
                label = counted(t.item_count(), "value");
            }
            Int | Ptr | Array | Fwd | Typedef | Volatile | Const | Restrict | Func | FuncProto | Var | DataSec
            | Float | DeclTag | TypeTag | LocParam | LocProto | LocSec | Unknown(_) => {}
        }
        about.push(text);
    }
    if label.is_empty() {
        label = format!("form {}", before + 1);
    }
    if slice.types.len() > 1 {
        label.push_str(&format!(" +{}", slice.types.len() - 1));
    }
    (label, about.join("; and "))
}

fn changes(a: &Slice, x: btf::TypeId, b: &Slice, y: btf::TypeId) -> Vec<StepChange> {
    let found = match relate::changes(&a.btf, x, &b.btf, y, &Budget::of([&*a.btf, &*b.btf])) {
        Ok(found) => found,
        Err(stopped) => {
            let what = format!("not compared to the end: {stopped}");
            return vec![StepChange { name: String::new(), what, effect: String::new(), bad: true }];
        }
    };
    let one = |change: &relate::Change| {
        let mut what = change.words();
        if let (Some(old), Some(new)) = (&change.old, &change.new) {
            if let (true, Some(from), Some(to)) = (change.marks.moved, old.offset, new.offset) {
                what.push_str(&format!(" {} → {}", offset_text(from, false), offset_text(to, false)));
            }
            if change.marks.renamed && old.name != new.name {
                what.push_str(&format!(" from {}", old.name));
            }
            if change.marks.retyped {
                let (from, to) = (dump::type_name(&a.btf, old.type_id), dump::type_name(&b.btf, new.type_id));
                what.push_str(&format!(" {from} → {to}"));
            }
        }
        let effect = change.effect.as_str();
        StepChange {
            name: change.name().to_owned(),
            what,
            effect: effect.to_owned(),
            bad: Tone::of_effect(change.effect) == Tone::Bad,
        }
    };
    // Changes without a name are about the type as a whole; its size is shown with the shape.
    let mut all: Vec<StepChange> =
        found.iter().filter(|change| !change.name().is_empty() && change.is_change()).map(one).collect();
    // Changes that break programs come first.
    all.sort_by_key(|change| !change.bad);
    all
}

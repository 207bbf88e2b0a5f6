//! The differences of enums, functions, typedefs, variables and numbers.

use std::collections::HashMap;

use btf::{Budget, Enumerator, Param, Stopped, Type, TypeId};

use super::detail::{Change, Item, ItemKind, Marks, Parts};
use super::effect::{ChangeEffect, Reasoned, retyped};
use super::signature::Signatures;

/// Compares enums by the names of their values.
pub(crate) fn enums(a: &Type<'_>, b: &Type<'_>, changes: &mut Parts) {
    let item = |e: &Enumerator<'_>| Item {
        kind: ItemKind::Enumerator,
        name: e.name().to_owned(),
        value: Some(e.value()),
        index: e.index.0,
        ..Item::default()
    };
    if a.size_or_type() != b.size_or_type() {
        let marks = Marks { resized: true, ..Marks::default() };
        let why = "the enum has another size: a program that reads the old size misses bytes, or reads those of the next member";
        let (old, new) = (Some(Item::whole(a)), Some(Item::whole(b)));
        changes.push(Change::new(old, new, marks, (ChangeEffect::Silent, why)));
    }
    let mut olds: HashMap<&str, Enumerator<'_>> = a.enumerators().map(|e| (e.name(), e)).collect();
    let mut added: Vec<(usize, i128)> = Vec::new();
    for e in b.enumerators() {
        match olds.remove(e.name()) {
            Some(old) if old.value() == e.value() => changes.same(|| (item(&old), item(&e))),
            Some(old) => {
                let why = "a value compiled into the program is the old one; bpf_core_enum_value gets the new one";
                let marks = Marks { revalued: true, ..Marks::default() };
                changes.push(Change::new(Some(item(&old)), Some(item(&e)), marks, (ChangeEffect::Silent, why)));
            }
            None => {
                added.push((changes.list.len(), e.value()));
                let why = "programs built for the old BTF do not use it";
                changes.push(Change::new(None, Some(item(&e)), Marks::default(), (ChangeEffect::Harmless, why)));
            }
        }
    }
    let mut removed: Vec<Enumerator<'_>> = olds.into_values().collect();
    removed.sort_by_key(|e| e.index);
    for e in removed {
        // If a new enumerator has the value of a removed one, the two are listed as one that was renamed.
        let place = added.iter().position(|&(_, value)| value == e.value()).map(|i| added.swap_remove(i).0);
        if let Some(change) = place.and_then(|at| changes.list.get_mut(at)) {
            let marks = Marks { renamed: true, ..Marks::default() };
            let why = "the old name is not found by bpf_core_enum_value; the value is the same";
            *change = Change::new(Some(item(&e)), change.new.take(), marks, (ChangeEffect::Refused, why));
            continue;
        }
        let why = "bpf_core_enum_value fails, unless bpf_core_enum_value_exists guards it";
        changes.push(Change::new(Some(item(&e)), None, Marks::default(), (ChangeEffect::Refused, why)));
    }
}

/// Compares functions: their prototypes and their linkage.
pub(crate) fn functions(
    old: &mut Signatures<'_>,
    a: &Type<'_>,
    new: &mut Signatures<'_>,
    b: &Type<'_>,
    changes: &mut Parts,
) {
    if let (Some(x), Some(y)) = (old.btf.get(TypeId(a.size_or_type())), new.btf.get(TypeId(b.size_or_type()))) {
        prototypes(old, &x, new, &y, changes);
    }
    linkage(a, b, changes);
}

fn linkage(a: &Type<'_>, b: &Type<'_>, changes: &mut Parts) {
    if a.linkage() != b.linkage() {
        let item = |t: &Type<'_>| {
            let name = t.linkage().map_or("", |l| l.as_str()).to_owned();
            Some(Item { kind: ItemKind::Linkage, name, ..Item::default() })
        };
        let marks = Marks { renamed: true, ..Marks::default() };
        changes.push(Change::new(item(a), item(b), marks, (ChangeEffect::Harmless, "its linkage changed")));
    }
}

const SHIFTED: &str = "the arguments that a program takes from the context are no longer where it looks for them";

/// Compares prototypes: first the return type, then the parameters, paired by name or else by index.
pub(crate) fn prototypes(
    old: &mut Signatures<'_>,
    a: &Type<'_>,
    new: &mut Signatures<'_>,
    b: &Type<'_>,
    changes: &mut Parts,
) {
    let (ra, rb) = (TypeId(a.size_or_type()), TypeId(b.size_or_type()));
    let returned = |id| Item { kind: ItemKind::Return, name: "return".to_owned(), type_id: id, ..Item::default() };
    if old.reference(ra) != new.reference(rb) {
        let marks = Marks { retyped: true, ..Marks::default() };
        let verdict = of_argument(retyped(old, ra, new, rb));
        changes.push(Change::new(Some(returned(ra)), Some(returned(rb)), marks, verdict));
    } else {
        changes.same(|| (returned(ra), returned(rb)));
    }
    let item = |p: &Param<'_>| Item {
        kind: ItemKind::Param,
        name: if p.is_variadic() { "...".to_owned() } else { p.name().to_owned() },
        type_id: p.type_id,
        index: p.index.0,
        ..Item::default()
    };
    let mut olds: Vec<Option<Param<'_>>> = a.params().map(Some).collect();
    let mut names: HashMap<&str, usize> = HashMap::new();
    for (i, p) in a.params().enumerate() {
        names.entry(p.name()).or_insert(i);
    }
    let taken: std::collections::HashSet<&str> = b.params().map(|p| p.name()).collect();
    for (i, p) in b.params().enumerate() {
        // The old parameter with this name; else the old parameter at the same index, unless the new prototype has a
        // parameter with the name of that old one.
        let by_name = names.get(p.name()).copied().filter(|_| !p.name().is_empty());
        let by_name = by_name.filter(|&at| olds.get(at).is_some_and(Option::is_some));
        let by_place =
            || olds.get(i).copied().flatten().filter(|o| o.name().is_empty() || !taken.contains(o.name())).map(|_| i);
        let Some(before) = by_name.or_else(by_place).and_then(|at| olds.get_mut(at)).and_then(Option::take) else {
            changes.push(Change::new(None, Some(item(&p)), Marks::default(), (ChangeEffect::Silent, SHIFTED)));
            continue;
        };
        let marks = Marks {
            moved: before.index != p.index,
            retyped: old.reference(before.type_id) != new.reference(p.type_id),
            renamed: before.name() != p.name(),
            ..Marks::default()
        };
        if !marks.any() {
            changes.same(|| (item(&before), item(&p)));
            continue;
        }
        let verdict = if marks.moved {
            (ChangeEffect::Silent, SHIFTED)
        } else if marks.retyped {
            of_argument(retyped(old, before.type_id, new, p.type_id))
        } else {
            (ChangeEffect::Harmless, "arguments are taken by their place")
        };
        changes.push(Change::new(Some(item(&before)), Some(item(&p)), marks, verdict));
    }
    for before in olds.into_iter().flatten() {
        changes.push(Change::new(Some(item(&before)), None, Marks::default(), (ChangeEffect::Silent, SHIFTED)));
    }
}

/// The effect of a change on an argument. A change that makes a loader refuse a field goes unnoticed here, because
/// arguments are not looked up by name.
fn of_argument((effect, reason): Reasoned) -> Reasoned {
    match effect {
        ChangeEffect::Refused => (ChangeEffect::Silent, "the program still takes the argument for one of its own type"),
        _ => (effect, reason),
    }
}

/// The type with this id, if it is an anonymous struct or union.
fn open(btf: &btf::Btf, id: TypeId) -> Option<Type<'_>> {
    btf.get(id).filter(|t| t.kind().is_composite() && t.is_anonymous())
}

/// Compares the targets of typedefs, and the types of variables.
///
/// # Errors
/// When the budget is spent.
pub(crate) fn references(
    old: &mut Signatures<'_>,
    a: &Type<'_>,
    new: &mut Signatures<'_>,
    b: &Type<'_>,
    changes: &mut Parts,
    budget: &Budget,
) -> Result<(), Stopped> {
    let (ta, tb) = (TypeId(a.size_or_type()), TypeId(b.size_or_type()));
    let item = |btf: &btf::Btf, id| Item { type_id: id, size: btf.size_of(id).ok(), ..Item::default() };
    let same = old.reference(ta) == new.reference(tb);
    if let (Some(x), Some(y)) = (open(old.btf, ta), open(new.btf, tb)) {
        super::members::compare(old, &x, new, &y, changes, budget)?;
    } else if same {
        changes.same(|| (item(old.btf, ta), item(new.btf, tb)));
    } else {
        let marks = Marks { retyped: true, ..Marks::default() };
        let verdict = retyped(old, ta, new, tb);
        changes.push(Change::new(Some(item(old.btf, ta)), Some(item(new.btf, tb)), marks, verdict));
    }
    linkage(a, b, changes);
    Ok(())
}

/// Adds the change of an integer into a floating-point number, or the reverse. For libbpf
/// (`bpf_core_fields_are_compat`) a field of one kind is not a field of the other.
pub(crate) fn other_kind(a: &Type<'_>, b: &Type<'_>, changes: &mut Parts) {
    let marks = Marks { retyped: true, resized: a.size_or_type() != b.size_or_type(), ..Marks::default() };
    let why = "a field of it is not found: integers and floating-point numbers are different kinds of fields";
    changes.push(Change::new(Some(Item::whole(a)), Some(Item::whole(b)), marks, (ChangeEffect::Refused, why)));
}

/// Compares two integers, or two floating-point numbers.
pub(crate) fn numbers(a: &Type<'_>, b: &Type<'_>, changes: &mut Parts) {
    let encoding = |t: &Type<'_>| t.int().map(|i| i.raw);
    let marks = Marks {
        resized: a.size_or_type() != b.size_or_type(),
        retyped: encoding(a) != encoding(b),
        ..Marks::default()
    };
    if marks.any() {
        let why = "every field of it is read with the size and sign that the program knows";
        changes.push(Change::new(Some(Item::whole(a)), Some(Item::whole(b)), marks, (ChangeEffect::Silent, why)));
    } else {
        changes.same(|| (Item::whole(a), Item::whole(b)));
    }
}

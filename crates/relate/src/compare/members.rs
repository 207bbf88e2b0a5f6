//! The difference of two structs or unions, member by member.

use std::collections::HashMap;

use btf::{Budget, Stopped, Type};

use super::detail::{Change, Item, ItemKind, Marks, Parts};
use super::effect::{ChangeEffect, Reasoned, retyped, worse};
use super::fields::{Field, fields};
use super::renamed::{parent_path, same_type, siblings, similar};
use super::signature::Signatures;

fn item(f: &Field) -> Item {
    Item {
        kind: ItemKind::Member,
        name: f.path.clone(),
        type_id: f.type_id,
        offset: Some(f.offset),
        bitfield: f.bitfield,
        size: f.size,
        value: None,
        index: f.index.0,
    }
}

/// Fields by path. A path that occurs twice (in a damaged file) keeps all its indices.
fn by_path(fields: &[Field]) -> HashMap<&str, Vec<usize>> {
    let mut map: HashMap<&str, Vec<usize>> = HashMap::with_capacity(fields.len());
    // Backwards, because indices are taken from the end of the list.
    for (i, f) in fields.iter().enumerate().rev() {
        map.entry(&f.path).or_default().push(i);
    }
    map
}

/// The pairs of old and new fields, as indices in both directions.
struct Matches {
    of_new: Vec<Option<usize>>,
    of_old: Vec<Option<usize>>,
}

impl Matches {
    fn set(&mut self, old: usize, new: usize) {
        if let (Some(n), Some(o)) = (self.of_new.get_mut(new), self.of_old.get_mut(old)) {
            *n = Some(old);
            *o = Some(new);
        }
    }
}

fn matched(olds: &[Field], news: &[Field]) -> Matches {
    let mut m = Matches { of_new: vec![None; news.len()], of_old: vec![None; olds.len()] };
    let mut places = by_path(olds);
    for (i, f) in news.iter().enumerate() {
        if let Some(old) = places.get_mut(f.path.as_str()).and_then(Vec::pop) {
            m.set(old, i);
        }
    }
    m
}

/// Pairs the remaining fields that were probably renamed, in two rounds: the first pairs fields of the same type, the
/// second those with similar names ([`super::renamed`]).
fn renamed(
    old: &mut Signatures<'_>,
    olds: &[Field],
    new: &mut Signatures<'_>,
    news: &[Field],
    m: &mut Matches,
    budget: &Budget,
) -> Result<(), Stopped> {
    guess(olds, news, m, budget, &mut |g, f| same_type(old, g, new, f))?;
    guess(olds, news, m, budget, &mut |g, f| similar(g, f).is_some())
}

fn guess(
    olds: &[Field],
    news: &[Field],
    m: &mut Matches,
    budget: &Budget,
    alike: &mut dyn FnMut(&Field, &Field) -> bool,
) -> Result<(), Stopped> {
    // Old fields without a counterpart, by bit offset and parent path. Each key has a list of fields, because the
    // members of a union share both.
    let mut free: HashMap<(u64, &str), Vec<usize>> = HashMap::new();
    for (i, f) in olds.iter().enumerate().rev().filter(|(i, _)| m.of_old.get(*i) == Some(&None)) {
        free.entry((f.offset, parent_path(f))).or_default().push(i);
    }
    for (i, f) in news.iter().enumerate() {
        if m.of_new.get(i) != Some(&None) {
            continue;
        }
        let here = free.get_mut(&(f.offset, parent_path(f))).map(|here| {
            here.retain(|&o| m.of_old.get(o) == Some(&None));
            &*here
        });
        let here = here.into_iter().flatten().copied();
        // Two more candidates: the old field after the previous field's counterpart, and the old field before the next
        // field's counterpart.
        let after = match i.checked_sub(1) {
            Some(before) => m.of_new.get(before).copied().flatten().map(|o| o + 1),
            None => Some(0),
        };
        let before = match m.of_new.get(i + 1) {
            Some(next) => next.and_then(|o| o.checked_sub(1)),
            None => olds.len().checked_sub(1),
        };
        let candidates: Vec<usize> = here.chain(after).chain(before).collect();
        budget.steps(candidates.len() as u64)?;
        let fits =
            |o: &usize| olds.get(*o).is_some_and(|g| m.of_old.get(*o) == Some(&None) && siblings(g, f) && alike(g, f));
        if let Some(o) = candidates.into_iter().find(fits) {
            m.set(o, i);
        }
    }
    Ok(())
}

const ADDED: Reasoned = (
    ChangeEffect::Harmless,
    "programs built for the old BTF do not read it; a program that does needs a guard for kernels without it",
);
const REMOVED: Reasoned = (
    ChangeEffect::Refused,
    "an access to it is refused when the program is loaded, unless bpf_core_field_exists guards it",
);

/// Compares the fields of two structs or unions, and their sizes.
///
/// # Errors
/// When the budget is spent.
pub(crate) fn compare(
    old: &mut Signatures<'_>,
    a: &Type<'_>,
    new: &mut Signatures<'_>,
    b: &Type<'_>,
    changes: &mut Parts,
    budget: &Budget,
) -> Result<(), Stopped> {
    let (olds, news) = (fields(old.btf, a.id(), budget)?, fields(new.btf, b.id(), budget)?);
    let mut m = matched(&olds, &news);
    renamed(old, &olds, new, &news, &mut m, budget)?;
    // A removed field is listed after the nearest field before it that is still there.
    let mut behind: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
    let mut last = None;
    for (i, new) in m.of_old.iter().enumerate() {
        match new {
            Some(_) => last = *new,
            None => behind.entry(last).or_default().push(i),
        }
    }
    let removed = |place: Option<usize>, changes: &mut Parts| {
        for f in behind.get(&place).into_iter().flatten().filter_map(|&i| olds.get(i)) {
            changes.push(Change::new(Some(item(f)), None, Marks::default(), REMOVED));
        }
    };
    if a.size_or_type() != b.size_or_type() || a.kind() != b.kind() {
        changes.push(whole(a, b));
    }
    removed(None, changes);
    for (i, f) in news.iter().enumerate() {
        match m.of_new.get(i).copied().flatten().and_then(|o| olds.get(o)) {
            Some(g) => match both(old, g, new, f) {
                Some(change) => changes.push(change),
                None => changes.same(|| (item(g), item(f))),
            },
            None => changes.push(Change::new(None, Some(item(f)), Marks::default(), ADDED)),
        }
        removed(Some(i), changes);
    }
    Ok(())
}

fn whole(a: &Type<'_>, b: &Type<'_>) -> Change {
    let marks =
        Marks { resized: a.size_or_type() != b.size_or_type(), retyped: a.kind() != b.kind(), ..Marks::default() };
    let verdict = match marks.retyped {
        true => (ChangeEffect::Refused, "libbpf does not match a struct with a union: the type is not found"),
        false => (ChangeEffect::Harmless, "bpf_core_type_size gives the new size"),
    };
    Change::new(Some(Item::whole(a)), Some(Item::whole(b)), marks, verdict)
}

/// How many bits a field takes, where that is known.
fn bits(f: &Field) -> Option<u64> {
    f.bitfield.map(u64::from).or(f.size.map(|s| u64::from(s) * 8))
}

fn both(old: &mut Signatures<'_>, g: &Field, new: &mut Signatures<'_>, f: &Field) -> Option<Change> {
    let changed = old.reference(g.type_id) != new.reference(f.type_id);
    let marks = Marks {
        moved: g.offset != f.offset,
        // If the field is an anonymous struct on both sides, the changes inside are listed for its members.
        retyped: changed && !(g.open && f.open),
        resized: bits(g) != bits(f),
        renamed: g.path != f.path,
        guessed: g.path != f.path,
        revalued: false,
    };
    if !marks.any() {
        return None;
    }
    let mut verdict: Reasoned = match marks {
        Marks { moved: true, .. } => (ChangeEffect::Harmless, "the offset is relocated"),
        _ => (ChangeEffect::Harmless, "only the size changed; if the type has members, see their changes"),
    };
    if marks.renamed {
        // Other differences do not matter: the program does not find the old name, so it reads nothing.
        let why = "the old name is not found: ask bpf_core_field_exists for both";
        return Some(Change::new(Some(item(g)), Some(item(f)), marks, (ChangeEffect::Refused, why)));
    }
    match (g.bitfield, f.bitfield) {
        (None, Some(_)) => {
            let why = "now a bitfield: a plain read gets its whole storage unit; BPF_CORE_READ_BITFIELD reads either";
            verdict = worse(verdict, (ChangeEffect::Silent, why));
        }
        (Some(_), _) if g.bitfield != f.bitfield => {
            // This reason is the first argument, because `worse` returns the first of two equal effects: the shifts say
            // more than the offset or the size.
            verdict = worse((ChangeEffect::Harmless, "the shifts of a bitfield are relocated"), verdict);
        }
        _ => {}
    }
    if marks.retyped || (marks.resized && g.bitfield.is_none() && f.bitfield.is_none()) {
        let judged = retyped(old, g.type_id, new, f.type_id);
        // If both effects are equally bad, `worse` returns its first argument. This is the reason of the new type; but
        // if the field moved or only its size differs, it is the reason found above.
        let first = marks.retyped && !marks.moved;
        verdict = if first { worse(judged, verdict) } else { worse(verdict, judged) };
    }
    Some(Change::new(Some(item(g)), Some(item(f)), marks, verdict))
}

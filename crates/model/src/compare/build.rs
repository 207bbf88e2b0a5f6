//! Makes [`Sides`], in the worker.

use std::collections::{HashMap, HashSet, VecDeque};

use btf::{Btf, Budget, Kind, Stopped, TypeId};
use layout::{Figures, LayoutRow, Options};
use relate::{Change, Difference, Item, ItemKind, Marks, side_by_side};

use super::{CompareRow, Fact, Name, Part, Sides};
use crate::words::{bits_text, grouped, offset_text, plain_name};

/// The place of a part on its side: its bit offset, an enumerator's value, or a parameter's number, from 1 (0 is the
/// return value); none for the type as a whole.
fn place_of(item: &Item) -> Option<i128> {
    match (item.value, item.offset) {
        (Some(value), _) => Some(value),
        (None, Some(bits)) => Some(bits.into()),
        // The return value comes before the parameters.
        _ if item.kind == ItemKind::Return => Some(0),
        _ if item.kind.is_whole() => None,
        _ => Some(i128::from(item.index) + 1),
    }
}

/// Compares type `a` of `old` with type `b` of `new`, part by part. A part is compared with the part that
/// [`side_by_side`] pairs with it, usually the part of the same name. With `by_place`, it is compared with the part at
/// the same bit offset, with the same value, or, for parameters, with the same number.
///
/// # Errors
/// The types have more members than the usual [`Budget`] allows. The members of an anonymous struct or union count once
/// for each member that has it as its type.
pub fn sides(old: &Btf, a: TypeId, new: &Btf, b: TypeId, by_place: bool) -> Result<Sides, Stopped> {
    let d = side_by_side(old, a, new, b, &Budget::of([old, new]))?;
    let kind = old.kind(a).unwrap_or(Kind::Unknown(0));
    let name = |btf: &Btf, id| Some(Name { id, text: plain_name(btf, id) });
    let rows = match by_place {
        false => d.changes.iter().map(|c| together(old, new, kind, c)).collect(),
        true => by_places([(old, a), (new, b)], kind, &d),
    };
    Ok(Sides { old: name(old, a), new: name(new, b), near: Vec::new(), why: String::new(), facts: facts(&d), rows })
}

fn facts(d: &Difference) -> Vec<Fact> {
    let mut out = Vec::new();
    let mut put = |term: &str, old: String, new: String| out.push(Fact { term: term.to_owned(), old, new });
    let bytes = |n: u64| format!("{} B", grouped(n));
    if d.size != (0, 0) {
        put("size", bytes(d.size.0.into()), bytes(d.size.1.into()));
    }
    if let Some((old, new)) = &d.figures {
        let holes = |f: &Figures| match f.holes {
            0 => "0".to_owned(),
            n => format!("{n} ({})", bytes(f.hole_bytes)),
        };
        put("members", old.members.to_string(), new.members.to_string());
        put("holes", holes(old), holes(new));
        put("padding", bytes(old.padding), bytes(new.padding));
        put("cache lines", old.cache_lines.to_string(), new.cache_lines.to_string());
    }
    out
}

fn part(btf: &Btf, item: &Item, kind: Kind) -> Part {
    let no_type = item.type_id.is_void() && item.kind != ItemKind::Return;
    let size = match (item.bitfield, item.size) {
        (Some(bits), _) => bits_text(bits.into()),
        (None, Some(size)) => size.to_string(),
        _ => String::new(),
    };
    let name = match item.name.as_str() {
        "" if !item.kind.is_whole() => format!("#{}", item.index),
        "" if kind == Kind::Typedef => "(the type it names)".to_owned(),
        "" if kind == Kind::Var => "(its type)".to_owned(),
        "" => "(the whole)".to_owned(),
        name => name.to_owned(),
    };
    Part {
        place: place_text(item),
        name,
        type_text: if no_type { String::new() } else { dump::type_name(btf, item.type_id) },
        size,
        hole: false,
    }
}

/// The place as text: bytes, with bits as `12:3`; a value; the number of a parameter, from 1. Empty for a return value
/// and for the type as a whole.
fn place_text(item: &Item) -> String {
    match (item.offset, place_of(item)) {
        (Some(bits), _) => offset_text(bits, item.bitfield.is_some()),
        (None, Some(place)) if item.kind != ItemKind::Return => place.to_string(),
        _ => String::new(),
    }
}

fn together(old: &Btf, new: &Btf, kind: Kind, c: &Change) -> CompareRow {
    CompareRow {
        old: c.old.as_ref().map(|item| part(old, item, kind)),
        new: c.new.as_ref().map(|item| part(new, item, kind)),
        what: if c.is_change() { c.words() } else { String::new() },
        effect: c.is_change().then_some(c.effect),
        reason: c.reason.to_owned(),
    }
}

/// A part on one side: its place, the index of its change in [`Difference::changes`] (none for a hole or padding), and
/// its text.
type Placed = (Option<i128>, Option<usize>, Part);

fn placed(btf: &Btf, of: TypeId, kind: Kind, d: &Difference, side: fn(&Change) -> Option<&Item>) -> Vec<Placed> {
    let items = d.changes.iter().enumerate().filter_map(|(i, c)| Some((i, side(c)?)));
    let mut all: Vec<Placed> = items.map(|(i, item)| (place_of(item), Some(i), part(btf, item, kind))).collect();
    let composite = btf.resolved(of).filter(|t| t.kind().is_composite());
    let layout = composite.and_then(|t| layout::layout(btf, t.id(), &Options::default()).ok());
    for row in layout.iter().flat_map(|l| &l.rows) {
        let (offset, bits, name) = match row {
            LayoutRow::Hole { offset, bits, .. } => (*offset, *bits, "hole"),
            LayoutRow::Padding { offset, bits, .. } => (*offset, *bits, "padding"),
            LayoutRow::Member(_) => continue,
        };
        let whole_bytes = bits % 8 == 0;
        let size = if whole_bytes { (bits / 8).to_string() } else { bits_text(bits) };
        let place = offset_text(offset, !whole_bytes);
        let hole = Part { place, name: name.to_owned(), size, hole: true, ..Part::default() };
        all.push((Some(offset.into()), None, hole));
    }
    // A stable sort: parts at the same place keep the order of the type.
    all.sort_by_key(|p| p.0);
    all
}

/// The rows by place. A place with several parts, as in a union, has several rows.
fn by_places(types: [(&Btf, TypeId); 2], kind: Kind, d: &Difference) -> Vec<CompareRow> {
    let [(old, a), (new, b)] = types;
    let mut olds = placed(old, a, kind, d, |c| c.old.as_ref()).into_iter().peekable();
    let mut news = placed(new, b, kind, d, |c| c.new.as_ref()).into_iter().peekable();
    let mut rows = Vec::new();
    while let Some(key) = olds.peek().into_iter().chain(news.peek()).map(|p| p.0).min() {
        // If both sides have the same part at this place, it is one row. The other parts are paired in order.
        let mut here: Vec<Option<Placed>> = std::iter::from_fn(|| olds.next_if(|x| x.0 == key)).map(Some).collect();
        let there: Vec<Placed> = std::iter::from_fn(|| news.next_if(|y| y.0 == key)).collect();
        let by_change: HashMap<Option<usize>, usize> =
            here.iter().enumerate().filter_map(|(i, x)| Some((x.as_ref()?.1, i))).collect();
        let kept: HashSet<Option<usize>> = there.iter().map(|y| y.1).collect();
        let mut free = (0..here.len()).collect::<VecDeque<_>>();
        free.retain(|&i| here.get(i).and_then(Option::as_ref).is_some_and(|x| !kept.contains(&x.1)));
        for y in there {
            let at = by_change.get(&y.1).copied().or_else(|| free.pop_front());
            let x = at.and_then(|i| here.get_mut(i)?.take());
            rows.push(beside(d, x, Some(y)));
        }
        rows.extend(here.into_iter().flatten().map(|x| beside(d, Some(x), None)));
    }
    rows
}

/// A row for one place: the old part there and the new one. They may be different parts, and one may be missing.
fn beside(d: &Difference, old: Option<Placed>, new: Option<Placed>) -> CompareRow {
    let of = |p: &Option<Placed>| p.as_ref().and_then(|p| d.changes.get(p.1?));
    let (before, now) = (of(&old), of(&new));
    let same = old.as_ref().zip(new.as_ref()).is_some_and(|(x, y)| x.1 == y.1);
    let mut changes: Vec<(String, &Change)> = Vec::new();
    let place = |item: &Option<Item>| item.as_ref().map(place_text).unwrap_or_default();
    for (c, is_old) in [(before, true), (now, false)] {
        let Some(c) = c.filter(|c| c.is_change() && (is_old || !same)) else { continue };
        let elsewhere = !same && c.old.is_some() && c.new.is_some();
        let words = match (elsewhere, is_old) {
            (false, _) => c.words(),
            (true, true) => format!("to {}", place(&c.new)),
            (true, false) => {
                let rest = Marks { moved: false, revalued: false, ..c.marks }.words();
                let comma = if rest.is_empty() { "" } else { ", " };
                format!("from {}{comma}{rest}", place(&c.old))
            }
        };
        changes.push((words, c));
    }
    let worst = changes.iter().map(|t| t.1).max_by_key(|c| c.effect);
    CompareRow {
        what: changes.iter().map(|t| t.0.as_str()).collect::<Vec<_>>().join("; "),
        effect: worst.map(|c| c.effect),
        reason: worst.map(|c| c.reason.to_owned()).unwrap_or_default(),
        old: old.map(|p| p.2),
        new: new.map(|p| p.2),
    }
}

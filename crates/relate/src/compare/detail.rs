//! The difference of one pair of types, part by part.

use btf::{Btf, Budget, Kind, Stopped, Type, TypeId};
use layout::Figures;

use super::effect::{ChangeEffect, Reasoned};
use super::signature::Signatures;
use super::{members, plain};

/// An item of a type as one side has it: a member, enumerator or parameter, or the type as a whole.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Item {
    /// The part of the type that it is.
    pub kind: ItemKind,
    /// Its name on this side; for a member its path without anonymous steps (`a.b`, `list[].next`).
    pub name: String,
    /// Its type; void for an enumerator or a linkage.
    pub type_id: TypeId,
    /// Bits from the start of the struct or union; none for other items.
    pub offset: Option<u64>,
    /// The width of a bitfield in bits; none for other members.
    pub bitfield: Option<u32>,
    /// Its size in bytes, if that is known.
    pub size: Option<u32>,
    /// An enumerator's value.
    pub value: Option<i128>,
    /// Its index: of a member in the struct or union that has it directly, of a parameter in the prototype, of an
    /// enumerator in the enum; 0 for other items.
    pub index: u32,
}

impl Item {
    /// A type as a whole.
    pub(crate) fn whole(t: &Type<'_>) -> Item {
        Item { type_id: t.id(), size: t.size(), ..Item::default() }
    }
}

/// The part of a type that an [`Item`] is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ItemKind {
    /// The type as a whole, or the type behind a typedef or variable.
    #[default]
    Whole,
    /// A function's linkage.
    Linkage,
    /// A member of a struct or union.
    Member,
    /// A value of an enum.
    Enumerator,
    /// A function's return type.
    Return,
    /// A function's parameter; the last may be `...`.
    Param,
}

impl ItemKind {
    /// True if the item is about the type as a whole, and so has no place among the other items.
    pub fn is_whole(self) -> bool {
        matches!(self, ItemKind::Whole | ItemKind::Linkage)
    }
}

/// The differences of an item that both sides have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Marks {
    /// The offset differs, or for a parameter its index.
    pub moved: bool,
    /// The type differs.
    pub retyped: bool,
    /// The size differs, or for a bitfield its width in bits.
    pub resized: bool,
    /// The name differs.
    pub renamed: bool,
    /// The two items were paired by a guess: by place, neighbours, type and similar names.
    pub guessed: bool,
    /// An enumerator's value differs.
    pub revalued: bool,
}

impl Marks {
    /// True if anything differs.
    pub fn any(self) -> bool {
        self.moved || self.retyped || self.resized || self.renamed || self.revalued
    }

    /// In words: `moved, retyped`.
    pub fn words(self) -> String {
        let all = [
            (self.renamed && !self.guessed, "renamed"),
            (self.renamed && self.guessed, "renamed (guess)"),
            (self.moved, "moved"),
            (self.retyped, "retyped"),
            (self.resized, "resized"),
            (self.revalued, "other value"),
        ];
        all.iter().filter(|(on, _)| *on).map(|&(_, word)| word).collect::<Vec<_>>().join(", ")
    }
}

/// An item that differs, or an equal item in the result of [`side_by_side`]. If only `new` is there, it was added; if
/// only `old` is there, it was removed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The old item; none if it was added.
    pub old: Option<Item>,
    /// The new item; none if it was removed.
    pub new: Option<Item>,
    /// The differences, if both items are there.
    pub marks: Marks,
    /// The effect on a CO-RE program.
    pub effect: ChangeEffect,
    /// The reason for the effect.
    pub reason: &'static str,
}

impl Change {
    pub(crate) fn new(old: Option<Item>, new: Option<Item>, marks: Marks, verdict: Reasoned) -> Change {
        Change { old, new, marks, effect: verdict.0, reason: verdict.1 }
    }

    /// The name of the new item, or of the old item if it was removed.
    pub fn name(&self) -> &str {
        self.new.as_ref().or(self.old.as_ref()).map_or("", |i| i.name.as_str())
    }

    /// True if the items differ; [`side_by_side`] lists equal ones, too.
    pub fn is_change(&self) -> bool {
        self.old.is_none() || self.new.is_none() || self.marks.any()
    }

    /// `added`, `removed`, or the differences in words.
    pub fn words(&self) -> String {
        match (&self.old, &self.new) {
            (None, _) => "added".to_owned(),
            (_, None) => "removed".to_owned(),
            _ => self.marks.words(),
        }
    }
}

/// The difference of a pair of types.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Difference {
    /// Sizes in bytes, old and new, of types that have one; 0 otherwise.
    pub size: (u32, u32),
    /// The sums of both layouts, for structs and unions: holes, padding and so on.
    pub figures: Option<(Figures, Figures)>,
    /// The items that differ, in the order of the new type. A removed member follows the nearest remaining member
    /// before it; other removed items come last.
    pub changes: Vec<Change>,
    /// The worst effect of all changes.
    pub effect: ChangeEffect,
}

/// The items of a pair, collected one by one.
pub(crate) struct Parts {
    pub(crate) list: Vec<Change>,
    /// True if equal items are listed, too.
    all: bool,
}

impl Parts {
    /// Adds an item that differs or that only one side has.
    pub(crate) fn push(&mut self, change: Change) {
        self.list.push(change);
    }

    /// Adds an item that is equal on both sides.
    pub(crate) fn same(&mut self, items: impl FnOnce() -> (Item, Item)) {
        if self.all {
            let (old, new) = items();
            self.list.push(Change::new(Some(old), Some(new), Marks::default(), (ChangeEffect::Harmless, "")));
        }
    }
}

/// Compares two types: structs and unions with each other, enums with each other, and so on; for a pair of any other
/// kinds, only the sizes. Typedefs are compared as typedefs; to compare the types behind them, call [`Btf::resolve`]
/// first.
///
/// # Errors
/// When the budget is spent: [`Budget::of`] both BTFs is enough unless a blob was made to be expensive.
pub fn difference(old: &Btf, a: TypeId, new: &Btf, b: TypeId, budget: &Budget) -> Result<Difference, Stopped> {
    whole(old, a, new, b, false, budget)
}

/// The changes of [`difference`] alone. Takes about half the time, because the sums of both layouts are left out.
///
/// # Errors
/// As [`difference`].
pub fn changes(old: &Btf, a: TypeId, new: &Btf, b: TypeId, budget: &Budget) -> Result<Vec<Change>, Stopped> {
    let (mut old, mut new) = (Signatures::new(old), Signatures::new(new));
    let (Some(a), Some(b)) = (old.btf.get(a), new.btf.get(b)) else { return Ok(Vec::new()) };
    between(&mut old, &a, &mut new, &b, false, budget).map(|difference| difference.changes)
}

/// The result of [`difference`], but with the equal items in their places among the others. An equal item has no marks
/// and no reason.
///
/// # Errors
/// As [`difference`].
pub fn side_by_side(old: &Btf, a: TypeId, new: &Btf, b: TypeId, budget: &Budget) -> Result<Difference, Stopped> {
    whole(old, a, new, b, true, budget)
}

fn whole(old: &Btf, a: TypeId, new: &Btf, b: TypeId, all: bool, budget: &Budget) -> Result<Difference, Stopped> {
    let (mut old, mut new) = (Signatures::new(old), Signatures::new(new));
    let (Some(a), Some(b)) = (old.btf.get(a), new.btf.get(b)) else { return Ok(Difference::default()) };
    let mut d = between(&mut old, &a, &mut new, &b, all, budget)?;
    if a.kind().is_composite() && b.kind().is_composite() {
        let figures = |btf: &Btf, id| layout::layout(btf, id, &layout::Options::default()).map(|l| l.figures);
        d.figures = figures(old.btf, a.id()).ok().zip(figures(new.btf, b.id()).ok());
    }
    Ok(d)
}

/// [`difference`] with given signatures, and without figures.
pub(crate) fn between(
    old: &mut Signatures<'_>,
    a: &Type<'_>,
    new: &mut Signatures<'_>,
    b: &Type<'_>,
    all: bool,
    budget: &Budget,
) -> Result<Difference, Stopped> {
    let size = |t: &Type<'_>| t.size().unwrap_or(0);
    let mut parts = Parts { list: Vec::new(), all };
    match (a.kind(), b.kind()) {
        (x, y) if x.is_composite() && y.is_composite() => members::compare(old, a, new, b, &mut parts, budget)?,
        (x, y) if x.is_any_enum() && y.is_any_enum() => plain::enums(a, b, &mut parts),
        (Kind::Func, Kind::Func) => plain::functions(old, a, new, b, &mut parts),
        (Kind::FuncProto, Kind::FuncProto) => plain::prototypes(old, a, new, b, &mut parts),
        (Kind::Typedef, Kind::Typedef) | (Kind::Var, Kind::Var) => {
            plain::references(old, a, new, b, &mut parts, budget)?
        }
        (Kind::Int, Kind::Int) | (Kind::Float, Kind::Float) => plain::numbers(a, b, &mut parts),
        (Kind::Int, Kind::Float) | (Kind::Float, Kind::Int) => plain::other_kind(a, b, &mut parts),
        _ => {}
    }
    budget.steps(1 + parts.list.len() as u64)?;
    let effect = parts.list.iter().map(|c| c.effect).max().unwrap_or_default();
    Ok(Difference { size: (size(a), size(b)), figures: None, changes: parts.list, effect })
}

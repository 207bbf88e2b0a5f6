//! Everything that differs between two files, as a list.

use std::rc::Rc;

use btf::{Btf, Kind, TypeId};
use relate::{Class, Comparison, Effect};
use wire::wire;

use super::{Pair, report};

/// What became of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// Only the newer file has it.
    Added,
    /// Only the older file has it.
    Removed,
    /// Both have it, and it differs.
    Changed,
}

impl Fate {
    /// All, in the order of the chips.
    pub const ALL: [Fate; 3] = [Fate::Changed, Fate::Removed, Fate::Added];

    /// The word.
    pub fn title(self) -> &'static str {
        match self {
            Fate::Added => "added",
            Fate::Removed => "removed",
            Fate::Changed => "changed",
        }
    }

    /// The sign before a row.
    pub fn sign(self) -> &'static str {
        match self {
            Fate::Added => "+",
            Fate::Removed => "−",
            Fate::Changed => "~",
        }
    }
}

/// A type that differs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChangedType {
    /// What it is.
    pub class: Class,
    /// Its id in the older file; void where it is absent.
    pub old: TypeId,
    /// Its id in the newer file; void where it is absent.
    pub new: TypeId,
    /// How many parts differ.
    pub changes: u32,
    /// What that means to a CO-RE program.
    pub effect: Effect,
}
wire!(struct ChangedType { class, old, new, changes, effect });

impl ChangedType {
    /// What became of it.
    pub fn fate(&self) -> Fate {
        match (self.old.is_void(), self.new.is_void()) {
            (true, _) => Fate::Added,
            (_, true) => Fate::Removed,
            _ => Fate::Changed,
        }
    }
}

/// All that differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Changes {
    /// Between which files.
    pub pair: Pair,
    /// By name.
    pub types: Vec<ChangedType>,
    /// How many types are the same.
    pub same: u32,
}
wire!(struct Changes { pair, types, same });

impl Changes {
    /// A comparison as a list, by name.
    pub(crate) fn new(pair: Pair, old: &Btf, new: &Btf, found: &Comparison) -> Changes {
        let none = TypeId::VOID;
        let removed = found.removed.iter().map(|o| ChangedType {
            class: o.class,
            old: o.id,
            new: none,
            changes: 0,
            effect: report::effect_of(o, true),
        });
        let added = found.added.iter().map(|o| ChangedType {
            class: o.class,
            old: none,
            new: o.id,
            changes: 0,
            effect: report::effect_of(o, false),
        });
        let changed = found.changed.iter().map(|c| ChangedType {
            class: c.class,
            old: c.old,
            new: c.new,
            changes: c.changes,
            effect: c.effect,
        });
        let mut types: Vec<ChangedType> = removed.chain(added).chain(changed).collect();
        let anonymous = |t: &ChangedType| {
            let found = if t.new.is_void() { old.get(t.old) } else { new.get(t.new) };
            found.is_none_or(|found| found.is_anonymous())
        };
        // What has no name stands behind what has one.
        types.sort_by_cached_key(|t| (anonymous(t), name_bytes(old, new, t).to_vec(), t.class, t.old, t.new));
        Changes { pair, types, same: found.same }
    }
}

/// The name of a type, the newer one if there are two: of an anonymous enum that of its first value.
fn name_bytes<'a>(old: &'a Btf, new: &'a Btf, t: &ChangedType) -> &'a [u8] {
    let found = if t.new.is_void() { old.get(t.old) } else { new.get(t.new) };
    let Some(found) = found else { return &[] };
    match found.is_anonymous() && found.kind().is_any_enum() {
        true => found.enumerators().next().and_then(|e| found.btf().string_bytes(e.name_offset)).unwrap_or_default(),
        false => found.name_bytes(),
    }
}

/// What happens in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChangesMsg {
    /// Show it instead of the types, or the types again.
    Show(bool),
    /// Only what became this of, or all.
    Fate(Option<Fate>),
    /// Only types of this class, or all.
    Class(Option<Class>),
    /// Only what has this effect, or all.
    Effect(Option<Effect>),
    /// Only what has this in its name.
    Filter(String),
    /// The list moved by rows.
    Step(i64),
    /// A row was chosen.
    Choose(usize),
    /// Break the comparison off.
    Cancel,
    /// Save the differences in full: as JSON, or as text.
    Save(bool),
}

/// What is looked at in the list.
#[derive(Debug, Default)]
pub struct ChangesLook {
    /// It is shown, not the list of types.
    pub shown: bool,
    /// Only what became this.
    pub fate: Option<Fate>,
    /// Only this class.
    pub class: Option<Class>,
    /// Only this effect.
    pub effect: Option<Effect>,
    /// The row that is chosen, among those that are shown.
    pub chosen: Option<usize>,
    /// How far the comparison is: of 100.
    pub progress: u32,
    /// Why there is no list.
    pub problem: Option<String>,
    /// What was asked for.
    pub(crate) asked: Option<Pair>,
    text: String,
    list: Option<Rc<Changes>>,
    rows: Vec<u32>,
    revision: u64,
}

impl ChangesLook {
    /// The list, once the desk made it.
    pub fn list(&self) -> Option<&Rc<Changes>> {
        self.list.as_ref()
    }

    /// The desk is asked for another list.
    pub(crate) fn ask(&mut self, pair: Option<Pair>) {
        self.asked = pair;
        self.list = None;
        self.problem = None;
        self.progress = 0;
        self.chosen = None;
        self.rows.clear();
    }

    /// The desk's answer.
    pub(crate) fn answered(&mut self, list: Changes, old: &Btf, new: &Btf) {
        self.list = Some(Rc::new(list));
        self.narrow(old, new);
    }

    /// What the names must have in them.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn filter(&mut self, text: String) {
        self.text = text;
    }

    /// Shows what fits. `old` and `new` are the files of the list.
    pub(crate) fn narrow(&mut self, old: &Btf, new: &Btf) {
        let Some(list) = &self.list else { return };
        let wanted = self.text.trim().as_bytes();
        let fits = |t: &ChangedType| {
            self.fate.is_none_or(|f| f == t.fate())
                && self.class.is_none_or(|c| c == t.class)
                && self.effect.is_none_or(|e| e == t.effect)
                && (wanted.is_empty()
                    || name_bytes(old, new, t).windows(wanted.len()).any(|w| w.eq_ignore_ascii_case(wanted)))
        };
        self.rows = (0..).zip(&list.types).filter(|(_, t)| fits(t)).map(|(i, _)| i).collect();
        self.chosen = None;
        self.revision += 1;
    }

    /// How many types of the whole list are so.
    pub fn count(&self, is: impl Fn(&ChangedType) -> bool) -> usize {
        self.list.as_ref().map_or(0, |list| list.types.iter().filter(|t| is(t)).count())
    }

    /// How many rows are shown.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether none is shown.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// A row that is shown.
    pub fn row(&self, i: usize) -> Option<ChangedType> {
        self.list.as_ref()?.types.get(*self.rows.get(i)? as usize).copied()
    }

    /// Another number when other rows are shown.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The row that a move leads to.
    pub(crate) fn step(&self, delta: i64) -> Option<usize> {
        let last = self.rows.len().checked_sub(1)? as i64;
        let from = self.chosen.map_or(-delta.signum(), |at| at as i64);
        Some(from.saturating_add(delta).clamp(0, last) as usize)
    }
}

/// The kind that stands for a class: for badges.
pub fn class_kind(class: Class) -> Kind {
    match class {
        Class::Struct => Kind::Struct,
        Class::Union => Kind::Union,
        Class::Enum => Kind::Enum,
        Class::Typedef => Kind::Typedef,
        Class::Func => Kind::Func,
        Class::Var => Kind::Var,
        Class::Number => Kind::Int,
    }
}

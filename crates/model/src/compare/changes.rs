//! Everything that differs between two files, as a list.

use crate::words::many;
use btf::{Btf, Kind, Type, TypeId};
use relate::{ChangeEffect, Class, Comparison, Only};
use wire::Wire;

use super::report;

btf::named! {
    /// Whether a type was added, removed or changed.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Fate {
        /// Only the newer file has it.
        Added = "added", "+";
        /// Only the older file has it.
        Removed = "removed", "−";
        /// Both have it, and it differs.
        Changed = "changed", "~";
    }
    /// The word for it.
    pub fn title;
    /// The sign before a row.
    pub fn sign;
}

impl Fate {
    /// All values, in the order of the buttons that filter the list.
    pub const ALL: [Fate; 3] = [Fate::Changed, Fate::Removed, Fate::Added];
}

/// A type that differs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Wire)]
pub struct ChangedType {
    /// Its class.
    pub class: Class,
    /// Its id in the older file; void if it is absent.
    pub old: TypeId,
    /// Its id in the newer file; void if it is absent.
    pub new: TypeId,
    /// How many parts differ; 0 for a type that was added or removed.
    pub changes: u32,
    /// The worst effect of the differences on a CO-RE program.
    pub effect: ChangeEffect,
}

impl ChangedType {
    /// Whether the type was added, removed or changed; void is the id on a side that lacks the type.
    pub fn fate(&self) -> Fate {
        match (self.old.is_void(), self.new.is_void()) {
            (true, _) => Fate::Added,
            (_, true) => Fate::Removed,
            _ => Fate::Changed,
        }
    }

    /// The number of parts that differ: `2 changes`; if there are none, the word for its fate: `added`.
    pub fn what(&self) -> String {
        match self.changes {
            0 => self.fate().title().to_owned(),
            n => many(n.into(), "change"),
        }
    }

    /// The row's text for screen readers: `struct sock: 2 changes, refused at load`. `name`: the name in the list.
    pub fn label(&self, name: &str) -> String {
        format!("{} {name}: {}, {}", self.class.as_str(), self.what(), self.effect.as_str())
    }
}

/// All differences.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Changes {
    /// The types that differ, sorted by name.
    pub types: Vec<ChangedType>,
    /// How many types are the same.
    pub same: u32,
}

impl Changes {
    /// The list of a comparison, sorted by name.
    pub fn new(old: &Btf, new: &Btf, found: &Comparison) -> Changes {
        let only = |o: &Only, removed: bool| {
            let (old, new) = if removed { (o.id, TypeId::VOID) } else { (TypeId::VOID, o.id) };
            ChangedType { class: o.class, old, new, changes: 0, effect: report::effect_of(o, removed) }
        };
        let removed = found.removed.iter().map(|o| only(o, true));
        let added = found.added.iter().map(|o| only(o, false));
        let changed = found.changed.iter().map(|c| ChangedType {
            class: c.class,
            old: c.old,
            new: c.new,
            changes: c.changes,
            effect: c.effect,
        });
        let mut types: Vec<ChangedType> = removed.chain(added).chain(changed).collect();
        let anonymous = |t: &ChangedType| newest(old, new, t).is_none_or(|found| found.is_anonymous());
        // Unnamed types come last.
        types.sort_by_cached_key(|t| (anonymous(t), name_bytes(old, new, t).to_vec(), t.class, t.old, t.new));
        Changes { types, same: found.same }
    }
}

/// The type in the newer file, or in the older one if the newer file lacks it.
fn newest<'a>(old: &'a Btf, new: &'a Btf, t: &ChangedType) -> Option<Type<'a>> {
    if t.new.is_void() { old.get(t.old) } else { new.get(t.new) }
}

/// The name of a type, in the newer file if it is there; for an anonymous enum, the name of its first value.
pub fn name_bytes<'a>(old: &'a Btf, new: &'a Btf, t: &ChangedType) -> &'a [u8] {
    let Some(found) = newest(old, new, t) else { return &[] };
    match found.is_anonymous() && found.kind().is_any_enum() {
        true => found.enumerators().next().and_then(|e| found.btf().string_bytes(e.name_offset)).unwrap_or_default(),
        false => found.name_bytes(),
    }
}

/// The kind whose badge is shown for a class.
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

//! Compare: a type of one open file beside that of another, part by part, and what each change means to a CO-RE program; and all
//! that differs between two files.

mod build;
mod changes;
pub mod report;
mod used;

use btf::TypeId;
use wire::Wire;

use crate::tone::Tone;

pub use relate::{Class, Effect};

pub use build::sides;
pub use used::Used;

pub use changes::{ChangedType, Changes, Fate, class_kind, name_bytes};

/// A type beside that of another file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Sides {
    /// The type in the older file; none where it is absent.
    pub old: Option<Name>,
    /// The type in the newer file; none where it is absent.
    pub new: Option<Name>,
    /// Of a type that is absent: types of that file with near names.
    pub near: Vec<Name>,
    /// Why there is nothing to compare; empty otherwise.
    pub why: String,
    /// What is said of the types as a whole: size, members, holes.
    pub facts: Vec<Fact>,
    /// The parts of both.
    pub rows: Vec<CompareRow>,
}

/// A type and its name.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Name {
    /// Its id in its file.
    pub id: TypeId,
    /// `struct sk_buff`.
    pub text: String,
}

/// A figure of both types.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Fact {
    /// `size`, `members`, `holes`.
    pub term: String,
    /// In the older file.
    pub old: String,
    /// In the newer file.
    pub new: String,
}

/// A member, enumerator or parameter of both, or of one.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct CompareRow {
    /// How it was.
    pub old: Option<Part>,
    /// How it is.
    pub new: Option<Part>,
    /// What differs: `added`, `moved, retyped`; empty when nothing does.
    pub what: String,
    /// What that means to a CO-RE program; none when nothing differs.
    pub effect: Option<Effect>,
    /// Why.
    pub reason: String,
}

/// A part of one type, as text.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Part {
    /// Where it is: bytes (and bits) from the start, an enumerator's value, a parameter's place.
    pub place: String,
    /// Its name, of a member its path: `mm`, `list[].next`; `hole` of a hole.
    pub name: String,
    /// Its type.
    pub type_text: String,
    /// How large it is: `8`, `2 bits`; empty where that is not known.
    pub size: String,
    /// Nothing is there.
    pub hole: bool,
}

impl CompareRow {
    /// The part's name, the newer one if there are two.
    pub fn name(&self) -> &str {
        self.new.as_ref().or(self.old.as_ref()).map_or("", |part| part.name.as_str())
    }
}

/// What stands before an effect's word: a sign without colour.
pub fn sign(effect: Effect) -> &'static str {
    match effect {
        Effect::Harmless => "✓",
        Effect::Refused => "!",
        Effect::Silent => "✗",
    }
}

/// The CSS class of an effect's colour.
pub fn class(effect: Effect) -> &'static str {
    Tone::of_effect(effect).css()
}

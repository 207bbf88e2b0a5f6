//! The model of the view Compare: a type of one open file beside a type of another, part by part, with the effect of
//! each change on a CO-RE program. Also the list of all differences of two files.

mod build;
mod changes;
mod named;
pub mod report;
mod used;

use btf::TypeId;
use wire::Wire;

use crate::tone::Tone;

pub use relate::{ChangeEffect, Class};

pub use build::sides;
pub use named::compare_named;
pub use used::Used;

pub use changes::{ChangedType, Changes, Fate, class_kind, name_bytes};

/// A type beside a type of another file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Sides {
    /// The type in the older file; none if it is absent.
    pub old: Option<Name>,
    /// The type in the newer file; none if it is absent.
    pub new: Option<Name>,
    /// If one of the types is absent: types with similar names in the file that lacks it.
    pub near: Vec<Name>,
    /// Why there is nothing to compare; else empty.
    pub why: String,
    /// Figures of the types as a whole: size, members, holes.
    pub facts: Vec<Fact>,
    /// The parts of both types.
    pub rows: Vec<CompareRow>,
}

/// A type and its name.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Name {
    /// Its id in its own file.
    pub id: TypeId,
    /// Its name with the keyword: `struct sk_buff`.
    pub text: String,
}

/// A figure of both types.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Fact {
    /// The name of the figure: `size`, `members`, `holes`.
    pub term: String,
    /// Its value in the older file.
    pub old: String,
    /// Its value in the newer file.
    pub new: String,
}

/// A row: a part of the old type beside a part of the new type. One of them may be missing.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct CompareRow {
    /// The old part.
    pub old: Option<Part>,
    /// The new part.
    pub new: Option<Part>,
    /// The differences: `added`, `moved, retyped`; empty if there are none.
    pub what: String,
    /// The effect of these differences on a CO-RE program; none if there are no differences.
    pub effect: Option<ChangeEffect>,
    /// The reason for the effect.
    pub reason: String,
}

/// A part of one type, as text.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Part {
    /// Its place: bytes (and bits) from the start of the type, the value of an enumerator, or the number of a
    /// parameter, from 1. Empty for a return value and for the type as a whole.
    pub place: String,
    /// Its name; for a member its path: `mm`, `list[].next`; `hole` or `padding` for a gap.
    pub name: String,
    /// Its type.
    pub type_text: String,
    /// Its size: in bytes (`8`), for a bitfield in bits (`2 bits`); empty if not known.
    pub size: String,
    /// Whether it is a hole or padding.
    pub hole: bool,
}

impl CompareRow {
    /// The name of the new part, or of the old part if there is no new part.
    pub fn name(&self) -> &str {
        self.new.as_ref().or(self.old.as_ref()).map_or("", |part| part.name.as_str())
    }
}

/// The sign before the word for an effect, so that colour is not the only sign.
pub fn sign(effect: ChangeEffect) -> &'static str {
    match effect {
        ChangeEffect::Harmless => "✓",
        ChangeEffect::Refused => "!",
        ChangeEffect::Silent => "✗",
    }
}

/// The CSS class of an effect's colour.
pub fn class(effect: ChangeEffect) -> &'static str {
    Tone::of_effect(effect).css()
}

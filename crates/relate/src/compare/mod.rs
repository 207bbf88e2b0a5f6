//! The differences of two BTFs: by name and structure, never by id.
//!
//! Each named type is compared alone, and referred to by name: so its change does not change all types that point to
//! it, and cycles end. Anonymous types have no name to refer to: they are compared in place, as part of their holder.

mod detail;
mod effect;
mod fields;
mod members;
mod pairs;
mod plain;
mod renamed;
mod signature;

pub use detail::{Change, Difference, Item, ItemKind, Marks, difference, side_by_side};
pub use effect::ChangeEffect;
pub(crate) use fields::first_fields;
pub use pairs::{Changed, Class, CompareOptions, Comparison, Only, compare, counterpart};
pub use renamed::{AlikeName, Renamed, renamed};

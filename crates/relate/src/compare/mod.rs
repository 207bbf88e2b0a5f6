//! The differences of two BTFs: by name and structure, never by id.
//!
//! Each named type is compared alone; references to it count by its name. So a change of one type is not a change of
//! all types that point to it, and types that point to each other do not lead the comparison in circles. Anonymous
//! types cannot be referred to by name: they are compared in place, as part of the type that holds them.

mod detail;
mod effect;
mod fields;
mod members;
mod pairs;
mod plain;
mod renamed;
mod signature;

pub use detail::{Change, Difference, Item, ItemKind, Marks, changes, difference, side_by_side};
pub use effect::ChangeEffect;
pub(crate) use fields::first_fields;
pub use pairs::{Changed, Class, CompareOptions, Comparison, Only, compare, counterpart};
pub use renamed::{AlikeName, Renamed, renamed};

//! What changed between two BTFs: by name and structure, never by id.
//!
//! Named types are compared each on their own and referred to by name, so that a change in one does not make a change of all that
//! point to it, and cycles end by themselves. Anonymous types have no name to be referred to by: they are compared in place, as part
//! of what holds them.

mod detail;
mod effect;
mod fields;
mod members;
mod pairs;
mod plain;
mod renamed;
mod signature;

pub use detail::{Change, Difference, Item, ItemKind, Marks, difference, side_by_side};
pub use effect::Effect;
pub(crate) use fields::first_fields;
pub use pairs::{Changed, Class, CompareOptions, Comparison, Only, compare, counterpart};
pub use renamed::{AlikeName, Renamed, renamed};

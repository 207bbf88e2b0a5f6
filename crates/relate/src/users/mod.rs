//! Who uses a type: one index of all references, asked from any type.

mod index;
mod query;

pub(crate) use index::each_reference;
pub use index::{Reference, Users};
pub(crate) use query::component_name;
pub use query::{Counts, Through, Usage, User};

//! The users of a type: one index of all references, for questions about any type.

mod index;
mod query;

pub(crate) use index::each_reference;
pub use index::{Reference, Users};
pub(crate) use query::component_name;
pub use query::{Through, Usage, User};

//! The types around a type: on one side the types that it holds and points to, on the other side its users.

mod boxes;
mod build;
mod neighbours;
mod node;
mod titles;

pub use boxes::{BoxOptions, boxed};
pub use build::{Expansion, GraphOptions, build};
pub use neighbours::Relation;
pub use node::{Boxed, Edge, Graph, Node, NodeKey};
pub use titles::BoxKind;

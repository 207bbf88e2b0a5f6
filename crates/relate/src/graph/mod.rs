//! The neighbourhood of a type: on one side the types that it holds and points to, on the other its users.

mod build;
mod neighbours;

pub use build::{Edge, Expansion, Graph, GraphOptions, Node, NodeKey, build};
pub use neighbours::Relation;

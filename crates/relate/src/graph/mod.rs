//! The neighbourhood of a type: what it holds and points to on one side, who uses it on the other.

mod build;
mod neighbours;

pub use build::{Edge, Expansion, Graph, GraphOptions, Node, NodeKey, build, grouped};
pub use neighbours::Relation;

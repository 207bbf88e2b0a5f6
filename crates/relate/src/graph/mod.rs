//! The neighbourhood of a type: what it holds and points to on one side, who uses it on the other.

mod build;
mod neighbours;
mod place;
mod svg;

pub use build::{Edge, Expansion, Graph, GraphOptions, Node, NodeKey, build};
pub use neighbours::Relation;
pub use place::{Columns, Place, Placed, Point, Shape, place_new};
pub use svg::{Theme, svg};

//! The neighbourhood of a type: what it holds and points to on one side, who uses it on the other.

mod build;
mod drawing;
mod neighbours;
mod place;
mod route;
mod svg;

pub use build::{Edge, Expansion, Graph, GraphOptions, Node, NodeKey, build};
pub use drawing::{Drawing, DrawnEdge, DrawnNode, Kept, Paint, cut};
pub use neighbours::Relation;
pub use place::{Columns, Place, Placed, Point, ROW_GAP, Shape, place_new};
pub use route::Line;
pub use svg::{Caption, svg};

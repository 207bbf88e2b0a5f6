//! Pictures: graphs laid out and written as SVG files, and the canvas on which other views draw their pictures.
//!
//! The layers, bottom up:
//!
//! 1. [`Canvas`]: an SVG file that stands alone, in the [`Colours`] of a [`Theme`].
//! 2. [`GraphLayout`]: computes the places of a graph's nodes. [`Columns`] is a simple layout; crate `place` has a
//!    better one that uses a library. [`place_new`] places the nodes that are added to a graph on the screen.
//! 3. [`Drawing`]: a graph as it is drawn, nodes with their texts and edges with their [`Line`]s.
//! 4. [`svg`]: a drawing as a file.
//!
//! Coordinates are integers in pixels; x grows to the right, y downwards. The same input gives the same bytes on every
//! machine.
#![forbid(unsafe_code)]

mod arrange;
mod canvas;
mod drawing;
mod label;
mod line;
mod names;
mod place;
mod route;
mod svg;

pub use canvas::{Anchor, Canvas, Colours, Text, Theme};
pub use drawing::{Drawing, DrawnEdge, DrawnNode, Kept, Paint};
pub use line::Line;
pub use names::DrawnName;
pub use place::{Columns, GraphLayout, Placed, Point, ROW_GAP, Shape, place_new};
pub use svg::{Caption, svg};

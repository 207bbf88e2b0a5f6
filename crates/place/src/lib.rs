//! Layered layout of whole graphs by a library, behind [`relate::Place`]. A crate of its own, so that only what lays graphs out (the
//! page's worker, the terminal) carries the library.
#![forbid(unsafe_code)]

use dugong::graphlib::{Graph, GraphOptions};
use dugong::{EdgeLabel, GraphLabel, NodeLabel, RankDir};
use relate::{Columns, Place, Placed, Point, Shape};

/// dagre's layout: few crossings, nodes beside their neighbours, from left to right.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layered;

/// From so many nodes and edges on the library takes too long for a person who waits.
const MOST: usize = 2000;

impl Place for Layered {
    fn place(&self, shape: &Shape) -> Placed {
        if shape.nodes.len() + shape.edges.len() > MOST {
            return Columns.place(shape);
        }
        let mut g: Graph<NodeLabel, EdgeLabel, GraphLabel> =
            Graph::new(GraphOptions { multigraph: false, compound: false, directed: true });
        g.set_graph(GraphLabel {
            rankdir: RankDir::LR,
            nodesep: 20.0,
            ranksep: 120.0,
            edgesep: 10.0,
            ..GraphLabel::default()
        });
        for (i, &(width, height)) in shape.nodes.iter().enumerate() {
            let label = NodeLabel { width: width.into(), height: height.into(), ..NodeLabel::default() };
            g.set_node(i.to_string(), label);
        }
        for &(from, to) in shape.edges.iter().filter(|(from, to)| from != to) {
            let label = EdgeLabel { minlen: 1, weight: 1.0, ..EdgeLabel::default() };
            g.set_edge_with_label(from.to_string(), to.to_string(), label);
        }
        if dugong::layout(&mut g).is_err() {
            return Columns.place(shape);
        }
        let place = |i: usize| {
            let node = g.node(&i.to_string())?;
            Some(Point { x: node.x? as i32, y: node.y? as i32 })
        };
        let placed: Option<Placed> = (0..shape.nodes.len()).map(place).collect();
        placed.unwrap_or_else(|| Columns.place(shape))
    }
}

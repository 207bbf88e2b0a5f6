//! Layered layout of whole graphs by a library, behind [`picture::GraphLayout`]. A crate of its own, so that only the
//! programs that lay graphs out (the page's worker, the terminal) contain the library.
#![forbid(unsafe_code)]

use dugong::graphlib::{Graph, GraphOptions};
use dugong::{EdgeLabel, GraphLabel, NodeLabel, RankDir};
use picture::{Columns, GraphLayout, Placed, Point, Shape};

/// The layout of dugong, a port of dagre: few crossings, nodes beside their neighbours, from left to right.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layered;

/// With more nodes and edges together than this, the library takes too long for a person who waits.
const MOST: usize = 2000;

impl GraphLayout for Layered {
    fn place(&self, shape: &Shape) -> Placed {
        if shape.nodes.len() + shape.edges.len() > MOST {
            return Columns.place(shape);
        }
        let mut g: Graph<NodeLabel, EdgeLabel, GraphLabel> =
            Graph::new(GraphOptions { multigraph: false, compound: false, directed: true });
        g.set_graph(GraphLabel {
            rankdir: RankDir::LR,
            nodesep: f64::from(shape.row_gap),
            ranksep: 60.0,
            edgesep: 10.0,
            ..GraphLabel::default()
        });
        for (i, &(width, height)) in shape.nodes.iter().enumerate() {
            let label = NodeLabel { width: width.into(), height: height.into(), ..NodeLabel::default() };
            g.set_node(i.to_string(), label);
        }
        let rank = |i: usize| shape.ranks.get(i).copied().unwrap_or_default();
        // Edges within a rank are left out; all others are given as going to the right. Otherwise the library would
        // choose which edges turn back, and on which side a node goes. An edge to the next rank has more weight, and so
        // keeps its nodes in their columns.
        for &(from, to) in shape.edges.iter().filter(|&&(from, to)| rank(from) != rank(to)) {
            let (left, right) = if rank(from) < rank(to) { (from, to) } else { (to, from) };
            let weight = if rank(right) - rank(left) == 1 { 8.0 } else { 1.0 };
            let label = EdgeLabel { minlen: 1, weight, ..EdgeLabel::default() };
            g.set_edge_with_label(left.to_string(), right.to_string(), label);
        }
        if dugong::layout(&mut g).is_err() {
            return Columns.place(shape);
        }
        let columns = shape.columns();
        let place = |i: usize| {
            let node = g.node(&i.to_string())?;
            Some(Point { x: *columns.get(&rank(i))?, y: node.y? as i32 })
        };
        let placed: Option<Placed> = (0..shape.nodes.len()).map(place).collect();
        // The columns follow the ranks, not the library. A node for which the library chose another column may
        // therefore overlap a node in the column of its rank.
        placed.filter(|placed| shape.is_free(placed)).unwrap_or_else(|| Columns.place(shape))
    }
}

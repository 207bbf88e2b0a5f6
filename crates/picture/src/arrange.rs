//! Lays out a drawing: places its nodes, then routes its lines.

use std::collections::BTreeMap;

use relate::NodeKey;

use crate::drawing::{Drawing, Kept};
use crate::place::{GraphLayout, Point, place_new};
use crate::route::route;

impl Drawing {
    /// Lays out the whole graph.
    pub fn arrange(&mut self, layout: &dyn GraphLayout) {
        let placed = layout.place(&self.shape());
        for (node, at) in self.nodes.iter_mut().zip(placed) {
            node.at = at;
        }
        route(self);
    }

    /// True if it has the nodes of `kept` in the same order, and no others. Boxes must have the same sizes, too.
    pub fn is_like(&self, kept: &[Kept]) -> bool {
        let same = |(n, k): (&crate::DrawnNode, &Kept)| n.key == k.key && (!n.is_box() || n.size == k.size);
        self.nodes.len() == kept.len() && self.nodes.iter().zip(kept).all(same)
    }

    /// Places the new nodes; the nodes in `kept` stay where they are. Routes all lines.
    pub fn arrange_new(&mut self, kept: &[Kept]) {
        let known: BTreeMap<NodeKey, &Kept> = kept.iter().map(|k| (k.key, k)).collect();
        for node in &mut self.nodes {
            if let Some(kept) = known.get(&node.key) {
                // A new edge may need a taller node, but neighbours in the column may be in the way. So the node keeps
                // its size, and its edges end closer together.
                node.size = kept.size;
            }
        }
        let shape = self.shape();
        let at: Vec<Option<Point>> = self.nodes.iter().map(|n| known.get(&n.key).map(|k| k.at)).collect();
        for (node, at) in self.nodes.iter_mut().zip(place_new(&shape, &at)) {
            node.at = at;
        }
        route(self);
    }
}

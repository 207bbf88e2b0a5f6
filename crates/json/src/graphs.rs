//! The neighbourhood of a type.

use relate::{Graph, NodeKey};
use serde::Serialize;

use crate::Count;

/// Nodes and edges; node 0 is the type in the middle.
#[derive(Serialize, Clone, Debug)]
pub struct GraphOf<'a> {
    nodes: Vec<Node<'a>>,
    edges: Vec<Edge<'a>>,
    /// Whether nodes were left out because there are too many.
    cut: bool,
}

#[derive(Serialize, Clone, Debug)]
struct Node<'a> {
    /// Null for a node that only counts types.
    id: Option<u32>,
    label: &'a str,
    kind: Option<&'static str>,
    /// Bytes.
    size: Option<u32>,
    /// Steps from the middle; negative for users of the middle type.
    rank: i32,
    /// How many types expanding it would add, or how many it counts.
    more: u32,
}

#[derive(Serialize, Clone, Debug)]
struct Edge<'a> {
    /// The user, by its index among the nodes.
    from: Count,
    /// The used type, by its index among the nodes.
    to: Count,
    relation: &'static str,
    names: &'a [String],
    /// Declaration tags on these members, for example `ptr: rw`.
    tags: &'a [String],
}

/// A graph.
pub fn graph(graph: &Graph) -> GraphOf<'_> {
    let node = |n: &'_ relate::Node| -> (Option<u32>, Option<&'static str>) {
        let id = match n.key {
            NodeKey::Type(id) => Some(id.0),
            _ => None,
        };
        (id, n.kind.map(|kind| kind.as_str()))
    };
    let nodes = graph.nodes.iter().map(|n| {
        let (id, kind) = node(n);
        Node { id, label: &n.label, kind, size: n.size, rank: n.rank, more: n.more }
    });
    let edges = graph.edges.iter().map(|e| Edge {
        from: Count::of(e.from),
        to: Count::of(e.to),
        relation: e.relation.words(),
        names: &e.names,
        tags: &e.tags,
    });
    GraphOf { nodes: nodes.collect(), edges: edges.collect(), cut: graph.cut }
}

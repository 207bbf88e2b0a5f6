//! The graph around a type.

use relate::{Graph, NodeKey};
use serde::Serialize;

use crate::Count;
use crate::made::made;

/// Nodes and edges; node 0 is the type in the middle.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct GraphOf<'a> {
    nodes: Vec<Node<'a>>,
    edges: Vec<Edge<'a>>,
    /// Whether nodes were left out because there are too many.
    cut: bool,
}

made! {
    struct Node<'a>(n: &'a relate::Node) with {
            let id = if let NodeKey::Type(id) = n.key { Some(id.0) } else { None };
    } {
        /// The id; null for a node that only counts types.
        id: Option<u32> = id,
        label: &'a str = &n.label,
        kind: Option<&'static str> = n.kind.map(|kind| kind.as_str()),
        /// The size in bytes.
        size: Option<u32>,
        /// Steps from the middle; negative for types that use the middle type.
        rank: i32,
        /// How many types are added when the node is expanded; for a node that only counts types, how many it counts.
        more: u32,
    }

    struct Edge<'a>(e: &'a relate::Edge) {
        /// The user: its index in `nodes`.
        from: Count = Count::of(e.from),
        /// The used type: its index in `nodes`.
        to: Count = Count::of(e.to),
        relation: &'static str = e.relation.words(),
        names: &'a [String] = &e.names,
        /// Declaration tags on the members or parameters in `names`, for example `ptr: rw`.
        tags: &'a [String] = &e.tags,
    }
}

/// The JSON form of a graph.
pub fn graph(graph: &Graph) -> GraphOf<'_> {
    let nodes = graph.nodes.iter().map(Node::of);
    let edges = graph.edges.iter().map(Edge::of);
    GraphOf { nodes: nodes.collect(), edges: edges.collect(), cut: graph.cut }
}

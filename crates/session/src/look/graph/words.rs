//! Sentences about a graph: the focused node, the lines, how much is shown.

use picture::DrawnNode;
use relate::NodeKey;

use super::{GraphView, Subject};
use model::words::{grouped, many};

/// Beyond this many types, a table is easier to read than a drawing.
const MANY: usize = 60;

impl GraphView {
    /// The text about the focused node, for screen readers and the line below the graph.
    pub fn said(&self) -> String {
        let Some((drawing, key)) = self.drawing.as_ref().zip(self.focus) else { return String::new() };
        let Some(at) = drawing.find(key) else { return String::new() };
        let name = drawing.nodes.get(at).and_then(|n| Some((n, n.names.iter().find(|name| name.key == key)?)));
        let Some((node, name)) = name else { return self.words(at) };
        let more = match name.more {
            0 => String::new(),
            more => format!(" · Enter adds {}", grouped(more.into())),
        };
        format!("{} · in {}{more}", name.label, node.label)
    }

    /// The text about a node: name, size, its first edges, and what expanding adds.
    pub fn words(&self, at: usize) -> String {
        let Some((drawing, node)) = self.drawing.as_ref().and_then(|d| Some((d, d.nodes.get(at)?))) else {
            return String::new();
        };
        if node.is_box() {
            let enter = if node.open { "Enter folds it, arrows go through its names" } else { "Enter lists them" };
            return format!("{} · {} · {enter}", node.label, many(node.more.into(), "name"));
        }
        let mut out = node.label.clone();
        if !node.detail.is_empty() {
            out.push_str(" · ");
            out.push_str(&node.detail);
        }
        let other = |i: usize| drawing.nodes.get(i).filter(|n| !n.is_box()).map(|n| n.label.as_str());
        let around = drawing.edges.iter().filter(|e| e.from == at || e.to == at);
        let around = around.filter_map(|e| Some((e, other(if e.to == at { e.from } else { e.to })?)));
        for (count, (edge, other)) in around.enumerate() {
            if count == 3 {
                out.push_str(" · …");
                break;
            }
            let names = if edge.label.is_empty() { String::new() } else { format!(" ({})", edge.label) };
            out.push_str(&match edge.to == at {
                true => format!(" · {other} {} it{names}", edge.relation.words()),
                false => format!(" · {} {other}{names}", edge.relation.words()),
            });
        }
        if matches!(node.key, NodeKey::Type(_)) && node.more > 0 && !node.hub {
            out.push_str(&format!(" · Enter adds {}", grouped(node.more.into())));
        }
        out
    }

    /// The meaning of the lines, and the keys.
    pub fn legend(&self) -> &'static str {
        match self.subject {
            Some((_, Subject::Program)) => {
                " · solid: calls · dashed: uses · arrows move between neighbours, Enter opens"
            }
            _ => {
                " · solid: embeds · dashed: points to, takes, returns · arrows move, Enter expands, o opens, Escape leaves"
            }
        }
    }

    /// How many types are shown, including those in boxes.
    fn types(&self) -> usize {
        let nodes = self.drawing.iter().flat_map(|d| &d.nodes);
        nodes.map(|n| if n.is_box() { n.names.len() } else { usize::from(matches!(n.key, NodeKey::Type(_))) }).sum()
    }

    /// Whether so many types are shown that the page offers a table.
    pub fn offers_table(&self) -> bool {
        self.types() > MANY && !self.settings.table
    }

    /// The numbers of nodes and edges, or of types, boxes and other nodes, and whether the limit was reached: `23
    /// nodes, 31 edges` or `186 types in 3 boxes and 11 nodes`.
    pub fn count(&self) -> String {
        let Some(drawing) = &self.drawing else { return String::new() };
        let nodes = drawing.nodes.len() as u64;
        let boxes = drawing.nodes.iter().filter(|n: &&DrawnNode| n.is_box()).count() as u64;
        let cut = match (drawing.cut, boxes) {
            (false, _) => "",
            (true, 0) => " · limit reached: further nodes are only counted",
            (true, _) => " · there are more",
        };
        match boxes {
            0 => format!("{}, {}{cut}", many(nodes, "node"), many(drawing.edges.len() as u64, "edge")),
            1 => format!("{} in a box and {}{cut}", many(self.types() as u64, "type"), many(nodes - 1, "node")),
            _ => {
                let types = many(self.types() as u64, "type");
                format!("{types} in {boxes} boxes and {}{cut}", many(nodes - boxes, "node"))
            }
        }
    }
}

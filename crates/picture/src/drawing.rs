//! A graph with a layout: nodes with text and place, edges as lines with labels. Used for types and for programs.

use std::collections::BTreeMap;

use btf::Kind;
use relate::{Graph, Node, NodeKey, Relation};
use text::{cut, grouped};

use crate::label::{edge_label, width};
use crate::line::Line;
use crate::names::{self, CHARACTER, DrawnName};
use crate::place::{Point, ROW_GAP, Shape};

btf::named! {
    /// The colour of a node.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Paint {
        /// Structs and forward declarations.
        Struct = "struct";
        /// Unions.
        Union = "union";
        /// Enums.
        Enum = "enum";
        /// Functions and prototypes.
        Func = "func";
        /// Typedefs, qualifiers and type tags.
        Typedef = "typedef";
        /// Pointers.
        Ptr = "ptr";
        /// Arrays, maps, variables and sections of variables.
        Array = "array";
        /// Numbers.
        Int = "int";
        /// Everything else.
        #[default]
        Other = "other";
    }
    /// All, in the order of their numbers.
    pub const ALL;
    /// The name of the colour: `struct`, `ptr`.
    pub fn word;
}

impl Paint {
    /// The colour for a kind of types.
    pub fn of(kind: Option<Kind>) -> Paint {
        match kind {
            Some(Kind::Struct | Kind::Fwd) => Paint::Struct,
            Some(Kind::Union) => Paint::Union,
            Some(Kind::Enum | Kind::Enum64) => Paint::Enum,
            Some(Kind::Func | Kind::FuncProto) => Paint::Func,
            Some(Kind::Typedef | Kind::Const | Kind::Volatile | Kind::Restrict | Kind::TypeTag) => Paint::Typedef,
            Some(Kind::Ptr) => Paint::Ptr,
            Some(Kind::Array | Kind::Var | Kind::DataSec) => Paint::Array,
            Some(Kind::Int | Kind::Float) => Paint::Int,
            Some(Kind::DeclTag | Kind::LocParam | Kind::LocProto | Kind::LocSec | Kind::Unknown(_)) | None => {
                Paint::Other
            }
        }
    }
}

/// A drawn node.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DrawnNode {
    /// Its identity.
    pub key: NodeKey,
    /// Its column: 0 in the middle, negative for users.
    pub rank: i32,
    /// Its name.
    pub label: String,
    /// The text below its name: size and other facts.
    pub detail: String,
    /// Its colour.
    pub paint: Paint,
    /// Its middle, in pixels.
    pub at: Point,
    /// Width and height, in pixels.
    pub size: (i32, i32),
    /// True if its neighbours are shown; for a box, true if its names are listed.
    pub open: bool,
    /// How many neighbours expanding it would add. For a node that stands for further users or uses, and for a box: how
    /// many types it stands for.
    pub more: u32,
    /// True if so many types use it that it is not expanded automatically; false once it is expanded.
    pub hub: bool,
    /// The names in a box; empty for other nodes.
    pub names: Vec<DrawnName>,
}

impl DrawnNode {
    /// Its name as it is drawn, without the word `struct`: most types are structs, and the word would take room from
    /// their names.
    pub fn short(&self) -> &str {
        self.label.strip_prefix("struct ").unwrap_or(&self.label)
    }

    /// The width and height that it needs as a box.
    fn box_size(&self) -> (i32, i32) {
        names::size(&self.names, self.open, self.label.chars().count() + self.detail.chars().count())
    }

    /// True if it is a box.
    pub fn is_box(&self) -> bool {
        matches!(self.key, NodeKey::Box(..))
    }
}

/// A drawn edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawnEdge {
    /// The user: an index of [`Drawing::nodes`].
    pub from: usize,
    /// The used type: an index of [`Drawing::nodes`].
    pub to: usize,
    /// Its meaning.
    pub relation: Relation,
    /// Its label: the names of at most two members, and how many more there are.
    pub label: String,
    /// The names of all its members.
    pub names: Vec<String>,
    /// The declaration tags of its members: `ptr: rw`.
    pub tags: Vec<String>,
    /// Its line.
    pub line: Line,
}

/// A graph with a layout. Node 0 is in the middle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drawing {
    /// The nodes.
    pub nodes: Vec<DrawnNode>,
    /// The edges.
    pub edges: Vec<DrawnEdge>,
    /// True if nodes were left out because there are too many.
    pub cut: bool,
}

/// A node whose place must not change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// Its identity.
    pub key: NodeKey,
    /// Its middle.
    pub at: Point,
    /// Width and height.
    pub size: (i32, i32),
}

/// The minimum and maximum number of characters for which a node has room; longer names are cut.
const NAME: (usize, usize) = (12, 38);

/// The text below a node's name.
fn detail(node: &Node) -> String {
    if let NodeKey::MoreUsers(_) | NodeKey::MoreUses(_) = node.key {
        return "expand to see them".to_owned();
    }
    if let NodeKey::Box(..) = node.key {
        return grouped(node.more.into());
    }
    let mut words = Vec::new();
    match (node.kind, node.size) {
        (Some(Kind::Func), _) => words.push("function".to_owned()),
        (Some(Kind::Fwd), _) => words.push("only declared".to_owned()),
        (Some(Kind::Var), _) => words.push("variable".to_owned()),
        (Some(Kind::DataSec), _) => words.push("section".to_owned()),
        (Some(Kind::Typedef), None) => words.push("typedef".to_owned()),
        (Some(Kind::Typedef), Some(size)) => words.push(format!("typedef · {} B", grouped(size.into()))),
        (Some(_), Some(size)) => words.push(format!("{} B", grouped(size.into()))),
        _ => {}
    }
    if node.hub && !node.open {
        words.push(match node.more {
            0 => "hub".to_owned(),
            more => format!("hub, would add {}", grouped(more.into())),
        });
    }
    words.join(" · ")
}

impl Drawing {
    /// The nodes and edges of a graph, without a layout yet.
    pub fn new(graph: &Graph) -> Drawing {
        let nodes = graph.nodes.iter().map(|n| DrawnNode {
            key: n.key,
            rank: n.rank,
            label: n.label.clone(),
            detail: detail(n),
            paint: Paint::of(n.kind),
            open: n.open,
            more: n.more,
            hub: n.hub && !n.open,
            names: names::of(n),
            ..DrawnNode::default()
        });
        let edges = graph.edges.iter().map(|e| DrawnEdge {
            from: e.from,
            to: e.to,
            relation: e.relation,
            label: edge_label(e),
            names: e.names.clone(),
            tags: e.tags.clone(),
            line: Line::default(),
        });
        let mut drawing = Drawing { nodes: nodes.collect(), edges: edges.collect(), cut: graph.cut };
        if drawing.is_boxed() {
            drawing.label_inside();
        }
        drawing.measure();
        drawing
    }

    /// Moves the labels of edges into the nodes, in place of the texts below the nodes' names: in a drawing with boxes
    /// there is no room on the lines.
    fn label_inside(&mut self) {
        let mut labelled = vec![false; self.nodes.len()];
        for at in 0..self.edges.len() {
            let Some(edge) = self.edges.get(at) else { continue };
            let (outer, _) = self.outer(edge);
            let label = cut(&edge.label, names::NAME);
            if let (Some(node), Some(done)) = (self.nodes.get_mut(outer), labelled.get_mut(outer))
                && !*done
                && outer > 0
                && !label.is_empty()
                && matches!(node.key, NodeKey::Type(_))
            {
                node.detail = label;
                *done = true;
            }
            if let Some(edge) = self.edges.get_mut(at) {
                edge.label.clear();
            }
        }
    }

    /// True if any node is a box.
    pub fn is_boxed(&self) -> bool {
        self.nodes.iter().any(DrawnNode::is_box)
    }

    /// The index of the edge's node that is further from the middle column, and the index of its other node.
    pub(crate) fn outer(&self, edge: &DrawnEdge) -> (usize, usize) {
        let rank = |i: usize| self.nodes.get(i).map_or(0, |n| n.rank.unsigned_abs());
        if rank(edge.from) > rank(edge.to) { (edge.from, edge.to) } else { (edge.to, edge.from) }
    }

    /// Sets the sizes of nodes. The nodes of a column are as wide as its longest text needs. A node is as high as its
    /// edges need, a box as its names need. In a drawing with boxes, all other nodes have the same height.
    pub fn measure(&mut self) {
        let boxed = self.is_boxed();
        let mut widths: BTreeMap<i32, i32> = BTreeMap::new();
        for node in &self.nodes {
            let characters = node.short().chars().count().max(node.detail.chars().count());
            let characters = characters.clamp(NAME.0, if boxed { names::NAME } else { NAME.1 }) as i32;
            let width = widths.entry(node.rank).or_default();
            let needs = if node.is_box() { node.box_size().0 } else { characters * CHARACTER / 20 + 26 };
            *width = (*width).max(needs);
        }
        let mut ends = vec![0i32; self.nodes.len()];
        for edge in self.edges.iter().filter(|e| e.from != e.to) {
            if let Some(n) = ends.get_mut(self.outer(edge).0) {
                *n += 1;
            }
        }
        for (node, ends) in self.nodes.iter_mut().zip(ends) {
            let width = widths.get(&node.rank).copied().unwrap_or_default();
            node.size = match (node.is_box(), boxed) {
                (true, _) => (width, node.box_size().1),
                (false, true) => (width, 40),
                (false, false) => (width, (17 * ends.min(8) + 6).max(40)),
            };
            if node.is_box() && node.open {
                names::place(&mut node.names, node.size);
            }
        }
    }

    /// The data for computing a layout.
    pub fn shape(&self) -> Shape {
        let mut labels: BTreeMap<i32, i32> = BTreeMap::new();
        let mut heights: BTreeMap<i32, i32> = BTreeMap::new();
        for node in &self.nodes {
            *heights.entry(node.rank).or_default() += node.size.1;
        }
        for edge in &self.edges {
            let (outer, _) = self.outer(edge);
            let rank = self.nodes.get(outer).map_or(0, |n| n.rank);
            let gap = if rank > 0 { rank - 1 } else { rank };
            let most = labels.entry(gap).or_default();
            *most = (*most).max(width(&edge.label));
        }
        let height = |rank: i32| heights.get(&rank).copied().unwrap_or_default();
        // Lines that climb far need more room.
        let boxed = self.is_boxed();
        let gap = |rank: i32, label: i32| match boxed {
            true => names::GAP,
            false => 62 + (height(rank).max(height(rank + 1)) / 16).min(90) + label,
        };
        Shape {
            nodes: self.nodes.iter().map(|n| n.size).collect(),
            edges: self.edges.iter().map(|e| (e.from, e.to)).collect(),
            row_gap: if boxed { names::ROW_GAP } else { ROW_GAP },
            ranks: self.nodes.iter().map(|n| n.rank).collect(),
            gaps: heights.keys().map(|&r| (r, gap(r, labels.get(&r).copied().unwrap_or_default()))).collect(),
        }
    }

    /// Moves a node by hand. The ends of its edges follow; until they are routed again, its edges may cross other
    /// nodes.
    pub fn move_to(&mut self, node: usize, at: Point) {
        let Some(moved) = self.nodes.get_mut(node) else { return };
        let (x, y) = (at.x - moved.at.x, at.y - moved.at.y);
        moved.at = at;
        let rank = |i: usize| self.nodes.get(i).map_or(0, |n| n.rank.unsigned_abs());
        for edge in self.edges.iter_mut().filter(|e| e.from == node || e.to == node) {
            let line = &mut edge.line;
            let last = line.points.len().saturating_sub(1);
            let own = edge.from == edge.to;
            for (i, p) in line.points.iter_mut().enumerate() {
                if own || i == 0 && edge.from == node || i == last && edge.to == node {
                    (p.x, p.y) = (p.x + x, p.y + y);
                }
            }
            if last > 1 {
                line.points.drain(1..last);
            }
            let outer = if rank(edge.from) > rank(edge.to) { edge.from } else { edge.to };
            if outer == node {
                (line.label_at.x, line.label_at.y) = (line.label_at.x + x, line.label_at.y + y);
            }
        }
    }

    /// The places and sizes of the nodes, for [`Drawing::arrange_new`].
    pub fn kept(&self) -> Vec<Kept> {
        self.nodes.iter().map(|n| Kept { key: n.key, at: n.at, size: n.size }).collect()
    }

    /// The index of a node in [`Drawing::nodes`]; for a name in a box, the index of the box.
    pub fn find(&self, key: NodeKey) -> Option<usize> {
        let named = |n: &DrawnNode| n.names.iter().any(|name| name.key == key);
        self.nodes.iter().position(|n| n.key == key).or_else(|| self.nodes.iter().position(named))
    }

    /// Left, top, right and bottom of all nodes.
    pub fn bounds(&self) -> (i32, i32, i32, i32) {
        let mut bounds = (i32::MAX, i32::MAX, i32::MIN, i32::MIN);
        for n in &self.nodes {
            let (w, h) = (n.size.0 / 2, n.size.1 / 2);
            bounds.0 = bounds.0.min(n.at.x - w);
            bounds.1 = bounds.1.min(n.at.y - h);
            bounds.2 = bounds.2.max(n.at.x + w);
            bounds.3 = bounds.3.max(n.at.y + h);
        }
        if self.nodes.is_empty() { (0, 0, 0, 0) } else { bounds }
    }
}

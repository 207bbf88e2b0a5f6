//! The Graph view: the types that a type contains, points to and is used by; or the calls and maps of a program.
//!
//! The desk builds the graph and computes its layout ([`desk::AskGraph`]). Its answer is a [`Drawing`], which the page only draws.
//! [`GraphView`] keeps what the person changed: settings, expanded nodes, the focused node.

mod find;
mod marks;
mod moves;
mod settings;
mod update;

use std::collections::BTreeMap;
use std::rc::Rc;

use btf::TypeId;

pub use picture::{Drawing, DrawnEdge, DrawnNode, Kept, Line, Point};
pub use relate::{NodeKey, Relation};
pub use text::cut;

pub use crate::msg::{Direction, GraphMsg, GraphSettings};
pub use marks::{along, marked};

use crate::ask::Ask;
use desk::FileId;
use desk::{AskGraph, GraphDrawn};
use model::program::Goes;
use model::words::{grouped, many};

/// The subject of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// A type.
    Type(TypeId),
    /// The functions, maps and helpers of a program.
    Program,
}

/// How many hidden nodes one click on "n more" adds.
const GROW: usize = 24;

/// The state of the Graph view.
#[derive(Clone, Debug, Default)]
pub struct GraphView {
    /// The file and the subject; none until the view was shown.
    pub subject: Option<(FileId, Subject)>,
    /// The settings: depths, limit, folding.
    pub settings: GraphSettings,
    /// The drawing, once the desk has made it.
    pub drawing: Option<Rc<Drawing>>,
    /// The focused node.
    pub focus: Option<NodeKey>,
    /// The name that was searched for last.
    pub search_text: String,
    /// A number that changes when the whole graph is laid out anew: the page then scrolls it into sight.
    pub whole: u32,
    /// For each node of a program, the place that it leads to.
    goes: Vec<Option<Goes>>,
    /// Nodes that the person expanded (true) or collapsed (false).
    nodes: BTreeMap<TypeId, bool>,
    /// For each node "n more", how many hidden nodes are shown in addition.
    grown: BTreeMap<NodeKey, usize>,
    /// Set when the graph must be drawn again; true: existing nodes stay where they are.
    redraw: Option<bool>,
    turn: u32,
    /// The number of the last request. The drawing is kept apart from the answer, because the person can move its nodes.
    ask: Ask<u32, ()>,
}

impl GraphView {
    /// Starts with another subject. Keeps settings and expanded nodes.
    pub(crate) fn set_subject(&mut self, file: FileId, subject: Subject) {
        let again = self.subject == Some((file, subject));
        if !again {
            self.drawing = None;
            self.focus = None;
            self.search_text.clear();
        }
        self.subject = Some((file, subject));
    }

    /// Forgets which nodes were expanded.
    pub(crate) fn forget_expanded(&mut self) {
        self.nodes.clear();
        self.grown.clear();
    }

    /// Whether a drawing is awaited.
    pub fn waits(&self) -> bool {
        self.ask.waits()
    }

    /// Why there is no drawing.
    pub fn problem(&self) -> Option<&str> {
        self.ask.problem()
    }

    /// The question to the desk. `along`: types to show even if not expanded; `keep`: existing nodes stay where they are.
    pub(crate) fn request(&self, along: Vec<TypeId>, keep: bool) -> Option<AskGraph> {
        let (file, of) = self.subject?;
        let kept = if keep { self.drawing.as_ref().map(|d| d.kept()).unwrap_or_default() } else { Vec::new() };
        Some(AskGraph {
            file,
            turn: self.turn,
            of: match of {
                Subject::Type(id) => Some(id),
                Subject::Program => None,
            },
            uses: self.settings.uses,
            used_by: self.settings.used_by,
            most: self.settings.most,
            folded: self.settings.folded,
            nodes: self.nodes.iter().map(|(&id, &open)| (id, open)).collect(),
            grown: self.grown.iter().map(|(&key, &more)| (key, more)).collect(),
            along,
            kept,
        })
    }

    /// Takes the desk's drawing.
    pub(crate) fn drawn(&mut self, answer: GraphDrawn) {
        if !self.ask.take(&answer.turn, ()) {
            return;
        }
        self.goes = answer.goes;
        let focus = self.focus.filter(|&key| answer.drawing.find(key).is_some());
        self.focus = focus.or(answer.drawing.nodes.first().map(|n| n.key));
        if answer.whole {
            self.whole += 1;
        }
        self.drawing = Some(Rc::new(answer.drawing));
    }

    /// Takes the desk's failure.
    pub(crate) fn failed(&mut self, turn: u32, why: String) {
        self.ask.fail(&turn, why);
    }

    /// Expands or collapses a node. Returns the notice, and whether the graph must be drawn again.
    pub(crate) fn toggle(&mut self, key: NodeKey) -> (String, bool) {
        let Some(node) = self.drawing.as_ref().and_then(|d| d.nodes.get(d.find(key)?)) else {
            return (String::new(), false);
        };
        let (label, open, more) = (node.label.clone(), node.open, node.more);
        match key {
            NodeKey::Type(id) if open => {
                self.nodes.insert(id, false);
                (format!("{label}: collapsed"), true)
            }
            NodeKey::Type(_) if more == 0 => (format!("{label}: nothing more to add"), false),
            NodeKey::Type(id) => {
                self.nodes.insert(id, true);
                (format!("{label}: expanded, {} more", grouped(more.into())), true)
            }
            NodeKey::MoreUses(of) | NodeKey::MoreUsers(of) => {
                self.grow(key, GROW);
                self.focus = Some(NodeKey::Type(of));
                (format!("{} of {} more", grouped(u64::from(more).min(GROW as u64)), grouped(more.into())), true)
            }
            NodeKey::Other(_) => (String::new(), false),
        }
    }

    fn grow(&mut self, key: NodeKey, by: usize) {
        let more = self.grown.entry(key).or_default();
        *more = more.saturating_add(by);
    }

    /// The place that a node of a program leads to.
    pub fn goes(&self, key: NodeKey) -> Option<&Goes> {
        match key {
            NodeKey::Other(at) => self.goes.get(at as usize)?.as_ref(),
            _ => None,
        }
    }

    /// The focused node.
    pub fn focused(&self) -> Option<&DrawnNode> {
        let drawing = self.drawing.as_ref()?;
        drawing.nodes.get(drawing.find(self.focus?)?)
    }

    /// Moves the focus. Returns whether it moved.
    pub(crate) fn step(&mut self, direction: Direction) -> bool {
        let Some(drawing) = &self.drawing else { return false };
        let from = self.focus.and_then(|key| drawing.find(key)).unwrap_or(0);
        let to = moves::step(drawing, from, direction).and_then(|i| drawing.nodes.get(i));
        let moved = to.is_some_and(|n| Some(n.key) != self.focus);
        if let Some(node) = to {
            self.focus = Some(node.key);
        }
        moved
    }

    /// Moves a node to where the person dragged it.
    pub(crate) fn move_to(&mut self, key: NodeKey, at: Point) {
        if let Some(drawing) = &mut self.drawing
            && let Some(node) = drawing.find(key)
        {
            Rc::make_mut(drawing).move_to(node, at);
        }
    }

    /// The text about a node, for screen readers and the line below the graph: name, size, its first edges, and what expanding adds.
    pub fn words(&self, at: usize) -> String {
        let Some((drawing, node)) = self.drawing.as_ref().and_then(|d| Some((d, d.nodes.get(at)?))) else {
            return String::new();
        };
        let mut out = node.label.clone();
        if !node.detail.is_empty() {
            out.push_str(" · ");
            out.push_str(&node.detail);
        }
        let other = |i: usize| drawing.nodes.get(i).map_or("", |n| n.label.as_str());
        let around = drawing.edges.iter().filter(|e| e.from == at || e.to == at);
        for (count, edge) in around.enumerate() {
            if count == 3 {
                out.push_str(" · …");
                break;
            }
            let names = if edge.label.is_empty() { String::new() } else { format!(" ({})", edge.label) };
            out.push_str(&match edge.to == at {
                true => format!(" · {} {} it{names}", other(edge.from), edge.relation.words()),
                false => format!(" · {} {}{names}", edge.relation.words(), other(edge.to)),
            });
        }
        if matches!(node.key, NodeKey::Type(_)) && node.more > 0 && !node.hub {
            out.push_str(&format!(" · Enter adds {}", grouped(node.more.into())));
        }
        out
    }

    /// The legend: folded hubs, the meaning of the lines, the keys.
    pub fn legend(&self) -> String {
        let how = match self.subject {
            Some((_, Subject::Program)) => "solid: calls · dashed: uses · arrows move between neighbours, Enter opens",
            _ => {
                "solid: embeds · dashed: points to, takes, returns · arrows move between neighbours, Enter expands, o opens"
            }
        };
        match self.hubs() {
            hubs if hubs.is_empty() => format!(" · {how}"),
            hubs => format!(" · hubs folded: {hubs} · {how}"),
        }
    }

    /// The names of the hubs that are shown and not expanded.
    fn hubs(&self) -> String {
        let nodes = self.drawing.as_ref().map(|d| d.nodes.as_slice()).unwrap_or_default();
        let names: Vec<&str> = nodes
            .iter()
            .filter(|n| n.hub && !n.label.contains('{'))
            .map(|n| n.label.trim_start_matches("struct "))
            .collect();
        names.join(", ")
    }

    /// `23 nodes, 31 edges`, and whether the limit was reached.
    pub fn count(&self) -> String {
        let Some(drawing) = &self.drawing else { return String::new() };
        let cut = if drawing.cut { " · limit reached: hidden nodes are only counted" } else { "" };
        format!("{}, {}{cut}", many(drawing.nodes.len() as u64, "node"), many(drawing.edges.len() as u64, "edge"))
    }
}

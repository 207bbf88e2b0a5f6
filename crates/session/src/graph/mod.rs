//! The Graph view: what a type holds and points to, and who uses it; or who calls what in a program.
//!
//! The desk builds the graph and places it ([`desk::AskGraph`]); what comes back is a [`Drawing`], which the page draws as it is.
//! [`GraphView`] is what a person did to it: settings, nodes that were expanded, the node that has the focus.

mod find;
mod marks;
mod moves;
mod settings;
mod update;

use std::collections::BTreeMap;
use std::rc::Rc;

use btf::TypeId;

pub use picture::{Drawing, DrawnEdge, DrawnNode, Kept, Line, Point, cut};
pub use relate::{NodeKey, Relation};

pub use marks::{along, marked};
pub use moves::Direction;
pub use settings::GraphSettings;

use crate::ask::Ask;
use desk::FileId;
use desk::{AskGraph, GraphDrawn};
use model::program::Goes;
use model::words::{grouped, many};

/// What a graph is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// A type.
    Type(TypeId),
    /// The functions, maps and helpers of a program.
    Program,
}

/// How many more are shown when a node that counts is expanded.
const GROW: usize = 24;

/// The Graph view.
#[derive(Clone, Debug, Default)]
pub struct GraphView {
    /// Of which file, and of what; none until it was shown.
    pub subject: Option<(FileId, Subject)>,
    /// Depths, limit, folding.
    pub settings: GraphSettings,
    /// What is drawn, once the desk made it.
    pub drawing: Option<Rc<Drawing>>,
    /// The node that has the focus.
    pub focus: Option<NodeKey>,
    /// The name that was looked for last.
    pub sought: String,
    /// Another number when the whole was laid out anew: then it is to be brought into sight.
    pub whole: u32,
    /// Where the nodes of a program lead.
    goes: Vec<Option<Goes>>,
    /// Nodes that a person expanded (true) or collapsed (false).
    nodes: BTreeMap<TypeId, bool>,
    /// Of nodes that count, how many more are shown.
    grown: BTreeMap<NodeKey, usize>,
    /// It is to be drawn, and whether nodes that are there stay where they are.
    redraw: Option<bool>,
    turn: u32,
    /// Which request the drawing is the answer to. The drawing is not in it: nodes are moved by hand.
    ask: Ask<u32, ()>,
}

/// What happens to the view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GraphMsg {
    /// Other depths, another limit, folded or not, as a table or not.
    Settings(GraphSettings),
    /// This node has the focus.
    Focus(NodeKey),
    /// The first node that is called so has the focus; with a number, the next one (1) or the one before (-1).
    Find(String, i32),
    /// The focus moves.
    Step(Direction),
    /// Expand this node, or collapse it; of a node that counts, show more of what it counts.
    Toggle(NodeKey),
    /// Go to what this node is.
    Open(NodeKey),
    /// Lay the whole out again.
    Again,
    /// A node was moved by hand: its middle.
    Move(NodeKey, Point),
    /// Select the member that this edge stands for.
    Edge(usize),
}

impl GraphView {
    /// Begins with another subject. What was expanded is forgotten, what was set is not.
    pub(crate) fn begin(&mut self, file: FileId, subject: Subject) {
        let again = self.subject == Some((file, subject));
        if !again {
            self.drawing = None;
            self.focus = None;
            self.sought.clear();
        }
        self.subject = Some((file, subject));
    }

    /// Forgets what was expanded.
    pub(crate) fn forget(&mut self) {
        self.nodes.clear();
        self.grown.clear();
    }

    /// Whether the desk was asked and has not answered.
    pub fn waits(&self) -> bool {
        self.ask.waits()
    }

    /// Why there is no drawing.
    pub fn problem(&self) -> Option<&str> {
        self.ask.problem()
    }

    /// What to ask the desk. Nodes that are there stay where they are when `keep` says so.
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

    /// The desk's answer.
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

    /// The desk has none.
    pub(crate) fn failed(&mut self, turn: u32, why: String) {
        self.ask.fail(&turn, why);
    }

    /// Expands or collapses a node; what is said of it, and whether there is something to ask.
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

    /// Where a node of a program leads.
    pub fn goes(&self, key: NodeKey) -> Option<&Goes> {
        match key {
            NodeKey::Other(at) => self.goes.get(at as usize)?.as_ref(),
            _ => None,
        }
    }

    /// The node that has the focus.
    pub fn focused(&self) -> Option<&DrawnNode> {
        let drawing = self.drawing.as_ref()?;
        drawing.nodes.get(drawing.find(self.focus?)?)
    }

    /// Moves the focus; whether it moved.
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

    /// Moves a node by hand.
    pub(crate) fn move_to(&mut self, key: NodeKey, at: Point) {
        if let Some(drawing) = &mut self.drawing
            && let Some(node) = drawing.find(key)
        {
            Rc::make_mut(drawing).move_to(node, at);
        }
    }

    /// What a screen reader says of a node, and the line below the graph: name, size, how it hangs together with the others, what
    /// expanding it adds.
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

    /// What the lines mean and what keys do, after the hubs that are folded.
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

    /// The hubs that are shown and not expanded, by name.
    fn hubs(&self) -> String {
        let nodes = self.drawing.as_ref().map(|d| d.nodes.as_slice()).unwrap_or_default();
        let names: Vec<&str> = nodes
            .iter()
            .filter(|n| n.hub && !n.label.contains('{'))
            .map(|n| n.label.trim_start_matches("struct "))
            .collect();
        names.join(", ")
    }

    /// How much is shown: `23 nodes, 31 edges`, and whether it is not all.
    pub fn count(&self) -> String {
        let Some(drawing) = &self.drawing else { return String::new() };
        let cut = if drawing.cut { " · limit reached: hidden nodes are only counted" } else { "" };
        format!("{}, {}{cut}", many(drawing.nodes.len() as u64, "node"), many(drawing.edges.len() as u64, "edge"))
    }
}

//! The Graph view: the types that a type contains, points to and is used by; or the calls and maps of a program.
//!
//! The desk builds the graph and computes its layout ([`desk::AskGraph`]). Its answer is a [`Drawing`], which the page
//! only draws. [`GraphView`] keeps what the person changed: settings, expanded nodes, the focused node.

mod find;
mod marks;
mod moves;
mod settings;
mod update;
mod words;

use std::collections::BTreeMap;
use std::rc::Rc;

use btf::TypeId;

pub use picture::{Drawing, DrawnEdge, DrawnNode, Kept, Line, Point};
pub use relate::{NodeKey, Relation};
pub use text::cut;

pub use crate::msg::{Direction, GraphMsg, GraphSettings};
pub use marks::{along, marked};

use crate::ask::Ask;
use crate::seen::Seen;
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
    /// A number that changes when the whole graph is laid out anew; the page then scrolls the graph into view.
    pub whole: u32,
    /// For each node of a program, where opening it leads.
    goes: Vec<Option<Goes>>,
    /// Nodes that the person expanded (true) or collapsed (false).
    nodes: BTreeMap<TypeId, bool>,
    /// For each node "n more", how many hidden nodes are shown in addition.
    grown: BTreeMap<NodeKey, usize>,
    /// Boxes whose names are listed, in the order in which they were opened.
    listed: Vec<NodeKey>,
    /// Set if the graph must be drawn again; true if nodes that exist stay where they are.
    redraw: Option<bool>,
    turn: u32,
    /// The number of the last question. The answer is empty: the drawing is in `drawing`, because the person can move
    /// its nodes.
    ask: Ask<u32, ()>,
}

impl GraphView {
    /// Forgets which nodes were expanded or collapsed, how many hidden nodes were added, and which boxes list their
    /// names.
    pub(crate) fn forget_expanded(&mut self) {
        self.nodes.clear();
        self.grown.clear();
        self.listed.clear();
    }

    /// Whether a drawing is awaited.
    pub fn waits(&self) -> bool {
        self.ask.waits()
    }

    /// Why there is no drawing.
    pub fn problem(&self) -> Option<&str> {
        self.ask.problem()
    }

    /// The question to the desk; none without a subject. Types on the path to the selected member are always shown.
    /// `keep`: whether nodes that exist stay where they are.
    pub(crate) fn ask(&self, keep: bool, seen: &Seen) -> Option<AskGraph> {
        let (file, of) = self.subject?;
        let along = seen.file().and_then(|f| Some(along(&f.btf, f.look.selection.as_ref()?))).unwrap_or_default();
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
            // The table lists every edge, so it has no boxes.
            boxed: self.settings.boxed && !self.settings.table,
            listed: self.listed.clone(),
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

    /// Expands or collapses a node. Returns the notice, and whether the graph must be drawn again.
    pub(crate) fn toggle(&mut self, key: NodeKey) -> (String, bool) {
        let Some(node) = self.drawing.as_ref().and_then(|d| d.nodes.get(d.find(key)?)) else {
            return (String::new(), false);
        };
        let (mut label, mut open, mut more) = (node.label.clone(), node.open, node.more);
        let in_box = node.names.iter().find(|name| name.key == key);
        if let Some(name) = in_box {
            (label, open, more) = (name.label.clone(), false, name.more);
        }
        match key {
            NodeKey::Type(id) if open => {
                self.nodes.insert(id, false);
                (format!("{label}: collapsed"), true)
            }
            NodeKey::Type(_) if more == 0 && in_box.is_none() => (format!("{label}: nothing more to add"), false),
            NodeKey::Type(id) => {
                self.nodes.insert(id, true);
                (format!("{label}: expanded, {} more", grouped(more.into())), true)
            }
            NodeKey::MoreUses(of) | NodeKey::MoreUsers(of) => {
                self.grow(key, GROW);
                self.focus = Some(NodeKey::Type(of));
                let (more, most) = (u64::from(more), GROW as u64);
                let most = if more <= most + 1 { more } else { most };
                (format!("Showing up to {} of {}", grouped(most), many(more, "hidden type")), true)
            }
            NodeKey::Box(..) if open => {
                self.listed.retain(|listed| *listed != key);
                (format!("{label}: folded"), true)
            }
            NodeKey::Box(..) => {
                self.listed.push(key);
                (format!("{label}: {} listed", many(more.into(), "name")), true)
            }
            NodeKey::Other(_) => (String::new(), false),
        }
    }

    fn grow(&mut self, key: NodeKey, by: usize) {
        let more = self.grown.entry(key).or_default();
        *more = more.saturating_add(by);
    }

    /// Where opening a node of a program leads.
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
        let from = self.focus.or(drawing.nodes.first().map(|n| n.key));
        let to = from.and_then(|from| moves::step(drawing, from, direction));
        let moved = to.is_some() && to != self.focus;
        self.focus = to.or(self.focus);
        moved
    }

    /// Moves the focus one step out: from a name to its box, from an open box to the folded box. Returns the notice,
    /// which is empty unless a box was folded; none if there is no box to leave.
    pub(crate) fn leave(&mut self) -> Option<String> {
        let (key, is_open) = self.focused().map(|n| (n.key, n.is_box() && n.open))?;
        if self.focus != Some(key) {
            self.focus = Some(key);
            return Some(String::new());
        }
        is_open.then(|| self.toggle(key).0)
    }

    /// Whether Escape does something: the focus is on an open box, or on a name in it.
    pub fn is_inside(&self) -> bool {
        self.focused().is_some_and(|n| n.is_box() && n.open)
    }

    /// Moves a node to the place to which the person dragged it.
    pub(crate) fn move_to(&mut self, key: NodeKey, at: Point) {
        if let Some(drawing) = &mut self.drawing
            && let Some(node) = drawing.find(key)
        {
            Rc::make_mut(drawing).move_to(node, at);
        }
    }
}

//! The question for a graph, built around a type or of a program, with its layout.

use btf::TypeId;
use model::program::Goes;
use picture::{Drawing, Kept};
use relate::NodeKey;
use wire::Wire;

use crate::FileId;
use crate::question::Question;

/// Draw a graph.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskGraph {
    /// The file.
    pub file: FileId,
    /// The number of the request; the answer repeats it.
    pub turn: u32,
    /// The type to build the graph around; none for the functions, maps and helpers of the program.
    pub of: Option<TypeId>,
    /// How many edges deep to follow the types that the subject uses.
    pub uses: u32,
    /// How many edges deep to follow the users of the subject.
    pub used_by: u32,
    /// How many types are shown, at most, without those that the person's choices add.
    pub most: usize,
    /// Whether qualifiers, typedefs, pointers and anonymous members are skipped.
    pub folded: bool,
    /// Nodes that the person expanded (true) or collapsed (false).
    pub nodes: Vec<(TypeId, bool)>,
    /// For each node "n more", how many hidden nodes are shown in addition.
    pub grown: Vec<(NodeKey, usize)>,
    /// Whether many nodes are collected into boxes.
    pub boxed: bool,
    /// Boxes that list the names of their types.
    pub listed: Vec<NodeKey>,
    /// Types that are shown and expanded wherever they occur: the types on the path to the selected member.
    pub along: Vec<TypeId>,
    /// The nodes on the screen, with their places; the new graph keeps these places. But the whole graph is laid out
    /// anew if this list is empty, or if one of the two graphs has boxes and their nodes are not the same.
    pub kept: Vec<Kept>,
}

/// A graph with its layout.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct GraphDrawn {
    /// The number of the request.
    pub turn: u32,
    /// The graph.
    pub drawing: Drawing,
    /// For each node of a program, where a click on it leads; indexed by the number in [`NodeKey::Other`].
    pub goes: Vec<Option<Goes>>,
    /// Whether the whole graph was laid out anew.
    pub whole: bool,
}

impl Question for AskGraph {
    type Answer = GraphDrawn;
    const DOING: &'static str = "drawing the graph";

    fn files(&self) -> Vec<FileId> {
        vec![self.file]
    }
}

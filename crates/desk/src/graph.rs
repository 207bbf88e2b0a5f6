//! Graphs: built around a type, or of a program, and placed.

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
    /// Of which file.
    pub file: FileId,
    /// The number of the request, which distinguishes answers.
    pub turn: u32,
    /// Around this type; none for the functions, maps and helpers of the program.
    pub of: Option<TypeId>,
    /// Steps to what the type uses.
    pub uses: u32,
    /// Steps to those that use it.
    pub used_by: u32,
    /// At most so many types.
    pub most: usize,
    /// Looks through qualifiers, typedefs, pointers and anonymous members.
    pub folded: bool,
    /// Nodes that were expanded (or collapsed) by hand.
    pub nodes: Vec<(TypeId, bool)>,
    /// How many more are shown of what a node counts.
    pub grown: Vec<(NodeKey, usize)>,
    /// Types that are shown and expanded wherever they are met.
    pub along: Vec<TypeId>,
    /// Nodes that stay where they are. Without any, the whole is laid out.
    pub kept: Vec<Kept>,
}

/// A graph, drawn.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct GraphDrawn {
    /// To which request.
    pub turn: u32,
    /// The graph.
    pub drawing: Drawing,
    /// Where the nodes of a program lead: by the number of [`NodeKey::Other`].
    pub goes: Vec<Option<Goes>>,
    /// The whole was laid out.
    pub whole: bool,
}

impl Question for AskGraph {
    type Answer = GraphDrawn;
    const DOING: &'static str = "drawing the graph";

    fn files(&self) -> Vec<FileId> {
        vec![self.file]
    }
}

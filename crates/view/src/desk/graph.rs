//! Graphs: built around a type, or of a program, and placed.

use btf::TypeId;
use place::Layered;
use relate::{Drawing, Expansion, GraphOptions, Kept, NodeKey, Users, build};
use wire::wire;

use super::{Answer, Desk, program};
use crate::file::FileId;
use crate::program::Goes;
use crate::session::Problem;

/// Draw a graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskGraph {
    /// Of which file.
    pub file: FileId,
    /// Tells answers apart.
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
wire!(struct AskGraph { file, turn, of, uses, used_by, most, folded, nodes, grown, along, kept });

/// A graph, drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
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
wire!(struct GraphDrawn { turn, drawing, goes, whole });

pub(super) fn graph(desk: &Desk, ask: &AskGraph) -> Result<Answer, Box<Problem>> {
    let (drawing, goes) = drawn(desk, ask)?;
    Ok(Answer::Graph(GraphDrawn { turn: ask.turn, drawing, goes, whole: ask.kept.is_empty() }))
}

/// The drawing, and where the nodes of a program lead.
pub(super) fn drawn(desk: &Desk, ask: &AskGraph) -> Result<(Drawing, Vec<Option<Goes>>), Box<Problem>> {
    let file = desk.file(ask.file)?;
    let (mut drawing, goes) = match ask.of {
        Some(of) => {
            let users = file.users.get_or_init(|| Users::new(&file.btf));
            let expansion = |open| if open { Expansion::Expanded } else { Expansion::Collapsed };
            let options = GraphOptions {
                uses: ask.uses,
                used_by: ask.used_by,
                most: ask.most,
                folded: ask.folded,
                nodes: ask.nodes.iter().map(|&(id, open)| (id, expansion(open))).collect(),
                grown: ask.grown.iter().copied().collect(),
                along: ask.along.iter().copied().collect(),
                ..GraphOptions::default()
            };
            (Drawing::new(&build(&file.btf, users, of, &options)), Vec::new())
        }
        None => program::program(file)?.calls(),
    };
    match ask.kept.is_empty() {
        true => drawing.arrange(&Layered),
        false => drawing.arrange_new(&ask.kept),
    }
    Ok((drawing, goes))
}

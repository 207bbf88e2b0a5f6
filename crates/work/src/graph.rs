//! Building graphs, around a type or of a program, with their layout.

use desk::AskGraph;
use desk::GraphDrawn;
use desk::Problem;
use model::program::Goes;
use picture::{Columns, Drawing};
use place::Layered;
use relate::{BoxOptions, Expansion, GraphOptions, NodeKey, boxed, build};

use crate::{Desk, Work};

impl Work for AskGraph {
    fn answer(&self, desk: &Desk) -> Result<GraphDrawn, Box<Problem>> {
        let (drawing, goes, whole) = drawn(desk, self)?;
        Ok(GraphDrawn { turn: self.turn, drawing, goes, whole })
    }
}

/// How many users of each node are looked at, at most, when nodes are collected into boxes. Many types have thousands
/// of users.
const USERS: usize = 60;

/// The drawing; for each node of a program, the place that it leads to; and whether the drawing was laid out anew.
type Drawn = (Drawing, Vec<Option<Goes>>, bool);

/// Builds a graph and lays it out.
pub(crate) fn drawn(desk: &Desk, ask: &AskGraph) -> Result<Drawn, Box<Problem>> {
    let file = desk.file(ask.file)?;
    let (mut drawing, goes) = match ask.of {
        Some(of) => {
            let users = file.users();
            let expansion = |open| if open { Expansion::Expanded } else { Expansion::Collapsed };
            let plain = GraphOptions::default();
            let options = GraphOptions {
                uses: ask.uses,
                used_by: ask.used_by,
                most: ask.most,
                // A box has room for all neighbours. Without boxes, a node "n more" stands for most of them.
                most_uses: if ask.boxed { ask.most } else { plain.most_uses },
                most_users: if ask.boxed { USERS } else { plain.most_users },
                folded: ask.folded,
                nodes: ask.nodes.iter().map(|&(id, open)| (id, expansion(open))).collect(),
                grown: ask.grown.iter().copied().collect(),
                along: ask.along.iter().copied().collect(),
            };
            let mut graph = build(&file.btf, users, of, &options);
            if ask.boxed {
                let by_hand = ask.nodes.iter().filter(|(_, open)| *open).map(|&(id, _)| id);
                let alone = by_hand.chain(ask.along.iter().copied()).collect();
                let open = ask.listed.iter().copied().collect();
                graph = boxed(&graph, &BoxOptions { open, alone, ..BoxOptions::default() });
            }
            (Drawing::new(&graph), Vec::new())
        }
        None => file.program()?.calls(),
    };
    // Boxes change their sizes and the types in them, so a drawing with boxes keeps its places only if it has the same
    // nodes.
    let is_boxed = drawing.is_boxed() || ask.kept.iter().any(|k| matches!(k.key, NodeKey::Box(..)));
    let whole = ask.kept.is_empty() || is_boxed && !drawing.is_like(&ask.kept);
    match (whole, drawing.is_boxed()) {
        (true, true) => drawing.arrange(&Columns),
        (true, false) => drawing.arrange(&Layered),
        (false, _) => drawing.arrange_new(&ask.kept),
    }
    Ok((drawing, goes, whole))
}

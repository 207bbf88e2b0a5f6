//! Building graphs, around a type or of a program, with their layout.

use desk::AskGraph;
use desk::GraphDrawn;
use desk::Problem;
use model::program::Goes;
use picture::Drawing;
use place::Layered;
use relate::{Expansion, GraphOptions, build};

use crate::{Desk, Work};

impl Work for AskGraph {
    fn answer(&self, desk: &Desk) -> Result<GraphDrawn, Box<Problem>> {
        let (drawing, goes) = drawn(desk, self)?;
        Ok(GraphDrawn { turn: self.turn, drawing, goes, whole: self.kept.is_empty() })
    }
}

/// The drawing, and for each node of a program the place that it leads to.
pub(crate) fn drawn(desk: &Desk, ask: &AskGraph) -> Result<(Drawing, Vec<Option<Goes>>), Box<Problem>> {
    let file = desk.file(ask.file)?;
    let (mut drawing, goes) = match ask.of {
        Some(of) => {
            let users = file.users();
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
        None => file.program()?.calls(),
    };
    match ask.kept.is_empty() {
        true => drawing.arrange(&Layered),
        false => drawing.arrange_new(&ask.kept),
    }
    Ok((drawing, goes))
}

//! Pictures to save.

use std::sync::Arc;

use wire::wire;

use super::{Answer, AskGraph, Desk, graph, problem};
use crate::picture::PictureOf;
use crate::session::Problem;

/// An SVG file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The name to save it under.
    pub name: String,
    /// The file.
    pub svg: Arc<[u8]>,
    /// A PNG is to be made of it.
    pub png: bool,
}
wire!(struct Picture { name, svg, png });

pub(super) fn picture(desk: &Desk, of: &PictureOf) -> Result<Answer, Box<Problem>> {
    let file = desk.file(of.file)?;
    let drawn = |ask: &AskGraph| Some(graph::drawn(desk, ask).ok()?.0);
    let svg = of.draw(&file.btf, &drawn).ok_or_else(|| Box::new(problem(&file.name, "There is nothing to draw.")))?;
    let svg = svg.into_bytes().into();
    Ok(Answer::Picture(Picture { name: of.file_name(), svg, png: of.png }))
}

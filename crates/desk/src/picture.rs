//! Pictures to save.

use std::sync::Arc;

use model::picture::Frame;
use model::picture::TypePicture;
use wire::wire;

use crate::AskGraph;
use crate::FileId;

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

/// What a picture shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// A graph, with its nodes where they were moved to.
    Graph(AskGraph),
    /// A type.
    Type(TypePicture),
}
wire!(
    enum What {
        Graph(ask),
        Type(picture),
    }
);

/// Draw a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PictureOf {
    /// Of which file.
    pub file: FileId,
    /// Of what.
    pub what: What,
    /// What stands around it, and its colours.
    pub frame: Frame,
    /// As PNG: the desk writes an SVG, the page makes the other of it.
    pub png: bool,
}
wire!(struct PictureOf { file, what, frame, png });

//! Pictures to save.

use std::sync::Arc;

use model::picture::Frame;
use model::picture::TypePicture;
use wire::Wire;

use crate::AskGraph;
use crate::FileId;
use crate::question::Question;

/// An SVG file.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Picture {
    /// The name to save it under.
    pub name: String,
    /// The file.
    pub svg: Arc<[u8]>,
    /// A PNG is to be made of it.
    pub png: bool,
}

/// What a picture shows.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub enum What {
    /// A graph, with its nodes where they were moved to.
    Graph(AskGraph),
    /// A type.
    Type(TypePicture),
}

/// Draw a picture.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
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

impl Question for PictureOf {
    type Answer = Picture;
    const DOING: &'static str = "drawing the picture";

    fn files(&self) -> Vec<FileId> {
        vec![self.file]
    }
}

//! The question for a picture to save.

use std::sync::Arc;

use model::picture::Frame;
use model::picture::TypePicture;
use wire::Wire;

use crate::AskGraph;
use crate::FileId;
use crate::question::Question;

/// A picture, as an SVG file.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Picture {
    /// The name to save it under.
    pub name: String,
    /// The bytes of the SVG file.
    pub svg: Arc<[u8]>,
    /// Whether the page must convert the SVG to PNG.
    pub png: bool,
}

/// The subject of a picture.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub enum What {
    /// A graph, with its nodes where the person moved them.
    Graph(AskGraph),
    /// A type.
    Type(TypePicture),
}

/// Draw a picture.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct PictureOf {
    /// The file.
    pub file: FileId,
    /// The subject.
    pub what: What,
    /// Title, source line and theme.
    pub frame: Frame,
    /// Whether a PNG is wanted: the desk writes an SVG, which the page converts.
    pub png: bool,
}

impl Question for PictureOf {
    type Answer = Picture;
    const DOING: &'static str = "drawing the picture";

    fn files(&self) -> Vec<FileId> {
        vec![self.file]
    }
}

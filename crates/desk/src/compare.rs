//! Questions that compare two files.

use btf::TypeId;
use wire::Wire;

use crate::FileId;
use crate::Pair;
use crate::Printed;
use crate::question::{Lane, Question, Topic};
use model::compare::{Changes, Sides};

/// Compare a type with a type of another file.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct AskSides {
    /// The file that has the type `of`: one of the two files of the pair.
    pub file: FileId,
    /// The type.
    pub of: TypeId,
    /// The two files.
    pub pair: Pair,
    /// The type of the other file; `None` for its type of the same name and kind.
    pub against: Option<TypeId>,
    /// Whether a part is compared with the part at the same byte, value or index, instead of with the part of the same
    /// name.
    pub by_place: bool,
}

/// Write all differences between two files.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct SaveChanges {
    /// The two files.
    pub pair: Pair,
    /// Whether to write JSON instead of text.
    pub json: bool,
    /// The name of the file to save.
    pub save_as: String,
}

impl Question for AskSides {
    type Answer = Box<Sides>;
    const DOING: &'static str = "comparing the types";

    fn files(&self) -> Vec<FileId> {
        self.pair.files()
    }
}

/// Compare all types of two files.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Wire)]
pub struct AskChanges {
    /// The two files.
    pub pair: Pair,
}

impl Question for AskChanges {
    type Answer = Changes;
    const DOING: &'static str = "comparing all types";
    const LONG: bool = true;

    fn files(&self) -> Vec<FileId> {
        self.pair.files()
    }
}

impl Question for SaveChanges {
    type Answer = Printed;
    const DOING: &'static str = "printing";

    fn files(&self) -> Vec<FileId> {
        self.pair.files()
    }

    fn lane(&self, _: Topic) -> Lane {
        Topic::Print.into()
    }
}

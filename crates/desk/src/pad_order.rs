//! The question to put the members of a struct of the scratch pad in another order.

use crate::FileId;
use crate::question::Question;
use model::pad::{PadOrder, PadTarget};
use wire::Wire;

/// Put the declarations of a source in another order.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct OrderPad {
    /// The number of the request.
    pub turn: u32,
    /// The source. It compiles to a blob, but may have errors.
    pub text: String,
    /// The machine to compile for.
    pub target: PadTarget,
    /// The move to make. Its type id is from the blob that the source is compiled to.
    pub order: PadOrder,
}

/// The source in its new order.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct OrderedPad {
    /// The new source; the old one if there is nothing to move, or if the move is not possible.
    pub text: String,
    /// The struct after the move (bytes, lost bytes, cache lines), or why nothing is moved, in a sentence or two.
    pub says: String,
    /// Whether the person asked for something that cannot be done.
    pub refused: bool,
}

impl Question for OrderPad {
    type Answer = OrderedPad;
    const DOING: &'static str = "moving members";
    const FIRST: bool = true;

    fn files(&self) -> Vec<FileId> {
        vec![]
    }
}

//! The scratch pad's source, compiled.

use std::sync::Arc;

use crate::FileId;
use crate::question::Question;
use model::pad::{PadMark, PadPlace, PadTarget};
use wire::Wire;

/// Where a source comes from.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub enum PadSource {
    /// What is in the pad at first.
    Example,
    /// It was typed.
    Typed(String),
    /// It was in a link, packed.
    Packed(String),
}

/// Compile a source.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct CompilePad {
    /// The number of the request, which comes back with the answer.
    pub turn: u32,
    /// Which.
    pub source: PadSource,
    /// What for.
    pub target: PadTarget,
}

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct CompiledPad {
    /// To which request.
    pub turn: u32,
    /// The source itself.
    pub text: String,
    /// The source for a link ([`share::pack`]).
    pub packed: String,
    /// It was typed: the pad has it.
    pub typed: bool,
    /// What it was compiled for.
    pub target: PadTarget,
    /// The blob; one without types when the source as a whole cannot be read.
    pub blob: Arc<[u8]>,
    /// It cannot.
    pub failed: bool,
    /// What there is to say.
    pub marks: Vec<PadMark>,
    /// Where things are declared.
    pub places: Vec<PadPlace>,
}

impl Question for CompilePad {
    type Answer = Box<CompiledPad>;
    const DOING: &'static str = "compiling the scratch pad";

    fn files(&self) -> Vec<FileId> {
        vec![]
    }
}

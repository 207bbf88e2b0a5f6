//! The scratch pad's source, compiled.

use std::sync::Arc;

use model::pad::{PadMark, PadPlace, PadTarget};
use wire::wire;

/// Where a source comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PadSource {
    /// What is in the pad at first.
    Example,
    /// It was typed.
    Typed(String),
    /// It was in a link, packed.
    Packed(String),
}
wire!(
    enum PadSource {
        Example,
        Typed(text),
        Packed(text),
    }
);

/// Compile a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompilePad {
    /// The number of the request, which comes back with the answer.
    pub turn: u32,
    /// Which.
    pub source: PadSource,
    /// What for.
    pub target: PadTarget,
}
wire!(struct CompilePad { turn, source, target });

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
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
wire!(struct CompiledPad { turn, text, packed, typed, target, blob, failed, marks, places });

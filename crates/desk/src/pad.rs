//! The question to compile the scratch pad's source.

use std::sync::Arc;

use crate::FileId;
use crate::question::Question;
use model::pad::{PadMark, PadPlace, PadTarget};
use wire::Wire;

/// Where a source comes from.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub enum PadSource {
    /// The example that a new pad shows.
    Example,
    /// The person typed it.
    Typed(String),
    /// A link has it, packed.
    Packed(String),
}

/// Compile a source.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct CompilePad {
    /// The number of the request; the answer repeats it.
    pub turn: u32,
    /// The source.
    pub source: PadSource,
    /// The machine to compile for.
    pub target: PadTarget,
}

/// A compiled source.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct CompiledPad {
    /// The number of the request.
    pub turn: u32,
    /// The source.
    pub text: String,
    /// The source packed for a link ([`share::pack`]).
    pub packed: String,
    /// Whether the person typed the source, so that the editor has it already.
    pub typed: bool,
    /// The machine that the source was compiled for.
    pub target: PadTarget,
    /// The blob; if `failed`, a blob without types.
    pub blob: Arc<[u8]>,
    /// The bytes that the source gives, even if they are not valid BTF; none if the source is C.
    pub written: Option<Arc<[u8]>>,
    /// Whether the source could not be parsed at all.
    pub failed: bool,
    /// Why readers reject the bytes in `written`, with the place of the first fault; none if they accept the bytes, or
    /// if the source is C.
    pub stops: Option<String>,
    /// Errors and notes.
    pub marks: Vec<PadMark>,
    /// The lines of declarations.
    pub places: Vec<PadPlace>,
}

impl Question for CompilePad {
    type Answer = Box<CompiledPad>;
    const DOING: &'static str = "compiling the scratch pad";

    fn files(&self) -> Vec<FileId> {
        vec![]
    }
}

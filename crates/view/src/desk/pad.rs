//! The scratch pad's source, compiled.

use std::sync::Arc;

use scratch::{Bits, Part, Severity, Target};
use wire::wire;

use super::Answer;
use crate::pad::{PadMark, PadPlace, PadTarget};
use crate::session::Problem;

/// What is in the pad at first.
const EXAMPLE: &str = include_str!("pad_example.c");

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
    /// Which.
    pub source: PadSource,
    /// What for.
    pub target: PadTarget,
}
wire!(struct CompilePad { source, target });

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompiledPad {
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
wire!(struct CompiledPad { text, packed, typed, target, blob, failed, marks, places });

pub(super) fn compile(request: &CompilePad) -> Result<Answer, Box<Problem>> {
    let text = match &request.source {
        PadSource::Example => EXAMPLE.to_owned(),
        PadSource::Typed(text) => text.clone(),
        PadSource::Packed(text) => crate::share::unpack_text(text)?,
    };
    let target = Target {
        bits: if request.target.wide { Bits::B64 } else { Bits::B32 },
        endian: if request.target.big { btf::Endian::Big } else { btf::Endian::Little },
    };
    let compiled = scratch::compile(&text, target);
    let failed = compiled.blob.is_none();
    let blob = compiled.blob.or_else(|| scratch::compile("", target).blob).unwrap_or_default();
    let mark = |m: scratch::Mark| PadMark {
        error: m.severity == Severity::Error,
        line: m.line,
        column: m.column,
        range: m.range,
        message: m.message,
    };
    let starts: Vec<u32> = text.bytes().zip(1u32..).filter(|(b, _)| *b == b'\n').map(|(_, next)| next).collect();
    let place = |p: &scratch::Placed| PadPlace {
        id: p.id,
        item: match p.part {
            Part::Whole => None,
            Part::Member(i) | Part::Enumerator(i) => Some(i),
        },
        line: starts.partition_point(|start| *start <= p.range.start) as u32 + 1,
    };
    Ok(Answer::Pad(Box::new(CompiledPad {
        packed: ::share::pack(text.as_bytes()),
        typed: matches!(request.source, PadSource::Typed(_)),
        target: request.target,
        blob: blob.into(),
        failed,
        marks: compiled.marks.into_iter().map(mark).collect(),
        places: compiled.places.iter().map(place).collect(),
        text,
    })))
}

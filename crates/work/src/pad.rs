//! Compiling the scratch pad's source.

use desk::CompilePad;
use desk::CompiledPad;
use desk::PadSource;
use desk::Problem;
use model::pad::examples::EXAMPLES;
use model::pad::{PadMark, PadPlace, PadTarget};
use scratch::{Bits, Part, Severity, Target};

use crate::{Desk, Work, pad_bytes};

/// The compiler's target for one of the page's choices.
pub(crate) fn target(target: PadTarget) -> Target {
    Target {
        bits: if target.wide { Bits::B64 } else { Bits::B32 },
        endian: if target.big { btf::Endian::Big } else { btf::Endian::Little },
    }
}

/// A compiled source.
pub(crate) struct Source {
    /// The blob; none if the source as a whole cannot be read.
    pub blob: Option<Vec<u8>>,
    /// Why readers reject the blob, if the source is bytes; none if they accept it.
    pub stops: Option<String>,
    pub marks: Vec<PadMark>,
    pub places: Vec<PadPlace>,
}

/// Compiles C. `line` gives the line of an offset in the text.
fn compiled(text: &str, to: PadTarget, line: impl Fn(u32) -> u32) -> Source {
    let compiled = scratch::compile(text, target(to));
    let mark = |m: scratch::Mark| PadMark {
        error: m.severity == Severity::Error,
        line: m.line,
        column: m.column,
        range: m.range,
        message: m.message,
    };
    let place = |p: &scratch::Declared| PadPlace {
        id: p.id,
        item: match p.part {
            Part::Whole => None,
            Part::Member(i) | Part::Enumerator(i) => Some(i),
        },
        line: line(p.range.start),
    };
    let places = compiled.declared.iter().map(place).collect();
    Source { blob: compiled.blob, stops: None, marks: compiled.marks.into_iter().map(mark).collect(), places }
}

impl Work for CompilePad {
    fn answer(&self, _: &Desk) -> Result<Box<CompiledPad>, Box<Problem>> {
        let text = match &self.source {
            PadSource::Example => EXAMPLES.first().map(|e| e.text.to_owned()).unwrap_or_default(),
            PadSource::Typed(text) => text.clone(),
            PadSource::Packed(text) => desk::carried::unpack_text(text)?,
        };
        let starts: Vec<u32> = text.bytes().zip(1u32..).filter(|(b, _)| *b == b'\n').map(|(_, next)| next).collect();
        let line = |at: u32| starts.partition_point(|start| *start <= at) as u32 + 1;
        let (source, written) = match self.target.bytes {
            true => {
                let written = pad_bytes::read(&text, line);
                (written.0, Some(written.1))
            }
            false => (compiled(&text, self.target, line), None),
        };
        let failed = source.blob.is_none();
        let none = || scratch::compile("", target(self.target)).blob.unwrap_or_default();
        Ok(Box::new(CompiledPad {
            turn: self.turn,
            packed: ::share::pack(text.as_bytes()),
            typed: matches!(self.source, PadSource::Typed(_)),
            target: self.target,
            blob: source.blob.unwrap_or_else(none).into(),
            written,
            failed,
            stops: source.stops,
            marks: source.marks,
            places: source.places,
            text,
        }))
    }
}

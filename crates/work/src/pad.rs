//! Compiling the scratch pad's source.

use desk::CompilePad;
use desk::CompiledPad;
use desk::PadSource;
use desk::Problem;
use model::pad::examples::EXAMPLES;
use model::pad::{PadMark, PadPlace, PadTarget};
use scratch::{Bits, Part, Severity, Target};

use crate::{Desk, Work};

/// The compiler's target for one of the page's choices.
pub(crate) fn target(target: PadTarget) -> Target {
    Target {
        bits: if target.wide { Bits::B64 } else { Bits::B32 },
        endian: if target.big { btf::Endian::Big } else { btf::Endian::Little },
    }
}

impl Work for CompilePad {
    fn answer(&self, _: &Desk) -> Result<Box<CompiledPad>, Box<Problem>> {
        let text = match &self.source {
            PadSource::Example => EXAMPLES.first().map(|e| e.text.to_owned()).unwrap_or_default(),
            PadSource::Typed(text) => text.clone(),
            PadSource::Packed(text) => desk::carried::unpack_text(text)?,
        };
        let target = target(self.target);
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
        let place = |p: &scratch::Declared| PadPlace {
            id: p.id,
            item: match p.part {
                Part::Whole => None,
                Part::Member(i) | Part::Enumerator(i) => Some(i),
            },
            line: starts.partition_point(|start| *start <= p.range.start) as u32 + 1,
        };
        Ok(Box::new(CompiledPad {
            turn: self.turn,
            packed: ::share::pack(text.as_bytes()),
            typed: matches!(self.source, PadSource::Typed(_)),
            target: self.target,
            blob: blob.into(),
            failed,
            marks: compiled.marks.into_iter().map(mark).collect(),
            places: compiled.declared.iter().map(place).collect(),
            text,
        }))
    }
}

//! The listing line by line, for a screen that links each line to its bytes.

use btf::{BlobRange, Btf, Ext, TypeId};

use super::line::Asm;
use super::{AsmNames, AsmOptions};
use crate::strings::Strings;
use crate::token::{Sink, TokenKind, Tokens};

/// A line of the listing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AsmLine {
    /// The bytes that it writes, in the blob of `.BTF` or in `.BTF.ext`.
    pub range: BlobRange,
    /// Its text, without the line break.
    pub tokens: Tokens,
}

/// The lines of one type's record: those that [`asm_type`](crate::asm_type) prints. None for a type of the base.
pub fn asm_type_lines(btf: &Btf, id: TypeId, names: &AsmNames, options: &AsmOptions) -> Vec<AsmLine> {
    let Some(range) = btf.get(id).map(|t| t.record()).filter(|_| id >= btf.first_id()) else { return vec![] };
    let mut lines = Vec::new();
    for owned in btf.owners_from(range.start).take_while(|owned| owned.range.start < range.end) {
        print(btf, names, options, owned.range, &mut lines, |asm| asm.owned(owned));
    }
    lines
}

/// The lines of some bytes of `.BTF.ext`, such as a record. `btf` is the blob beside it, which has its strings and types.
pub fn asm_ext_lines(btf: &Btf, ext: &Ext, of: BlobRange, names: &AsmNames, options: &AsmOptions) -> Vec<AsmLine> {
    let (mut lines, mut at) = (Vec::new(), of.start);
    while at < of.end {
        let Some(end) = ext.owner(at).map(|owned| owned.range.end).filter(|&end| end > at) else { break };
        print(btf, names, options, BlobRange::new(at, end), &mut lines, |asm| {
            asm.ext_owned(ext, at);
        });
        at = end;
    }
    lines
}

/// Adds the lines that are printed for a range: one, or one a byte.
fn print<'a>(
    btf: &'a Btf,
    names: &'a AsmNames,
    options: &AsmOptions,
    range: BlobRange,
    lines: &mut Vec<AsmLine>,
    print: impl FnOnce(&mut Asm<'a, '_, Lines>),
) {
    let mut sink = Lines::default();
    let strings = Strings::few(btf);
    print(&mut Asm { btf, names, strings, sink: &mut sink, annotate: options.annotate, column: 0 });
    let bytewise = sink.done.len() as u64 == u64::from(range.len());
    lines.extend(sink.done.into_iter().zip(range.start..).map(|(tokens, at)| {
        let range = if bytewise { BlobRange::at(at, 1) } else { range };
        AsmLine { range, tokens }
    }));
}

/// Takes the line breaks away.
#[derive(Default)]
struct Lines {
    done: Vec<Tokens>,
    now: Tokens,
}

impl Sink for Lines {
    fn token(&mut self, kind: TokenKind, text: &str) {
        match text {
            "\n" => self.done.push(std::mem::take(&mut self.now)),
            text => self.now.token(kind, text),
        }
    }
}

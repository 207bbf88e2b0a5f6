//! The listing line by line, for a screen that links each line to its bytes.

use btf::{BlobRange, Btf, Ext, ExtOwner, Owned, Owner, TypeId};

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

/// The lines of one type's record, as [`asm_type`](crate::asm_type) prints them; no lines for a type of the base.
pub fn asm_type_lines(btf: &Btf, id: TypeId, names: &AsmNames, options: &AsmOptions) -> Vec<AsmLine> {
    let Some(range) = btf.get(id).map(|t| t.record()).filter(|_| id >= btf.first_id()) else { return vec![] };
    let mut lines = Vec::new();
    for owned in btf.owners_from(range.start).take_while(|owned| owned.range.start < range.end) {
        print(btf, names, options, owned.range, |i, of| part(owned, i, of), &mut lines, |asm| asm.owned(owned));
    }
    lines
}

/// The lines of some bytes of `.BTF.ext`, such as a record. `btf` is the BTF with its strings and types.
pub fn asm_ext_lines(btf: &Btf, ext: &Ext, of: BlobRange, names: &AsmNames, options: &AsmOptions) -> Vec<AsmLine> {
    let (mut lines, mut at) = (Vec::new(), of.start);
    while at < of.end {
        let Some(end) = ext.owner(at).map(|owned| owned.range.end).filter(|&end| end > at) else { break };
        print(
            btf,
            names,
            options,
            BlobRange::new(at, end),
            |_, _| None,
            &mut lines,
            |asm| {
                asm.ext_owned(ext, at, end);
            },
        );
        at = end;
    }
    lines
}

/// The line that writes a byte of `.BTF`. A long string is cut to its beginning.
pub fn asm_line_at(btf: &Btf, at: u32, names: &AsmNames, options: &AsmOptions) -> Option<AsmLine> {
    let mut owned = btf.owner(at)?;
    let whole = owned.range;
    match owned.owner {
        Owner::String(_) if whole.len() > LONG => {
            // The NUL at its end has a line of its own.
            let text = BlobRange::new(whole.start, whole.end.saturating_sub(1));
            owned.range = if at < text.end { BlobRange::at(whole.start, LONG) } else { BlobRange::at(at, 1) };
            let mut lines = Vec::new();
            print(btf, names, options, owned.range, |_, _| None, &mut lines, |asm| asm.owned(owned));
            return lines.pop().map(|line| AsmLine { range: if at < text.end { text } else { owned.range }, ..line });
        }
        Owner::Gap | Owner::Unreadable => owned.range = BlobRange::at(at, 1),
        _ if whole.len() > 64 && !matches!(owned.owner, Owner::String(_)) => owned.range = BlobRange::at(at, 1),
        _ => {}
    }
    let mut lines = Vec::new();
    print(btf, names, options, owned.range, |i, of| part(owned, i, of), &mut lines, |asm| asm.owned(owned));
    lines.into_iter().find(|line| line.range.contains(at))
}

/// The line that writes a byte of `.BTF.ext`.
pub fn asm_ext_line_at(btf: &Btf, ext: &Ext, at: u32, names: &AsmNames, options: &AsmOptions) -> Option<AsmLine> {
    let owned = ext.owner(at)?;
    let whole = matches!(owned.range.len(), 1 | 2 | 4) && !matches!(owned.owner, ExtOwner::Gap | ExtOwner::Unreadable);
    let range = if whole { owned.range } else { BlobRange::at(at, 1) };
    let mut lines = Vec::new();
    print(
        btf,
        names,
        options,
        range,
        |_, _| None,
        &mut lines,
        |asm| {
            asm.ext_owned(ext, range.start, range.end);
        },
    );
    lines.pop()
}

/// The most bytes of a string that a screen shows.
const LONG: u32 = 1000;

/// The bytes that one of the `lines` lines of an owner writes; `line` is its number, from 0. `None` if there is no rule
/// for lines of this owner.
fn part(owned: Owned, line: usize, lines: usize) -> Option<BlobRange> {
    let BlobRange { start, end } = owned.range;
    match (owned.owner, lines, line) {
        (Owner::String(_), 2, 0) => Some(BlobRange::new(start, end.saturating_sub(1))),
        (Owner::String(_), 2, _) => Some(BlobRange::new(end.saturating_sub(1), end)),
        // The two sizes have a byte each, the flags have two.
        (Owner::Layout(_), 3, 2) => Some(BlobRange::new(start.saturating_add(2), end)),
        (Owner::Layout(_), 3, line) => Some(BlobRange::at(start.saturating_add(line as u32), 1)),
        _ => None,
    }
}

/// Adds the lines that are printed for a range. The bytes of a line are one byte if there are as many lines as bytes,
/// else those that `part` gives, or else the whole range.
fn print<'a>(
    btf: &'a Btf,
    names: &'a AsmNames,
    options: &AsmOptions,
    range: BlobRange,
    part: impl Fn(usize, usize) -> Option<BlobRange>,
    lines: &mut Vec<AsmLine>,
    print: impl FnOnce(&mut Asm<'a, '_, Lines>),
) {
    let mut sink = Lines::default();
    let strings = Strings::few(btf);
    print(&mut Asm { btf, names, strings, sink: &mut sink, annotate: options.annotate, column: 0 });
    let of = sink.done.len();
    let bytewise = of as u64 == u64::from(range.len());
    lines.extend(sink.done.into_iter().zip(range.start..).enumerate().map(|(i, (tokens, at))| {
        let range = if bytewise { BlobRange::at(at, 1) } else { part(i, of).unwrap_or(range) };
        AsmLine { range, tokens }
    }));
}

/// Splits the output at line breaks.
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

//! The listing of a whole file: which line writes which byte. The text of a line is made only when it is asked for.

use btf::{BlobRange, Btf, Ext, ExtOwner, HeaderField, Kind, Owner};
use dump::{AsmNames, AsmOptions, asm_ext_line_at, asm_line_at};

use super::{ListingLine, focus, section};
use crate::focus::BlobId;

/// Consecutive lines that each write the same number of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Run {
    /// The number of the first line.
    first: u32,
    blob: BlobId,
    /// The first byte that its first line writes.
    at: u32,
    /// How many bytes each line writes; 0 for a line that begins a section.
    step: u32,
}

/// The lines of a file: first of its own `.BTF`, then of its `.BTF.ext`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WholeListing {
    runs: Vec<Run>,
    count: u32,
}

impl WholeListing {
    /// Counts the lines of a file.
    pub fn new(btf: &Btf, ext: Option<&Ext>) -> WholeListing {
        let mut lines = WholeListing::default();
        lines.push(BlobId::Own, 0, 0, 1);
        let mut at = 0;
        // A record of a known kind consists of whole words.
        let own = btf.types().filter(|t| t.id() >= btf.first_id());
        for record in own.filter(|t| !matches!(t.kind(), Kind::Unknown(_))).map(|t| t.record()) {
            lines.owners(btf, at, record.start);
            lines.push(BlobId::Own, record.start, 4, record.len() / 4);
            at = record.end;
        }
        lines.owners(btf, at, u32::MAX);
        let Some(ext) = ext else { return lines };
        lines.push(BlobId::Ext, 0, 0, 1);
        let mut at = 0;
        while let Some(owned) = ext.owner(at).filter(|owned| owned.range.end > at) {
            let range = BlobRange::new(at, owned.range.end);
            let whole = range == owned.range && matches!(range.len(), 1 | 2 | 4);
            match owned.owner {
                ExtOwner::Gap | ExtOwner::Unreadable => lines.push(BlobId::Ext, at, 1, range.len()),
                _ if !whole => lines.push(BlobId::Ext, at, 1, range.len()),
                _ => lines.push(BlobId::Ext, at, range.len(), 1),
            }
            at = range.end;
        }
        lines
    }

    /// Counts the lines of the fields, strings and gaps that begin at byte `from` or later, but before byte `to`.
    fn owners(&mut self, btf: &Btf, from: u32, to: u32) {
        for owned in btf.owners_from(from).take_while(|owned| owned.range.start < to) {
            let BlobRange { start, end } = owned.range;
            let len = owned.range.len();
            match owned.owner {
                Owner::String(_) if len > 1 && btf.bytes().get(end as usize - 1) == Some(&0) => {
                    self.push(BlobId::Own, start, len - 1, 1);
                    self.push(BlobId::Own, end - 1, 1, 1);
                }
                Owner::String(_) => self.push(BlobId::Own, start, len, 1),
                Owner::Layout(_) if len == 4 => {
                    self.push(BlobId::Own, start, 1, 2);
                    self.push(BlobId::Own, start + 2, 2, 1);
                }
                Owner::Gap | Owner::Unreadable | Owner::Header(HeaderField::Extra) => {
                    self.push(BlobId::Own, start, 1, len);
                }
                Owner::Type(..) if len != 4 => self.push(BlobId::Own, start, 1, len),
                _ if !matches!(len, 1 | 2 | 4) => self.push(BlobId::Own, start, 1, len),
                _ => self.push(BlobId::Own, start, len, 1),
            }
        }
    }

    fn push(&mut self, blob: BlobId, at: u32, step: u32, count: u32) {
        let goes_on = self.runs.last().is_some_and(|run| {
            let next = (self.count - run.first).checked_mul(step).and_then(|bytes| run.at.checked_add(bytes));
            run.blob == blob && run.step == step && step > 0 && next == Some(at)
        });
        if !goes_on {
            self.runs.push(Run { first: self.count, blob, at, step });
        }
        self.count = self.count.saturating_add(count);
    }

    /// How many lines there are.
    pub fn count(&self) -> usize {
        self.count as usize
    }

    /// The line with this index; none if there are fewer lines.
    pub fn line(&self, btf: &Btf, ext: Option<&Ext>, names: &AsmNames, line: usize) -> Option<ListingLine> {
        let line = u32::try_from(line).ok().filter(|&line| line < self.count)?;
        let run = self.runs.get(self.runs.partition_point(|run| run.first <= line).checked_sub(1)?)?;
        if run.step == 0 {
            return Some(section(run.blob));
        }
        let at = (line - run.first).checked_mul(run.step)?.checked_add(run.at)?;
        let options = AsmOptions { annotate: true };
        let made = match run.blob {
            BlobId::Ext => asm_ext_line_at(btf, ext?, at, names, &options)?,
            _ => asm_line_at(btf, at, names, &options)?,
        };
        let focus = if run.blob == BlobId::Ext { None } else { focus(btf, made.range) };
        Some(ListingLine { blob: run.blob, range: made.range, focus, tokens: made.tokens })
    }

    /// The index of the line that writes a byte.
    pub fn line_of(&self, blob: BlobId, at: u32) -> Option<usize> {
        let order = |run: &Run| (run.blob == BlobId::Ext, run.step > 0, run.at);
        let after = self.runs.partition_point(|run| order(run) <= (blob == BlobId::Ext, true, at));
        let index = after.checked_sub(1)?;
        let run = self.runs.get(index).filter(|run| run.step > 0 && run.blob == blob)?;
        let next = self.runs.get(index + 1).map_or(self.count, |next| next.first);
        let line = run.first + (at - run.at) / run.step;
        (line < next).then_some(line as usize)
    }
}

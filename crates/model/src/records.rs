//! All records of a blob, line by line as bpftool prints them, each line with its bytes.

use std::cell::RefCell;
use std::rc::Rc;

use btf::{BlobRange, Btf, Kind, MemberIndex, TypeId};
use dump::{Sink, TokenKind, Tokens, raw_line};

/// The most bytes beside one line: the size of a record's head, and of the largest item.
const LINE_BYTES: u32 = 12;

/// One line: a record's head, one of its items, or the bytes of a record that the line before has no room for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordLine {
    /// The record.
    pub id: TypeId,
    /// The index of the item, such as a member or an enumerator; none for a line of the record itself.
    pub item: Option<u32>,
    /// The text as bpftool prints it, without the line break; empty for a line that has only further bytes.
    pub text: Tokens,
    /// Its bytes, at most 12, in the blob.
    pub range: BlobRange,
}

/// The lines of a blob's own records. Only the number of lines of each record is kept: a line is printed when it is
/// shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordLines {
    /// The printed lines of the record that was asked for last. They are kept because the next line that is asked for
    /// is often of the same record, which may have thousands of items.
    printed: RefCell<Option<(TypeId, Rc<Vec<Tokens>>)>>,
    first: TypeId,
    /// For each own record the number of its first line; at the end the number of all lines.
    starts: Vec<u32>,
}

impl RecordLines {
    /// The lines of a blob, without those of its base.
    pub fn new(btf: &Btf) -> RecordLines {
        let mut starts = vec![0u32];
        let mut first = None;
        for t in btf.types() {
            first = first.or(Some(t.id()));
            let lines = lines_of(btf, t.id());
            starts.push(starts.last().copied().unwrap_or(0).saturating_add(lines));
        }
        RecordLines { printed: RefCell::default(), first: first.unwrap_or_default(), starts }
    }

    /// The number of lines.
    pub fn len(&self) -> usize {
        self.starts.last().copied().unwrap_or(0) as usize
    }

    /// Whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The line with this number, counted from 0; none behind the last line.
    pub fn line(&self, btf: &Btf, line: usize) -> Option<RecordLine> {
        let line = u32::try_from(line).ok()?;
        let at = self.starts.partition_point(|&start| start <= line).checked_sub(1)?;
        let id = TypeId(self.first.0.checked_add(u32::try_from(at).ok()?)?);
        let within = line.checked_sub(*self.starts.get(at)?)?;
        let t = btf.get(id)?;
        match further(btf, id) {
            // A record without items has one line with its text, and then lines with the bytes for which the first line
            // has no room.
            Some(more) => {
                let record = t.record();
                let start = record.start.checked_add(within.checked_mul(LINE_BYTES)?)?;
                let range = BlobRange::new(start, record.end.min(start.saturating_add(LINE_BYTES)));
                let text = if within == 0 { joined(&self.printed(btf, id)) } else { Tokens::new() };
                (within <= more).then_some(RecordLine { id, item: None, text, range })
            }
            None => {
                let item = within.checked_sub(1);
                let range = match item {
                    None => t.head(),
                    Some(item) => t.item(MemberIndex(item))?,
                };
                let text = self.printed(btf, id).get(within as usize).cloned().unwrap_or_default();
                Some(RecordLine { id, item, text, range })
            }
        }
    }

    /// The printed lines of a record.
    fn printed(&self, btf: &Btf, id: TypeId) -> Rc<Vec<Tokens>> {
        let mut last = self.printed.borrow_mut();
        if let Some((of, lines)) = &*last
            && *of == id
        {
            return Rc::clone(lines);
        }
        let mut printed = Lines(vec![Tokens::new()]);
        raw_line(btf, id, &mut printed);
        let lines = Rc::new(printed.0);
        *last = Some((id, Rc::clone(&lines)));
        lines
    }

    /// The number of the line of a record, or of one of its items. None if the blob itself has no such record or item.
    pub fn number_of(&self, btf: &Btf, id: TypeId, item: Option<u32>) -> Option<usize> {
        let at = id.0.checked_sub(self.first.0)? as usize;
        let (start, end) = (*self.starts.get(at)?, *self.starts.get(at.checked_add(1)?)?);
        let within = if further(btf, id).is_some() { 0 } else { item.map_or(0, |item| item.saturating_add(1)) };
        start.checked_add(within).filter(|line| *line < end).map(|line| line as usize)
    }

    /// The number of the line that has this byte of the blob.
    pub fn line_of_byte(&self, btf: &Btf, at: u32) -> Option<usize> {
        let count = u32::try_from(self.starts.len().saturating_sub(1)).ok()?;
        let record = |i: u32| Some(btf.get(TypeId(self.first.0.checked_add(i)?))?.record());
        // Find the last record that begins at the byte or before it.
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = low + (high - low) / 2;
            if record(middle)?.start <= at { low = middle + 1 } else { high = middle }
        }
        let i = low.checked_sub(1)?;
        let (id, range) = (TypeId(self.first.0.checked_add(i)?), record(i)?);
        let within = at.checked_sub(range.start).filter(|_| at < range.end)?;
        let line = match further(btf, id) {
            Some(_) => within / LINE_BYTES,
            None => {
                let first = btf.get(id)?.item(MemberIndex(0))?;
                match at.checked_sub(first.start) {
                    None => 0,
                    Some(behind) => behind.checked_div(first.end.checked_sub(first.start)?)?.checked_add(1)?,
                }
            }
        };
        Some(self.starts.get(i as usize)?.checked_add(line)? as usize)
    }
}

/// For a record without items: how many lines its bytes take after the first line. None for records with items. Records
/// of the LOC kinds count as records without items, because bpftool does not print one item on each line for them.
fn further(btf: &Btf, id: TypeId) -> Option<u32> {
    let t = btf.get(id)?;
    let is_whole = matches!(t.kind(), Kind::LocParam | Kind::LocProto | Kind::LocSec);
    let is_plain = is_whole || t.item(MemberIndex(0)).is_none();
    is_plain.then(|| t.record().len().div_ceil(LINE_BYTES).saturating_sub(1))
}

/// Joins printed lines into one line, with spaces between them.
fn joined(lines: &[Tokens]) -> Tokens {
    let mut lines = lines.iter().filter(|line| !line.text().is_empty());
    let mut out = lines.next().cloned().unwrap_or_default();
    for line in lines {
        out.token(TokenKind::Text, " ");
        line.iter().for_each(|(kind, text)| out.token(kind, text.trim_start_matches('\t')));
    }
    out
}

fn lines_of(btf: &Btf, id: TypeId) -> u32 {
    match further(btf, id) {
        Some(more) => more.saturating_add(1),
        None => btf.get(id).map_or(0, |t| t.item_count()).saturating_add(1),
    }
}

/// Splits what a printer writes into lines, without the breaks between them.
struct Lines(Vec<Tokens>);

impl Sink for Lines {
    fn token(&mut self, kind: TokenKind, text: &str) {
        for (i, part) in text.split('\n').enumerate() {
            if i > 0 {
                self.0.push(Tokens::new());
            }
            if let Some(line) = self.0.last_mut() {
                line.token(kind, part);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixture(name: &str) -> Btf {
        let path = format!("{}/../../tests/fixtures/bin/{name}", env!("CARGO_MANIFEST_DIR"));
        Btf::parse(std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}")), None).expect("BTF")
    }

    /// The texts joined are the raw dump, and the ranges joined are the type section.
    #[test]
    fn lines_are_the_dump_and_the_bytes() {
        for name in ["kinds.bpfel.btf", "kernel.x86_64.btf", "kernel.s390x.btf"] {
            let btf = fixture(name);
            let lines = RecordLines::new(&btf);
            let all: Vec<RecordLine> = (0..lines.len()).map(|i| lines.line(&btf, i).expect("a line")).collect();
            assert_eq!(lines.line(&btf, lines.len()), None);
            let texts: Vec<&str> = all.iter().map(|line| line.text.text()).filter(|text| !text.is_empty()).collect();
            let mut dump = String::new();
            dump::raw(&btf, &mut dump);
            assert_eq!(texts.join("\n"), dump.trim_end(), "{name}");
            for (i, pair) in all.windows(2).enumerate() {
                assert_eq!(pair[0].range.end, pair[1].range.start, "{name}: line {i}");
            }
            let types = btf.section(btf::SectionKind::Types);
            assert_eq!(all.first().map(|l| l.range.start), Some(types.start), "{name}");
            assert_eq!(all.last().map(|l| l.range.end), Some(types.end), "{name}");
            for (i, line) in all.iter().enumerate().filter(|(_, line)| !line.text.text().is_empty()) {
                assert_eq!(lines.number_of(&btf, line.id, line.item), Some(i), "{name}");
            }
            for (i, line) in all.iter().enumerate() {
                assert_eq!(lines.line_of_byte(&btf, line.range.start), Some(i), "{name}");
                assert_eq!(lines.line_of_byte(&btf, line.range.end - 1), Some(i), "{name}");
            }
            assert_eq!([types.start - 1, types.end].map(|at| lines.line_of_byte(&btf, at)), [None, None], "{name}");
            assert_eq!(lines.number_of(&btf, TypeId(u32::MAX), None), None);
        }
    }
}

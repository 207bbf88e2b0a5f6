//! Bytes that were typed into the scratch pad, read as a blob; the faults of the blob are marked in the text.

use std::ops::Range;
use std::sync::Arc;

use btf::{Btf, Owner};
use model::pad::hex::HexText;
use model::pad::{PadMark, PadPlace};

use crate::pad::Source;

/// How many marks an answer has, at most; a person does not read more.
const MOST: usize = 100;

/// Reads a text of bytes. Returns the source, and the bytes, which may not be valid BTF. `line` gives the line of an
/// offset in the text.
pub(crate) fn read(text: &str, line: impl Fn(u32) -> u32) -> (Source, Arc<[u8]>) {
    let read = HexText::read(text);
    let column = |at: u32| {
        let before = text.get(..at as usize).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        before.get(start..).unwrap_or_default().chars().count() as u32 + 1
    };
    let mark = |range: Range<u32>, message: String| PadMark {
        error: true,
        line: line(range.start),
        column: column(range.start),
        range,
        message,
    };
    let bytes: Arc<[u8]> = read.bytes.clone().into();
    // A text may have a fault at each word, and finding its column reads the line up to it: all would take minutes.
    let mut marks: Vec<PadMark> =
        read.faults.iter().take(MOST).map(|(range, why)| mark(range.clone(), (*why).to_owned())).collect();
    let mut places = Vec::new();
    let mut stops = None;
    let blob = match Btf::parse(Arc::clone(&bytes), None) {
        Err(e) => {
            stops = Some(format!("Decoding stops: {} ({})", e.kind, e.range));
            marks.push(mark(read.place(e.range), e.kind.to_string()));
            None
        }
        Ok(btf) => {
            let faults = btf.diagnostics().iter().take(MOST);
            marks.extend(faults.map(|e| mark(read.place(e.range), format!("{}: {}", e.place, e.kind))));
            for owned in btf.owners_from(0) {
                let Owner::Type(id, part) = owned.owner else { continue };
                let item = part.item.map(|item| item.0);
                if places.last().is_none_or(|p: &PadPlace| (p.id, p.item) != (id, item)) {
                    places.push(PadPlace { id, item, line: line(read.place(owned.range).start) });
                }
            }
            Some(read.bytes)
        }
    };
    // The editor cuts its text at the marks, one after the other, so a mark must not begin before the previous one
    // ends.
    marks.sort_by_key(|m| m.range.start);
    let mut end = 0;
    for m in &mut marks {
        m.range = m.range.start.max(end)..m.range.end.max(end);
        end = m.range.end;
    }
    marks.truncate(MOST);
    (Source { blob, stops, marks, places }, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_readers_faults_stand_at_their_bytes() {
        // A header with version 2.
        let (source, bytes) = read("9f eb // magic\n02 00\n18 00 00 00", |_| 2);
        assert_eq!((source.blob, bytes.len()), (None, 8));
        assert_eq!((source.marks.len(), source.marks[0].range.clone()), (1, 15..17));
        assert_eq!(source.marks[0].message, "version 2, but only version 1 is known");
        assert_eq!(source.stops.as_deref(), Some("Decoding stops: version 2, but only version 1 is known (byte 0x2)"));
        // An INT with a name beyond the end of the strings.
        let header = "9feb0100 18000000 00000000 10000000 10000000 01000000\n";
        let (source, _) = read(&format!("{header}05000000 00000001 04000000 20000000\n00"), |_| 1);
        assert!(source.blob.is_some() && source.stops.is_none());
        let at = header.len() as u32;
        assert_eq!((source.marks.len(), source.marks[0].range.clone()), (1, at..at + 8));
        assert_eq!(source.marks[0].message, "type [1]: string offset 0x5, but the strings end at 0x1");
        assert_eq!(source.places.len(), 1);
    }
}

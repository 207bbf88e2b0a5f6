//! Writes the records as a blob, with the writer for all blobs of this project.

use std::collections::HashMap;

use blob::Writer;
use btf::{Btf, Endian, StringOffset};

use crate::records::{Records, names_in};
use crate::strings::Strings;

/// Writes the records from `first` on.
pub(crate) fn blob(records: &Records, strings: &Strings, first: u32, endian: Endian, base: Option<&Btf>) -> Vec<u8> {
    let mut names = Names { writer: Writer::new(endian), of_base: HashMap::new(), start: 0, known: HashMap::new() };
    if let Some(base) = base {
        names.start = base.strings_end();
        let mut at = 0;
        while at < names.start {
            let text = base.string_bytes(StringOffset(at)).unwrap_or_default();
            names.of_base.entry(text).or_insert(at);
            at = at.saturating_add(text.len() as u32).saturating_add(1);
        }
    }
    for id in first..records.len() {
        names.writer.begin();
        let step = names_in(records.kind(id));
        for (i, word) in records.written(id).enumerate() {
            let is_name = i == 0 || i >= 3 && step.is_some_and(|step| (i - 3) % step == 0);
            let word = if is_name { names.offset(word, strings) } else { word };
            names.writer.word(word);
        }
    }
    names.writer.finish()
}

/// Names in the string section: those of the base, then those of the blob.
struct Names<'b> {
    writer: Writer,
    of_base: HashMap<&'b [u8], u32>,
    /// Where the blob's own strings begin.
    start: u32,
    known: HashMap<u32, u32>,
}

impl Names<'_> {
    fn offset(&mut self, name: u32, strings: &Strings) -> u32 {
        if name == 0 {
            return 0;
        }
        if let Some(&at) = self.known.get(&name) {
            return at;
        }
        let text = strings.get(name);
        let at = match self.of_base.get(text) {
            Some(&at) => at,
            None => self.start.saturating_add(self.writer.string(text)),
        };
        self.known.insert(name, at);
        at
    }
}

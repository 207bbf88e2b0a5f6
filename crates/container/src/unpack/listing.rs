//! The list of an archive as it grows: its files that may hold BTF, and the BPF objects within its binaries.

use std::io::{self, Read};

use crate::archive::list::{self, HEAD};
use crate::archive::{Archive, Entry, EntryKind, FileHead, Place};
use crate::chunks::Chunks;
use crate::embedded;
use crate::error::OpenError;
use crate::shape::Wrapping;
use crate::source::{Meter, Source, read_full};
use crate::work::{DebugInfo, Work};

/// The most entries in a list.
const MAX_ENTRIES: usize = 100_000;

/// The largest binary in an archive that is searched for BPF objects: it has to be held in memory.
const MAX_BINARY: u64 = 256 << 20;

/// The list of an archive.
pub(super) struct Listing<'w, 'a> {
    work: &'w Work<'a>,
    pub(super) entries: Vec<Entry>,
    others: u64,
    /// How many files there were.
    files: u32,
}

impl<'w, 'a> Listing<'w, 'a> {
    pub(super) fn new(work: &'w Work<'a>) -> Listing<'w, 'a> {
        Listing { work, entries: Vec::new(), others: 0, files: 0 }
    }

    /// Adds the next file, if it is to be listed.
    pub(super) fn look(&mut self, file: &FileHead, content: &mut dyn Read) -> io::Result<()> {
        let at = self.files;
        self.files = self.files.saturating_add(1);
        let list_debug = self.work.limits.debug_info != DebugInfo::Ignored;
        let mut head = [0; HEAD];
        let count = read_full(content, &mut head)?;
        let head = &head[..count];
        let mut kind = list::kind(file, head);
        let listed = self.entries.len();
        if matches!(kind, None | Some(EntryKind::Debug)) && list::may_carry(head) && file.size <= MAX_BINARY {
            let has_dwarf = self.look_inside(file, at, &mut head.chain(content))?;
            kind = kind.or((list_debug && has_dwarf).then_some(EntryKind::Debug));
        } else if kind.is_none() && list_debug && list::has_dwarf(head, content)? {
            kind = Some(EntryKind::Debug);
        }
        match kind.filter(|kind| list_debug || *kind != EntryKind::Debug) {
            Some(kind) => self.push(Place { file: at, object: None }, file.path.clone(), file.size, kind),
            None => self.others += u64::from(self.entries.len() == listed),
        }
        Ok(())
    }

    /// Lists the BPF objects within a binary. Returns whether it has debug information.
    fn look_inside(&mut self, file: &FileHead, at: u32, content: &mut dyn Read) -> io::Result<bool> {
        let mut chunks = Chunks::default();
        let mut buffer = vec![0; 256 << 10];
        let result = loop {
            match content.read(&mut buffer) {
                Ok(0) => break Ok(()),
                Ok(count) if self.work.keep(count as u64) => chunks.push(&buffer[..count]),
                // The whole file is too large to hold: the part read so far is searched.
                Ok(_) => break Ok(()),
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => break Err(e),
            }
        };
        let found = result.and_then(|()| embedded::search(&mut chunks, &Within(self.work)));
        self.work.release(chunks.len());
        for (object, embedded) in (0u32..).zip(found?) {
            let place = Place { file: at, object: Some(object) };
            self.push(place, format!("{}/{}", file.path, embedded.path), embedded.range.len(), EntryKind::Program);
        }
        Ok(super::inner::has_dwarf(&mut chunks))
    }

    /// Counts a file that cannot be read.
    pub(super) fn pass_over(&mut self) {
        self.files = self.files.saturating_add(1);
        self.others += 1;
    }

    fn push(&mut self, place: Place, path: String, size: u64, kind: EntryKind) {
        match place.index().filter(|_| self.entries.len() < MAX_ENTRIES) {
            Some(index) => self.entries.push(Entry { index, path, size, kind }),
            None => self.others += 1,
        }
    }

    /// The archive, with its entries in the order in which they are shown.
    pub(super) fn finish(mut self, name: &str, what: Wrapping, damage: Option<OpenError>) -> Box<Archive> {
        self.entries.sort_by(|a, b| (a.kind, &a.path).cmp(&(b.kind, &b.path)));
        Box::new(Archive {
            name: name.to_owned(),
            file_len: 0,
            what,
            layers: Vec::new(),
            entries: self.entries,
            others: self.others,
            damage: damage.map(Box::new),
            notes: Vec::new(),
        })
    }
}

/// While a file of an archive is searched, reports the progress in the archive, not in the file.
struct Within<'w, 'a>(&'w Work<'a>);

impl Meter for Within<'_, '_> {
    fn tick(&self, _done: u64, _total: u64) -> io::Result<()> {
        self.0.again()
    }

    fn consumed(&self, _count: u64) {}

    fn failed_read(&self, message: String) -> io::Error {
        self.0.failed_read(message)
    }
}

//! [`Strings`]: every name once, with a number, so that names can be compared by number.

use hashbrown::HashTable;

use crate::hash::hash_bytes;

/// Names of fewer bytes are always read.
const SHORT: usize = 64;

/// Interned strings. Number 0 is the empty string.
#[derive(Debug)]
pub(crate) struct Strings {
    bytes: Vec<u8>,
    /// Where each string begins; it ends where the next begins.
    starts: Vec<u32>,
    table: HashTable<u32>,
    /// How many more bytes of long names may be read. Limited, because names of a file may overlap.
    left: usize,
    /// How many names were left empty because of that limit, or because all strings together would exceed 4 GB.
    pub(crate) refused: u32,
    /// Strings that were read last, by their place: a section and an offset.
    lately: Vec<(u64, u32)>,
}

/// The number of strings that are remembered by place: a power of two.
const LATELY: usize = 1 << 16;

impl Strings {
    /// A list with only the empty string; at most `budget` bytes of long names will be read.
    pub(crate) fn new(budget: u64) -> Strings {
        let left = usize::try_from(budget).unwrap_or(usize::MAX).min(1 << 30);
        let lately = vec![(u64::MAX, 0); LATELY];
        let (bytes, table) = (Vec::new(), HashTable::new());
        let mut strings = Strings { bytes, starts: vec![0, 0], table, left, refused: 0, lately };
        strings.table.insert_unique(hash_bytes(b""), 0, |_| 0);
        strings
    }

    /// The number of the string at an offset of a section. `place` distinguishes sections.
    pub(crate) fn intern_at(&mut self, place: u64, section: &[u8], at: u64) -> Option<u32> {
        let key = at << 20 | place & 0xf_ffff;
        let slot = (key ^ key >> 16) as usize % LATELY;
        if let Some(&(known, id)) = self.lately.get(slot)
            && known == key
        {
            return Some(id);
        }
        let id = self.intern(section.get(usize::try_from(at).ok()?..)?);
        if let Some(slot) = self.lately.get_mut(slot) {
            *slot = (key, id);
        }
        Some(id)
    }

    /// The number of a string, or 0 if a limit is reached. The string is cut at its first NUL, because BTF cannot hold
    /// one.
    pub(crate) fn intern(&mut self, text: &[u8]) -> u32 {
        let nul = |text: &[u8]| text.iter().position(|b| *b == 0);
        let short = text.get(..SHORT).and_then(nul).or((text.len() <= SHORT).then(|| nul(text).unwrap_or(text.len())));
        let len = match short {
            Some(len) => len,
            None => {
                let most = text.len().min(self.left);
                let len = nul(text.get(..most).unwrap_or_default());
                let len = len.or((most == text.len()).then_some(most));
                self.left -= len.unwrap_or(most);
                let Some(len) = len else {
                    self.refused += 1;
                    return 0;
                };
                len
            }
        };
        let text = text.get(..len).unwrap_or_default();
        let hash = hash_bytes(text);
        let (bytes, starts) = (&mut self.bytes, &mut self.starts);
        if let Some(&id) = self.table.find(hash, |&id| slice(bytes, starts, id) == text) {
            return id;
        }
        let Ok(end) = u32::try_from(bytes.len().saturating_add(text.len())) else {
            self.refused += 1;
            return 0;
        };
        let id = starts.len() as u32 - 1;
        bytes.extend_from_slice(text);
        starts.push(end);
        self.table.insert_unique(hash, id, |&id| hash_bytes(slice(bytes, starts, id)));
        id
    }

    /// The string with a number.
    pub(crate) fn get(&self, id: u32) -> &[u8] {
        slice(&self.bytes, &self.starts, id)
    }
}

fn slice<'a>(bytes: &'a [u8], starts: &[u32], id: u32) -> &'a [u8] {
    let at = |i: usize| starts.get(i).map_or(0, |&at| at as usize);
    bytes.get(at(id as usize)..at(id as usize + 1)).unwrap_or_default()
}

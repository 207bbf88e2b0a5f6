//! Writes `.BTF` blobs exactly as given, whether valid or not.

use std::sync::Arc;

use btf::{Btf, Kind};

/// Types and strings, in the order in which they are added.
pub struct Blob {
    big: bool,
    words: Vec<u32>,
    pub strings: Vec<u8>,
    next_id: u32,
    first_string: u32,
}

impl Blob {
    pub fn new(big: bool) -> Blob {
        Blob { big, words: Vec::new(), strings: vec![0], next_id: 1, first_string: 0 }
    }

    /// A blob that continues `base`.
    pub fn split(base: &Blob) -> Blob {
        let first_string = base.first_string + base.strings.len() as u32;
        Blob { big: base.big, words: Vec::new(), strings: Vec::new(), next_id: base.next_id, first_string }
    }

    /// The offset of a name: 0 for the empty name; any other name is added each time.
    pub fn name(&mut self, name: &str) -> u32 {
        if name.is_empty() {
            return 0;
        }
        let at = self.first_string + self.strings.len() as u32;
        self.strings.extend(name.bytes());
        self.strings.push(0);
        at
    }

    /// Adds a record with the name at this offset. Returns its id.
    pub fn raw(&mut self, name: u32, kind: Kind, vlen: u32, flag: bool, third: u32, rest: &[u32]) -> u32 {
        self.words.extend([name, u32::from(flag) << 31 | u32::from(kind.number()) << 24 | vlen, third]);
        self.words.extend(rest);
        self.next_id += 1;
        self.next_id - 1
    }

    /// A record without items.
    pub fn plain(&mut self, kind: Kind, name: &str, third: u32, rest: &[u32]) -> u32 {
        let name = self.name(name);
        self.raw(name, kind, 0, false, third, rest)
    }

    /// A record with items: their names, and the words after each.
    pub fn items<const N: usize>(&mut self, kind: Kind, name: &str, third: u32, items: &[(&str, [u32; N])]) -> u32 {
        let name = self.name(name);
        let words: Vec<u32> = items.iter().flat_map(|(name, rest)| [&[self.name(name)][..], rest].concat()).collect();
        self.raw(name, kind, items.len() as u32, false, third, &words)
    }

    pub fn build(&self) -> Vec<u8> {
        let types_len = self.words.len() as u32 * 4;
        let word = |w: &u32| if self.big { w.to_be_bytes() } else { w.to_le_bytes() };
        let mut out = if self.big { vec![0xeb, 0x9f, 1, 0] } else { vec![0x9f, 0xeb, 1, 0] };
        out.extend([24, 0, types_len, types_len, self.strings.len() as u32].iter().flat_map(word));
        out.extend(self.words.iter().flat_map(word));
        out.extend(&self.strings);
        out
    }

    pub fn open(&self, base: Option<Arc<Btf>>) -> Arc<Btf> {
        Arc::new(Btf::parse(self.build(), base).expect("a header"))
    }
}

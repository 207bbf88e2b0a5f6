//! A blob whose records can be changed.

use btf::{Endian, Kind};

use crate::blob::RECORD;
use open::{Complaint, parts};

/// How many bytes of a type's name are shown: in a hostile file many types may have the same long name. The crate `bpf`
/// reads as much of the names of symbols and sections, with which these names are compared.
const LONGEST_NAME: usize = 512;

/// A blob in parts, to be changed.
pub(super) struct Edit {
    endian: Endian,
    header: Vec<u8>,
    types: Vec<u8>,
    layout: Vec<u8>,
    strings: Vec<u8>,
    starts: Vec<u32>,
}

impl Edit {
    pub(super) fn new(bytes: &[u8]) -> Result<Edit, Complaint> {
        let parts = parts(bytes)?;
        let cut = |range: btf::BlobRange| bytes.get(range.as_usize()).unwrap_or_default().to_vec();
        Ok(Edit {
            endian: parts.endian,
            header: cut(parts.header),
            types: cut(parts.types),
            layout: cut(parts.layout),
            strings: cut(parts.strings),
            starts: parts.starts,
        })
    }

    /// The ids of all types.
    pub(super) fn ids(&self) -> std::ops::RangeInclusive<u32> {
        1..=self.starts.len() as u32
    }

    /// Where a type's record starts; beyond all bytes if there is no such type.
    fn at(&self, id: u32) -> u32 {
        id.checked_sub(1).and_then(|i| self.starts.get(i as usize)).copied().unwrap_or(u32::MAX)
    }

    /// A word of a type's record, by its index: 0 name, 1 info, 2 size or type, 3 and on the rest.
    pub(super) fn word(&self, id: u32, index: u32) -> u32 {
        let at = self.at(id).saturating_add(index.saturating_mul(4));
        self.endian.u32_at(&self.types, at).unwrap_or_default()
    }

    pub(super) fn set(&mut self, id: u32, index: u32, value: u32) {
        let at = self.at(id).saturating_add(index.saturating_mul(4)) as usize;
        let bytes = self.endian.bytes(value);
        if let Some(word) = at.checked_add(4).and_then(|end| self.types.get_mut(at..end)) {
            word.copy_from_slice(&bytes);
        }
    }

    pub(super) fn kind(&self, id: u32) -> Option<Kind> {
        self.ids().contains(&id).then(|| Kind::from_number((self.word(id, 1) >> 24 & 0x7f) as u8))
    }

    pub(super) fn vlen(&self, id: u32) -> u32 {
        self.word(id, 1) & 0x00ff_ffff
    }

    /// Turns a type into another kind, without kind_flag.
    pub(super) fn become_kind(&mut self, id: u32, kind: Kind, vlen: u32) {
        self.set(id, 1, u32::from(kind.number()) << 24 | vlen);
    }

    /// The string at an offset.
    pub(super) fn string(&self, offset: u32) -> &[u8] {
        let rest = self.strings.get(offset as usize..).unwrap_or_default();
        rest.iter().position(|&b| b == 0).and_then(|end| rest.get(..end)).unwrap_or(rest)
    }

    /// A type's name, for display, cut to 512 bytes.
    pub(super) fn name(&self, id: u32) -> String {
        let name = self.string(self.word(id, 0));
        btf::visible(name.get(..LONGEST_NAME).unwrap_or(name)).into_owned()
    }

    /// Changes the first byte of a string.
    pub(super) fn set_first_byte(&mut self, offset: u32, byte: u8) {
        if let Some(first) = self.strings.get_mut(offset as usize) {
            *first = byte;
        }
    }

    /// Adds a string. Returns its offset.
    pub(super) fn add_string(&mut self, text: &str) -> u32 {
        let at = self.strings.len() as u32;
        self.strings.extend_from_slice(text.as_bytes());
        self.strings.push(0);
        at
    }

    /// Adds a type whose record has one word, `extra`, after the first three. Returns its id.
    pub(super) fn add(&mut self, name: &str, kind: Kind, third: u32, extra: u32) -> u32 {
        let name = self.add_string(name);
        self.starts.push(self.types.len() as u32);
        for word in [name, u32::from(kind.number()) << 24, third, extra] {
            self.types.extend_from_slice(&self.endian.bytes(word));
        }
        self.starts.len() as u32
    }

    /// Whether there is a layout section.
    pub(super) fn has_layout(&self) -> bool {
        !self.layout.is_empty()
    }

    /// Removes the layout section.
    pub(super) fn drop_layout(&mut self) {
        self.layout.clear();
    }

    /// The entries of a DATASEC.
    pub(super) fn entries(&self, id: u32) -> Vec<[u32; 3]> {
        (0..self.vlen(id)).map(|i| [3, 4, 5].map(|word| self.word(id, word + i * 3))).collect()
    }

    /// Writes the entries of a DATASEC.
    pub(super) fn set_entries(&mut self, id: u32, entries: &[[u32; 3]]) {
        for (index, word) in entries.as_flattened().iter().enumerate() {
            self.set(id, RECORD / 4 + index as u32, *word);
        }
    }

    /// The blob: header, types, layout, strings, without gaps.
    pub(super) fn build(mut self) -> Vec<u8> {
        let [types, layout, strings] = [&self.types, &self.layout, &self.strings].map(|part| part.len() as u32);
        let layout_off = if layout > 0 { types } else { 0 };
        let fields = [0, types, types.saturating_add(layout), strings, layout_off, layout];
        for (index, value) in fields.into_iter().enumerate() {
            let at = 8 + index * 4;
            if let Some(field) = self.header.get_mut(at..at + 4) {
                field.copy_from_slice(&self.endian.bytes(value));
            }
        }
        let mut blob = self.header;
        blob.append(&mut self.types);
        blob.append(&mut self.layout);
        blob.append(&mut self.strings);
        blob
    }
}

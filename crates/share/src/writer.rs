//! Writes a BTF blob: a header of 24 bytes, type records, strings (btf.rst, "BTF Type and String Encoding").

use std::collections::HashMap;

use btf::{Endian, FieldName, Type, TypeId};

/// Bytes of the header that every reader knows: up to `str_len`, without the layout section.
const HEADER: u32 = 24;
const VERSION: u8 = 1;

/// A blob that is being written. Types get their ids in the order in which they are begun, from 1.
#[derive(Debug)]
pub struct Writer {
    endian: Endian,
    types: Vec<u8>,
    count: u32,
    strings: Vec<u8>,
    known: HashMap<Vec<u8>, u32>,
}

impl Writer {
    /// An empty blob in this byte order.
    pub fn new(endian: Endian) -> Writer {
        Writer { endian, types: Vec::new(), count: 0, strings: vec![0], known: HashMap::from([(Vec::new(), 0)]) }
    }

    /// The offset of a string in the string section, in bytes; equal strings are stored once. What follows a NUL is left out:
    /// the format cannot hold it.
    pub fn string(&mut self, text: &[u8]) -> u32 {
        let text = text.split(|b| *b == 0).next().unwrap_or_default();
        if let Some(&at) = self.known.get(text) {
            return at;
        }
        let at = self.strings.len() as u32;
        self.strings.extend_from_slice(text);
        self.strings.push(0);
        self.known.insert(text.to_vec(), at);
        at
    }

    /// Begins a record: the id it gets. Its words follow by [`Writer::word`], the first three as in every record: name offset,
    /// info, size or type.
    pub fn begin(&mut self) -> TypeId {
        self.count += 1;
        TypeId(self.count)
    }

    /// A word of the record that was begun.
    pub fn word(&mut self, value: u32) {
        let bytes = match self.endian {
            Endian::Little => value.to_le_bytes(),
            Endian::Big => value.to_be_bytes(),
        };
        self.types.extend_from_slice(&bytes);
    }

    /// Copies a record of another BTF, its names stored here and its references renumbered. References to types that `ids` does not
    /// have become void; the number of these.
    pub fn copy(&mut self, t: &Type<'_>, ids: &HashMap<TypeId, TypeId>) -> u32 {
        let (btf, mut lost) = (t.btf(), 0);
        self.begin();
        for field in t.fields() {
            let value = btf.endian().u32_at(btf.bytes(), field.range.start).unwrap_or_default();
            let value = match field.part.name {
                FieldName::NameOff => {
                    let text = btf.string_bytes(btf::StringOffset(value)).unwrap_or_default();
                    self.string(text)
                }
                name if name.is_type_id() && value != 0 => {
                    let new = ids.get(&TypeId(value)).map(|id| id.0);
                    lost += u32::from(new.is_none());
                    new.unwrap_or(0)
                }
                _ => value,
            };
            self.word(value);
        }
        lost
    }

    /// How many types were begun.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The blob.
    pub fn finish(mut self) -> Vec<u8> {
        let (types, strings) = (std::mem::take(&mut self.types), std::mem::take(&mut self.strings));
        let magic = self.endian.magic();
        let mut header = Writer { types: magic.to_vec(), ..self };
        header.types.extend_from_slice(&[VERSION, 0]);
        for word in [HEADER, 0, types.len() as u32, types.len() as u32, strings.len() as u32] {
            header.word(word);
        }
        let mut out = header.types;
        out.extend_from_slice(&types);
        out.extend_from_slice(&strings);
        out
    }
}

//! Writes a BTF blob: a header of 24 bytes, type records, strings (btf.rst, "BTF Type and String Encoding").

use std::collections::HashMap;

use btf::{Endian, FieldName, Type, TypeId};

use crate::interner::Interner;

/// The length of the header in bytes: the fields that every reader knows, `magic` to `str_len`. The fields of the
/// layout section, which follow in newer headers, are not written.
const HEADER: u32 = 24;
const VERSION: u8 = 1;

/// A blob under construction. Types get their ids in the order in which they are begun, from 1.
#[derive(Debug)]
pub struct Writer {
    endian: Endian,
    /// The record bytes, with room for the header before them.
    types: Vec<u8>,
    count: u32,
    /// The strings, each with its NUL; the empty string comes first.
    strings: Interner<u8>,
    /// A buffer for the string that is being looked up; it is kept so that calls need not allocate one.
    string: Vec<u8>,
}

impl Writer {
    /// An empty blob in this byte order.
    pub fn new(endian: Endian) -> Writer {
        let mut strings = Interner::new();
        strings.intern(&[0]);
        Writer { endian, types: vec![0; HEADER as usize], count: 0, strings, string: Vec::new() }
    }

    /// Stores a string, unless an equal one is stored already. Returns its offset in the string section, in bytes. A
    /// string is cut at its first NUL, because a NUL ends a string in the format.
    pub fn string(&mut self, text: &[u8]) -> u32 {
        let text = text.split(|b| *b == 0).next().unwrap_or_default();
        self.string.clear();
        self.string.extend_from_slice(text);
        self.string.push(0);
        let number = self.strings.intern(&self.string);
        self.strings.start(number) as u32
    }

    /// Begins a record, and returns its id. Its words follow through [`Writer::word`], the first three as in every
    /// record: name offset, info, size or type.
    pub fn begin(&mut self) -> TypeId {
        self.count += 1;
        TypeId(self.count)
    }

    /// A word of the record that was begun.
    pub fn word(&mut self, value: u32) {
        self.types.extend_from_slice(&self.endian.bytes(value));
    }

    /// Copies a record of another BTF: stores its names in this blob, and renumbers its references by `ids`. References
    /// to types that are not in `ids` become void; returns how many references became void.
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
    pub fn finish(self) -> Vec<u8> {
        let mut out = self.types;
        let strings = self.strings.into_data();
        let types = out.len() as u32 - HEADER;
        let mut header = [self.endian.magic().as_slice(), &[VERSION, 0]].concat();
        for word in [HEADER, 0, types, types, strings.len() as u32] {
            header.extend_from_slice(&self.endian.bytes(word));
        }
        out.splice(..HEADER as usize, header);
        out.extend_from_slice(&strings);
        out
    }
}

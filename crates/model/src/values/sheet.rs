//! [`Sheet`]: bytes, and the types that read them.

use std::sync::Arc;

use btf::{Btf, Endian, TypeId};
use value::{EditError, Group, MapEntry, MapValue, Node, Record, Shape, ValueError, ValueStep, flip_bit};

use super::own::OwnPart;
use crate::path::Path;

/// The types that read the bytes of a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum By {
    /// A type: it reads as many consecutive records as there are bytes for.
    Type(TypeId),
    /// The types of a map: the bytes are those of its entries, each with its key and then its value or values.
    Map {
        /// The type of the keys; none if it is not known, or if the map has no keys.
        key: Option<TypeId>,
        /// The type of the values.
        value: TypeId,
        /// The entries as they were read. Editing changes bytes, but never the length of a key or value.
        entries: Arc<[MapEntry]>,
    },
    /// The variables of a section of an object, or one of them.
    Own(Arc<[OwnPart]>),
}

/// One record of a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its name: `[3]`, `[3] key`, the name of a variable; empty for the only record of a type.
    pub name: String,
    /// The type that reads it.
    pub id: TypeId,
    /// The index of its first byte.
    pub start: usize,
    /// The index one past its last byte.
    pub end: usize,
}

/// Bytes, and the types that read them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// The bytes.
    pub bytes: Arc<[u8]>,
    /// The types that read them.
    pub by: By,
    /// The byte order.
    pub order: Endian,
}

/// The bytes of all entries of a map, joined.
fn bytes_of(entries: &[MapEntry]) -> Vec<u8> {
    let parts = entries.iter().flat_map(|entry| std::iter::once(entry.key.as_slice()).chain(entry.values()));
    parts.collect::<Vec<_>>().concat()
}

impl Sheet {
    /// A sheet for the entries of a map.
    pub fn of_map(key: Option<TypeId>, value: TypeId, entries: Arc<[MapEntry]>, order: Endian) -> Sheet {
        Sheet { bytes: bytes_of(&entries).into(), by: By::Map { key, value, entries }, order }
    }

    /// The records, at most `most` of them. Bytes outside of records (keys of an unknown type) are left out.
    pub fn pieces(&self, btf: &Btf, most: usize) -> Vec<Piece> {
        let len = self.bytes.len();
        match &self.by {
            By::Type(id) => {
                let Ok(record) = Record::new(btf, *id, &self.bytes) else { return Vec::new() };
                let (count, size) = (record.count(), record.size() as usize);
                if count == 1 {
                    return vec![Piece { name: String::new(), id: *id, start: 0, end: len }];
                }
                let piece = |i: usize| {
                    let start = i.saturating_mul(size).min(len);
                    Piece { name: format!("[{i}]"), id: *id, start, end: start.saturating_add(size).min(len) }
                };
                (0..usize::try_from(count).unwrap_or(usize::MAX).min(most)).map(piece).collect()
            }
            By::Own(parts) => {
                let piece = |part: &OwnPart| {
                    let start = (part.offset as usize).min(len);
                    let end = start.saturating_add(part.size as usize).min(len);
                    Piece { name: part.name.clone(), id: part.id, start, end }
                };
                parts.iter().take(most).map(piece).collect()
            }
            By::Map { key, value, entries } => map_pieces(btf, *key, *value, entries, most),
        }
    }

    /// How many records there are.
    pub fn count(&self, btf: &Btf) -> u64 {
        match &self.by {
            By::Type(id) => Record::new(btf, *id, &self.bytes).map_or(0, |record| record.count()),
            By::Own(parts) => parts.len() as u64,
            By::Map { .. } => self.pieces(btf, usize::MAX).len() as u64,
        }
    }

    /// The entries of a map, with the bytes as they are now.
    pub fn entries(&self) -> Vec<MapEntry> {
        let By::Map { entries, .. } = &self.by else { return Vec::new() };
        let mut rest = &*self.bytes;
        let mut take = |len: usize| {
            let (part, behind) = rest.split_at(len.min(rest.len()));
            rest = behind;
            part.to_vec()
        };
        let mut entry = |old: &MapEntry| {
            let key = take(old.key.len());
            let value = old.value.as_ref().map(|value| match value {
                MapValue::One(bytes) => MapValue::One(take(bytes.len())),
                MapValue::PerCpu(each) => {
                    MapValue::PerCpu(each.iter().map(|(cpu, bytes)| (*cpu, take(bytes.len()))).collect())
                }
            });
            MapEntry { key, value }
        };
        entries.iter().map(&mut entry).collect()
    }

    /// The record of a piece.
    ///
    /// # Errors
    /// The type has no size, or is a declaration tag.
    pub fn record<'a>(&'a self, btf: &'a Btf, piece: &Piece) -> Result<Record<'a>, ValueError> {
        let bytes = self.bytes.get(piece.start..piece.end).unwrap_or_default();
        Ok(Record::new(btf, piece.id, bytes)?.in_order(self.order))
    }

    /// The piece with index `record`, and the value at a path in it.
    pub fn find(&self, btf: &Btf, record: u64, path: &[ValueStep]) -> Option<(Piece, Node)> {
        let at = usize::try_from(record).ok()?;
        let piece = self.pieces(btf, at.checked_add(1)?).into_iter().nth(at)?;
        let node = self.record(btf, &piece).ok()?.find(path)?;
        Some((piece, node))
    }

    /// The path to the value at the member path `path`; in an array, to its first element. It ends before the first
    /// member that is not in the bytes: the target of a pointer is not in them.
    pub fn steps_to(&self, btf: &Btf, record: u64, path: &Path) -> Option<Vec<ValueStep>> {
        let (piece, mut node) = self.find(btf, record, &[])?;
        let record = self.record(btf, &piece).ok()?;
        for &index in &path.0 {
            let mut whole = node.clone();
            while let Shape::Group(Group::Array | Group::Flexible, _) = whole.shape {
                match record.children(&whole, 0..1).pop() {
                    Some(first) => whole = first,
                    None => return Some(node.path),
                }
            }
            let index = u64::from(index);
            match whole.shape {
                Shape::Group(Group::Struct | Group::Union | Group::Section, _) => {}
                _ => break,
            }
            match record.children(&whole, index..index.saturating_add(1)).pop() {
                Some(part) => node = part,
                None => break,
            }
        }
        Some(node.path)
    }

    /// The bytes with one value set to a text; no other bit changes ([`Record::set`]).
    ///
    /// # Errors
    /// The text is no value of this type or does not fit, the value has parts, or the value is not in the bytes.
    pub fn set(&self, btf: &Btf, record: u64, path: &[ValueStep], text: &str) -> Result<Arc<[u8]>, EditError> {
        let (piece, node) = self.find(btf, record, path).ok_or(EditError::NotThere)?;
        let of = self.record(btf, &piece).map_err(|_| EditError::NotThere)?;
        let changed = of.set(&node, text)?;
        let mut bytes = self.bytes.to_vec();
        let place = bytes.get_mut(piece.start..piece.end).ok_or(EditError::NotThere)?;
        place.iter_mut().zip(changed).for_each(|(to, byte)| *to = byte);
        Ok(bytes.into())
    }

    /// The bytes with one bit flipped. `bit` counts from the first of all bytes, in the numbering of the byte order.
    /// None if there is no such bit.
    pub fn flip(&self, bit: u64) -> Option<Arc<[u8]>> {
        let mut bytes = self.bytes.to_vec();
        flip_bit(&mut bytes, bit, self.order).then(|| bytes.into())
    }
}

fn map_pieces(btf: &Btf, key: Option<TypeId>, value: TypeId, entries: &[MapEntry], most: usize) -> Vec<Piece> {
    let size = |id: TypeId| btf.size_of(id).map_or(0, |size| size as usize);
    let (key_size, value_size) = (key.map(size), size(value));
    let mut pieces = Vec::new();
    let mut at = 0usize;
    for (i, entry) in entries.iter().enumerate() {
        if pieces.len() >= most {
            break;
        }
        if let (Some(id), Some(size)) = (key, key_size)
            && !entry.key.is_empty()
        {
            pieces.push(Piece { name: format!("[{i}] key"), id, start: at, end: at + entry.key.len().min(size) });
        }
        at += entry.key.len();
        // In a per-CPU map the value of each processor is padded to 8 bytes; the padding belongs to no piece.
        let mut push = |name: String, len: usize| {
            pieces.push(Piece { name, id: value, start: at, end: at + len.min(value_size) });
            at += len;
        };
        match &entry.value {
            Some(MapValue::One(bytes)) => push(format!("[{i}] value"), bytes.len()),
            Some(MapValue::PerCpu(each)) => {
                each.iter().for_each(|(cpu, bytes)| push(format!("[{i}] value, CPU {cpu}"), bytes.len()));
            }
            None => {}
        }
    }
    pieces.truncate(most);
    pieces
}

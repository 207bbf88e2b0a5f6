//! A blob in which equal names share one string.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

use crate::blob::{Blob, Member, Order, kind};

/// A blob that is being written, with its strings.
pub(crate) struct Shared {
    blob: Blob,
    strings: BTreeMap<String, u32>,
}

impl Shared {
    pub(crate) fn new() -> Shared {
        Shared { blob: Blob::new(Order::Little), strings: BTreeMap::new() }
    }

    /// The size of the blob so far, in bytes.
    pub(crate) fn len(&self) -> usize {
        self.blob.build().len()
    }

    pub(crate) fn string(&mut self, text: &str) -> u32 {
        let blob = &mut self.blob;
        *self.strings.entry(text.to_owned()).or_insert_with(|| blob.string(text))
    }

    pub(crate) fn composite(&mut self, kind: u8, name: &str, size: u32, members: &[Member<'_>]) -> u32 {
        let name = self.string(name);
        let words: Vec<u32> = members.iter().flat_map(|(name, id, at)| [self.string(name), *id, *at]).collect();
        self.blob.record(name, kind, members.len() as u32, false, size, &words)
    }

    pub(crate) fn structure(&mut self, name: &str, size: u32, members: &[Member<'_>]) -> u32 {
        self.composite(kind::STRUCT, name, size, members)
    }

    pub(crate) fn named(&mut self, kind: u8, name: &str, target: u32) -> u32 {
        let name = self.string(name);
        self.blob.record(name, kind, 0, false, target, &[])
    }

    pub(crate) fn prototype(&mut self, returns: u32, params: &[(&str, u32)]) -> u32 {
        let words: Vec<u32> = params.iter().flat_map(|(name, id)| [self.string(name), *id]).collect();
        self.blob.record(0, kind::FUNC_PROTO, params.len() as u32, false, returns, &words)
    }
}

impl Deref for Shared {
    type Target = Blob;

    fn deref(&self) -> &Blob {
        &self.blob
    }
}

impl DerefMut for Shared {
    fn deref_mut(&mut self) -> &mut Blob {
        &mut self.blob
    }
}

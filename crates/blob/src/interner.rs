//! [`Interner`]: stores equal lists once, and numbers them.

use std::hash::{BuildHasher, Hash, RandomState};

use crate::lists::Lists;

/// Distinct lists of `T`, numbered from 0 in the order of first use.
///
/// The hash has a random key, so that nobody can make a file whose lists all have the same hash. The numbers do not
/// depend on the key: they depend only on the order of the calls.
#[derive(Debug)]
pub struct Interner<T> {
    lists: Lists<T>,
    /// The hash of a list, and its number + 1; the second is 0 in a free slot.
    slots: Vec<(u32, u32)>,
    hasher: RandomState,
}

impl<T: Copy + Eq + Hash> Default for Interner<T> {
    fn default() -> Interner<T> {
        Interner::new()
    }
}

impl<T: Copy + Eq + Hash> Interner<T> {
    /// An empty interner.
    pub fn new() -> Interner<T> {
        Interner { lists: Lists::new(), slots: vec![(0, 0); 16], hasher: RandomState::new() }
    }

    /// How many lists there are.
    pub fn len(&self) -> u32 {
        self.lists.len()
    }

    /// Whether there are no lists.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The sum of the lengths of the lists before the list with this number.
    pub fn start(&self, number: u32) -> usize {
        self.lists.start(number)
    }

    /// The sum of the lengths of all lists.
    pub fn total(&self) -> usize {
        self.lists.total()
    }

    /// The list with a number; empty for an unknown number.
    pub fn get(&self, number: u32) -> &[T] {
        self.lists.get(number)
    }

    /// All lists joined.
    pub fn into_data(self) -> Vec<T> {
        self.lists.into_data()
    }

    /// The number of a list, which is stored if it is new.
    pub fn intern(&mut self, list: &[T]) -> u32 {
        let hash = self.hasher.hash_one(list) as u32;
        let mut at = match self.probe(hash, list) {
            Ok(number) => return number,
            Err(free) => free,
        };
        if (self.lists.len() as usize + 1) * 4 > self.slots.len() * 3 {
            self.grow();
            at = self.probe(hash, list).err().unwrap_or(at);
        }
        let number = self.lists.push(list) + 1;
        if let Some(slot) = self.slots.get_mut(at) {
            *slot = (hash, number);
        }
        number - 1
    }

    /// The list's number, or the free slot for it.
    fn probe(&self, hash: u32, list: &[T]) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            match self.slots[at] {
                (_, 0) => return Err(at),
                (h, number) if h == hash && self.get(number - 1) == list => return Ok(number - 1),
                _ => at = (at + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        let slots = vec![(0, 0); self.slots.len() * 2];
        let mask = slots.len() - 1;
        let old = std::mem::replace(&mut self.slots, slots);
        for (hash, number) in old.into_iter().filter(|s| s.1 != 0) {
            let mut at = hash as usize & mask;
            while self.slots[at].1 != 0 {
                at = (at + 1) & mask;
            }
            self.slots[at] = (hash, number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Interner;

    #[test]
    fn equal_lists_have_one_number() {
        let mut lists = Interner::new();
        for i in 0..1000u32 {
            assert_eq!(lists.intern(&[i, i / 2]), i);
        }
        for i in 0..1000u32 {
            assert_eq!((lists.intern(&[i, i / 2]), lists.get(i)), (i, &[i, i / 2][..]));
        }
        assert_eq!(lists.len(), 1000);
        assert_eq!(lists.get(1000), &[] as &[u32]);
    }
}

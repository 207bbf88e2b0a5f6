//! [`Table`]: kept records by hash, in the order of libbpf's hash table.
//!
//! libbpf adds to the front of a chain and reverses each chain when its table grows (`hashmap__insert`,
//! `hashmap_grow`). The order decides between two types that a third matches equally well.

use hashbrown::HashTable;

const NONE: u32 = u32::MAX;

struct Chain {
    hash: u64,
    first: u32,
    /// How often the table had grown when the chain was last updated.
    growth: u32,
}

pub(super) struct Table {
    chains: HashTable<Chain>,
    next: Vec<u32>,
    len: u64,
    capacity: u64,
    growth: u32,
}

impl Table {
    /// A table for this many records.
    pub(super) fn new(records: usize) -> Table {
        Table { chains: HashTable::new(), next: vec![NONE; records], len: 0, capacity: 0, growth: 0 }
    }

    /// Adds a record.
    pub(super) fn add(&mut self, hash: u64, id: u32) {
        if self.capacity == 0 || (self.len + 1) * 4 / 3 > self.capacity {
            self.capacity = (self.capacity * 2).max(4);
            self.growth += 1;
        }
        self.len += 1;
        let first = self.first(hash);
        if let Some(slot) = self.next.get_mut(id as usize) {
            *slot = first.unwrap_or(NONE);
        }
        match self.chains.find_mut(hash, |c| c.hash == hash) {
            Some(chain) => chain.first = id,
            None => {
                let chain = Chain { hash, first: id, growth: self.growth };
                self.chains.insert_unique(hash, chain, |c| c.hash);
            }
        }
    }

    /// The first record with this hash.
    pub(super) fn first(&mut self, hash: u64) -> Option<u32> {
        let chain = self.chains.find_mut(hash, |c| c.hash == hash)?;
        if (self.growth - chain.growth) % 2 == 1 {
            let (mut turned, mut at) = (NONE, chain.first);
            while let Some(slot) = self.next.get_mut(at as usize) {
                let after = std::mem::replace(slot, turned);
                (turned, at) = (at, after);
            }
            chain.first = turned;
        }
        chain.growth = self.growth;
        Some(chain.first)
    }

    /// The next record with the same hash.
    pub(super) fn after(&self, id: u32) -> Option<u32> {
        self.next.get(id as usize).copied().filter(|&id| id != NONE)
    }
}

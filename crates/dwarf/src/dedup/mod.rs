//! Deduplication of records, as libbpf's `btf__dedup` does it, with the same results in the same order.
//!
//! It knows nothing of DWARF. [`dedup`] takes records, of which those below `first` are a base that stays unchanged,
//! and returns the new ids as [`Renumber`]. The passes: [`prims`] (INT, FLOAT, ENUM, FWD), [`structs`] (with typedefs;
//! by graph [`equal`]ity), [`forwards`], [`refs`] (types with references), then duplicates are removed.
//!
//! The result can be deduplicated again together with new records. This gives the same as deduplicating all records at
//! once, as long as forward declarations are resolved only the last time.

mod chains;
mod equal;
mod forwards;
mod prims;
mod refs;
mod structs;
mod table;
#[cfg(test)]
mod tests;

use btf::Kind;

use crate::records::Records;
use table::Table;

/// A record that was not handled yet.
const UNSET: u32 = u32::MAX;
/// A record whose references are being handled.
const IN_PROGRESS: u32 = u32::MAX - 1;

/// The most comparisons of two records: this number for each record, and a million besides. Files of compilers need
/// about ten comparisons for each record.
const STEPS: u64 = 400;

/// The same limit when there is a base. If a type differs from the base (as arrays of arrays do in a base made by
/// pahole 1.24), all types that refer to it, directly or through others, are compared with the base in vain. Debian's
/// xfs.ko 6.1 on its kernel needs 1,700 comparisons for each record.
const STEPS_ON_BASE: u64 = 2500;

/// The new ids of the records.
#[derive(Debug)]
pub(crate) struct Renumber {
    new: Vec<u32>,
    /// How many references led back to their own record without a struct or union between, and were made void.
    pub(crate) loops: u32,
    /// Whether the limit of comparisons was reached, so that some duplicates may be left.
    pub(crate) gave_up: bool,
}

impl Renumber {
    /// The new id for an old one.
    pub(crate) fn of(&self, id: u32) -> u32 {
        self.new.get(id as usize).copied().unwrap_or(0)
    }
}

struct Dedup<'r> {
    records: &'r mut Records,
    /// The first id that is not in the base.
    first: u32,
    /// The representative of each record; itself if it stays.
    map: Vec<u32>,
    table: Table,
    /// In a comparison of graphs, the assumed counterpart of each kept record. `hyp_list` has the kept records for
    /// which a counterpart is set, in order.
    hyp: Vec<u32>,
    hyp_list: Vec<u32>,
    /// Pairs still to be compared.
    pairs: Vec<(u32, u32)>,
    /// Whether the two compared graphs are equal only if a forward declaration of the base is resolved.
    adjusts_base: bool,
    steps: u64,
    loops: u32,
}

/// Deduplicates; with `forwards`, forward declarations are resolved to the only type of their name.
pub(crate) fn dedup(records: &mut Records, first: u32, forwards: bool) -> Renumber {
    let count = records.len() as usize;
    let mut d = Dedup {
        records,
        first,
        map: vec![UNSET; count],
        table: Table::new(count),
        hyp: vec![UNSET; count],
        hyp_list: Vec::new(),
        pairs: Vec::new(),
        adjusts_base: false,
        steps: if first > 1 { STEPS_ON_BASE } else { STEPS } * count as u64 + 1_000_000,
        loops: 0,
    };
    d.prepare();
    d.prims();
    d.structs();
    if forwards {
        d.resolve_forwards();
    }
    d.refs();
    d.compact()
}

impl Dedup<'_> {
    /// The ids that are not in the base.
    fn own(&self) -> std::ops::Range<u32> {
        self.first..self.records.len()
    }

    /// Makes records that are never merged their own representatives, and indexes the base.
    fn prepare(&mut self) {
        self.set(0, 0);
        for id in 1..self.records.len() {
            let kind = self.records.kind(id);
            let alone = matches!(kind, Kind::Var | Kind::DataSec);
            if id < self.first {
                self.set(id, id);
                if !alone {
                    self.table.add(self.hash(id), id);
                }
            } else if alone {
                self.set(id, id);
            }
        }
    }

    fn mapped(&self, id: u32) -> u32 {
        self.map.get(id as usize).copied().unwrap_or(UNSET)
    }

    fn is_mapped(&self, id: u32) -> bool {
        self.mapped(id) < IN_PROGRESS
    }

    fn set(&mut self, id: u32, to: u32) {
        if let Some(slot) = self.map.get_mut(id as usize) {
            *slot = to;
        }
    }

    /// The final representative of a record, as far as known.
    fn resolve(&self, mut id: u32) -> u32 {
        while let to @ 0..IN_PROGRESS = self.mapped(id)
            && to != id
        {
            id = to;
        }
        id
    }

    /// Counts a comparison. False when the limit is exceeded.
    fn step(&mut self) -> bool {
        self.steps = self.steps.saturating_sub(1);
        self.steps > 0
    }

    /// Merges a record with the first kept record of the same hash for which `fits` is true. If there is none, the
    /// record is kept.
    fn merge(&mut self, id: u32, fits: impl Fn(&mut Self, u32) -> bool) {
        let hash = self.hash(id);
        let (mut to, mut at) = (id, self.table.first(hash));
        while let Some(other) = at
            && self.step()
        {
            if fits(self, other) {
                to = other;
                break;
            }
            at = self.table.after(other);
        }
        self.set(id, to);
        if to == id {
            self.table.add(hash, id);
        }
    }

    /// Removes records with another representative, and renumbers all references.
    fn compact(self) -> Renumber {
        let (first, count) = (self.first, self.records.len());
        let stays = |id: u32| self.map.get(id as usize) == Some(&id);
        let mut new: Vec<u32> = (0..count).collect();
        let mut next = first;
        for id in first..count {
            if stays(id) {
                if let Some(slot) = new.get_mut(id as usize) {
                    *slot = next;
                }
                next += 1;
            }
        }
        // In two steps, because a representative may come after the records that it stands for.
        for id in 0..count {
            let end = self.resolve(id);
            if end != id {
                let target = new.get(end as usize).copied().unwrap_or(0);
                if let Some(slot) = new.get_mut(id as usize) {
                    *slot = target;
                }
            }
        }
        self.records.retain(first, stays);
        for id in first..self.records.len() {
            self.records.each_reference(id, |word| *word = new.get(*word as usize).copied().unwrap_or(0));
        }
        let loops = self.loops + chains::cut(self.records, first);
        Renumber { new, loops, gave_up: self.steps == 0 }
    }
}

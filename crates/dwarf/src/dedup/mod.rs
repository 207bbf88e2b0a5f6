//! Deduplication of records, as libbpf's `btf__dedup` does it, so that what stays and its order are the same.
//!
//! It knows nothing of DWARF. [`dedup`] takes records, of which those below `first` are a base that stays as it is, and says
//! what became of each by [`Renumber`]. The passes: [`prims`] (INT, FLOAT, ENUM, FWD), [`structs`] (with typedefs; by graph
//! [`equal`]ity), [`forwards`], [`refs`] (what refers), then the rest is cut out.
//!
//! Kept records can be deduplicated again together with new ones: the result is that of all at once, as long as forwards are
//! resolved the last time only.

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

/// Not looked at yet.
const UNSET: u32 = u32::MAX;
/// A reference whose own references are being looked at.
const IN_PROGRESS: u32 = u32::MAX - 1;

/// Comparisons of two records that may be made for each record there is. Files of compilers need about ten.
const STEPS: u64 = 400;

/// The same on a base. Where something deep inside differs from it (as with arrays of arrays in a base that pahole 1.24 made), all that
/// leads there is compared with it in vain: Debian's xfs.ko 6.1 on its kernel needs 1,700.
const STEPS_ON_BASE: u64 = 2500;

/// What became of the records.
#[derive(Debug)]
pub(crate) struct Renumber {
    new: Vec<u32>,
    /// References that led back to themselves without a type between, and were made void.
    pub(crate) loops: u32,
    /// Whether so many comparisons were needed that some types were left twice.
    pub(crate) gave_up: bool,
}

impl Renumber {
    /// The new id of what an id stands for.
    pub(crate) fn of(&self, id: u32) -> u32 {
        self.new.get(id as usize).copied().unwrap_or(0)
    }
}

struct Dedup<'r> {
    records: &'r mut Records,
    /// The first id that is not of the base.
    first: u32,
    /// What each record is represented by; itself when it stays.
    map: Vec<u32>,
    table: Table,
    /// In a comparison of graphs: what stands for a kept record on the other side, and which were set, in order.
    hyp: Vec<u32>,
    hyp_list: Vec<u32>,
    /// Pairs still to be compared.
    pairs: Vec<(u32, u32)>,
    /// Whether the two are only the same if a forward of the base is resolved.
    adjusts_base: bool,
    steps: u64,
    loops: u32,
}

/// Deduplicates; with `forwards`, forward declarations go to the only type of their name.
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
        d.forwards();
    }
    d.refs();
    d.compact()
}

impl Dedup<'_> {
    /// The ids that are not of the base.
    fn own(&self) -> std::ops::Range<u32> {
        self.first..self.records.len()
    }

    /// What is never merged stands for itself; the base can be found.
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

    /// What a record is represented by in the end, as far as it is known.
    fn resolve(&self, mut id: u32) -> u32 {
        while let to @ 0..IN_PROGRESS = self.mapped(id)
            && to != id
        {
            id = to;
        }
        id
    }

    /// Counts a comparison. False when there were too many.
    fn step(&mut self) -> bool {
        self.steps = self.steps.saturating_sub(1);
        self.steps > 0
    }

    /// Cuts out what is represented by another, and renumbers all references.
    fn compact(self) -> Renumber {
        let Dedup { records, first, map, steps, loops, .. } = self;
        let stays = |id: u32| map.get(id as usize) == Some(&id);
        let mut new: Vec<u32> = (0..records.len()).collect();
        let mut next = first;
        for id in first..records.len() {
            if stays(id) {
                if let Some(slot) = new.get_mut(id as usize) {
                    *slot = next;
                }
                next += 1;
            }
        }
        records.retain(first, stays);
        // In two steps: a representative may lie behind what it stands for.
        for id in 0..map.len() {
            let mut end = id;
            while let Some(&to) = map.get(end)
                && to < IN_PROGRESS
                && to as usize != end
            {
                end = to as usize;
            }
            if end != id {
                let target = new.get(end).copied().unwrap_or(0);
                if let Some(slot) = new.get_mut(id) {
                    *slot = target;
                }
            }
        }
        for id in first..records.len() {
            records.each_reference(id, |word| *word = new.get(*word as usize).copied().unwrap_or(0));
        }
        let loops = loops + chains::cut(records, first);
        Renumber { new, loops, gave_up: steps == 0 }
    }
}
